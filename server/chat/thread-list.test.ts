import { beforeEach, describe, expect, test } from 'vitest'
import { chatThread } from '#shared/contract/chat-entities.ts'
import { counting } from '../db/testing/counting.ts'
import {
  ANN,
  addMessages,
  addRoom,
  as,
  BEN,
  CATH,
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

async function thread(userID: number, address: object = PROJECT) {
  const [found] = await chat.calls.myChatThreads(address, as(userID))
  return found
}

describe('C180 the thread list', () => {
  test('C099 C100 has every field, for a room without messages too', async () => {
    const found = await thread(ANN)
    expect(chatThread.parse(found)).toEqual({
      id: ROOM_ID,
      type: 'CHATROOM',
      ...PROJECT,
      label: 'PROJECT: 7',
      displayLabel: 'Room 1',
      displayGroupLabel: 'Projects',
      lastMessage: '',
      lastMessageTime: null,
      senderName: '',
      senderID: 0,
      unread: 0,
      unreadTopics: 0,
      isFocus: false,
      isGroup: true,
      isAdmin: true,
      isArchive: false,
      lastPinnedTime: null,
      parentID: null,
      status: '',
      priority: '',
      partnerID: 0,
      partnerName: '',
    })
  })

  test('C001 C102 holds the conversations of the person only, the newest first', async () => {
    await addRoom(chat.db, { id: 2, source: 'MESSAGE', sourceID: 2, members: [ANN, BEN] })
    await addRoom(chat.db, { id: 3, source: 'MANUAL', sourceID: 3, members: [BEN, CATH] })
    await chat.calls.sendMessageToThread({ message: 'one', threadID: 2 }, as(BEN))
    await chat.calls.sendMessageToChatroom({ message: 'two', chatroom: 'PROJECT: 7' }, as(BEN))
    const ids = async (userID: number) =>
      (await chat.calls.myChatThreads(null, as(userID))).map((found) => found.id)
    expect(await ids(ANN)).toEqual([ROOM_ID, 2])
    expect(await ids(BEN)).toEqual([ROOM_ID, 2, 3])
    expect(await ids(EVE)).toEqual([])
  })

  test('C001 people write to each other in one-to-one threads, group threads and chat rooms', async () => {
    await addRoom(chat.db, { id: 2, source: 'MESSAGE', sourceID: 2, members: [ANN, BEN] })
    await addRoom(chat.db, { id: 3, source: 'MANUAL', sourceID: 3, members: [ANN, BEN, CATH] })
    const first = { useAnchor: false, anchorBefore: false, anchorMessageID: 0 }
    const texts = ({ messages }: { messages: readonly { message: string }[] }) =>
      messages.map(({ message }) => message)
    for (const threadID of [2, 3]) {
      await chat.calls.sendMessageToThread({ message: 'Hello', threadID }, as(ANN))
      await chat.calls.sendMessageToThread({ message: 'Hello you', threadID }, as(BEN))
      for (const who of [ANN, BEN])
        expect(texts(await chat.calls.loadThreadChatMessages({ threadID, ...first }, as(who)))).toEqual([
          'Hello',
          'Hello you',
        ])
    }
    for (const who of [ANN, CATH])
      await chat.calls.sendMessageToChatroom({ message: `From ${who}`, chatroom: 'PROJECT: 7' }, as(who))
    for (const who of [ANN, BEN, CATH]) {
      const page = await chat.calls.loadGroupChatMessages({ name: '', ...PROJECT, ...first }, as(who))
      expect(texts(page)).toEqual([`From ${ANN}`, `From ${CATH}`])
    }
  })

  test.each([
    'PROJECT',
    'PROJECT_MEMBER',
    'TASK_CHAT',
    'TICKET_CHAT',
    'JOB_ORDER',
    'MEETING',
    'WURKROOM_CLAIM',
    'TOPIC',
    'SUBTASK',
  ] as const)(
    'C002 C102 a chat room of %s is listed under its record, and is written to by it',
    async (source) => {
      const address = { source, sourceID: 41 }
      await addRoom(chat.db, { id: 9, ...address, members: [ANN, BEN] })
      // Records of different kinds may have one number.
      const other = source === 'MEETING' ? 'TICKET_CHAT' : 'MEETING'
      await addRoom(chat.db, { id: 10, source: other, sourceID: 41, members: [CATH] })
      await addRoom(chat.db, { id: 11, source, sourceID: 42, members: [CATH] })
      await chat.calls.sendMessageToChatroom({ message: 'Here', chatroom: `${source}: 41` }, as(BEN))
      expect(await thread(ANN, address)).toMatchObject({ ...address, lastMessage: 'Here', unread: 1 })
      expect(await thread(CATH, address)).toBeUndefined()
    },
  )

  test('C099 a one-to-one is named for the other person, on both sides', async () => {
    await addRoom(chat.db, { id: 2, source: 'MESSAGE', sourceID: 2, members: [ANN, BEN] })
    const address = { source: 'MESSAGE', sourceID: 2 }
    expect(await thread(ANN, address)).toMatchObject({
      displayLabel: 'Ben Carr',
      partnerID: BEN,
      partnerName: 'Ben Carr',
      isGroup: false,
    })
    expect(await thread(BEN, address)).toMatchObject({ displayLabel: 'Ann Bell', partnerID: ANN })
  })

  test('C099 of several conversations each has its own partner, mention and unread topics', async () => {
    await addRoom(chat.db, { id: 2, source: 'MESSAGE', sourceID: 2, members: [ANN, BEN] })
    await addRoom(chat.db, { id: 3, source: 'MESSAGE', sourceID: 3, members: [ANN, CATH] })
    for (const [threadID, userID] of [
      [2, BEN],
      [3, CATH],
    ] as const) {
      const [messageID = 0] = await addMessages(chat.db, threadID, userID, 1)
      await chat.db.insertInto('mentions').values({ messageID, userID: ANN }).execute()
    }
    const threads = await chat.calls.myChatThreads(null, as(ANN))
    expect(threads.map(({ id, partnerName, isFocus }) => [id, partnerName, isFocus]).sort()).toEqual([
      [ROOM_ID, '', false],
      [2, 'Ben Carr', true],
      [3, 'Cath Dunn', true],
    ])
  })

  test('C099 C132 shows the newest message and its sender; a deleted one reads as deleted', async () => {
    const [id = 0] = await addMessages(chat.db, ROOM_ID, BEN, 1, 'Report')
    expect(await thread(ANN)).toMatchObject({
      lastMessage: 'Report 1',
      senderID: BEN,
      senderName: 'Ben Carr',
    })
    await chat.db.updateTable('messages').set({ deletedAt: 1 }).where('id', '=', id).execute()
    expect((await thread(ANN))?.lastMessage).toBe('This message has been deleted')
  })

  test('C049 counts what the person has not read; an unread mention sets isFocus, a read one does not', async () => {
    const [first = 0, second = 0] = await addMessages(chat.db, ROOM_ID, BEN, 5)
    await chat.db.insertInto('mentions').values({ messageID: second, userID: ANN }).execute()
    expect(await thread(ANN)).toMatchObject({ unread: 5, isFocus: true })
    await setRead(chat.db, ROOM_ID, ANN, first)
    expect(await thread(ANN)).toMatchObject({ unread: 4, isFocus: true })
    await setRead(chat.db, ROOM_ID, ANN, second)
    expect(await thread(ANN)).toMatchObject({ unread: 3, isFocus: false })
    expect(await thread(CATH)).toMatchObject({ unread: 5, isFocus: false })
  })

  test('C099 counts the topics with unread messages on their parent', async () => {
    for (const id of [2, 3])
      await addRoom(chat.db, { id, source: 'TOPIC', sourceID: id, members: [ANN, BEN], parentID: ROOM_ID })
    await addMessages(chat.db, 2, BEN, 4)
    expect(await thread(ANN)).toMatchObject({ unreadTopics: 1, unread: 0 })
    expect((await thread(CATH))?.unreadTopics).toBe(0)
  })

  test('a search term is looked for in labels and partners, regardless of case; % is no wildcard', async () => {
    await addRoom(chat.db, { id: 2, source: 'MESSAGE', sourceID: 2, members: [ANN, BEN] })
    await addRoom(chat.db, {
      id: 3,
      source: 'TASK_CHAT',
      sourceID: 41,
      members: [ANN],
      displayLabel: 'ÉTUDE 5%',
    })
    const search = async (searchTerm: string) =>
      (await chat.calls.myChatThreads({ searchTerm }, as(ANN))).map((found) => found.id)
    expect(await search('bEN c')).toEqual([2])
    expect(await search(' étude ')).toEqual([3])
    expect(await search('task_chat: 41')).toEqual([3])
    expect(await search('5%')).toEqual([3])
    expect(await search('%')).toEqual([3])
    expect(await search('projects')).toContain(ROOM_ID)
    expect(await search('nothing like it')).toEqual([])
    expect(await search('  ')).toHaveLength(3)
  })

  test('C001 groups of one name come with their people, also alone, and others without', async () => {
    const group = { source: 'MANUAL', displayLabel: 'Leeds floor' } as const
    await addRoom(chat.db, { ...group, id: 2, sourceID: 2, members: [ANN, CATH, BEN] })
    await addRoom(chat.db, {
      ...group,
      id: 3,
      sourceID: 3,
      displayLabel: 'leeds FLOOR ',
      members: [ANN, EVE],
    })
    await addRoom(chat.db, { ...group, id: 4, sourceID: 4, displayLabel: 'Another', members: [ANN, BEN] })
    // Has the same name, but only somebody else is in it.
    await addRoom(chat.db, { ...group, id: 5, sourceID: 5, displayLabel: 'Another', members: [BEN] })
    const names = async (ids: readonly number[]) =>
      (await chat.db.selectFrom('users').where('id', 'in', ids).select('displayName').execute())
        .map(({ displayName }) => displayName)
        .sort()
        .join(', ')
    const list = await chat.calls.myChatThreads({}, as(ANN))
    const people = Object.fromEntries(list.map((found) => [found.id, found.people]))
    expect(people).toEqual({
      [ROOM_ID]: undefined,
      2: await names([BEN, CATH]),
      3: await names([EVE]),
      4: undefined,
    })
    expect((await thread(ANN, { source: 'MANUAL', sourceID: 2 }))?.people).toEqual(people[2])
  })

  test('takes four statements, for three conversations as for 5,000', async () => {
    const rooms = Array.from({ length: 5000 }, (_, place) => place + 10)
    const threads = rooms.map((id) => ({
      id,
      type: 'CHATROOM' as const,
      source: 'TASK_CHAT' as const,
      sourceID: id,
      label: `TASK: ${id}`,
      displayLabel: `Task ${id}`,
      displayGroupLabel: 'Tasks',
      isGroup: 1,
      status: '',
      priority: '',
      createdAt: id,
    }))
    const members = rooms.map((threadID) => ({
      threadID,
      userID: ANN,
      isAdmin: 0,
      isArchived: 0,
      lastReadMessageID: 0,
    }))
    for (let start = 0; start < rooms.length; start += 1000) {
      await chat.db
        .insertInto('threads')
        .values(threads.slice(start, start + 1000))
        .execute()
      await chat.db
        .insertInto('threadMembers')
        .values(members.slice(start, start + 1000))
        .execute()
    }
    const counted = counting(chat.db)
    const list = await chatHandlers({ ...chat, db: counted.db }).myChatThreads({}, as(ANN))
    expect(list).toHaveLength(5001)
    expect(counted.statements()).toBe(4)
  })
})
