import { describe, expect, test } from 'vitest'
import { DEFAULT_STYLES } from '../domain/default-styles.ts'
import { contrastOf, isHardToRead, newlyHardToRead } from './contrast.ts'

describe('A086 the contrast of a pair of colours', () => {
  // By the formula of WCAG 2, worked out by hand. The last three are dark: their channels are not raised to a power.
  test.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#000000', 21],
    ['#777777', '#ffffff', 4.478],
    ['#767676', '#ffffff', 4.542],
    ['#ff0000', '#ffffff', 3.998],
    ['#00ff00', '#ffffff', 1.372],
    ['#0000ff', '#ffffff', 8.592],
    ['#0a0a0a', '#000000', 1.0607],
    ['#000000', '#0a0a0a', 1.0607],
    ['#0a0a0a', '#0b0b0b', 1.006],
  ])('of %s on %s is %d', (colour, background, contrast) =>
    expect(contrastOf(colour, background)).toBeCloseTo(contrast, 3),
  )

  test('that isn’t of two plain colours isn’t known, and counts as readable', () => {
    expect([contrastOf('inherit', '#fff'), contrastOf('#fff', 'inherit')]).toEqual([null, null])
    expect(isHardToRead({ colour: 'inherit', background: '#fff' })).toBe(false)
  })

  test('under 4.5 is hard to read', () => {
    expect(isHardToRead({ colour: '#777777', background: '#ffffff' })).toBe(true)
    expect(isHardToRead({ colour: '#767676', background: '#ffffff' })).toBe(false)
  })

  test('is asked about where it is new: another pair, or the same pair elsewhere', () => {
    const hard = { colour: '#777777', background: '#ffffff' }
    const withPriority = (priority: typeof DEFAULT_STYLES.LIGHT.tasks.priority) => ({
      ...DEFAULT_STYLES.LIGHT,
      tasks: { ...DEFAULT_STYLES.LIGHT.tasks, priority },
    })
    const before = withPriority({ LOW: hard })
    expect(newlyHardToRead(before, before)).toEqual([])
    expect(newlyHardToRead(before, withPriority({ LOW: hard, HIGH: hard }))).toEqual(['Task priority: HIGH'])
    expect(newlyHardToRead(before, withPriority({ LOW: { ...hard, colour: '#cccccc' } }))).toEqual([
      'Task priority: LOW',
    ])
  })
})
