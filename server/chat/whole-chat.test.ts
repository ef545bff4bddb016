import { beforeEach, describe, expect, test } from 'vitest'
import { chatSource } from '#shared/contract/chat-address.ts'
import { DELETED_MESSAGE_TEXT, MARK_UNREAD_REFUSED } from '#shared/domain/chat.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { addTaskRow } from '../tasks/testing/task-fixture.ts'
import {
  ANN,
  addMessages,
  addRoom,
  as,
  BEN,
  CATH,
  CHATROOM,
  type Chat,
  DORA,
  EVE,
  openChat,
  PROJECT,
  ROOM_ID,
} from './chat-fixture.ts'
import { markDelivered, settleDeliveries } from './delivery.ts'

let chat: Chat
beforeEach(async () => {
  chat = await openChat()
})

const published = (what: string) => chat.published.filter((one) => one.what === what)
/** Since this was asked last: whose list of conversations changed, a call at a time. */
const toldThreads = () => {
  const told = chat.published.flatMap((one) => (one.what === 'threads' ? [[...one.userIDs].sort()] : []))
  chat.published.length = 0
  return told
}
const say = async (userID: number, message: string, key: string | null = null) => {
  const sent = await chat.calls.sendMessageToChatroom({ message, chatroom: CHATROOM }, as(userID, key))
  return sent.message?.id ?? 0
}
const page = async (userID: number) => (await chat.calls.loadGroupChatMessages(PROJECT, as(userID))).messages
const TYPED = { id: 7, type: 'CHATROOM' } as const
const REFUSED = { status: 403, value: 'access denied' }
const allowed = (userID: number, ...names: PermissionName[]) =>
  as(userID, null, ['GENERAL_CAN_USE_TEAM_CHAT', ...names])

describe('editing and deleting', () => {
  test('C195 edit-message changes the author’s own text, tells all, and names who is newly mentioned', async () => {
    const id = await say(ANN, 'Hello @[Ben Carr](2)')
    const edit = (userID: number, message: string) =>
      chat.areas.chatMessages.editMessage({ id, ...PROJECT, message }, as(userID))
    await expect(edit(BEN, 'Mine')).rejects.toMatchObject(REFUSED)
    await expect(edit(ANN, '  ')).rejects.toMatchObject({ status: 400 })
    chat.published.length = 0
    const { message } = await edit(ANN, 'Hi @[Ben Carr](2) @[Cath Dunn](3)')
    expect(message).toMatchObject({ edited: true, message: 'Hi @[Ben Carr](2) @[Cath Dunn](3)' })
    expect(published('edited')).toMatchObject([{ threadID: ROOM_ID, message: { id, edited: true } }])
    expect(published('activity')).toMatchObject([{ userID: CATH, item: { kind: 'MENTION', messageID: id } }])
    expect((await page(BEN))[0]).toMatchObject({ edited: true })
    expect((await edit(ANN, 'Hi all')).message).toMatchObject({ message: 'Hi all', mentionedTime: null })
  })

  test('C196 C132 delete-message leaves only the words that it was deleted', async () => {
    const id = await say(ANN, 'A secret')
    const remove = (userID: number) => chat.areas.chatMessages.deleteMessage({ id, ...PROJECT }, as(userID))
    await expect(remove(BEN)).rejects.toMatchObject(REFUSED)
    await remove(ANN)
    expect((await page(BEN))[0]).toMatchObject({ deleted: true, message: DELETED_MESSAGE_TEXT })
    expect(published('deleted')).toMatchObject([{ message: { id, message: DELETED_MESSAGE_TEXT } }])
    await expect(remove(ANN)).rejects.toMatchObject({ status: 400 })
  })
})

describe.each(chatSource.options)('in a conversation of the kind %s', (source) => {
  const isThread = source === 'MESSAGE' || source === 'MANUAL'
  const sourceID = isThread ? 2 : 41
  const ofThread = { id: sourceID, type: isThread ? 'THREAD' : 'CHATROOM', source } as const

  test('C058 what is pinned is listed for who is in it, and for nobody else', async () => {
    await addRoom(chat.db, { id: 2, source, sourceID, members: [ANN, BEN] })
    const [first = 0, second = 0] = await addMessages(chat.db, 2, ANN, 2)
    const { pinMessage, unpinMessage, myPinnedMessages } = chat.areas.chatMessages
    for (const messageID of [first, second]) await pinMessage({ ...ofThread, messageID }, as(BEN))
    expect((await myPinnedMessages(ofThread, as(ANN))).map(({ id }) => id)).toEqual([second, first])
    await unpinMessage({ ...ofThread, messageID: first }, as(ANN))
    expect((await myPinnedMessages(ofThread, as(BEN))).map(({ id }) => id)).toEqual([second])
    await expect(myPinnedMessages(ofThread, as(EVE))).rejects.toMatchObject(REFUSED)
  })

  test('C060 its messages are searched, and no others', async () => {
    await addRoom(chat.db, { id: 2, source, sourceID, members: [ANN, BEN] })
    const here = await addMessages(chat.db, 2, ANN, 1, 'Rota for Monday')
    await say(ANN, 'Rota elsewhere')
    const { searchChatMessages } = chat.areas.chatSearch
    const query = { id: sourceID, source, messageSearchTerm: 'rota' } as const
    expect((await searchChatMessages(query, as(BEN))).map(({ id }) => id)).toEqual(here)
    await expect(searchChatMessages(query, as(EVE))).rejects.toMatchObject(REFUSED)
  })
})

describe('marks', () => {
  test('C198 C204 C005 a message is pinned for everybody, listed, and unpinned', async () => {
    const [first = 0, second = 0] = await addMessages(chat.db, ROOM_ID, ANN, 2)
    const { pinMessage, unpinMessage, myPinnedMessages } = chat.areas.chatMessages
    await pinMessage({ ...TYPED, messageID: first }, as(BEN))
    await pinMessage({ ...TYPED, messageID: second }, as(BEN))
    const pinned = await myPinnedMessages(TYPED, as(CATH))
    expect(pinned.map((one) => one.id)).toEqual([second, first])
    expect(pinned.every((one) => one.pinnedTime !== null)).toBe(true)
    await unpinMessage({ ...TYPED, messageID: second }, as(CATH))
    expect((await myPinnedMessages(TYPED, as(BEN))).map((one) => one.id)).toEqual([first])
    expect(published('edited').map((one) => 'message' in one && one.message?.pinnedTime === null)).toEqual([
      false,
      false,
      true,
    ])
    await expect(pinMessage({ ...TYPED, messageID: first }, as(EVE))).rejects.toMatchObject(REFUSED)
    await expect(pinMessage({ ...TYPED, id: 8, messageID: first }, as(BEN))).rejects.toMatchObject(REFUSED)
    await expect(pinMessage({ ...TYPED, messageID: 999 }, as(BEN))).rejects.toMatchObject(REFUSED)
    // The conversation's source may be named, too, and has to be right then.
    const sourced = { ...TYPED, messageID: second }
    await pinMessage({ ...sourced, source: 'PROJECT' }, as(BEN))
    expect(await myPinnedMessages(TYPED, as(BEN))).toHaveLength(2)
    const other = pinMessage({ ...sourced, source: 'JOB_ORDER' }, as(BEN))
    await expect(other).rejects.toMatchObject(REFUSED)
  })

  test('C199 C204 C006 a broadcast names who made it, is the latest, and is taken back', async () => {
    const id = await say(ANN, 'Fire drill')
    const calls = chat.areas.chatMessages
    expect(await calls.latestBroadcastMessage(TYPED, as(BEN))).toEqual({ message: null })
    chat.published.length = 0
    await calls.broadcastMessage({ ...TYPED, messageID: id }, as(BEN))
    expect(published('edited')).toMatchObject([{ threadID: ROOM_ID, message: { id, broadcastUserID: BEN } }])
    expect(await calls.latestBroadcastMessage(TYPED, as(CATH))).toMatchObject({
      message: { id, broadcastUserID: BEN, broadcastUsername: 'Ben Carr', broadcastTime: expect.any(String) },
    })
    expect(await calls.broadcastMessages(TYPED, as(CATH))).toHaveLength(1)
    chat.published.length = 0
    await calls.removeBroadcastMessage({ ...TYPED, messageID: id }, as(BEN))
    expect(published('edited')).toMatchObject([{ threadID: ROOM_ID, message: { id, broadcastUserID: null } }])
    expect(await calls.broadcastMessages(TYPED, as(CATH))).toEqual([])
    expect((await page(CATH))[0]).toMatchObject({ broadcastTime: null, broadcastUserID: null })
  })

  test('C199 a broadcast is of a message in the conversation that is named', async () => {
    const messageID = await say(ANN, 'Fire drill')
    const { broadcastMessage, broadcastMessages } = chat.areas.chatMessages
    for (const wrong of [
      { id: 8 },
      { type: 'THREAD' },
      { source: 'JOB_ORDER' },
      { messageID: 999 },
    ] as const) {
      const made = broadcastMessage({ ...TYPED, messageID, ...wrong }, as(BEN))
      await expect(made).rejects.toMatchObject(REFUSED)
    }
    await expect(broadcastMessage({ ...TYPED, messageID }, as(EVE))).rejects.toMatchObject(REFUSED)
    expect(await broadcastMessages(TYPED, as(CATH))).toEqual([])
    await broadcastMessage({ ...TYPED, messageID, source: 'PROJECT' }, as(BEN))
    expect(await broadcastMessages(TYPED, as(CATH))).toHaveLength(1)
  })

  test('two rooms of one source id are told apart by their source', async () => {
    await addRoom(chat.db, { id: 2, source: 'TASK_CHAT', sourceID: 7, members: [BEN] })
    await expect(chat.areas.chatThreads.pinThread(TYPED, as(BEN))).rejects.toMatchObject({ status: 400 })
    await chat.areas.chatThreads.pinThread({ ...TYPED, source: 'TASK_CHAT' }, as(BEN))
    const threads = await chat.calls.myChatThreads(null, as(BEN))
    expect(threads.filter((one) => one.lastPinnedTime !== null).map((one) => one.id)).toEqual([2])
  })
})

describe('deliveries', () => {
  test('C028 C105 C187 a message is SENT until everybody has it, then DELIVERED, and its author is told', async () => {
    await addRoom(chat.db, { id: 2, source: 'MEETING', sourceID: 5, members: [ANN, EVE] })
    const { message } = await chat.calls.sendMessageToChatroom(
      { message: 'Hi', chatroom: 'MEETING: 5' },
      as(ANN),
    )
    const id = message?.id ?? 0
    const statuses = (userID: number) =>
      chat.areas.chatMessages.getMessageStatuses({ type: 'CHATROOM', messageIDs: [id, 999] }, as(userID))
    expect(message?.overallStatus).toBe('SENT')
    expect(await statuses(ANN)).toEqual([{ id, overallStatus: 'SENT' }])
    expect(await statuses(BEN)).toEqual([])
    await markDelivered(chat.db, EVE)
    await settleDeliveries(chat.db, chat.hub, EVE)
    expect(await statuses(ANN)).toEqual([{ id, overallStatus: 'DELIVERED' }])
    expect(published('statuses')).toEqual([{ what: 'statuses', userID: ANN, messageIDs: [id] }])
    await settleDeliveries(chat.db, chat.hub, EVE)
    expect(published('statuses')).toHaveLength(1)
    const ask = (type: 'CHATROOM' | 'THREAD', messageIDs: number[]) =>
      chat.areas.chatMessages.getMessageStatuses({ type, messageIDs }, as(ANN))
    expect(await ask('CHATROOM', [id])).toEqual([{ id, overallStatus: 'DELIVERED' }])
    expect([await ask('CHATROOM', []), await ask('THREAD', [id])]).toEqual([[], []])
  })

  test('C028 C105 a message to people who are all connected is DELIVERED at once', async () => {
    const { message } = await chat.calls.sendMessageToChatroom({ message: 'Hi', chatroom: CHATROOM }, as(ANN))
    expect(message?.overallStatus).toBe('DELIVERED')
  })

  test('C201 get-message-stats tells who has read it and who has it, by name; empty for a room of one', async () => {
    await addRoom(chat.db, { id: 2, source: 'MEETING', sourceID: 5, members: [ANN, BEN, CATH, EVE] })
    const { message } = await chat.calls.sendMessageToChatroom(
      { message: 'Hi', chatroom: 'MEETING: 5' },
      as(ANN),
    )
    const at = { source: 'MEETING', sourceID: 5 } as const
    const stats = () => chat.areas.chatMessages.getMessageStats({ id: message?.id ?? 0, ...at }, as(ANN))
    await chat.calls.focusOnThread(at, as(BEN))
    expect(await stats()).toMatchObject([
      { userID: BEN, userName: 'Ben Carr', channel: 'TEAM_CHAT', status: 'READ', time: expect.any(String) },
      // Whoever is online has it.
      { userID: CATH, userName: 'Cath Dunn', status: 'DELIVERED', time: null },
      { userID: EVE, userName: 'Eve Ford', status: 'SENT', time: null },
    ])
    // Eve was there for a moment, and Ben has read on since: when he read this one isn't known.
    const through = { deliveredThroughID: message?.id ?? 0 }
    await chat.db
      .updateTable('threadMembers')
      .set(through)
      .where('threadID', '=', 2)
      .where('userID', '=', EVE)
      .execute()
    await chat.calls.sendMessageToChatroom({ message: 'More', chatroom: 'MEETING: 5' }, as(ANN))
    await chat.calls.focusOnThread(at, as(BEN))
    expect(await stats()).toMatchObject([
      { userID: BEN, status: 'READ', time: null },
      { userID: CATH, status: 'DELIVERED' },
      { userID: EVE, status: 'DELIVERED', time: null },
    ])
    await addRoom(chat.db, { id: 3, source: 'MEETING', sourceID: 6, members: [ANN] })
    const [alone = 0] = await addMessages(chat.db, 3, ANN, 1)
    const own = { id: alone, source: 'MEETING', sourceID: 6 } as const
    expect(await chat.areas.chatMessages.getMessageStats(own, as(ANN))).toEqual([])
  })
})

describe('conversations', () => {
  const thread = async (userID: number) => (await chat.calls.myChatThreads(PROJECT, as(userID)))[0]

  test('C203 pin-thread and unpin-thread are the person’s own, and told to their windows alone', async () => {
    await chat.areas.chatThreads.pinThread(TYPED, as(BEN))
    expect(toldThreads()).toEqual([[BEN]])
    expect((await thread(BEN))?.lastPinnedTime).toEqual(expect.any(String))
    expect((await thread(CATH))?.lastPinnedTime).toBeNull()
    await chat.areas.chatThreads.pinThread(TYPED, as(CATH))
    expect(toldThreads()).toEqual([[CATH]])
    await chat.areas.chatThreads.unpinThread(TYPED, as(BEN))
    expect(toldThreads()).toEqual([[BEN]])
    expect((await thread(BEN))?.lastPinnedTime).toBeNull()
    expect((await thread(CATH))?.lastPinnedTime).toEqual(expect.any(String))
  })

  test('C211 archive-thread puts it away for the person, who can take it back', async () => {
    await chat.areas.chatThreads.archiveThread(PROJECT, as(BEN))
    expect([(await thread(BEN))?.isArchive, (await thread(ANN))?.isArchive]).toEqual([true, false])
    expect(toldThreads()).toEqual([[BEN]])
    await chat.areas.chatThreads.unarchiveThread(PROJECT, as(BEN))
    expect(toldThreads()).toEqual([[BEN]])
    expect((await thread(BEN))?.isArchive).toBe(false)
    await expect(chat.areas.chatThreads.archiveThread(PROJECT, as(EVE))).rejects.toMatchObject(REFUSED)
  })

  test('C131 C212 a group’s admin, and nobody else, puts its messages away for all', async () => {
    const archive = (userID: number) => chat.areas.chatThreads.archiveThreadMessages(PROJECT, as(userID))
    // Where nothing was written there is nothing to put away, and nobody to tell.
    await archive(ANN)
    expect(chat.published).toEqual([])
    const ids = await addMessages(chat.db, ROOM_ID, BEN, 60, 'Needle')
    await expect(archive(BEN)).rejects.toMatchObject(REFUSED)
    await archive(ANN)
    expect(published('unread')).toEqual(
      [ANN, BEN, CATH].map((userID) => ({ what: 'unread', userID, count: 0 })),
    )
    expect(toldThreads()).toEqual([[ANN, BEN, CATH]])
    expect(await page(CATH)).toEqual([])
    expect(await thread(CATH)).toMatchObject({ unread: 0, lastMessage: '' })
    const before = { ...PROJECT, anchorBefore: true, anchorMessageID: ids.at(-1) ?? 0 }
    expect((await chat.calls.loadGroupChatMessages(before, as(CATH))).messages).toEqual([])
    expect(await chat.areas.chatSearch.searchMessages({ messageSearchTerm: 'needle' }, as(CATH))).toEqual([])
    await say(BEN, 'A fresh start')
    expect((await page(CATH)).map((one) => one.message)).toEqual(['A fresh start'])
  })

  test('C130 mark as unread makes the newest unread again, and is refused to its sender', async () => {
    const [first = 0] = await addMessages(chat.db, ROOM_ID, ANN, 5)
    const mark = (userID: number, messageID?: number) =>
      chat.areas.chatThreads.markAsUnread({ ...PROJECT, ...(messageID && { messageID }) }, as(userID))
    await chat.calls.focusOnThread(PROJECT, as(BEN))
    chat.published.length = 0
    expect(await mark(BEN)).toEqual({ unread: 1 })
    expect(published('unread')).toEqual([{ what: 'unread', userID: BEN, count: 1 }])
    expect(toldThreads()).toEqual([[BEN]])
    expect((await thread(BEN))?.unread).toBe(1)
    expect(await mark(BEN, first)).toEqual({ unread: 5 })
    expect(published('unread')).toMatchObject([{ userID: BEN }])
    expect(toldThreads()).toEqual([[BEN]])
    await expect(mark(ANN)).rejects.toMatchObject({ status: 400, value: MARK_UNREAD_REFUSED })
  })

  test('C210 join-room begins one meeting, which the others join; they are told that it began', async () => {
    const join = (userID: number) =>
      chat.areas.chatThreads.joinRoom({ ...PROJECT, name: 'Stand-up' }, as(userID))
    const { roomID } = await join(BEN)
    expect(await join(CATH)).toEqual({ roomID })
    expect(published('meeting')).toMatchObject([
      { threadID: ROOM_ID, meeting: { meetingID: roomID, title: 'Stand-up' } },
    ])
    const meeting = await chat.db.selectFrom('meetings').selectAll().executeTakeFirstOrThrow()
    expect(meeting).toMatchObject({ hostID: BEN, subject: 'Stand-up' })
    expect(meeting.end - meeting.start).toBe(15 * 60_000)
    await expect(join(EVE)).rejects.toMatchObject(REFUSED)
  })

  test('C210 a meeting that is given no name has its room’s', async () => {
    await chat.areas.chatThreads.joinRoom(PROJECT, as(BEN))
    expect(published('meeting')).toMatchObject([{ threadID: ROOM_ID, meeting: { title: 'Room 1' } }])
  })

  test('C062 a group’s name and members are its admin’s to change; who is taken out hears nothing more', async () => {
    const { threadID } = await chat.calls.startConversation({ users: [BEN, CATH], name: 'Nights' }, as(ANN))
    const group = { source: 'MANUAL', sourceID: threadID } as const
    const calls = chat.areas.chatThreads
    await expect(calls.renameGroup({ ...group, name: 'Days' }, as(BEN))).rejects.toMatchObject(REFUSED)
    chat.published.length = 0
    await calls.renameGroup({ ...group, name: 'Days' }, as(ANN))
    expect(toldThreads()).toEqual([[ANN, BEN, CATH]])
    await calls.addGroupMembers({ ...group, users: [EVE, BEN] }, as(ANN))
    expect(published('added').at(-1)).toMatchObject({ threadID, userIDs: [EVE] })
    await expect(calls.addGroupMembers({ ...group, users: [DORA] }, as(ANN))).rejects.toMatchObject({
      status: 400,
    })
    await calls.removeGroupMember({ ...group, userID: BEN }, as(ANN))
    expect(published('removed')).toEqual([{ what: 'removed', threadID, userIDs: [BEN] }])
    await calls.removeGroupMember({ ...group, userID: ANN }, as(ANN))
    const [left] = await chat.calls.myChatThreads(group, as(CATH))
    expect(left).toMatchObject({ displayLabel: 'Days', isAdmin: true })
    expect(await chat.calls.myChatThreads(group, as(BEN))).toEqual([])
  })
})

describe('topics', () => {
  const TOPIC = { ...PROJECT, threadID: ROOM_ID, type: 'CHATROOM', name: 'Quota' } as const

  test('C132 the topic whose newest message was deleted says so in the list', async () => {
    const topic = await chat.areas.chatTopics.addChatTopic(TOPIC, as(BEN))
    const listed = async () => {
      const [first] = await chat.areas.chatTopics.loadTopicChats({ threadID: ROOM_ID }, as(CATH))
      return first?.lastMessage
    }
    const address = { source: 'TOPIC', sourceID: topic.sourceID } as const
    const chatroom = `TOPIC: ${topic.sourceID}`
    const { message } = await chat.calls.sendMessageToChatroom({ message: 'Full now', chatroom }, as(BEN))
    expect(await listed()).toBe('Full now')
    await chat.areas.chatMessages.deleteMessage({ id: message?.id ?? 0, ...address }, as(BEN))
    expect(await listed()).toBe('This message has been deleted')
  })

  test('C188 C189 C191 a topic grows out of a message, is listed with its parent, and is entered by its members', async () => {
    const id = await say(ANN, 'Quota is low')
    const topic = await chat.areas.chatTopics.addChatTopic({ ...TOPIC, messageID: id }, as(BEN))
    expect(topic).toMatchObject({ name: 'Quota', parentID: ROOM_ID, messageID: id, isMember: true })
    expect((await page(CATH))[0]?.topicID).toBe(topic.id)
    expect(published('topic')).toMatchObject([{ threadID: ROOM_ID, topicID: topic.id, message: { id } }])
    expect(published('added').at(-1)).toMatchObject({ threadID: topic.id, userIDs: [ANN, BEN, CATH] })
    const list = await chat.areas.chatTopics.loadTopicChats({ threadID: ROOM_ID }, as(CATH))
    expect(list).toMatchObject([{ id: topic.id, name: 'Quota' }])
    expect(await chat.areas.chatTopics.loadTopicChat({ id: topic.id }, as(CATH))).toMatchObject({
      id: topic.id,
    })
    await expect(chat.areas.chatTopics.loadTopicChat({ id: topic.id }, as(EVE))).rejects.toMatchObject(
      REFUSED,
    )
    const again = chat.areas.chatTopics.addChatTopic({ ...TOPIC, messageID: id }, as(ANN))
    await expect(again).rejects.toMatchObject({ status: 409 })
  })

  test('C210 who comes to the parent later enters a topic by join-room', async () => {
    const topic = await chat.areas.chatTopics.addChatTopic(TOPIC, as(ANN))
    const row = { threadID: ROOM_ID, userID: EVE, isAdmin: 0, isArchived: 0, lastReadMessageID: 0 }
    await chat.db.insertInto('threadMembers').values(row).execute()
    const enter = (...names: PermissionName[]) =>
      chat.areas.chatThreads.joinRoom({ source: 'TOPIC', sourceID: topic.sourceID }, allowed(EVE, ...names))
    await expect(enter()).rejects.toMatchObject(REFUSED)
    await enter('CHAT_CAN_USE_TOPICS')
    expect(await chat.areas.chatTopics.loadTopicChat({ id: topic.id }, as(EVE))).toMatchObject({
      isMember: true,
    })
  })

  test('C191 a topic is shown to who is in it or in the conversation that it belongs to', async () => {
    const topic = await chat.areas.chatTopics.addChatTopic(TOPIC, as(BEN))
    const leaves = (threadID: number, userID: number) =>
      chat.db
        .deleteFrom('threadMembers')
        .where('threadID', '=', threadID)
        .where('userID', '=', userID)
        .execute()
    await leaves(topic.id, CATH)
    await leaves(ROOM_ID, ANN)
    const load = (userID: number) => chat.areas.chatTopics.loadTopicChat({ id: topic.id }, as(userID))
    expect(await load(CATH)).toMatchObject({ id: topic.id, isMember: false })
    expect(await load(ANN)).toMatchObject({ id: topic.id, isMember: true })
    await leaves(ROOM_ID, CATH)
    await expect(load(CATH)).rejects.toMatchObject(REFUSED)
  })

  test('C190 suggested discussions are messages that were answered and have no topic', async () => {
    const asked = await say(ANN, 'Who has the keys?')
    await say(ANN, 'Nobody answers this')
    for (const person of [BEN, CATH])
      await chat.calls.sendMessageToChatroom(
        { message: 'Me', chatroom: CHATROOM, replyTo: asked },
        as(person),
      )
    const load = () => chat.areas.chatTopics.loadSuggestedDiscussions({ threadID: ROOM_ID }, as(BEN))
    expect(await load()).toMatchObject([{ messageID: asked, name: 'Who has the keys?', replies: 2 }])
    await chat.areas.chatTopics.addChatTopic({ ...TOPIC, messageID: asked }, as(ANN))
    expect(await load()).toEqual([])
  })

  test('C190 the five that were answered most in the last fourteen days are suggested', async () => {
    const asked = await addMessages(chat.db, ROOM_ID, ANN, 7)
    const answered = async (messageID: number, times: number) => {
      const ids = await addMessages(chat.db, ROOM_ID, BEN, times)
      await chat.db.updateTable('messages').set({ replyToID: messageID }).where('id', 'in', ids).execute()
    }
    for (const [place, messageID] of asked.entries()) await answered(messageID, place + 1)
    const load = async () => {
      const list = await chat.areas.chatTopics.loadSuggestedDiscussions({ threadID: ROOM_ID }, as(CATH))
      return list.map(({ messageID, replies }) => [messageID, replies])
    }
    const counted = asked.map((messageID, place) => [messageID, place + 1]).toReversed()
    expect(await load()).toEqual(counted.slice(0, 5))
    // The fixture's clock goes a second further each time that it is read.
    const now = chat.clock() + 1000
    const since = (ms: number) =>
      chat.db
        .updateTable('messages')
        .set({ entryTime: now - 14 * 24 * 3_600_000 + ms })
        .where('id', 'in', asked.slice(5))
        .execute()
    await since(0)
    expect(await load()).toEqual(counted.slice(0, 5))
    await since(999)
    expect(await load()).toEqual(counted.slice(2))
  })

  test('C188 a topic has none of its own, and its parent must be what it is said to be', async () => {
    const topic = await chat.areas.chatTopics.addChatTopic(TOPIC, as(ANN))
    const within = {
      source: 'TOPIC',
      sourceID: topic.sourceID,
      threadID: topic.id,
      type: 'CHATROOM',
      name: 'x',
    } as const
    await expect(chat.areas.chatTopics.addChatTopic(within, as(ANN))).rejects.toMatchObject({ status: 400 })
    const wrong = { ...TOPIC, sourceID: 8 }
    await expect(chat.areas.chatTopics.addChatTopic(wrong, as(ANN))).rejects.toMatchObject({ status: 400 })
  })
})

describe('search', () => {
  const all = (userID: number, messageSearchTerm: string) =>
    chat.areas.chatSearch.searchMessages({ messageSearchTerm }, as(userID))

  test('C205 C010 search-messages finds by the beginnings of words, by conversation, in one’s own rooms only', async () => {
    await addRoom(chat.db, { id: 2, source: 'MEETING', sourceID: 5, members: [ANN, EVE] })
    const here = await say(BEN, 'The quotas of Café Nero are full')
    const there = await addMessages(chat.db, 2, EVE, 1, 'Quota again')
    expect(await all(BEN, 'quot cafe')).toMatchObject([
      { ...PROJECT, type: 'CHATROOM', label: CHATROOM, displayLabel: 'Room 1', messages: [{ id: here }] },
    ])
    expect((await all(ANN, 'quota')).map((one) => one.threadID)).toEqual([2, ROOM_ID])
    expect((await all(EVE, 'QUOTA')).map((one) => one.messages[0]?.id)).toEqual(there)
    expect(await all(CATH, 'uotas')).toEqual([])
    expect(await all(BEN, 'qu')).toHaveLength(1)
    // What is found among two people stands under the other one's name, read or unread as it is.
    await addRoom(chat.db, { id: 3, source: 'MESSAGE', sourceID: 3, members: [BEN, DORA] })
    const [said = 0] = await addMessages(chat.db, 3, DORA, 1, 'Rota')
    expect(await all(BEN, 'rota')).toMatchObject([
      { threadID: 3, displayLabel: 'Dora Ellis', messages: [{ id: said }] },
    ])
    for (const term of ['', 'q', '" OR 1', 'NEAR(', '*', '"'])
      await expect(all(BEN, term)).resolves.toEqual([])
  })

  test('C070 what is found is grouped by conversation, each with its name', async () => {
    await addRoom(chat.db, { id: 2, source: 'MEETING', sourceID: 5, members: [ANN, EVE] })
    const first = await say(BEN, 'Quota one')
    const [between] = await addMessages(chat.db, 2, EVE, 1, 'Quota two')
    const last = await say(ANN, 'Quota three')
    const found = await all(ANN, 'quota')
    expect(found.map(({ displayLabel, messages }) => [displayLabel, messages.map(({ id }) => id)])).toEqual([
      ['Room 1', [last, first]],
      ['Room 2', [between]],
    ])
  })

  test('C206 what is edited is found by its new words, what is deleted not at all', async () => {
    const id = await say(ANN, 'Original wording')
    await chat.areas.chatMessages.editMessage({ id, ...PROJECT, message: 'Changed phrase' }, as(ANN))
    expect(await all(BEN, 'original')).toEqual([])
    expect(await all(BEN, 'phrase')).toHaveLength(1)
    await chat.areas.chatMessages.deleteMessage({ id, ...PROJECT }, as(ANN))
    expect(await all(BEN, 'phrase')).toEqual([])
  })

  test('C206 search-chat-messages stays within one conversation, newest first', async () => {
    const first = await say(ANN, 'Rota for Monday')
    const second = await say(BEN, 'Monday rota is wrong')
    await addRoom(chat.db, { id: 2, source: 'MEETING', sourceID: 5, members: [ANN] })
    await addMessages(chat.db, 2, ANN, 1, 'Rota')
    const search = (userID: number) =>
      chat.areas.chatSearch.searchChatMessages(
        { id: 7, source: 'PROJECT', messageSearchTerm: 'rota' },
        as(userID),
      )
    expect((await search(ANN)).map((one) => one.id)).toEqual([second, first])
    await expect(search(EVE)).rejects.toMatchObject(REFUSED)
  })

  test('C183 search-tag-assets finds one’s own tasks, rooms, tickets and meetings, with ids to tag them by', async () => {
    await addTaskRow(chat.db, { id: 41, userID: BEN, subject: 'Wave 3 quota' })
    await addRoom(chat.db, {
      id: 3,
      source: 'JOB_ORDER',
      sourceID: 8,
      members: [ANN],
      displayLabel: 'Quota order',
    })
    await chat.areas.chatThreads.joinRoom({ ...PROJECT, name: 'Quota talk' }, as(BEN))
    const found = await chat.areas.chatSearch.searchTagAssets({ searchTerm: 'quota' }, as(BEN))
    expect(found.map((one) => one.id)).toEqual(['TASK:41', expect.stringMatching(/^MEETING:\d+$/)])
    expect(found[0]).toMatchObject({ label: 'Wave 3 quota', type: 'TASK' })
    expect(await chat.areas.chatSearch.searchTagAssets({ searchTerm: 'wave' }, as(ANN))).toEqual([])
    expect(await chat.areas.chatSearch.searchTagAssets({ searchTerm: '%' }, as(BEN))).toEqual([])
  })

  test('C184 C221 C117 the mention list is the members without those selected, with the pseudo entries in groups', async () => {
    const { searchMentionList, searchTaskMentionList } = chat.areas.chatSearch
    const names = async (of: object, userID = ANN) =>
      (await searchMentionList({ ...PROJECT, ...of }, as(userID))).map((one) => one.userName)
    expect(await names({})).toEqual(['Ben Carr', 'Cath Dunn'])
    expect(await names({ selectedIDs: [BEN], searchTerm: 'c' })).toEqual(['Cath Dunn'])
    expect(await names({ searchTerm: 'adm' })).toEqual(['Admins'])
    expect(await searchTaskMentionList({ ...PROJECT, searchTerm: 'eve' }, as(ANN))).toEqual([
      { id: 0, userID: 0, userName: 'Everyone' },
    ])
    const { threadID } = await chat.calls.startConversation({ users: [EVE] }, as(ANN))
    expect(await names({ source: 'MESSAGE', sourceID: threadID, searchTerm: 'eve' })).toEqual(['Eve Ford'])
  })
})

describe('polls, documents and the rest', () => {
  const POLL = {
    ...PROJECT,
    question: 'Lunch?',
    options: ['Soup', 'Salad'],
    isMultiple: false,
    isAnonymous: false,
    closesAt: null,
  }

  test('C084 a poll is asked in a message, voted in once a person, changed, and closed by who asked', async () => {
    const calls = chat.areas.chatSharedThings
    const { poll, message } = await calls.newPoll(POLL, as(BEN))
    expect(message.message).toBe(`Poll: #START_ASSET_TAG[Lunch?][POLL:${poll.id}]END_ASSET_TAG#`)
    expect(poll.messageID).toBe(message.id)
    const [soup = 0, salad = 0] = poll.options.map((one) => one.id)
    await calls.votePoll({ pollID: poll.id, optionIDs: [soup] }, as(CATH))
    const both = calls.votePoll({ pollID: poll.id, optionIDs: [soup, salad] }, as(CATH))
    await expect(both).rejects.toMatchObject({ status: 400 })
    // Everybody who looks at it is told of each vote, and of its end.
    const told = { what: 'poll', threadID: ROOM_ID, id: poll.id }
    expect(published('poll')).toEqual([told])
    const changed = await calls.votePoll({ pollID: poll.id, optionIDs: [salad] }, as(CATH))
    expect(changed).toMatchObject({
      voters: 1,
      options: [
        { votes: 0, isMine: false },
        { votes: 1, isMine: true, names: ['Cath Dunn'] },
      ],
    })
    await expect(calls.closePoll({ pollID: poll.id }, as(CATH))).rejects.toMatchObject(REFUSED)
    expect(await calls.closePoll({ pollID: poll.id }, as(BEN))).toMatchObject({ isClosed: true })
    const late = calls.votePoll({ pollID: poll.id, optionIDs: [] }, as(CATH))
    await expect(late).rejects.toMatchObject({ status: 400 })
    expect(published('poll')).toEqual([told, told, told])
    await expect(calls.loadPoll({ pollID: poll.id }, as(EVE))).rejects.toMatchObject(REFUSED)
    expect(await calls.loadPolls(PROJECT, as(ANN))).toHaveLength(1)
  })

  test('an anonymous poll names nobody', async () => {
    const calls = chat.areas.chatSharedThings
    const { poll } = await calls.newPoll({ ...POLL, isAnonymous: true }, as(BEN))
    const optionIDs = [poll.options[0]?.id ?? 0]
    expect((await calls.votePoll({ pollID: poll.id, optionIDs }, as(CATH))).options[0]).toMatchObject({
      votes: 1,
      names: [],
    })
  })

  test('C081 a document is written by all, and nobody overwrites another unseen', async () => {
    const calls = chat.areas.chatSharedThings
    const { document } = await calls.newChatDocument({ ...PROJECT, title: 'Rota', text: 'Mon' }, as(ANN))
    const save = (userID: number, text: string, version: number) =>
      calls.saveChatDocument({ documentID: document.id, title: 'Rota', text, version }, as(userID))
    expect(await save(BEN, 'Mon, Tue', 1)).toMatchObject({ version: 2, updatedByName: 'Ben Carr' })
    await expect(save(CATH, 'Wed', 1)).rejects.toMatchObject({ status: 409 })
    await expect(save(EVE, 'x', 2)).rejects.toMatchObject(REFUSED)
    expect(published('document')).toEqual([{ what: 'document', threadID: ROOM_ID, id: document.id }])
  })

  test('a link to a message opens with it in the middle of its page', async () => {
    const ids = await addMessages(chat.db, ROOM_ID, ANN, 120)
    const around = (id: number) => chat.areas.chatMessages.loadMessagesAround({ id, ...PROJECT }, as(BEN))
    const middle = await around(ids[60] ?? 0)
    expect(middle.messages).toHaveLength(50)
    expect(middle.messages.findIndex((one) => one.id === ids[60])).toBe(24)
    expect((await around(ids[119] ?? 0)).latestMessageID).toBe(ids[119])
    expect(await around(ids[0] ?? 0)).toMatchObject({ oldestMessageID: ids[0], latestMessageID: ids[49] })
    expect((await around(9999)).messages).toEqual([])
  })

  test('C086 a message to the customer is mailed and stands in the job order’s chat', async () => {
    await addRoom(chat.db, { id: 2, source: 'JOB_ORDER', sourceID: 5, members: [ANN, BEN] })
    const input = { sourceID: 5, email: 'c@shop.example', subject: 'Order', message: 'On its way' }
    const { message } = await chat.areas.chatMessages.sendCustomerMessage(input, as(ANN))
    expect(chat.mails).toEqual([
      { to: 'c@shop.example', subject: 'Order', text: 'On its way', kind: 'CUSTOMER' },
    ])
    expect(message).toMatchObject({ tokenType: 'EMAIL', message: expect.stringContaining('On its way') })
    await expect(chat.areas.chatMessages.sendCustomerMessage(input, as(CATH))).rejects.toMatchObject(REFUSED)
  })

  test('C237 a quick message is in the thread of the two and told to the other at once', async () => {
    const quick = { userID: BEN, message: 'Call me' }
    const { threadID } = await chat.areas.chatMessages.sendQuickMessage(quick, as(ANN, 'key-1'))
    const again = await chat.areas.chatMessages.sendQuickMessage(quick, as(ANN, 'key-1'))
    expect(again.threadID).toBe(threadID)
    expect(published('quick')[0]).toMatchObject({ userID: BEN, message: { message: 'Call me' } })
    expect((await chat.calls.loadThreadChatMessages({ threadID }, as(BEN))).messages).toHaveLength(1)
  })

  test('C091 an analysis counts words, answers and readers', async () => {
    const id = await say(ANN, 'See https://a.example @[Ben Carr](2), please')
    await chat.calls.sendMessageToChatroom({ message: 'Done', chatroom: CHATROOM, replyTo: id }, as(BEN))
    expect(await chat.areas.chatMessages.analyseMessage({ id, ...PROJECT }, as(ANN))).toMatchObject({
      links: 1,
      mentions: ['Ben Carr'],
      replies: 1,
      readers: 1,
      audience: 2,
      firstReplyMinutes: 0,
    })
  })

  test('C012 C147 C218 update-chat-status takes the three, and others from who may', async () => {
    const { updateChatStatus, chatStatuses } = chat.areas.chatStatus
    for (const status of ['AVAILABLE', 'BE RIGHT BACK', 'BUSY'] as const)
      await updateChatStatus({ status }, as(BEN))
    await expect(updateChatStatus({ status: 'PRESENTING' }, as(BEN))).rejects.toMatchObject(REFUSED)
    await updateChatStatus({ status: 'PRESENTING' }, allowed(CATH, 'CHAT_CAN_SET_ANY_STATUS'))
    expect(await chatStatuses(null, as(ANN))).toEqual([
      { userID: BEN, status: 'BUSY' },
      { userID: CATH, status: 'PRESENTING' },
    ])
    expect(published('contacts')).toHaveLength(4)
  })

  test('quiet hours are kept for the person, whose other windows are told', async () => {
    const hours = { isEnabled: true, from: '18:00', to: '08:00', days: [1] }
    expect(await chat.areas.chatStatus.getQuietHours(null, as(BEN))).toMatchObject({ isEnabled: false })
    await chat.areas.chatStatus.saveQuietHours(hours, as(BEN))
    expect(await chat.areas.chatStatus.getQuietHours(null, as(BEN))).toEqual(hours)
    expect(published('audio')).toEqual([{ what: 'audio', userID: BEN }])
  })
})
