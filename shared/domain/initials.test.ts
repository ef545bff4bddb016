import { expect, test } from 'vitest'
import { hueOf, initialsOf } from './initials.ts'

test('initials come from the first two words', () => {
  expect(initialsOf('amelia ward')).toBe('AW')
  expect(initialsOf('  Mary Jane Watson ')).toBe('MJ')
  expect(initialsOf('Sam')).toBe('S')
  expect(initialsOf('')).toBe('')
  expect(initialsOf('𝒜da Lovelace')).toBe('𝒜L')
})

test('a label always gets the same hue, and different labels spread', () => {
  expect(hueOf('Amelia Ward')).toBe(hueOf('Amelia Ward'))
  const hues = new Set(Array.from({ length: 100 }, (_, i) => hueOf(`Person ${i}`)))
  expect(hues.size).toBeGreaterThan(60)
})
