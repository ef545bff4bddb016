import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createStorage } from '../../services/storage/storage.ts'
import { fakeServices } from '../../testing/fake-services.ts'
import { renderWith } from '../../testing/render.tsx'
import { bestOf, fitOf } from './match.ts'
import { addRecent, recentsOf } from './recents.ts'
import { SwitcherPanel } from './Switcher.tsx'
import { listSource, type SwitcherItem, type SwitcherSource } from './source.ts'

const item = (id: string, title: string, hint = ''): SwitcherItem => ({
  id,
  title,
  hint,
  icon: null,
  run: () => {},
})
const people = listSource(
  'people',
  'People',
  [item('p1', 'Priya Nair'), item('p2', 'Grace Oduya'), item('p3', 'Tomáš Dvořák')],
  (items, text) => (text === '' ? [] : bestOf(items, text)),
)
const pages = listSource(
  'pages',
  'Pages',
  [item('d', 'Dashboard'), item('c', 'Chat', 'Connect plus')],
  bestOf,
)

function open(sources: readonly SwitcherSource[] = [pages, people], recents: readonly string[] = []) {
  const onChoose = vi.fn<(chosen: SwitcherItem) => void>()
  const { services } = fakeServices()
  renderWith(services, <SwitcherPanel sources={sources} recents={recents} onChoose={onChoose} />)
  const field = screen.getByRole('combobox', { name: 'Go to anything' })
  const type = (value: string) => fireEvent.change(field, { target: { value } })
  const press = (key: string) => fireEvent.keyDown(field, { key })
  const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
  const active = () => {
    const row = document.getElementById(field.getAttribute('aria-activedescendant') ?? '')
    expect(row?.getAttribute('aria-selected')).toBe('true')
    return row?.textContent
  }
  const groups = () => screen.queryAllByRole('group').map((group) => group.getAttribute('aria-labelledby'))
  const chosen = () => onChoose.mock.calls.map(([{ id }]) => id)
  return { field, type, press, options, active, groups, chosen }
}

test('a few letters find it, whatever the order and the accents, and the letters are marked', () => {
  const at = open()
  at.type('nair pri')
  expect(at.options()).toEqual(['Priya Nair'])
  at.type('dvorak')
  expect(at.options()).toEqual(['Tomáš Dvořák'])
  at.type('grod')
  expect(at.options()).toEqual(['Grace Oduya'])
  const marked = [...document.querySelectorAll('mark')].map(({ textContent }) => textContent)
  expect(marked.join('')).toBe('GrOd')
})

test('letters that lie about in other words find nothing; a letter left out of a word is no matter', () => {
  const items = ['Screener drop-out rates', 'Project data', 'Dashboard'].map((title) => item(title, title))
  expect(bestOf(items, 'rota')).toEqual([])
  expect(bestOf(items, 'dashbord').map(({ title }) => title)).toEqual(['Dashboard'])
  expect(fitOf(item('a', 'Project data'), 'rota').score).toBe(0)
})

test('it is found by what stands beside its title, too, and after those whose title fits', () => {
  const at = open([listSource('x', 'X', [item('a', 'Payroll', 'Chat'), item('b', 'Chat')], bestOf)])
  at.type('chat')
  expect(at.options()).toEqual(['Chat', 'PayrollChat'])
})

test('the keyboard does all of it, and a screen reader is told the row and the number', () => {
  const at = open()
  expect(at.options()).toEqual(['Dashboard', 'ChatConnect plus'])
  expect(at.active()).toBe('Dashboard')
  at.press('ArrowDown')
  expect(at.active()).toBe('ChatConnect plus')
  at.press('ArrowDown')
  expect(at.active()).toBe('Dashboard')
  at.press('ArrowUp')
  at.press('Enter')
  expect(at.chosen()).toEqual(['c'])
  at.type('a')
  expect(at.active()).toBe(at.options()[0])
  expect(screen.getByRole('status').textContent).toMatch(/^\d results?$/)
  expect(at.field.getAttribute('aria-expanded')).toBe('true')
  expect(at.field.getAttribute('aria-controls')).toBe(screen.getByRole('listbox').id)
})

test('a click chooses, and the pointer moves the active row', () => {
  const at = open()
  const chat = within(screen.getByRole('listbox')).getByText('Chat')
  fireEvent.mouseMove(chat)
  expect(at.active()).toBe('ChatConnect plus')
  fireEvent.click(chat)
  expect(at.chosen()).toEqual(['c'])
})

test('recent choices come first, and those that are gone are left out', () => {
  const at = open([pages, people], ['p2', 'gone', 'c'])
  expect(at.options()).toEqual(['Grace Oduya', 'ChatConnect plus', 'Dashboard'])
  expect(screen.getByText('Recent')).toBeDefined()
})

test('it says that it searches for as long as nothing was found, and then what there is', async () => {
  let answer: (items: readonly SwitcherItem[]) => void = () => {}
  const slow: SwitcherSource = {
    id: 'messages',
    label: 'Messages',
    search: (text) => (text === '' ? [] : new Promise((found) => (answer = found))),
    find: () => undefined,
  }
  const at = open([pages, slow])
  at.type('zzzzqq')
  expect(screen.getByText('Searching …')).toBeDefined()
  await act(async () => answer([]))
  expect(screen.queryByText('Searching …')).toBeNull()
  expect(screen.getByText('Nothing fits. Try fewer letters, or another name.')).toBeDefined()
})

test('nothing that fits is said so', () => {
  const at = open()
  at.type('zzzzqq')
  expect(at.options()).toEqual([])
  expect(screen.getByText('Nothing fits. Try fewer letters, or another name.')).toBeDefined()
  at.press('Enter')
  expect(at.chosen()).toEqual([])
})

test('a slow source comes later, what is no longer wanted is given up, and one that fails is left out', async () => {
  const asked: { text: string; signal: AbortSignal; answer: (items: readonly SwitcherItem[]) => void }[] = []
  const slow: SwitcherSource = {
    id: 'tickets',
    label: 'Tickets',
    search: (text, signal) => new Promise((answer) => asked.push({ text, signal, answer })),
    find: () => undefined,
  }
  const broken: SwitcherSource = { ...slow, id: 'broken', search: () => Promise.reject(new Error('no')) }
  const at = open([pages, slow, broken])
  at.type('da')
  at.type('das')
  expect(asked.map(({ text, signal }) => [text, signal.aborted])).toEqual([
    ['', true],
    ['da', true],
    ['das', false],
  ])
  expect(at.options()).toEqual(['Dashboard'])
  await act(async () => {
    asked[1]?.answer([item('t1', 'Da old ticket')])
    asked[2]?.answer([item('t2', 'Dashed line missing')])
  })
  expect(at.options()).toEqual(['Dashboard', 'Dashed line missing'])
})

test('choices are kept for each person, the newest first, and only a few', () => {
  const storage = createStorage(null, new EventTarget())
  for (const id of ['a', 'b', 'c', 'a', 'd', 'e', 'f', 'g']) addRecent(storage, 7, id)
  addRecent(storage, 8, 'x')
  expect(recentsOf(storage, 7)).toEqual(['g', 'f', 'e', 'd', 'a', 'c'])
  expect(recentsOf(storage, 8)).toEqual(['x'])
})

test('what doesn’t fit has no marks', () => {
  expect(fitOf(item('a', 'Payroll'), 'chat')).toEqual({ score: 0, marks: new Set() })
})
