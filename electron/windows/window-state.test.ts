import { EventEmitter } from 'node:events'
import { expect, test, vi } from 'vitest'
import { FakeScheduler } from '../services/fake-scheduler.ts'
import { DEFAULT_STATE, fitToDisplays, parseWindowState } from './window-state.ts'
import { WindowStateKeeper } from './window-state-keeper.ts'

const SAVE_DELAY_MS = 500

const primary = { x: 0, y: 0, width: 1920, height: 1040 }
const left = { x: -1280, y: 0, width: 1280, height: 1024 }
const state = { x: 100, y: 80, width: 900, height: 700, maximised: false }

test.each([
  null,
  '',
  '{',
  'null',
  '[]',
  '{"width":"900"}',
  '{"width":-1,"height":700,"maximised":false}',
  '{"width":1e9,"height":700,"maximised":false}',
  '{"width":900,"height":700}',
])('%s is no state: the usual one is taken', (text) => {
  expect(parseWindowState(text)).toEqual(DEFAULT_STATE)
})

test('a stored state is read', () => {
  expect(parseWindowState(JSON.stringify(state))).toEqual(state)
})

test.each([
  ['on the primary display', state, state],
  ['on another display', { ...state, x: -1000 }, { ...state, x: -1000 }],
  ['maximised', { ...state, maximised: true }, { ...state, maximised: true }],
])('a window %s opens there', (_where, stored, expected) => {
  expect(fitToDisplays(stored, [primary, left])).toEqual(expected)
})

test.each([
  ['on a display that has gone', { x: 4000, y: 80 }],
  ['above all displays', { x: 100, y: -300 }],
  ['below all displays', { x: 100, y: 1035 }],
  ['with nothing but its border to the left', { x: -850, y: 80 }],
])('a window %s opens in the middle', (_where, place) => {
  expect(fitToDisplays({ ...state, ...place }, [primary])).toEqual({
    width: 900,
    height: 700,
    maximised: false,
  })
})

test('a window is never larger than its display, nor too small to use', () => {
  expect(fitToDisplays({ ...state, width: 5000, height: 5000 }, [primary])).toMatchObject({
    width: 1920,
    height: 1040,
  })
  expect(fitToDisplays({ ...state, width: 10, height: 10 }, [primary])).toMatchObject({
    width: 480,
    height: 480,
  })
})

function keep(write: (text: string) => void = vi.fn()) {
  const scheduler = new FakeScheduler()
  const report = vi.fn()
  const bounds = { x: 1, y: 2, width: 900, height: 700 }
  const window = Object.assign(new EventEmitter(), {
    getNormalBounds: () => bounds,
    isMaximized: () => true,
  })
  const keeper = new WindowStateKeeper({ read: () => null, write }, scheduler, report)
  keeper.keep(window)
  return { scheduler, report, window, keeper }
}

test('the state is saved once the window rests, and as it closes', async () => {
  const write = vi.fn()
  const { scheduler, window } = keep(write)
  for (let moves = 0; moves < 5; moves += 1) {
    window.emit('move')
    await scheduler.advance(SAVE_DELAY_MS - 1)
  }
  expect(write).not.toHaveBeenCalled()
  await scheduler.advance(1)
  expect(write.mock.calls).toEqual([
    [JSON.stringify({ x: 1, y: 2, width: 900, height: 700, maximised: true })],
  ])
  window.emit('resize')
  window.emit('close')
  expect(write).toHaveBeenCalledTimes(2)
  expect(scheduler.pending).toBe(0)
})

test('a state that cannot be saved or read is reported and no more', () => {
  const { report, window } = keep(() => {
    throw new Error('disk full')
  })
  window.emit('close')
  expect(report).toHaveBeenCalledOnce()
  const unreadable = {
    read: () => {
      throw new Error('denied')
    },
    write: vi.fn(),
  }
  expect(new WindowStateKeeper(unreadable, new FakeScheduler(), report).load([primary])).toEqual(
    DEFAULT_STATE,
  )
})
