import { expect, test } from 'vitest'
import { DEFAULT_ZOOM, initialZoom, MAX_ZOOM, nextZoom, shownZoom, textFloor, ZOOM_STEP } from './zoom.ts'

test('S203 zoom is 0.85 by default, goes in steps of 0.1, and a saved one above 2 or below 0 is reset', () => {
  expect([DEFAULT_ZOOM, ZOOM_STEP]).toEqual([0.85, 0.1])
  expect([null, 2.01, -0.01, Number.NaN].map(initialZoom)).toEqual([0.85, 0.85, 0.85, 0.85])
  expect([2, 1.15, 0].map(initialZoom)).toEqual([2, 1.15, 0])
  expect([nextZoom(0.85, 1), nextZoom(0.95, 1), nextZoom(0.85, -1)]).toEqual([0.95, 1.05, 0.75])
})

test('S203 steps stay within what can be read', () => {
  expect(nextZoom(1.95, 1)).toBe(1.95)
  expect(nextZoom(0.55, -1)).toBe(0.55)
  expect(shownZoom(0, 1920)).toBe(0.5)
  expect(shownZoom(MAX_ZOOM, 480)).toBe(MAX_ZOOM)
})

test('S204 zoom is scaled on screens of 1200 px and less, and not above', () => {
  expect(shownZoom(0.85, 1201)).toBe(0.85)
  expect(shownZoom(0.85, 1200)).toBe(0.85)
  expect(shownZoom(1, 1199)).toBe(0.999)
  expect(shownZoom(0.85, 1024)).toBe(0.725)
  expect(shownZoom(0.55, 800)).toBe(0.5)
  // Such screens have layouts of their own, shown at their own size.
  expect([shownZoom(0.85, 768), shownZoom(0.85, 390)]).toEqual([1, 1])
})

test('the smallest type has 12 pixels of any screen at the default zoom, and hardly more', () => {
  for (const width of [320, 390, 768, 769, 1024, 1200, 1201, 1366, 3840]) {
    const drawn = textFloor(width) * shownZoom(DEFAULT_ZOOM, width)
    expect(drawn, `on a screen of ${width}`).toBeGreaterThanOrEqual(12)
    expect(drawn, `on a screen of ${width}`).toBeLessThan(12.02)
  }
  expect([textFloor(390), textFloor(1366)]).toEqual([12, 14.12])
})
