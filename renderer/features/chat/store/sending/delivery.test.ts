import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as calls from '#shared/contract/chat.ts'
import { ApiError, createApiClient } from '../../../../services/http/api-client.ts'
import { createStorage } from '../../../../services/storage/storage.ts'
import { systemTimers } from '../../../../ui/timers.ts'
import {
  createFakeServices,
  createMemoryStore,
  type FakeServicesOptions,
} from '../../testing/fake-services.ts'
import { aMessage, aThread } from '../../testing/fixtures.ts'
import { type ChatStore, createChatStore } from '../chat-store.ts'
import { RETRY_MS } from './delivery.ts'

const me = { id: 1, name: 'Tom Whitfield' }
const DIRECT = 'MESSAGE:7'
const ROOM = 'PROJECT:70'
const UNREACHABLE = new ApiError('unreachable', 'The server is unreachable')

const running: ChatStore[] = []
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  for (const chat of running.splice(0)) chat.stop()
  vi.useRealTimers()
})

interface Setting extends Partial<FakeServicesOptions> {
  /** Where the browser tells a window of what others wrote. */
  readonly heard?: EventTarget
  /** Begins the ids of this window. */
  readonly window?: string
}

/** A window with the direct thread open. */
async function open({ heard = new EventTarget(), window = 'a', ...over }: Setting = {}) {
  const fake = createFakeServices({
    me,
    threads: [
      aThread({ id: 7 }),
      aThread({ id: 8, type: 'CHATROOM', source: 'PROJECT', sourceID: 70, label: 'project-70' }),
    ],
    messages: { [DIRECT]: [aMessage({ id: 1 })], [ROOM]: [aMessage({ id: 2 })] },
    ...over,
  })
  let count = 0
  const services = {
    ...fake.services,
    storage: createStorage(fake.kept, heard),
    timers: systemTimers,
    newID: () => `${window}${++count}`,
  }
  const chat = createChatStore(services)
  running.push(chat)
  chat.start()
  chat.show()
  await settle()
  chat.select(DIRECT)
  await settle()
  const sent = () =>
    fake.server.calls.filter(({ path }) => path.includes('/send-message-to-')).map(({ key }) => key)
  const texts = (key = DIRECT) => fake.server.messages[key]?.map(({ message }) => message).slice(1)
  const shown = () => chat.store.getState().echoes.map(({ text, state }) => [text, state])
  return { ...fake, chat, sent, texts, shown }
}

const settle = () => vi.advanceTimersByTimeAsync(0)
const tell = (heard: EventTarget) =>
  heard.dispatchEvent(Object.assign(new Event('storage'), { key: 'fieldwork.chatOutbox' }))

describe('a message typed while the connection is down', () => {
  test('waits, and goes in its order, once, when it is back', async () => {
    const t = await open()
    t.hub.setState('reconnecting')
    for (const text of ['One', 'Two', 'Three']) expect(t.chat.send(text)).toBe(true)
    await settle()
    expect(t.sent()).toEqual([])
    expect(t.shown()).toEqual([
      ['One', 'waiting'],
      ['Two', 'waiting'],
      ['Three', 'waiting'],
    ])
    t.hub.setState('connected')
    await settle()
    expect(t.texts()).toEqual(['One', 'Two', 'Three'])
    expect(t.sent()).toEqual(['a1', 'a2', 'a3'])
    expect(t.shown()).toEqual([])
  })

  test('is there after a crash, with its reply, and sent under the same key', async () => {
    const before = await open()
    before.hub.setState('disconnected')
    before.chat.setReply(DIRECT, aMessage({ id: 1 }))
    before.chat.send('One')
    before.chat.select(ROOM)
    before.chat.send('To the room')
    const after = await open({ kept: before.kept, connects: false, window: 'b' })
    expect(after.shown()).toEqual([
      ['One', 'waiting'],
      ['To the room', 'waiting'],
    ])
    after.hub.setState('connected')
    await settle()
    expect(after.sent()).toEqual(['a1', 'a2'])
    expect(after.server.messages[DIRECT]?.at(-1)?.replyToMessage?.id).toBe(1)
    expect(after.texts(ROOM)).toEqual(['To the room'])
    expect(JSON.stringify(after.services.storage.get('chatOutbox'))).not.toContain('To the room')
  })

  test('can be cancelled, and doesn’t come back with a reload or from another window', async () => {
    const t = await open()
    t.hub.setState('disconnected')
    t.chat.send('One')
    t.chat.send('Two')
    const heard = new EventTarget()
    const other = await open({ kept: t.kept, connects: false, window: 'b', heard })
    expect(other.shown()).toHaveLength(2)
    t.chat.discard('a1')
    tell(heard)
    expect(other.shown()).toEqual([['Two', 'waiting']])
    other.chat.send('Three')
    t.hub.setState('connected')
    await settle()
    expect(t.texts()).toEqual(['Two', 'Three'])
  })

  test('two windows of a person send it once', async () => {
    const t = await open()
    t.hub.setState('disconnected')
    t.chat.send('One')
    const heard = new EventTarget()
    const other = await open({ kept: t.kept, connects: false, window: 'b', heard })
    t.hub.setState('connected')
    await settle()
    tell(heard)
    // Sent elsewhere: the row stays until the message itself comes.
    expect(other.shown()).toEqual([['One', 'sent']])
    other.hub.setState('connected')
    await settle()
    expect([...t.sent(), ...other.sent()]).toEqual(['a1'])
  })

  test('a window that wrote over another’s message loses neither', async () => {
    const heard = new EventTarget()
    const kept = createMemoryStore()
    const one = await open({ kept, connects: false, heard })
    const before = new Map(kept.values)
    one.chat.send('One')
    // The other window had read the storage before.
    kept.values.clear()
    for (const [name, value] of before) kept.values.set(name, value)
    const other = await open({ kept, connects: false, window: 'b' })
    other.chat.send('Two')
    tell(heard)
    expect(one.shown().map(([text]) => text)).toEqual(['One', 'Two'])
    const reloaded = await open({ kept, connects: false, window: 'c' })
    expect(reloaded.shown()).toHaveLength(2)
  })
})

describe('messages typed quickly, one after the other', () => {
  test('are all taken while the first has no answer yet, and go in their order, one at a time', async () => {
    const t = await open()
    const release = t.server.hold(calls.sendMessageToThread)
    for (const text of ['One', 'Two', 'Three']) expect(t.chat.send(text)).toBe(true)
    await settle()
    expect(t.sent()).toEqual(['a1'])
    // None of them waits for anything that the person could do.
    expect(t.shown()).toEqual([
      ['One', 'sending'],
      ['Two', 'queued'],
      ['Three', 'queued'],
    ])
    expect(t.services.notices.store.getState()).toEqual([])
    release()
    await settle()
    expect(t.texts()).toEqual(['One', 'Two', 'Three'])
    expect(t.sent()).toEqual(['a1', 'a2', 'a3'])
    expect(t.shown()).toEqual([])
  })

  test('don’t go ahead of one that couldn’t be sent, and say that they wait', async () => {
    const t = await open()
    const release = t.server.hold(calls.sendMessageToThread)
    t.server.fail(calls.sendMessageToThread, UNREACHABLE)
    t.chat.send('One')
    t.chat.send('Two')
    release()
    await settle()
    expect(t.shown()).toEqual([
      ['One', 'waiting'],
      ['Two', 'waiting'],
    ])
    t.server.heal(calls.sendMessageToThread)
    await vi.advanceTimersByTimeAsync(RETRY_MS.first)
    expect(t.texts()).toEqual(['One', 'Two'])
  })

  test('wait behind one that waits, though the hub stands, and go in their order', async () => {
    const t = await open()
    t.server.fail(calls.sendMessageToThread, UNREACHABLE)
    t.chat.send('One')
    await settle()
    t.server.heal(calls.sendMessageToThread)
    t.chat.send('Two')
    await settle()
    expect(t.texts()).toEqual(['One', 'Two'])
    expect(t.sent()).toEqual(['a1', 'a1', 'a2'])
  })

  test('don’t wait for one that is under way in another conversation', async () => {
    const t = await open()
    t.server.hold(calls.sendMessageToThread)
    t.chat.send('To one person')
    t.chat.select(ROOM)
    t.chat.send('To the room')
    await settle()
    expect(t.texts(ROOM)).toEqual(['To the room'])
    expect(t.shown()).toEqual([['To one person', 'sending']])
  })

  test('go on where the server refuses the first', async () => {
    const refusing = ({ message }: Record<string, unknown>, clientID: string | undefined) => {
      if (message === 'One') throw new ApiError('refused', 'access denied', 403)
      return { message: aMessage({ id: 9, userID: me.id, message: String(message), clientID }) }
    }
    const t = await open({ answers: { [calls.sendMessageToThread.path]: refusing as never } })
    t.chat.send('One')
    t.chat.send('Two')
    await settle()
    expect(t.sent()).toEqual(['a1', 'a2'])
    expect(t.shown()).toEqual([['One', 'failed']])
  })

  test('wait, and can be cancelled, once the connection is gone', async () => {
    const t = await open()
    t.server.hold(calls.sendMessageToThread)
    t.chat.send('One')
    t.chat.send('Two')
    t.hub.setState('reconnecting')
    expect(t.shown()).toEqual([
      ['One', 'sending'],
      ['Two', 'waiting'],
    ])
    t.chat.discard('a2')
    expect(t.shown()).toEqual([['One', 'sending']])
  })

  test('are there after a crash, all of them', async () => {
    const before = await open()
    before.server.hold(calls.sendMessageToThread)
    before.chat.send('One')
    before.chat.send('Two')
    const after = await open({ kept: before.kept, window: 'b' })
    expect(after.texts()).toEqual(['One', 'Two'])
    expect(after.sent()).toEqual(['a1', 'a2'])
  })
})

describe('a message whose sending fails', () => {
  test('goes again by itself while the server can’t be reached, ever more seldom', async () => {
    const t = await open()
    t.server.fail(calls.sendMessageToThread, UNREACHABLE)
    t.chat.send('One')
    await settle()
    expect(t.shown()).toEqual([['One', 'waiting']])
    await vi.advanceTimersByTimeAsync(RETRY_MS.first)
    expect(t.sent()).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(RETRY_MS.first * 2 - 1)
    expect(t.sent()).toHaveLength(2)
    t.server.heal(calls.sendMessageToThread)
    await vi.advanceTimersByTimeAsync(1)
    expect(t.texts()).toEqual(['One'])
    expect(t.shown()).toEqual([])
  })

  test('that the server refuses says why, keeps others going, and can be tried again after a reload', async () => {
    const t = await open()
    t.hub.setState('disconnected')
    t.chat.send('One')
    t.chat.select(ROOM)
    t.chat.send('To the room')
    t.server.fail(calls.sendMessageToThread, new ApiError('refused', 'access denied', 403))
    t.hub.setState('connected')
    await settle()
    expect(t.texts(ROOM)).toEqual(['To the room'])
    const after = await open({ kept: t.kept, window: 'b' })
    expect(after.shown()).toEqual([['One', 'failed']])
    expect(after.chat.store.getState().echoes[0]?.failure).toBe('access denied')
    expect(after.sent()).toEqual([])
    after.chat.tryAgain('a1')
    await settle()
    expect(after.texts()).toEqual(['One'])
  })

  test('whose answer was lost, and that the hub brought, stands once', async () => {
    const t = await open()
    const release = t.server.hold(calls.sendMessageToThread)
    t.server.fail(calls.sendMessageToThread, UNREACHABLE)
    t.chat.send('One')
    await settle()
    const stored = t.server.add(
      { source: 'MESSAGE', sourceID: 7 },
      { userID: 1, message: 'One', clientID: 'a1' },
    )
    t.hub.emit('newThreadMessage', { source: 'MESSAGE', sourceID: 7, message: stored })
    release()
    await vi.advanceTimersByTimeAsync(RETRY_MS.longest)
    expect(t.shown()).toEqual([])
    expect(t.sent()).toEqual(['a1'])
  })
})

describe('C253 HTTP errors of chat calls', () => {
  test('are told by the shared client, in its words, whichever call it is', async () => {
    const told: string[] = []
    const refusing = createApiClient({
      baseUrl: '',
      fetch: async () => new Response(JSON.stringify({ value: 'You may not write here' }), { status: 403 }),
      newUpload: () => new XMLHttpRequest(),
      token: () => 'Bearer test',
      newKey: () => 'key',
      wait: async () => {},
      onError: (error) => told.push(error.message),
      onFailed: () => {},
      onSessionExpired: () => null,
      onActiveChange: () => {},
    })
    const t = await open()
    Object.assign(t.server.api, { call: refusing.call })
    t.chat.send('One')
    await t.chat.markAllRead()
    const [message] = t.server.messages[DIRECT] ?? []
    if (message) await t.chat.react(DIRECT, message, 'LIKE')
    await settle()
    expect(new Set(told)).toEqual(new Set(['You may not write here']))
    expect(told).toHaveLength(2)
    expect(t.shown()).toEqual([['One', 'failed']])
  })
})

describe('where the disk is full', () => {
  /** A storage that holds so many characters and no more. */
  function smallStore(room: number) {
    const store = createMemoryStore()
    return {
      ...store,
      setItem(name: string, value: string) {
        const others = [...store.values].reduce(
          (sum, [key, text]) => sum + (key === name ? 0 : text.length),
          0,
        )
        if (others + value.length > room) throw new DOMException('full', 'QuotaExceededError')
        store.values.set(name, value)
      },
    }
  }

  test('messages and drafts take the room that was set aside for them, and outlive a crash', async () => {
    const kept = smallStore(60_000)
    const t = await open({ kept, connects: false })
    t.chat.send('One')
    t.services.storage.set('build', 'x'.repeat(60_000 - [...kept.values.values()].join('').length - 2))
    t.chat.send('Two')
    t.chat.saveDraft(DIRECT, 'half a thou')
    await vi.advanceTimersByTimeAsync(1000)
    const after = await open({ kept, connects: false, window: 'b' })
    expect(after.shown().map(([text]) => text)).toEqual(['One', 'Two'])
    expect(after.chat.draftOf(DIRECT)).toBe('half a thou')
  })

  test('and where there is no room at all, the message says that the window must stay open, and is sent', async () => {
    const t = await open({ kept: smallStore(10), connects: false })
    t.chat.send('One')
    expect(t.chat.store.getState().echoes[0]).toMatchObject({ state: 'waiting', unkept: true })
    t.hub.setState('connected')
    await settle()
    expect(t.texts()).toEqual(['One'])
  })
})

describe('read positions', () => {
  test('C129 that the server couldn’t be told are told with the next connection, as far as was read', async () => {
    const t = await open()
    t.server.fail(calls.focusOnThread, new ApiError('unreachable', 'The server is unreachable'))
    t.chat.select(ROOM)
    await settle()
    t.chat.select(null)
    const after = await open({ kept: t.kept, window: 'b' })
    expect(after.server.bodiesOf(calls.focusOnThread)[0]).toEqual({
      source: 'PROJECT',
      sourceID: 70,
      messageID: 2,
    })
    expect(after.services.storage.get('chatReads')).toEqual({})
  })
})
