import { describe, expect, test } from 'vitest'
import { aMessage } from '../../testing/fixtures.ts'
import { type Echo, echoMessage, reconcile, rowKey } from './echo.ts'

const me = { id: 1, name: 'Tom Whitfield' }
const KEY = 'MESSAGE:1'
const anEcho = (over: Partial<Echo> = {}): Echo => ({
  clientID: 'a',
  thread: KEY,
  text: 'Hello',
  replyTo: null,
  entryTime: '2026-11-21T09:00:00.000Z',
  state: 'sending',
  afterID: 10,
  ...over,
})
const mine = (over: Parameters<typeof aMessage>[0]) =>
  aMessage({ userID: me.id, userName: me.name, message: 'Hello', ...over })

describe('reconcile', () => {
  test('the message with the client id retires its echo and nothing else', () => {
    const other = anEcho({ clientID: 'b' })
    const result = reconcile([anEcho(), other], KEY, [mine({ id: 11, clientID: 'a' })], me)
    expect(result.echoes).toEqual([other])
  })

  test('without client ids the oldest echo of the same text is meant, and its row goes on', () => {
    const [first, second] = [anEcho({ clientID: 'a' }), anEcho({ clientID: 'b' })]
    const one = reconcile([first, second], KEY, [mine({ id: 11 })], me)
    expect(one.messages[0]?.clientID).toBe('a')
    const two = reconcile(one.echoes, KEY, [mine({ id: 12 })], me)
    expect(two.echoes).toEqual([])
    expect(two.messages[0]?.clientID).toBe('b')
  })

  test.each([
    ['somebody else’s', mine({ id: 11, userID: 2, clientID: 'a' })],
    ['an older one', mine({ id: 10 })],
    ['another text', mine({ id: 11, message: 'Hullo' })],
    ['another client id', mine({ id: 11, clientID: 'z' })],
    [
      'a reply',
      mine({ id: 11, replyToMessage: { id: 3, userID: 2, userName: 'A', message: 'x', type: 'TEXT' } }),
    ],
  ])('%s message confirms nothing', (_, message) => {
    expect(reconcile([anEcho()], KEY, [message], me).echoes).toHaveLength(1)
  })

  test('a message of another conversation confirms nothing', () => {
    expect(reconcile([anEcho()], 'MESSAGE:2', [mine({ id: 11, clientID: 'a' })], me).echoes).toHaveLength(1)
  })

  test('the row has the same key before and after', () => {
    const { messages } = reconcile([anEcho()], KEY, [mine({ id: 11 })], me)
    expect(messages.map(rowKey)).toEqual([rowKey(echoMessage(anEcho(), me))])
  })
})
