import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { systemTimers } from '../../ui/timers.ts'
import { createPageTitle } from './page-title.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function open() {
  const page = Object.assign(new EventTarget(), { title: '', visibilityState: 'visible' })
  const title = createPageTitle(page as unknown as Document, systemTimers)
  const turn = (visibilityState: string) => {
    page.visibilityState = visibilityState
    page.dispatchEvent(new Event('visibilitychange'))
  }
  return { page, title, turn }
}

test('S165 while the tab is hidden the title changes each second, with the unread count kept', () => {
  const { page, title, turn } = open()
  title.watch()
  title.setUnread(3)
  vi.advanceTimersByTime(5000)
  expect(page.title).toBe('(3) Fieldwork')
  turn('hidden')
  const seen = [page.title]
  for (let second = 0; second < 3; second++) {
    vi.advanceTimersByTime(999)
    expect(page.title).toBe(seen.at(-1))
    vi.advanceTimersByTime(1)
    seen.push(page.title)
  }
  expect(seen).toEqual(['(3) Fieldwork', '(3) Fieldwork •', '(3) Fieldwork', '(3) Fieldwork •'])
  title.setUnread(4)
  expect(page.title).toBe('(4) Fieldwork •')
  turn('visible')
  expect(page.title).toBe('(4) Fieldwork')
  expect(vi.getTimerCount()).toBe(0)
})

test('S165 ended, no timer is left', () => {
  const { title, turn } = open()
  const off = title.watch()
  turn('hidden')
  off()
  expect(vi.getTimerCount()).toBe(0)
  turn('hidden')
  expect(vi.getTimerCount()).toBe(0)
})

test('S165 a tab that is hidden as it begins is kept alive, too, by the name alone where nothing is unread', () => {
  const { page, title } = open()
  page.visibilityState = 'hidden'
  title.watch()
  const seen = [page.title]
  for (const unread of [0, 1, 1]) {
    title.setUnread(unread)
    vi.advanceTimersByTime(1000)
    seen.push(page.title)
  }
  expect(seen).toEqual(['Fieldwork', 'Fieldwork •', '(1) Fieldwork', '(1) Fieldwork •'])
})

test('what the page shows is named before the product, until it is gone', () => {
  const { page, title } = open()
  title.setUnread(2)
  const first = title.named('Welsh')
  expect(page.title).toBe('(2) Welsh – Fieldwork')
  // The next is named before the last is taken away.
  const second = title.named('Polish')
  first()
  expect(page.title).toBe('(2) Polish – Fieldwork')
  second()
  expect(page.title).toBe('(2) Fieldwork')
})
