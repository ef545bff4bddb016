import { expect, test } from 'vitest'
import { whole } from '../whole.ts'
import { wrongRepetitions } from './oracle.ts'

test('random repetitions in 8 zones are where counting by hand has them', () => {
  expect(wrongRepetitions(whole(200, 10_000), 20_261_123)).toEqual([])
}, 180_000)
