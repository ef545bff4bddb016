import { expect, test } from 'vitest'
import { aMessage } from '../../testing/fixtures.ts'
import { createRowBuilder } from '../message-rows.ts'
import { lineCount, rowHeight } from './row-heights.ts'

/** Each sign is ten pixels wide. */
const measure = (text: string) => text.length * 10

test('lines break at blanks and line ends, and within words that fit no line', () => {
  expect(lineCount('', 100, measure)).toBe(1)
  expect(lineCount('one two', 100, measure)).toBe(1)
  expect(lineCount('one two three', 100, measure)).toBe(2)
  // The blank at a line's end needs no room.
  expect(lineCount('aaaaa bbbb ccc', 100, measure)).toBe(2)
  expect(lineCount('one\n\ntwo', 100, measure)).toBe(3)
  expect(lineCount('a'.repeat(25), 100, measure)).toBe(3)
  expect(lineCount(`${'a'.repeat(25)} bbbb`, 100, measure)).toBe(3)
})

test('a row is as high as its lines and what stands above and around them', () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 1, 12, minute)).toISOString()
  const messages = [
    aMessage({ id: 1, message: 'one two three', entryTime: at(0) }),
    aMessage({ id: 2, message: 'four', entryTime: at(1) }),
    aMessage({ id: 3, message: 'gone', entryTime: at(2), deleted: true }),
    aMessage({ id: 4, message: 'five', entryTime: at(30), likeCount: 1, likeNames: ['Priya'] }),
  ]
  const rows = createRowBuilder()(
    { messages, firstUnreadID: 2 },
    [],
    { id: 1, name: 'Jamie' },
    Date.UTC(2026, 10, 1),
  )
  expect(rows.map((row) => rowHeight(row, 100, measure))).toEqual([
    // A day, a head and two lines; 'New messages' with a head; under the same name; reactions.
    44 + 37 + 44,
    28 + 37 + 22,
    6 + 22,
    37 + 22 + 30,
  ])
})
