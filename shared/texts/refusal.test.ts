import { expect, test } from 'vitest'
import { wordRefusal } from './refusal.ts'
import { refusals } from './refusals/en-GB.ts'

const entries = Object.entries(refusals)

test('no two codes say the same, so that a person’s words name one reason', () => {
  const texts = entries.map(([, words]) => String(words))
  expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([])
})

test('a code that the table does not have is worded by nobody', () => {
  expect(wordRefusal(refusals, 'call.over', undefined)).toBe('This call is over.')
  expect(wordRefusal(refusals, 'note.full', { max: 3 })).toBe(
    'The board holds 3 notes. Please delete some first.',
  )
  expect(wordRefusal(refusals, 'call.dropped', undefined)).toBeUndefined()
  expect(wordRefusal(refusals, 'toString', undefined)).toBeUndefined()
})
