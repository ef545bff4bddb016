import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readScratchPad, type ScratchPad, saveScratchPad } from '#shared/contract/scratch-pad.ts'
import { createStorage } from '../../services/storage/storage.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { renderWith } from '../../testing/render.tsx'
import { testToken } from '../../testing/session-token.ts'
import { ScratchPadScreen } from './ScratchPadScreen.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const memory = () => {
  const map = new Map<string, string>()
  return {
    getItem: (name: string) => map.get(name) ?? null,
    setItem: (name: string, value: string) => void map.set(name, value),
    removeItem: (name: string) => void map.delete(name),
  }
}

/** A server that keeps one pad, and can be away. */
function aServer(pad: ScratchPad = { text: 'one', revision: 1 }) {
  const state = { pad, away: false }
  const unlessAway = <T,>(answer: () => T): T => {
    if (state.away) throw new Error('away')
    return answer()
  }
  const save = ({ text, revision }: ScratchPad) => {
    const saved = revision === state.pad.revision
    if (saved) state.pad = { text, revision: revision + 1 }
    return { saved, pad: state.pad }
  }
  return {
    state,
    read: () => unlessAway(() => state.pad),
    save: (pad: ScratchPad) => unlessAway(() => save(pad)),
  }
}

async function open(server = aServer(), store = memory()) {
  const fake = fakeServices({ storage: createStorage(store, new EventTarget()) })
  fake.services.session.signIn(testToken())
  fake.answer(readScratchPad, server.read)
  fake.answer(saveScratchPad, server.save)
  const view = renderWith(fake.services, <ScratchPadScreen />)
  await act(() => vi.advanceTimersByTimeAsync(0))
  const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Scratch pad' })
  const write = (value: string) => fireEvent.change(box(), { target: { value } })
  const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  return {
    ...fake,
    ...view,
    server,
    store,
    box,
    write,
    after,
    draft: () => fake.services.storage.get('scratchPadDraft'),
  }
}

test('the text is saved as it is written, and says so', async () => {
  const at = await open()
  expect(at.box().value).toBe('one')
  expect(screen.getByText('Saved')).toBeDefined()
  at.write('one two')
  expect(screen.getByText('Saving')).toBeDefined()
  expect(at.draft()).toEqual({ 7: { text: 'one two', base: 'one', revision: 1 } })
  await at.after(799)
  expect(at.server.state.pad.text).toBe('one')
  await at.after(1)
  expect(at.server.state.pad).toEqual({ text: 'one two', revision: 2 })
  expect(screen.getByText('Saved')).toBeDefined()
  expect(at.draft()).toEqual({})
})

test('without the server it is kept on this device, and sent when it is back', async () => {
  const at = await open()
  at.server.state.away = true
  at.write('offline')
  await at.after(800)
  expect(screen.getByText('Kept on this device')).toBeDefined()
  at.server.state.away = false
  await at.after(5000)
  expect(at.server.state.pad.text).toBe('offline')
  expect(screen.getByText('Saved')).toBeDefined()
})

test('what was written before the page went is joined with what another window wrote meanwhile', async () => {
  const first = await open()
  first.server.state.away = true
  first.write('one\nmine')
  first.unmount()
  const { store, server } = first
  server.state.pad = { text: 'zero\none', revision: 5 }
  server.state.away = false
  const second = await open(server, store)
  expect(second.box().value).toBe('zero\none\nmine')
  expect(screen.getByText('It was also written in another window: both texts are here.')).toBeDefined()
  await second.after(800)
  expect(server.state.pad).toEqual({ text: 'zero\none\nmine', revision: 6 })
})

test('who never saw the server keeps writing, and nothing of either is lost', async () => {
  const server = aServer({ text: 'from elsewhere', revision: 3 })
  server.state.away = true
  const at = await open(server)
  expect(screen.getByText(/could not be fetched/)).toBeDefined()
  expect(screen.getByRole('alert').textContent).toContain('There was an error with your request.')
  at.write('here')
  await at.after(800)
  server.state.away = false
  await at.after(5000)
  await at.after(800)
  expect(server.state.pad.text).toBe('from elsewhere\nhere')
  expect(screen.queryByText(/could not be fetched/)).toBeNull()
  expect(screen.getByRole('alert').textContent).toBe('')
})

test('a text that another window overtook is joined and sent again; a refused one says why', async () => {
  const at = await open()
  at.write('one\nmine')
  at.server.state.pad = { text: 'one\ntheirs', revision: 2 }
  await at.after(800)
  await at.after(800)
  expect(at.server.state.pad.text).toBe('one\ntheirs\nmine')
  at.answer(saveScratchPad, () => {
    throw refused(400, 'Too long.')
  })
  at.write('x')
  await at.after(800)
  expect(screen.getByRole('alert').textContent).toBe('Too long.')
})
