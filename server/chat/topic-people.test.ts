import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as chat from '#shared/contract/chat.ts'
import type { TopicChat } from '#shared/contract/chat-entities.ts'
import * as files from '#shared/contract/chat-files.ts'
import * as messages from '#shared/contract/chat-messages.ts'
import * as search from '#shared/contract/chat-search.ts'
import * as shared from '#shared/contract/chat-shared-things.ts'
import * as threads from '#shared/contract/chat-threads.ts'
import * as topics from '#shared/contract/chat-topics.ts'
import type { Call, RequestOf } from '#shared/contract/http-call.ts'
import { chatHub } from '#shared/hubs/chat.ts'
import { mainHub } from '#shared/hubs/main.ts'
import { createLiveClients } from '../http/testing/live-clients.ts'
import { postForm } from '../http/testing/post-form.ts'
import { addPerson, post, startTestServer, type TestServer } from '../http/testing/test-server.ts'
import { type Caller, callerOf } from '../tickets/testing/company.ts'

const CHATTING = ['GENERAL_CAN_USE_TEAM_CHAT', 'CHAT_CAN_USE_TOPICS', 'CHAT_CAN_ADD_ATTACHMENT'] as const

let server: TestServer
let url: string
let ann: Caller
let ben: Caller
let cath: Caller
let eve: Caller
let group: { source: 'MANUAL'; sourceID: number }
let topic: TopicChat
let place: { source: 'TOPIC'; sourceID: number }
const clients = createLiveClients()

beforeEach(async () => {
  server = await startTestServer()
  url = await server.server.listen(0, '127.0.0.1')
  const person = async (userName: string) =>
    callerOf(server, userName, await addPerson(server, { userName, permissions: CHATTING }))
  ann = await person('ann')
  ben = await person('ben')
  cath = await person('cath')
  eve = await person('eve')
  const users = [ben.id, cath.id]
  const { threadID } = await ann.get(chat.startConversation, { users, name: 'Nights', message: 'Kestrel' })
  group = { source: 'MANUAL', sourceID: threadID }
  topic = await ben.get(topics.addChatTopic, { ...group, threadID, type: 'THREAD', name: 'Keys' })
  place = { source: 'TOPIC', sourceID: topic.sourceID }
})
afterEach(async () => {
  await clients.closeAll()
  await server.server.close()
})

const say = async (who: Caller, message: string) =>
  (await who.get(chat.sendMessageToChatroom, { chatroom: topic.label, message })).message?.id ?? 0
const remove = (who: Caller, whom: Caller) =>
  who.get(threads.removeGroupMember, { ...group, userID: whom.id })

/** Fills a topic with a message, a film, a poll and a document. */
async function fill() {
  const messageID = await say(ann, 'The kestrel keys')
  const form = new FormData()
  form.set('chatroom', topic.label)
  form.set('message', 'The kestrel film')
  form.set('file', new File([Uint8Array.of(1, 2, 3)], 'kestrel.mp4', { type: 'video/mp4' }))
  expect((await postForm(server, files.sendAttachmentToChatroom.path, form, ann.bearer)).status).toBe(200)
  const { messages: all } = await ann.get(chat.loadGroupChatMessages, place)
  const fileID = all.find(({ id }) => id > messageID)?.id ?? 0
  const poll = {
    question: 'Who?',
    options: ['A', 'B'],
    isMultiple: false,
    isAnonymous: false,
    closesAt: null,
  }
  const pollID = (await ann.get(shared.newPoll, { ...place, ...poll })).poll.id
  const documentID = (await ann.get(shared.newChatDocument, { ...place, title: 'Rota', text: '' })).document
    .id
  return { messageID, fileID, pollID, documentID }
}

/** Each way into the topic, as that person: 200 where it is open, 403 where it isn't. */
async function waysIn(
  who: Caller,
  { messageID, fileID, pollID, documentID }: Awaited<ReturnType<typeof fill>>,
) {
  const typed = { id: place.sourceID, type: 'CHATROOM', source: 'TOPIC' } as const
  const at = { id: messageID, ...place }
  const ways: Record<string, Promise<{ status: number }>> = {}
  const way = <C extends Call>(name: string, call: C, request: RequestOf<C>) => {
    ways[name] = post(server, call.path, request, who.bearer)
  }
  way('read', chat.loadGroupChatMessages, place)
  way('link to a message', messages.loadMessagesAround, at)
  way('topic', topics.loadTopicChat, { id: topic.id })
  way('join', topics.joinTopic, { id: topic.id })
  way('join its meeting', threads.joinRoom, place)
  way('write', chat.sendMessageToChatroom, { chatroom: topic.label, message: 'Still here' })
  way('react', chat.react, { ...at, reaction: 'SAD' })
  way('pin', messages.pinMessage, { ...typed, messageID })
  way('files', messages.loadThreadFiles, typed)
  way('file', chat.downloadAttachment, { id: fileID, ...place })
  way('film', files.getAttachmentDetails, { id: fileID, ...place, prepareStream: true })
  way('polls', shared.loadPolls, place)
  way('poll', shared.loadPoll, { pollID })
  way('vote', shared.votePoll, { pollID, optionIDs: [] })
  way('documents', shared.loadChatDocuments, place)
  way('document', shared.loadChatDocument, { documentID })
  way('save document', shared.saveChatDocument, { documentID, title: 'Rota', text: 'x', version: 1 })
  way('search within', search.searchChatMessages, {
    id: topic.sourceID,
    source: 'TOPIC',
    messageSearchTerm: 'kestrel',
  })
  way('people', chat.members, place)
  const answers = await Promise.all(
    Object.entries(ways).map(async ([name, said]) => [name, (await said).status]),
  )
  return Object.fromEntries(answers) as Record<string, number>
}

const shownIn = async (who: Caller) => ({
  listed: (await who.get(chat.myChatThreads, {})).filter(({ id }) => id === topic.id).length,
  found: (await who.get(search.searchMessages, { messageSearchTerm: 'kestrel' })).filter(
    ({ threadID }) => threadID === topic.id,
  ).length,
  tagged: (await who.get(search.searchTagAssets, { searchTerm: 'Keys' })).filter(
    ({ type }) => type === 'TOPIC',
  ).length,
})

describe('who is taken out of a group', () => {
  test.each([
    ['by its admin', () => ann],
    ['by themselves', () => ben],
  ])('%s has no way into its topics, their files, polls and documents any more', async (_by, by) => {
    const kept = await fill()
    const open = await waysIn(cath, kept)
    await remove(by(), ben)
    const shut = await waysIn(ben, kept)
    expect(Object.keys(shut)).toEqual(Object.keys(open))
    expect(new Set(Object.values(shut))).toEqual(new Set([403]))
    expect(Object.entries(open).filter(([name, status]) => status === 403 && name !== 'vote')).toEqual([])
    expect(await shownIn(ben)).toEqual({ listed: 0, found: 0, tagged: 0 })
    expect(await shownIn(cath)).toEqual({ listed: 1, found: 1, tagged: 1 })
    // Ben had begun it; the longest-standing member is its admin now.
    expect((await ann.get(chat.myChatThreads, place))[0]).toMatchObject({ isAdmin: true })
  })

  test('hears of its topics no more, and counts them no more, from that moment on', async () => {
    const hears = (who: Caller, hub: { path: string }, event: string) =>
      clients.open(server, `${url}${hub.path}`, who.bearer, [event])
    const [bens, caths] = [await hears(ben, chatHub, 'newMessage'), await hears(cath, chatHub, 'newMessage')]
    for (const { client } of [bens, caths]) await client.invoke('joinTeamChat')
    const counts = await hears(ben, mainHub, 'updateUnreadMessageCount')
    await say(ann, 'Before')
    await vi.waitFor(() => expect(bens.heard).toHaveLength(1))
    await vi.waitFor(() => expect(counts.heard.at(-1)).toEqual(['updateUnreadMessageCount', 2]))
    await remove(ann, ben)
    await vi.waitFor(() => expect(counts.heard.at(-1)).toEqual(['updateUnreadMessageCount', 0]))
    await say(ann, 'After')
    await vi.waitFor(() => expect(caths.heard).toHaveLength(2))
    // Anything sent to Ben's connection comes before the answer to this.
    await bens.client.invoke('requestContactList')
    expect(bens.heard).toHaveLength(1)
  })
})

describe('who is added to a group', () => {
  test('is in its topics at once: reads what was written, has none of it as news, and hears what comes', async () => {
    const kept = await fill()
    const live = await clients.open(server, `${url}${chatHub.path}`, eve.bearer, ['newMessage'])
    await live.client.invoke('joinTeamChat')
    expect((await waysIn(eve, kept)).read).toBe(403)
    await ann.get(threads.addGroupMembers, { ...group, users: [eve.id] })
    expect((await waysIn(eve, kept)).read).toBe(200)
    expect(await shownIn(eve)).toEqual({ listed: 1, found: 1, tagged: 1 })
    const own = await eve.get(chat.myChatThreads, place)
    expect(own).toMatchObject([{ unread: 0, isAdmin: false }])
    await say(ann, 'Welcome')
    await vi.waitFor(() => expect(JSON.stringify(live.heard)).toContain('Welcome'))
    expect(await eve.get(chat.myChatThreads, place)).toMatchObject([{ unread: 1 }])
  })
})

describe('what is archived', () => {
  test('goes with its topics into one person’s archive, and comes back with them', async () => {
    const states = async (who: Caller) =>
      (await who.get(chat.myChatThreads, {})).map(({ isArchive }) => isArchive)
    await ben.get(threads.archiveThread, group)
    expect(await states(ben)).toEqual([true, true])
    expect(await states(cath)).toEqual([false, false])
    await ben.get(threads.unarchiveThread, group)
    expect(await states(ben)).toEqual([false, false])
    await ben.get(threads.archiveThread, place)
    expect((await ben.get(chat.myChatThreads, group))[0]).toMatchObject({ isArchive: false })
  })

  test('for everybody takes the topics’ messages along: read, and found no more', async () => {
    await fill()
    expect((await ben.get(chat.myChatThreads, place))[0]?.unread).toBeGreaterThan(1)
    await ann.get(threads.archiveThreadMessages, group)
    expect(await ben.get(chat.myChatThreads, place)).toMatchObject([{ unread: 0, lastMessage: '' }])
    expect((await shownIn(ben)).found).toBe(0)
    expect((await ben.get(chat.loadGroupChatMessages, place)).messages).toEqual([])
  })
})
