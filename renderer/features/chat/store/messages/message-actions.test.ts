import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { myChatThreads } from '#shared/contract/chat.ts'
import { deleteAttachmentFromThread } from '#shared/contract/chat-files.ts'
import * as calls from '#shared/contract/chat-messages.ts'
import { createFakeServices } from '../../testing/fake-services.ts'
import { aMessage, aThread } from '../../testing/fixtures.ts'
import { type ChatStore, createChatStore } from '../chat-store.ts'

const KEY = 'MESSAGE:7'
const address = { source: 'MESSAGE', sourceID: 7 } as const
const mine = aMessage({ id: 1, userID: 1, userName: 'Tom', message: 'Frist' })
const reply = aMessage({
  id: 2,
  replyToMessage: { id: 1, userID: 1, userName: 'Tom', message: 'Frist', type: 'TEXT' },
})

let chat: ChatStore
let fake: ReturnType<typeof createFakeServices>
const kept = (id = 1) => chat.store.getState().conversations[KEY]?.messages.find((one) => one.id === id)
const done = () => ({ done: true })

beforeEach(async () => {
  vi.useFakeTimers()
  fake = createFakeServices({
    me: { id: 1, name: 'Tom' },
    threads: [aThread({ id: 7 })],
    messages: { [KEY]: [mine, reply] },
    answers: {
      [calls.editMessage.path]: ({ message }) => ({ message: { ...mine, message, edited: true } }),
      [calls.deleteMessage.path]: done,
      [calls.pinMessage.path]: done,
      [calls.unpinMessage.path]: done,
      [calls.broadcastMessage.path]: done,
      [calls.removeBroadcastMessage.path]: done,
      [deleteAttachmentFromThread.path]: done,
    },
  })
  chat = createChatStore(fake.services)
  chat.start()
  await vi.advanceTimersByTimeAsync(0)
  chat.select(KEY)
  await vi.advanceTimersByTimeAsync(0)
})
afterEach(() => {
  chat.stop()
  vi.useRealTimers()
})

describe('editing', () => {
  test('C195 an edit shows at once, also where it is quoted, and stays as the server has it', async () => {
    const release = fake.server.hold(calls.editMessage)
    const saved = chat.edit(KEY, mine, ' First ')
    expect(kept()).toMatchObject({ message: 'First', edited: true })
    expect(kept(2)?.replyToMessage?.message).toBe('First')
    release()
    await expect(saved).resolves.toBe(true)
    expect(fake.server.bodiesOf(calls.editMessage)).toEqual([{ id: 1, ...address, message: 'First' }])
    expect(chat.editDraftOf(KEY, 1)).toBeNull()
  })

  test('C195 one that fails is taken back, and the dialog opens again with what was typed', async () => {
    fake.server.fail(calls.editMessage)
    await expect(chat.edit(KEY, mine, 'First')).resolves.toBe(false)
    expect(kept()).toMatchObject({ message: 'Frist', edited: false })
    expect(kept(2)?.replyToMessage?.message).toBe('Frist')
    expect(chat.store.getState().dialog).toEqual({ kind: 'edit', thread: KEY, messageID: 1 })
    expect(chat.editDraftOf(KEY, 1)).toBe('First')
  })

  test('what is typed survives a reload', () => {
    chat.keepEdit(KEY, 1, 'Half a tho')
    chat.stop()
    const again = createChatStore(
      createFakeServices({ me: { id: 1, name: 'Tom' }, threads: [], kept: fake.kept }).services,
    )
    expect(again.editDraftOf(KEY, 1)).toBe('Half a tho')
  })

  test('C150 an empty text does nothing', async () => {
    await expect(chat.edit(KEY, mine, '  \n')).resolves.toBe(false)
    expect(kept()?.message).toBe('Frist')
    expect(fake.server.bodiesOf(calls.editMessage)).toEqual([])
  })

  test('a failure doesn’t undo what somebody else changed meanwhile', async () => {
    const release = fake.server.hold(calls.pinMessage)
    const pinning = chat.setPinned(KEY, mine, true)
    fake.hub.emit('messageEdited', { ...address, message: { ...mine, message: 'Newer' } })
    fake.server.fail(calls.pinMessage)
    release()
    await expect(pinning).resolves.toBe(false)
    expect(kept()).toMatchObject({ message: 'Newer', pinnedTime: null })
  })
})

describe('deleting, marking and revoking', () => {
  test('C196 C132 a deleted message is gone at once, also where it is quoted, and back where that fails', async () => {
    fake.server.fail(calls.deleteMessage)
    const deleting = chat.deleteMessage(KEY, mine)
    expect(kept()?.deleted).toBe(true)
    expect(kept(2)?.replyToMessage?.message).toBe('This message has been deleted')
    await expect(deleting).resolves.toBe(false)
    expect(kept()?.deleted).toBe(false)
    expect(kept(2)?.replyToMessage?.message).toBe('Frist')
  })

  test('C005 C006 C198 C199 pin and broadcast mark the message, and their opposites take the mark away', async () => {
    const call = { messageID: 1, id: 7, type: 'THREAD', source: 'MESSAGE' }
    await chat.setPinned(KEY, mine, true)
    expect(kept()?.pinnedTime).not.toBeNull()
    expect([calls.pinMessage, calls.unpinMessage].map((one) => fake.server.bodiesOf(one).length)).toEqual([
      1, 0,
    ])
    await chat.setPinned(KEY, mine, false)
    expect(kept()?.pinnedTime).toBeNull()
    await chat.setBroadcast(KEY, mine, true)
    expect(kept()).toMatchObject({ broadcastUserID: 1, broadcastUsername: 'Tom' })
    const { length } = fake.server.bodiesOf(calls.removeBroadcastMessage)
    expect([fake.server.bodiesOf(calls.broadcastMessage).length, length]).toEqual([1, 0])
    await chat.setBroadcast(KEY, mine, false)
    expect(kept()).toMatchObject({ broadcastTime: null, broadcastUsername: null })
    const { pinMessage, unpinMessage, broadcastMessage, removeBroadcastMessage } = calls
    for (const one of [pinMessage, unpinMessage, broadcastMessage, removeBroadcastMessage])
      expect(fake.server.bodiesOf(one)).toEqual([call])
  })

  test('C169 a revoked file’s message says so', async () => {
    const file = fake.server.add(address, { userID: 1, message: 'rota.pdf\nThe new one', type: 'FILE' })
    fake.hub.emit('newThreadMessage', { ...address, message: file })
    await expect(chat.revokeAttachment(KEY, file)).resolves.toBe(true)
    expect(kept(file.id)).toMatchObject({ type: 'TEXT', message: 'The file rota.pdf was revoked' })
    expect(fake.server.bodiesOf(deleteAttachmentFromThread)).toEqual([{ id: file.id, msgThreadID: 7 }])
  })
})

test('C239 messageEdited and messageDeleted change the message where it stands', () => {
  const { threads } = chat.store.getState()
  const newest = '2026-11-21T12:00:01.000Z'
  chat.store.setState({ threads: threads.map((one) => ({ ...one, lastMessageTime: newest })) })
  const asked = () => fake.server.bodiesOf(myChatThreads).length
  const before = asked()
  fake.hub.emit('messageEdited', { ...address, message: { ...reply, message: 'Better', edited: true } })
  expect(kept(2)).toMatchObject({ message: 'Better', edited: true })
  expect(asked()).toBe(before)
  // The list shows the newest one's words.
  fake.hub.emit('messageEdited', { ...address, message: { ...reply, message: 'Best', entryTime: newest } })
  expect(asked()).toBe(before + 1)
  fake.hub.emit('messageDeleted', { ...address, message: { ...mine, deleted: true, message: '' } })
  expect(kept(1)?.deleted).toBe(true)
  expect(kept(2)?.replyToMessage?.message).toBe('This message has been deleted')
  fake.hub.emit('messageEdited', { ...address, message: aMessage({ id: 99 }) })
  expect(chat.store.getState().conversations[KEY]?.messages.map(({ id }) => id)).toEqual([1, 2])
})
