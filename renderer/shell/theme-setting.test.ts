import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStorage } from '../services/storage/storage.ts'
import { createThemeChoice } from './theme-setting.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function choice(hour = () => 12, systemIsDark = false) {
  const storage = createStorage(null, new EventTarget())
  return { storage, make: () => createThemeChoice({ storage, systemIsDark, hour }) }
}

test('S178 S179 the button cycles dark, light, auto, dark and keeps the choice', () => {
  const { storage, make } = choice(() => 12, true)
  const theme = make()
  const settings = [theme.store.getState().setting]
  for (let i = 0; i < 3; i++) {
    theme.cycle()
    settings.push(theme.store.getState().setting)
  }
  expect(settings).toEqual(['DARK', 'LIGHT', 'AUTO', 'DARK'])
  const automatic = (hour: number) => {
    const one = choice(() => hour).make()
    one.set('AUTO')
    return one.store.getState().applied
  }
  expect([0, 6, 7, 12, 21, 22, 23].map(automatic)).toEqual([
    ...['DARK', 'DARK', 'LIGHT', 'LIGHT', 'LIGHT', 'DARK', 'DARK'],
  ])
  expect(storage.get('theme')).toBe('DARK')
  for (const setting of ['LIGHT', 'DARK', 'AUTO'] as const) {
    theme.set(setting)
    expect(make().store.getState().setting).toBe(setting)
  }
  theme.set('DARK')
  theme.cycle()
  expect(make().store.getState()).toEqual({ setting: 'LIGHT', applied: 'LIGHT' })
})

test('S181 AUTO is looked at again every minute while it is watched', () => {
  let hour = 21
  const { storage, make } = choice(() => hour)
  storage.set('theme', 'AUTO')
  const theme = make()
  const stop = theme.watch()
  expect(theme.store.getState().applied).toBe('LIGHT')
  hour = 22
  vi.advanceTimersByTime(59_999)
  expect(theme.store.getState().applied).toBe('LIGHT')
  vi.advanceTimersByTime(1)
  expect(theme.store.getState().applied).toBe('DARK')
  stop()
  expect(vi.getTimerCount()).toBe(0)
})
