import { expect, test } from 'vitest'
import { createStorage } from '../storage/storage.ts'
import { createZoom } from './zoom.ts'

function open({ saved, width = 1366 }: { saved?: number; width?: number } = {}) {
  const storage = createStorage(null, new EventTarget())
  if (saved !== undefined) storage.set('zoom', saved)
  const style = new Map<string, string>()
  const screen = { width }
  const page = Object.assign(new EventTarget(), {
    screen,
    document: {
      documentElement: { style: { setProperty: (name: string, value: string) => style.set(name, value) } },
    },
  })
  const zoom = createZoom(page as unknown as Window, storage)
  return {
    zoom,
    storage,
    page,
    screen,
    shown: () => style.get('zoom'),
    floor: () => style.get('--type-floor'),
  }
}

test('S203 the page is shown at 0.85, a step changes it by 0.1, and the choice is kept', () => {
  const at = open()
  expect(at.shown()).toBe('0.85')
  at.zoom.step(1)
  at.zoom.step(1)
  expect([at.shown(), at.storage.get('zoom')]).toEqual(['1.05', 1.05])
  at.zoom.step(-1)
  expect(at.shown()).toBe('0.95')
  at.zoom.reset()
  expect([at.shown(), at.storage.get('zoom')]).toEqual(['0.85', 0.85])
  expect([open({ saved: 1.25 }).shown(), open({ saved: 2.1 }).shown(), open({ saved: -1 }).shown()]).toEqual([
    '1.25',
    '0.85',
    '0.85',
  ])
})

test('S204 on a screen of 1200 or less the page is shown scaled, and the choice stays what it is', () => {
  const at = open({ width: 1000 })
  expect([at.shown(), at.zoom.store.getState()]).toEqual(['0.708', 0.85])
  at.screen.width = 1920
  at.page.dispatchEvent(new Event('resize'))
  expect(at.shown()).toBe('0.85')
})

test('S203 S204 zooming out is smaller type too: the floor goes by the screen alone', () => {
  const at = open({ width: 1000 })
  expect(at.floor()).toBe('16.95px')
  at.zoom.step(-1)
  expect(at.floor()).toBe('16.95px')
  at.screen.width = 1920
  at.page.dispatchEvent(new Event('resize'))
  expect(at.floor()).toBe('14.12px')
})
