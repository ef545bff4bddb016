import { describe, expect, test } from 'vitest'
import { aMember, aMessage } from '../testing/fixtures.ts'
import { anchorIndex, createRowBuilder } from './message-rows.ts'
import { membersLabel, readersOf, typingLabel } from './thread-labels.ts'

const me = { id: 1, name: 'Tom Whitfield' }
const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute).toISOString()
const now = new Date(2026, 10, 21, 18).getTime()

describe('message rows', () => {
  const messages = [
    aMessage({ id: 1, entryTime: at(20, 9) }),
    aMessage({ id: 2, entryTime: at(21, 9) }),
    aMessage({ id: 3, entryTime: at(21, 9, 4) }),
    aMessage({ id: 4, entryTime: at(21, 9, 5), userID: 1 }),
    aMessage({ id: 5, entryTime: at(21, 9, 6), userID: 1 }),
  ]

  test('C106 a day begins with its name', () => {
    const days = createRowBuilder()({ messages, firstUnreadID: null }, [], me, now).map(({ day }) => day)
    expect(days).toEqual(['Yesterday', 'Today', null, null, null])
  })

  test('consecutive messages of one author stand under one name', () => {
    const rows = createRowBuilder()({ messages, firstUnreadID: null }, [], me, now)
    expect(rows.map(({ grouped }) => grouped)).toEqual([false, false, true, false, true])
    expect(rows.map(({ mine }) => mine)).toEqual([false, false, false, true, true])
  })

  test('rows that are as they were stay the same ones, so that they are not drawn again', () => {
    const build = createRowBuilder()
    const before = build({ messages, firstUnreadID: null }, [], me, now)
    const edited = messages.map((message) => (message.id === 2 ? { ...message, edited: true } : message))
    const more = [...edited, aMessage({ id: 6, entryTime: at(21, 9, 7), userID: 1 })]
    const rows = build({ messages: more, firstUnreadID: 3 }, [], me, now)
    expect(rows.map((row) => before.includes(row))).toEqual([true, false, false, true, true, false])
    expect(rows[1]?.message.edited).toBe(true)
    expect(rows[2]?.newFromHere).toBe(true)
  })

  test('C141 the anchor is the first unread message, else the last one', () => {
    expect(anchorIndex(createRowBuilder()({ messages, firstUnreadID: 3 }, [], me, now))).toBe(2)
    expect(anchorIndex(createRowBuilder()({ messages, firstUnreadID: null }, [], me, now))).toBe(4)
  })
})

describe('labels', () => {
  test('C031 who is typing', () => {
    const person = (userID: number, userName: string) => ({ userID, userName })
    const [a, b, c] = [person(2, 'Amelia Hart'), person(3, 'Ben Okafor'), person(4, 'Chloe Lee')]
    expect(typingLabel([])).toBeNull()
    expect(typingLabel([a])).toBe('Amelia is typing…')
    expect(typingLabel([a, b])).toBe('Amelia and Ben are typing…')
    expect(typingLabel([a, b, c])).toBe('Several people are typing…')
  })

  test('who is in the conversation, and who of the others has read up to the newest message', () => {
    const members = [
      aMember(1, 'Tom', { readTime: at(21, 10) }),
      aMember(2, 'Amelia', { readTime: at(21, 10) }),
      aMember(3, 'Ben', { readTime: at(21, 11) }),
      aMember(4, 'Chloe', { readTime: at(21, 8) }),
      aMember(5, 'Dan'),
    ]
    expect(membersLabel(members, new Set([1, 2, 4, 5, 6]))).toBe('5 members, 4 online')
    expect(readersOf(members, at(21, 9), 1).map(({ userName }) => userName)).toEqual(['Ben', 'Amelia'])
    expect(readersOf(members, undefined, 1)).toEqual([])
  })
})
