import { describe, expect, test } from 'vitest'
import { aMessage } from '../../testing/fixtures.ts'
import { EMPTY_CONVERSATION } from '../state.ts'
import { mergeMessages, replaced, trimmed, WINDOW_MAX } from './message-window.ts'

const ids = (messages: readonly { id: number }[]) => messages.map(({ id }) => id)
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => aMessage({ id: from + n }))

describe('message window', () => {
  test('C144 messages that come twice or out of order stand once and in order', () => {
    const merged = mergeMessages(range(3, 5), [aMessage({ id: 6 }), aMessage({ id: 4 }), aMessage({ id: 2 })])
    expect(ids(merged)).toEqual([2, 3, 4, 5, 6])
  })

  test('C144 a later version wins and keeps the client id that is the row’s key', () => {
    const [message] = mergeMessages(
      [aMessage({ id: 1, clientID: 'a' })],
      [aMessage({ id: 1, message: 'edited' })],
    )
    expect(message).toMatchObject({ clientID: 'a', message: 'edited' })
  })

  test('C143 the window is cut at the end that is asked for, which then has more', () => {
    const full = {
      ...EMPTY_CONVERSATION,
      messages: range(1, WINDOW_MAX + 50),
      hasOlder: false,
      hasNewer: false,
    }
    const oldest = trimmed(full, 'oldest')
    expect(oldest).toMatchObject({ hasOlder: true, hasNewer: false })
    expect(oldest.messages[0]?.id).toBe(51)
    const newest = trimmed(full, 'newest')
    expect(newest).toMatchObject({ hasOlder: false, hasNewer: true })
    expect(newest.messages.at(-1)?.id).toBe(WINDOW_MAX)
    expect(trimmed(oldest, 'oldest')).toBe(oldest)
  })

  test('C144 a message that isn’t kept isn’t put in by a change to it', () => {
    const kept = range(5, 6)
    expect(replaced(kept, aMessage({ id: 4 }))).toBe(kept)
    expect(replaced(kept, aMessage({ id: 5, likeCount: 1 }))[0]?.likeCount).toBe(1)
  })
})
