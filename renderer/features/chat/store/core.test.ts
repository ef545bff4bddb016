import { describe, expect, test } from 'vitest'
import { aThread } from '../testing/fixtures.ts'
import { threadOf } from './core.ts'
import { threadFrame } from './state.ts'
import { reusing } from './threads/threads.ts'

const threads = Array.from({ length: 100 }, (_, n) => aThread({ id: n + 1, sourceID: n + 1 }))
const keyAt = (n: number) => `${threads[n]?.source}:${n + 1}`

describe('a thread of the list', () => {
  test('is found by its key, however many are asked for', () => {
    for (const [at, thread] of threads.entries()) expect(threadOf({ threads }, keyAt(at))).toBe(thread)
    for (const [at, thread] of threads.entries()) expect(threadOf({ threads }, keyAt(at))).toBe(thread)
  })

  test('isn’t that of another source, of no number or of no key', () => {
    for (const key of ['OTHER:1', 'MESSAGE:', 'MESSAGE:x', 'MESSAGE:101', 'MESSAGE', ''])
      expect(threadOf({ threads }, key)).toBeUndefined()
  })

  test('is the one of the list that is asked, not of the list before', () => {
    expect(threadOf({ threads }, keyAt(3))).toBe(threads[3])
    const changed = threads.map((thread, at) => (at === 3 ? { ...thread, unread: 9 } : thread))
    expect(threadOf({ threads: changed }, keyAt(3))?.unread).toBe(9)
  })
})

test('a fresh list that says what is known is the very list that is known', () => {
  expect(reusing(threads, structuredClone(threads))).toBe(threads)
  const fresh = structuredClone(threads).toReversed()
  expect(reusing(threads, fresh)).toEqual(fresh)
  expect(reusing(threads, fresh)[0]).toBe(threads.at(-1))
  expect(reusing(threads, threads.slice(1))).toEqual(threads.slice(1))
})

test('a message that comes changes nothing of what the pane is drawn from', () => {
  const thread = aThread({ id: 7 })
  const after = { ...thread, lastMessage: 'New', senderName: 'Amelia', senderID: 2, unread: 3, isFocus: true }
  expect(threadFrame(after)).toEqual(threadFrame(thread))
  expect(threadFrame({ ...thread, displayLabel: 'Renamed' })).not.toEqual(threadFrame(thread))
})
