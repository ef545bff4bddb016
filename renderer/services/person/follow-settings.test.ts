import { expect, test, vi } from 'vitest'
import { createNewsFeed } from '../hubs/news-feed.ts'
import { followSettings } from './follow-settings.ts'

function follow(read: readonly string[]) {
  const news = createNewsFeed<readonly string[]>()
  const refresh = vi.fn()
  const [readLabels, readDevices] = [vi.fn(), vi.fn()]
  const settings = { store: { getState: () => ({ read }) }, refresh } as never
  const off = followSettings({ news, settings, readLabels, readDevices })
  return { news, refresh, readLabels, readDevices, off }
}

test('A085 what was saved is read again, what this window never read is not', () => {
  const at = follow(['themeLight', 'interfaceLabels'])
  at.news.tell(['look.themeLight', 'look.themeDark'])
  expect(at.refresh.mock.calls).toEqual([['themeLight']])
  expect(at.readLabels).not.toHaveBeenCalled()
  at.news.tell(['words.menuLabels'])
  expect(at.readLabels).toHaveBeenCalledTimes(1)
  expect(at.readDevices).not.toHaveBeenCalled()
  at.news.tell(['devices.allowVPN', 'words.interfaceLabels'])
  expect(at.readDevices).toHaveBeenCalledTimes(1)
  expect(at.refresh.mock.calls).toEqual([['themeLight'], ['interfaceLabels']])
  at.off()
  at.news.tell(['words.menuLabels'])
  expect(at.readLabels).toHaveBeenCalledTimes(1)
})

test('A085 each colour and label that was read is read again by its own name', () => {
  const at = follow(['themeLight', 'themeDark', 'interfaceLabels'])
  for (const key of ['look.themeLight', 'look.themeDark', 'words.interfaceLabels']) at.news.tell([key])
  expect(at.refresh.mock.calls).toEqual([['themeLight'], ['themeDark'], ['interfaceLabels']])
})

test('A085 after a lost connection everything that was read is read again', () => {
  const at = follow(['themeLight', 'taskConfig'])
  at.news.missed()
  expect(at.refresh.mock.calls).toEqual([['themeLight'], ['taskConfig']])
  expect([at.readLabels, at.readDevices].map((read) => read.mock.calls.length)).toEqual([1, 1])
})
