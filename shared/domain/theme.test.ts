import { describe, expect, test } from 'vitest'
import { appliedTheme, initialThemeSetting, nextThemeSetting } from './theme.ts'

describe('theme', () => {
  test('S181 AUTO is dark before 07:00 and from 22:00, light between', () => {
    const hours = Array.from({ length: 24 }, (_, hour) => appliedTheme('AUTO', hour))
    expect(hours.slice(0, 7)).toEqual(Array(7).fill('DARK'))
    expect(hours.slice(7, 22)).toEqual(Array(15).fill('LIGHT'))
    expect(hours.slice(22)).toEqual(['DARK', 'DARK'])
  })

  test('S182 a fixed choice holds at any hour', () => {
    expect([0, 12, 23].map((hour) => appliedTheme('LIGHT', hour))).toEqual(['LIGHT', 'LIGHT', 'LIGHT'])
    expect([0, 12, 23].map((hour) => appliedTheme('DARK', hour))).toEqual(['DARK', 'DARK', 'DARK'])
  })

  test('S180 the stored choice goes before the system preference', () => {
    expect(initialThemeSetting(null, true)).toBe('DARK')
    expect(initialThemeSetting(null, false)).toBe('LIGHT')
    expect(initialThemeSetting('AUTO', true)).toBe('AUTO')
    expect(initialThemeSetting('LIGHT', true)).toBe('LIGHT')
  })

  test('S179 the button goes dark, light, auto, dark', () => {
    expect(nextThemeSetting('DARK')).toBe('LIGHT')
    expect(nextThemeSetting('LIGHT')).toBe('AUTO')
    expect(nextThemeSetting('AUTO')).toBe('DARK')
  })
})
