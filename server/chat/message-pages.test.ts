import { beforeEach, describe, expect, test } from 'vitest'
import { counting } from '../db/testing/counting.ts'
import {
  ANN,
  addMessages,
  addRoom,
  as,
  BEN,
  type Chat,
  EVE,
  openChat,
  PROJECT,
  ROOM_ID,
  setRead,
} from './chat-fixture.ts'
import { chatHandlers } from './handlers.ts'

let chat: Chat
beforeEach(async () => {
  chat = await openChat()
})

const load = (anchor: object = {}, userID = BEN) =>
  chat.calls.loadGroupChatMessages({ ...PROJECT, ...anchor }, as(userID))

describe('C108 C185 a page of messages', () => {
  test('is empty in an empty room, with null ends', async () => {
    expect(await load()).toEqual({ messages: [], latestMessageID: null, oldestMessageID: null })
  })

  test('C186 opens on the newest 50 where all is read, oldest first', async () => {
    const ids = await addMessages(chat.db, ROOM_ID, ANN, 120)
    await setRead(chat.db, ROOM_ID, BEN, ids.at(-1) ?? 0)
    const page = await load()
    expect(page.messages.map((message) => message.id)).toEqual(ids.slice(-50))
    expect(page.latestMessageID).toBe(ids.at(-1))
    expect(page.oldestMessageID).toBe(ids.at(-50))
    expect(page.messages.every((message) => !message.unread)).toBe(true)
  })

  test.each([
    { unread: 1, readShown: 49 },
    { unread: 10, readShown: 40 },
    { unread: 45, readShown: 20 },
    { unread: 90, readShown: 20 },
    { unread: 120, readShown: 0 },
  ])('opens around the first of $unread unread messages', async ({ unread, readShown }) => {
    const ids = await addMessages(chat.db, ROOM_ID, ANN, 120)
    await setRead(chat.db, ROOM_ID, BEN, ids.at(-unread - 1) ?? 0)
    const page = await load()
    expect(page.messages).toHaveLength(50)
    expect(page.messages.findIndex((message) => message.unread)).toBe(readShown)
    expect(page.messages[readShown]?.id).toBe(ids.at(-unread))
  })

  test('C186 useAnchor false opens as without an anchor', async () => {
    const ids = await addMessages(chat.db, ROOM_ID, ANN, 60)
    await setRead(chat.db, ROOM_ID, BEN, ids.at(-1) ?? 0)
    const page = await load({ useAnchor: false, anchorBefore: true, anchorMessageID: ids[10] })
    expect(page.latestMessageID).toBe(ids.at(-1))
  })

  test('C186 before and after an anchor are exclusive, and empty at the ends', async () => {
    const ids = await addMessages(chat.db, ROOM_ID, ANN, 10)
    const before = await load({ useAnchor: true, anchorBefore: true, anchorMessageID: ids[4] })
    expect(before.messages.map((message) => message.id)).toEqual(ids.slice(0, 4))
    const after = await load({ useAnchor: true, anchorMessageID: ids[4] })
    expect(after.messages.map((message) => message.id)).toEqual(ids.slice(5))
    const none = await load({ useAnchor: true, anchorBefore: true, anchorMessageID: ids[0] })
    expect(none).toEqual({ messages: [], latestMessageID: null, oldestMessageID: null })
  })

  test('walking covers each message once in both directions, deleted ones and other rooms between', async () => {
    await addRoom(chat.db, { id: 2, source: 'TASK_CHAT', sourceID: 41, members: [ANN, BEN] })
    const ids: number[] = []
    for (let round = 0; round < 9; round++) {
      ids.push(...(await addMessages(chat.db, ROOM_ID, ANN, 37)))
      await addMessages(chat.db, 2, ANN, 11)
    }
    await chat.db
      .updateTable('messages')
      .set({ deletedAt: 1 })
      .where('threadID', '=', ROOM_ID)
      .where((eb) => eb(eb('id', '%', 7), '=', 0))
      .execute()

    async function walk(anchorBefore: boolean, from: number): Promise<number[]> {
      const seen: number[] = []
      let anchorMessageID: number | null = from
      while (anchorMessageID !== null) {
        const page = await load({ useAnchor: true, anchorBefore, anchorMessageID })
        const found = page.messages.map((message) => message.id)
        if (anchorBefore) seen.unshift(...found)
        else seen.push(...found)
        anchorMessageID = anchorBefore ? page.oldestMessageID : page.latestMessageID
      }
      return seen
    }
    expect(await walk(true, (ids.at(-1) ?? 0) + 1)).toEqual(ids)
    expect(await walk(false, 1)).toEqual(ids.slice(1))
  })

  test('C132 a deleted message keeps its place and reads as deleted, also where it is quoted', async () => {
    const [first = 0] = await addMessages(chat.db, ROOM_ID, ANN, 1, 'Secret')
    const key = as(BEN)
    await chat.calls.sendMessageToChatroom({ message: 'Re', chatroom: 'PROJECT: 7', replyTo: first }, key)
    await chat.db
      .updateTable('messages')
      .set({ deletedAt: 5, type: 'FILE' })
      .where('id', '=', first)
      .execute()
    const { messages } = await load()
    expect(messages[0]).toMatchObject({
      message: 'This message has been deleted',
      deleted: true,
      type: 'TEXT',
      allowPreview: false,
    })
    expect(messages[1]?.replyToMessage?.message).toBe('This message has been deleted')
    expect(JSON.stringify(messages)).not.toContain('Secret')
  })

  test('costs the same statements for one message as for 100,000', async () => {
    async function cost(anchor: object): Promise<number> {
      const counted = counting(chat.db)
      const calls = chatHandlers({ ...chat, db: counted.db })
      await calls.loadGroupChatMessages({ ...PROJECT, ...anchor }, as(BEN))
      return counted.statements()
    }
    const [id = 0] = await addMessages(chat.db, ROOM_ID, ANN, 2)
    const small = [await cost({}), await cost({ useAnchor: true, anchorMessageID: id })]
    const ids = await addMessages(chat.db, ROOM_ID, ANN, 100_000)
    const middle = ids[50_000]
    const large = [await cost({}), await cost({ useAnchor: true, anchorMessageID: middle })]
    expect(large).toEqual(small)
    expect(large).toEqual([5, 4])
  })

  test('C186 a thread is paged by its id, and a chatroom is not', async () => {
    await addRoom(chat.db, { id: 3, source: 'MESSAGE', sourceID: 3, members: [ANN, BEN] })
    const ids = await addMessages(chat.db, 3, ANN, 3)
    const page = await chat.calls.loadThreadChatMessages({ threadID: 3 }, as(BEN))
    expect(page.messages.map((message) => message.id)).toEqual(ids)
    const wrong = chat.calls.loadThreadChatMessages({ threadID: ROOM_ID }, as(BEN))
    await expect(wrong).rejects.toMatchObject({ status: 403 })
  })

  test('who is no member is refused', async () => {
    await expect(load({}, EVE)).rejects.toMatchObject({ status: 403, value: 'access denied' })
  })
})
