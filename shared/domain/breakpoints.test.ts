import { expect, test } from 'vitest'
import { BREAKPOINTS, layoutOf } from './breakpoints.ts'

test('S330 mobile ends at 480 and tablet at 768, and either dimension at or below mobile is mobile', () => {
  expect(BREAKPOINTS).toEqual({ mobile: 480, tablet: 768 })
  const widths = [480, 481, 768, 769].map((width) => layoutOf({ width, height: 900 }))
  expect(widths).toEqual(['mobile', 'tablet', 'tablet', 'desktop'])
  expect(layoutOf({ width: 1366, height: 480 })).toBe('mobile')
  expect(layoutOf({ width: 1366, height: 481 })).toBe('desktop')
})
