import { expect, test } from 'vitest'
import { smsParts, smsWish } from './sms.ts'

test.each([
  ['', 1],
  ['a'.repeat(160), 1],
  ['a'.repeat(161), 2],
  ['a'.repeat(306), 2],
  ['a'.repeat(307), 3],
  // The euro takes two places.
  [`${'a'.repeat(158)}€`, 1],
  [`${'a'.repeat(159)}€`, 2],
  ['ł'.repeat(70), 1],
  ['ł'.repeat(71), 2],
  ['ł'.repeat(134), 2],
  ['ł'.repeat(135), 3],
  // Outside of the first plane a letter takes two.
  ['😀'.repeat(35), 1],
  ['😀'.repeat(36), 2],
] as const)('%j is sent in %i parts', (text, parts) => {
  expect(smsParts(text)).toBe(parts)
})

test.each([
  ['STOP', 'STOP'],
  [' stop. ', 'STOP'],
  ['Stop please', 'STOP'],
  ['start', 'START'],
  ['Please stop', null],
  ['Stopping by', null],
  ['', null],
] as const)('%j means %s', (text, wish) => {
  expect(smsWish(text)).toBe(wish)
})
