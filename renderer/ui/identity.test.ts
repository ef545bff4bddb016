import { expect, test } from 'vitest'
import { AVATAR_COLOURS, colourOf } from './identity.ts'

test('a colour follows from the label and nothing else, and all of them are used', () => {
  expect(colourOf('Amelia Hart')).toBe(colourOf(' Amelia Hart '))
  const used = new Set(Array.from({ length: 300 }, (_, n) => colourOf(`Room ${n}`)))
  expect(used.size).toBe(AVATAR_COLOURS)
})
