import { beforeEach, describe, expect, test } from 'vitest'
import {
  ANN,
  addMessages,
  addRoom,
  as,
  BEN,
  CATH,
  type Chat,
  DORA,
  EVE,
  openChat,
  PROJECT,
  ROOM_ID,
} from './chat-fixture.ts'
import { unreadCounts } from './reading.ts'

let chat: Chat
beforeEach(async () => {
  chat = await openChat()
})
const published = (what: string) => chat.published.filter((one) => one.what === what)

describe('who may do what', () => {
  const inputs = {
    myChatThreads: null,
    myContacts: null,
    members: PROJECT,
    loadGroupChatMessages: PROJECT,
    loadThreadChatMessages: { threadID: 1 },
    focusOnThread: PROJECT,
    markAllAsRead: { records: [PROJECT] },
    react: { ...PROJECT, id: 1, reaction: 'LIKE' },
    startConversation: { users: [BEN] },
    recentActivities: null,
    downloadAttachment: { ...PROJECT, id: 1 },
    sendMessageToChatroom: { message: 'Hi', chatroom: 'PROJECT: 7' },
    sendMessageToThread: { message: 'Hi', threadID: 1 },
  }
  type Name = keyof Chat['calls']
  const call = async (name: Name, userID: number) =>
    (chat.calls[name] as (input: unknown, context: unknown) => unknown)(inputs[name], as(userID))

  test('this suite knows every call', () => {
    expect(Object.keys(inputs).sort()).toEqual(Object.keys(chat.calls).sort())
  })

  test.each([
    'members',
    'loadGroupChatMessages',
    'loadThreadChatMessages',
    'focusOnThread',
    'react',
    'downloadAttachment',
    'sendMessageToChatroom',
    'sendMessageToThread',
  ] as const)('%s is refused to who is no member', async (name) => {
    await addMessages(chat.db, ROOM_ID, ANN, 1)
    await expect(call(name, EVE)).rejects.toMatchObject({ status: 403, value: 'access denied' })
  })
})

describe('reading', () => {
  const unreadOf = async (userID: number) => (await unreadCounts(chat.db, [userID])).get(userID)

  test('C207 focus-on-thread marks it read up to now and tells the person’s other windows the count', async () => {
    await addMessages(chat.db, ROOM_ID, ANN, 5)
    await chat.calls.focusOnThread(PROJECT, as(BEN))
    expect(await unreadOf(BEN)).toBe(0)
    expect(await unreadOf(CATH)).toBe(5)
    expect(published('unread')).toEqual([{ what: 'unread', userID: BEN, count: 0 }])
  })

  test('C207 focusing an empty conversation or twice changes nothing', async () => {
    await chat.calls.focusOnThread(PROJECT, as(BEN))
    const ids = await addMessages(chat.db, ROOM_ID, ANN, 1)
    await chat.calls.focusOnThread(PROJECT, as(BEN))
    await chat.calls.focusOnThread(PROJECT, as(BEN))
    const row = await chat.db
      .selectFrom('threadMembers')
      .selectAll()
      .where('userID', '=', BEN)
      .executeTakeFirstOrThrow()
    expect(row.lastReadMessageID).toBe(ids[0])
  })

  test('C208 mark-all-as-read reads the listed ones and leaves those of others alone', async () => {
    await addRoom(chat.db, { id: 2, source: 'TASK_CHAT', sourceID: 41, members: [ANN, BEN] })
    await addRoom(chat.db, { id: 3, source: 'TASK_CHAT', sourceID: 42, members: [ANN, CATH] })
    await addRoom(chat.db, { id: 4, source: 'MEETING', sourceID: 1, members: [ANN, BEN] })
    for (const id of [ROOM_ID, 2, 3, 4]) await addMessages(chat.db, id, ANN, 2)
    const records = [
      PROJECT,
      { source: 'TASK_CHAT', sourceID: 41 },
      { source: 'TASK_CHAT', sourceID: 42 },
      { source: 'TASK_CHAT', sourceID: 999 },
    ] as const
    await chat.calls.markAllAsRead({ records: [...records] }, as(BEN))
    expect(await unreadOf(BEN)).toBe(2)
    expect(await unreadOf(CATH)).toBe(4)
    expect(published('unread')).toEqual([{ what: 'unread', userID: BEN, count: 2 }])
  })

  test('C208 mark-all-as-read takes no record and 5,000', async () => {
    await addMessages(chat.db, ROOM_ID, ANN, 1)
    await chat.calls.markAllAsRead({ records: [] }, as(BEN))
    expect(await unreadOf(BEN)).toBe(1)
    const many = Array.from({ length: 5000 }, (_, place) => ({
      source: 'PROJECT' as const,
      sourceID: place + 1,
    }))
    await chat.calls.markAllAsRead({ records: many }, as(BEN))
    expect(await unreadOf(BEN)).toBe(0)
  })

  test('C182 C109 members are listed by name with who is online and when they read', async () => {
    await addMessages(chat.db, ROOM_ID, ANN, 1)
    await chat.calls.focusOnThread(PROJECT, as(BEN))
    const members = await chat.calls.members(PROJECT, as(ANN))
    expect(members.map((one) => [one.id, one.userID, one.userName, one.isOnline])).toEqual([
      [ANN, ANN, 'Ann Bell', true],
      [BEN, BEN, 'Ben Carr', true],
      [CATH, CATH, 'Cath Dunn', true],
    ])
    const place = { role: 'Interviewer', areaName: '' }
    expect(members[0]).toEqual({
      ...{ id: ANN, userID: ANN, userName: 'Ann Bell', isOnline: true, readTime: null },
      ...place,
    })
    const times = members.map((one) => one.readTime)
    expect(times).toEqual([null, expect.any(String), null])
    expect(new Date(times[1] ?? '').toISOString()).toBe(times[1])
    // One who isn't online.
    await addRoom(chat.db, { id: 2, source: 'MEETING', sourceID: 5, members: [ANN, EVE] })
    const others = await chat.calls.members({ source: 'MEETING', sourceID: 5 }, as(ANN))
    expect(others.map((one) => [one.userName, one.isOnline])).toEqual([
      ['Ann Bell', true],
      ['Eve Ford', false],
    ])
    // Who has left the company is marked, and nobody else.
    expect(others.filter((one) => 'hasLeft' in one)).toEqual([])
    await chat.db.updateTable('users').set({ status: 'LEAVER' }).where('id', '=', EVE).execute()
    const later = await chat.calls.members({ source: 'MEETING', sourceID: 5 }, as(ANN))
    expect(later.map((one) => one.hasLeft)).toEqual([undefined, true])
  })
})

describe('C197 C004 reactions', () => {
  const react = (userID: number, id: number, reaction: 'LIKE' | 'HEART' | 'THANKS') =>
    chat.calls.react({ ...PROJECT, id, reaction }, as(userID))
  const state = async () => (await chat.calls.loadGroupChatMessages(PROJECT, as(CATH))).messages[0]

  test('C107 are counted and named; another of the same person replaces, the same takes back', async () => {
    const [id = 0] = await addMessages(chat.db, ROOM_ID, ANN, 1)
    await react(CATH, id, 'LIKE')
    await react(BEN, id, 'LIKE')
    expect(await state()).toMatchObject({ likeCount: 2, likeNames: ['Cath Dunn', 'Ben Carr'], heartCount: 0 })
    await react(BEN, id, 'HEART')
    expect(await state()).toMatchObject({ likeNames: ['Cath Dunn'], heartCount: 1, heartNames: ['Ben Carr'] })
    await react(BEN, id, 'HEART')
    expect(await state()).toMatchObject({ likeCount: 1, heartCount: 0, heartNames: [] })
  })

  test('C178 are for other people’s messages, in this conversation, that stand', async () => {
    const [id = 0, gone = 0] = await addMessages(chat.db, ROOM_ID, ANN, 2)
    await addRoom(chat.db, { id: 2, source: 'MEETING', sourceID: 5, members: [ANN, EVE] })
    const [foreign = 0] = await addMessages(chat.db, 2, EVE, 1)
    await chat.db.updateTable('messages').set({ deletedAt: 1 }).where('id', '=', gone).execute()
    await expect(react(ANN, id, 'LIKE')).rejects.toMatchObject({ status: 400 })
    await expect(react(BEN, gone, 'LIKE')).rejects.toMatchObject({ status: 400 })
    await expect(react(BEN, foreign, 'LIKE')).rejects.toMatchObject({ status: 400 })
    await expect(react(BEN, 999, 'LIKE')).rejects.toMatchObject({ status: 400 })
    expect(await chat.db.selectFrom('reactions').selectAll().execute()).toEqual([])
    expect(chat.published).toEqual([])
  })

  test('the conversation is told each change, the sender only of a reaction that was set', async () => {
    const [id = 0] = await addMessages(chat.db, ROOM_ID, ANN, 1, 'Well done')
    await react(BEN, id, 'THANKS')
    await react(BEN, id, 'THANKS')
    expect(published('reaction')).toMatchObject([
      { threadID: ROOM_ID, message: { id, thanksCount: 1 } },
      { threadID: ROOM_ID, message: { id, thanksCount: 0 } },
    ])
    expect(published('activity')).toMatchObject([
      {
        userID: ANN,
        item: { kind: 'REACTION', message: 'Ben Carr reacted 🙏 to: Well done 1', messageID: id },
      },
    ])
  })

  test('of two people at once both count', async () => {
    const [id = 0] = await addMessages(chat.db, ROOM_ID, ANN, 1)
    await Promise.all([react(BEN, id, 'LIKE'), react(CATH, id, 'LIKE')])
    expect((await state())?.likeCount).toBe(2)
  })
})

describe('C209 starting a conversation', () => {
  const start = async (userID: number, users: number[], message?: string) => {
    const { threadID } = await chat.calls.startConversation(
      { users, ...(message ? { message } : {}) },
      as(userID),
    )
    return threadID
  }

  test('with one person finds the same from either side, and sends the message', async () => {
    const made = await start(ANN, [BEN], 'Hello')
    expect(await start(ANN, [BEN])).toBe(made)
    expect(await start(BEN, [ANN, ANN, BEN])).toBe(made)
    const page = await chat.calls.loadThreadChatMessages({ threadID: made }, as(BEN))
    expect(page.messages.map((message) => message.message)).toEqual(['Hello'])
    const [thread] = await chat.calls.myChatThreads({ source: 'MESSAGE', sourceID: made }, as(BEN))
    expect(thread).toMatchObject({
      type: 'THREAD',
      source: 'MESSAGE',
      isGroup: false,
      displayLabel: 'Ann Bell',
    })
  })

  test('with more makes a group of them, whose admin is the maker, and finds the same people again', async () => {
    const made = await start(ANN, [BEN, CATH])
    const [thread] = await chat.calls.myChatThreads({ source: 'MANUAL', sourceID: made }, as(ANN))
    expect(thread).toMatchObject({ isGroup: true, isAdmin: true, label: `GROUP: ${made}` })
    expect(await start(CATH, [BEN, ANN])).toBe(made)
    expect(await start(ANN, [BEN, CATH, EVE])).not.toBe(made)
  })

  test('both at once get one conversation', async () => {
    const made = await Promise.all([start(ANN, [BEN]), start(BEN, [ANN]), start(ANN, [BEN])])
    expect(new Set(made).size).toBe(1)
    expect(published('added')).toHaveLength(1)
  })

  test('its people are told before its first message', async () => {
    const made = await start(ANN, [BEN], 'Hello')
    expect(chat.published.map((one) => one.what)).toEqual(['added', 'message', 'counts'])
    expect(published('added')).toEqual([{ what: 'added', threadID: made, userIDs: [BEN, ANN] }])
  })

  test.each([
    ['oneself', [ANN]],
    ['somebody unknown', [77]],
    ['somebody without the chat', [DORA]],
    ['SAM', [-2]],
    ['one known and one unknown', [BEN, 77]],
  ])('with %s is refused and makes nothing', async (_, users) => {
    await expect(start(ANN, users, 'Hello')).rejects.toMatchObject({ status: 400 })
    expect(await chat.db.selectFrom('threads').select('id').execute()).toEqual([{ id: ROOM_ID }])
  })

  test('a message that is too long makes no conversation', async () => {
    await expect(start(ANN, [BEN], 'x'.repeat(20_001))).rejects.toMatchObject({ status: 400 })
    expect(await chat.db.selectFrom('threads').select('id').execute()).toEqual([{ id: ROOM_ID }])
  })
})

describe('the rest', () => {
  test('C181 C109 contacts are the others who may use the chat, by name', async () => {
    const contacts = await chat.calls.myContacts(null, as(BEN))
    expect(contacts.map((one) => [one.id, one.userID, one.userName, one.isOnline, one.readTime])).toEqual([
      [ANN, ANN, 'Ann Bell', true, null],
      [CATH, CATH, 'Cath Dunn', true, null],
      [EVE, EVE, 'Eve Ford', false, null],
    ])
  })

  test('C181 C182 C184 contacts, members and those to be mentioned come with role and area, by which namesakes are told apart', async () => {
    const { id: areaID } = await chat.db
      .insertInto('areas')
      .values({ name: 'Leeds' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await chat.db
      .updateTable('users')
      .set({ displayName: 'Ann Bell', role: 'Supervisor', areaID })
      .where('id', '=', CATH)
      .execute()
    const said = { role: 'Supervisor', areaName: 'Leeds' }
    const without = { role: 'Interviewer', areaName: '' }
    const contacts = await chat.calls.myContacts(null, as(BEN))
    expect(contacts.filter(({ userName }) => userName === 'Ann Bell')).toMatchObject([
      { userID: ANN, ...without },
      { userID: CATH, ...said },
    ])
    const members = await chat.calls.members(PROJECT, as(BEN))
    expect(members.find(({ userID }) => userID === CATH)).toMatchObject(said)
    const mentioned = await chat.areas.chatSearch.searchMentionList(
      { ...PROJECT, searchTerm: 'ann' },
      as(BEN),
    )
    expect(mentioned).toMatchObject([
      { userID: ANN, ...without },
      { userID: CATH, ...said },
    ])
  })

  test('C202 C030 recent activities are mentions and reactions of conversations one is in, newest first', async () => {
    const { message } = await chat.calls.sendMessageToChatroom(
      { message: 'Done @[Ben](2)', chatroom: 'PROJECT: 7' },
      as(ANN),
    )
    const id = message?.id ?? 0
    await chat.calls.react({ ...PROJECT, id, reaction: 'LIKE' }, as(BEN))
    const own = await chat.calls.recentActivities(null, as(ANN))
    expect(own).toMatchObject([
      { kind: 'REACTION', message: 'Ben Carr reacted 👍 to: Done @Ben', messageID: id },
    ])
    const mentions = await chat.calls.recentActivities(null, as(BEN))
    const { entryTime } = message ?? {}
    expect(mentions).toMatchObject([
      { kind: 'MENTION', message: 'Ann Bell: Done @Ben', messageID: id, entryTime, ...PROJECT },
    ])
    // Whoever is there is told of the same items at once.
    const told = chat.published.flatMap((one) => (one.what === 'activity' ? [one.item] : []))
    expect(told).toEqual([...mentions, ...own])
    await chat.db.deleteFrom('threadMembers').where('userID', '=', BEN).execute()
    expect(await chat.calls.recentActivities(null, as(BEN))).toEqual([])
  })

  test('C202 recent activities stop at 100', async () => {
    const ids = await addMessages(chat.db, ROOM_ID, ANN, 130)
    await chat.db
      .insertInto('mentions')
      .values(ids.map((messageID) => ({ messageID, userID: BEN })))
      .execute()
    const items = await chat.calls.recentActivities(null, as(BEN))
    expect(items).toHaveLength(100)
    expect(items[0]?.messageID).toBe(ids.at(-1))
  })

  test('C192 an attached file is answered by name, only in its conversation, and not once deleted', async () => {
    const [id = 0, bare = 0] = await addMessages(chat.db, ROOM_ID, ANN, 2)
    const content = new Uint8Array([1, 2, 3])
    await chat.db
      .insertInto('attachments')
      .values({ messageID: id, fileName: 'a.csv', contentType: 'text/csv', content })
      .execute()
    const download = (of: object, messageID = id) =>
      chat.calls.downloadAttachment({ ...PROJECT, ...of, id: messageID }, as(BEN))
    expect(await download({})).toEqual({ fileName: 'a.csv', contentType: 'text/csv', content, size: 3 })
    await addRoom(chat.db, { id: 2, source: 'MEETING', sourceID: 5, members: [BEN] })
    const gone = { status: 400, value: 'File not available' }
    await expect(download({ source: 'MEETING', sourceID: 5 })).rejects.toMatchObject(gone)
    await expect(download({}, bare)).rejects.toMatchObject(gone)
    await chat.db.updateTable('messages').set({ deletedAt: 1 }).where('id', '=', id).execute()
    await expect(download({})).rejects.toMatchObject(gone)
  })
})
