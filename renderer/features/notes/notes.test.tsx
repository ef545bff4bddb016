import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  addNote,
  deleteNote,
  myNotes,
  restoreNote,
  type StickyNote,
  saveNote,
} from '#shared/contract/notes.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { renderWith } from '../../testing/render.tsx'
import { NotesDialog } from './NotesDialog.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const NOTE: StickyNote = {
  id: 1,
  text: 'Call back',
  colour: 'PINK',
  x: 0.5,
  y: 0.5,
  updatedAt: '2026-11-21T12:00:00.000Z',
}

async function open(notes: StickyNote[] = [NOTE]) {
  const server = fakeServices()
  server.answer(myNotes, () => notes)
  server.answer(addNote, (content: object) => ({ ...NOTE, id: 2, ...content }))
  server.answer(saveNote, (note: object) => ({ ...NOTE, ...note }))
  server.answer(deleteNote, () => ({ done: true }))
  server.answer(restoreNote, () => NOTE)
  const view = renderWith(server.services, <NotesDialog opened onClose={() => {}} />)
  const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  await after(0)
  const saved = () => server.made.filter(({ path }) => path === saveNote.path).map(({ request }) => request)
  const click = async (name: string) => {
    fireEvent.click(screen.getByRole('button', { name }))
    await after(0)
  }
  return { ...server, ...view, after, saved, click }
}

const cards = () => within(screen.getByRole('list', { name: 'Sticky notes' })).getAllByRole('listitem')

test('a note is written in place, coloured and moved by keys, and saved a moment later', async () => {
  const at = await open()
  fireEvent.change(screen.getByRole('textbox', { name: 'Note' }), { target: { value: 'Called' } })
  fireEvent.keyDown(screen.getByRole('button', { name: 'Move note: Called' }), { key: 'ArrowRight' })
  fireEvent.keyDown(screen.getByRole('button', { name: 'Move note: Called' }), {
    key: 'ArrowUp',
    shiftKey: true,
  })
  expect(screen.getByText('Saving')).toBeDefined()
  expect(at.saved()).toEqual([])
  await at.after(500)
  expect(at.saved()).toEqual([{ id: 1, text: 'Called', colour: 'PINK', x: 0.52, y: 0.4 }])
  expect(screen.getByText('Saved')).toBeDefined()
  await at.click('Colour')
  await at.click('Green')
  await at.after(500)
  expect(at.saved().at(-1)).toMatchObject({ colour: 'GREEN' })
})

test('a note is dragged by its handle, within the board', async () => {
  const at = await open()
  const handle = screen.getByRole('button', { name: 'Move note: Call back' })
  const box = (left: number, top: number, width: number, height: number) => () =>
    ({ left, top, width, height }) as DOMRect
  const [card] = cards()
  if (card) card.getBoundingClientRect = box(400, 200, 200, 200)
  screen.getByRole('list', { name: 'Sticky notes' }).getBoundingClientRect = box(0, 0, 1000, 600)
  fireEvent.pointerDown(handle, { clientX: 410, clientY: 210, button: 0 })
  fireEvent.pointerMove(handle, { clientX: 210, clientY: 9999 })
  fireEvent.pointerUp(handle)
  fireEvent.pointerMove(handle, { clientX: 0, clientY: 0 })
  await at.after(500)
  expect(at.saved()).toEqual([{ id: 1, text: 'Call back', colour: 'PINK', x: 0.25, y: 1 }])
})

test('a deleted note can be put back, and a refused deletion puts it back by itself', async () => {
  const at = await open()
  await at.click('Delete note')
  expect(screen.getByText('Note deleted.')).toBeDefined()
  expect(screen.getByText('Your board is empty.')).toBeDefined()
  await at.click('Undo')
  expect(screen.getByRole('textbox', { name: 'Note' })).toHaveProperty('value', 'Call back')
  at.answer(deleteNote, () => {
    throw refused(500, 'No.')
  })
  await at.click('Delete note')
  expect(screen.getByRole('textbox', { name: 'Note' })).toBeDefined()
})

test('a new note is added; what is not saved is kept and tried again', async () => {
  const at = await open([])
  await at.click('New note')
  expect(cards()).toHaveLength(1)
  at.answer(saveNote, () => {
    throw refused(500, 'No.')
  })
  fireEvent.change(screen.getByRole('textbox', { name: 'Note' }), { target: { value: 'Kept' } })
  await at.after(500)
  expect(screen.getByText('Not saved yet')).toBeDefined()
  at.answer(saveNote, () => NOTE)
  await at.after(5000)
  expect(at.saved().at(-1)).toMatchObject({ id: 2, text: 'Kept' })
  expect(screen.getByText('Saved')).toBeDefined()
})

test('what is typed after ‘New note’ goes into it, and two clicks at once make one', async () => {
  await open([NOTE])
  const button = screen.getByRole('button', { name: 'New note' })
  fireEvent.click(button)
  fireEvent.click(button)
  await act(() => vi.advanceTimersByTimeAsync(0))
  const fields = screen.getAllByRole('textbox', { name: 'Note' })
  expect(fields).toHaveLength(2)
  expect(document.activeElement).toBe(fields[1])
})

test('a board that can not be fetched says so and can be tried again', async () => {
  const server = fakeServices()
  renderWith(server.services, <NotesDialog opened onClose={() => {}} />)
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(screen.getByRole('alert').textContent).toContain(
    'Your notes could not be fetched.The server cannot be reached, please check your network.',
  )
  server.answer(myNotes, () => [NOTE])
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(cards()).toHaveLength(1)
})
