import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { chatHub } from '#shared/hubs/chat.ts'
import type { Hub } from '#shared/hubs/hub.ts'
import type { mainHub } from '#shared/hubs/main.ts'
import type { KnownConnection } from '../hubs/delivery.ts'
import type { HubClients, HubConnection, PresenceListener } from '../hubs/types.ts'
import { type AppVersionSeen, mainHubHandlers } from '../shell/main-hub.ts'
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
import { chatHubHandlers } from './chat-hub.ts'
import { chatHandlers } from './handlers.ts'
import { hubPublisher } from './publisher.ts'

const PRESENCE_QUIET_MS = 500

/** An event and who it was sent to: a group, a user, a connection or all. */
type Sent = readonly [to: string, event: string, ...args: unknown[]]

function recordingClients<H extends Hub>(online: Iterable<number>) {
  const sent: Sent[] = []
  const joined: string[] = []
  const windows: KnownConnection[] = []
  const listeners: PresenceListener[] = []
  const clients: HubClients<H> = {
    onlineUserIDs: new Set(online),
    windowsOf: (userID) => windows.filter((one) => one.userID === userID),
    onPresence: (listener) => void listeners.push(listener),
    isConnected: async (userID) => windows.some((one) => one.userID === userID),
    toGroup: (group, event, args) => void sent.push([group, event, ...args]),
    toUser: (userID, event, args, except) =>
      void sent.push([`user:${userID}${except && 'id' in except ? `-${except.id}` : ''}`, event, ...args]),
    toConnection: (id, event, args) => void sent.push([id, event, ...args]),
    toAll: (event, args) => void sent.push(['all', event, ...args]),
    toAllHere: (event, args) => void sent.push(['all', event, ...args]),
    toUserHere: (userID, event, args) => void sent.push([`user:${userID}`, event, ...args]),
    joinUser: (userID, group) => void joined.push(`${userID} ${group}`),
    leaveUser: (userID, group) => void joined.push(`-${userID} ${group}`),
    note: () => {},
    onNote: () => {},
  }
  const came = (id: string, userID: number) => {
    const window = { id, userID, hub: '', sessionID: id, tokenType: 'OTHER' } as const
    windows.push(window)
    for (const listener of listeners) listener.came?.(window)
  }
  const went = (id: string) => {
    const [window] = windows.splice(
      windows.findIndex((one) => one.id === id),
      1,
    )
    for (const listener of listeners) if (window) listener.went?.(window)
  }
  return { clients, sent, joined, came, went }
}

function connect<H extends Hub>(id: string, userID: number) {
  const sent: Sent[] = []
  const groups = new Set<string>()
  const { caller } = as(userID)
  const connection: HubConnection<H> = {
    id,
    identity: { ...caller, tokenType: caller.claims.tokenType },
    send: (event, ...args) => void sent.push([id, event, ...args]),
    join: (group) => void groups.add(group),
    leave: (group) => void groups.delete(group),
  }
  return { connection, sent, groups }
}

let chat: Chat
let hub: ReturnType<typeof recordingClients<typeof chatHub>>
let handlers: ReturnType<ReturnType<typeof chatHubHandlers>>
beforeEach(async () => {
  chat = await openChat()
  hub = recordingClients<typeof chatHub>([ANN, BEN])
  handlers = chatHubHandlers(chat)(hub.clients)
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the chat hub', () => {
  test('C225 joinTeamChat joins the groups of the person’s conversations', async () => {
    await addRoom(chat.db, { id: 2, source: 'MESSAGE', sourceID: 2, members: [BEN, CATH] })
    const { connection, groups } = connect<typeof chatHub>('a', BEN)
    await handlers.methods.joinTeamChat(connection)
    expect([...groups].sort()).toEqual(['thread:1', 'thread:2'])
  })

  test('C165 every method is refused without GENERAL_CAN_USE_TEAM_CHAT', async () => {
    const { connection, groups } = connect<typeof chatHub>('d', DORA)
    await expect(handlers.methods.joinTeamChat(connection)).rejects.toThrow('access denied')
    await expect(handlers.methods.requestContactList(connection)).rejects.toThrow('access denied')
    await expect(handlers.methods.focusOnThread(connection, 'PROJECT', 7)).rejects.toThrow('access denied')
    await expect(handlers.methods.onKeyStroke(connection, 'PROJECT', 7)).rejects.toThrow('access denied')
    expect(groups.size).toBe(0)
  })

  test('C226 requestContactList answers this connection with the contacts', async () => {
    const { connection, sent } = connect<typeof chatHub>('a', ANN)
    await handlers.methods.requestContactList(connection)
    expect(sent).toMatchObject([
      ['a', 'recievedContactList', [{ userName: 'Ben Carr', isOnline: true }, { isOnline: false }, {}]],
    ])
  })

  test('C227 focusOnThread tells the others who looks, and the own other windows that it is read', async () => {
    const first = connect<typeof chatHub>('first', ANN)
    await handlers.methods.focusOnThread(first.connection, 'PROJECT', 7)
    expect(hub.sent).toMatchObject([
      ['user:2', 'someoneFocused', { ...PROJECT, userID: ANN, userName: 'Ann Bell' }],
      ['user:1-first', 'focusedSomewhere', PROJECT],
    ])
    expect(first.sent).toEqual([])
  })

  test('C228 onKeyStroke tells the other members who are online, and nobody else', async () => {
    const { connection } = connect<typeof chatHub>('b', BEN)
    await handlers.methods.onKeyStroke(connection, 'PROJECT', 7)
    expect(hub.sent).toEqual([['user:1', 'someoneTyping', { ...PROJECT, userID: BEN, userName: 'Ben Carr' }]])
  })

  test('C229 makeCall hands the call on as its caller’s, and is refused without the chat', async () => {
    const made: unknown[] = []
    const { methods } = chatHubHandlers({ ...chat, makeCall: async (_, call) => void made.push(call) })(
      hub.clients,
    )
    await methods.makeCall(connect<typeof chatHub>('a', ANN).connection, BEN, 7, 'General call', false)
    expect(made).toEqual([{ calleeID: BEN, title: 'General call', meeting: { ID: 7, screenShare: false } }])
    const dora = connect<typeof chatHub>('d', DORA).connection
    await expect(methods.makeCall(dora, BEN, 7, 'General call', false)).rejects.toThrow('access denied')
    expect(made).toHaveLength(1)
    // Where nothing can call, it says so.
    const ann = connect<typeof chatHub>('a', ANN).connection
    await expect(handlers.methods.makeCall(ann, BEN, 7, 'Group Call', false)).rejects.toThrow()
  })

  test('C225 C233 joining the chat delivers what waited, and tells the author by refreshMessageStatus', async () => {
    await addRoom(chat.db, { id: 2, source: 'MEETING', sourceID: 5, members: [ANN, EVE] })
    const calls = chatHandlers(chat.parts)
    const { message } = await calls.sendMessageToChatroom({ message: 'Hi', chatroom: 'MEETING: 5' }, as(ANN))
    await handlers.methods.joinTeamChat(connect<typeof chatHub>('e', EVE).connection)
    expect(hub.sent).toEqual([['user:1', 'refreshMessageStatus', { messageIDs: [message?.id] }]])
  })

  test('C227 C228 looking or typing where one is no member is refused', async () => {
    const { connection } = connect<typeof chatHub>('e', EVE)
    await expect(handlers.methods.focusOnThread(connection, 'PROJECT', 7)).rejects.toThrow('access denied')
    await expect(handlers.methods.onKeyStroke(connection, 'PROJECT', 99)).rejects.toThrow('access denied')
    expect(hub.sent).toEqual([])
  })

  test('C232 comings and goings are told once for many, and not for a second window', () => {
    vi.useFakeTimers()
    hub.came('a1', ANN)
    hub.came('a2', ANN)
    hub.came('b1', BEN)
    expect(hub.sent).toEqual([])
    vi.advanceTimersByTime(PRESENCE_QUIET_MS)
    expect(hub.sent).toEqual([['all', 'refreshContactList']])
    hub.went('a1')
    vi.advanceTimersByTime(PRESENCE_QUIET_MS)
    expect(hub.sent).toHaveLength(1)
    hub.went('a2')
    hub.went('b1')
    vi.advanceTimersByTime(PRESENCE_QUIET_MS)
    expect(hub.sent).toHaveLength(2)
  })
})

describe('publishing through the hubs', () => {
  test('C235 C243 a chatroom’s message is newMessage, a thread’s newThreadMessage; counts go over the main hub', async () => {
    const main = recordingClients<typeof mainHub>([BEN])
    const counted: [number, number][] = []
    const publisher = hubPublisher({ chat: hub.clients, main: main.clients }, (...one) => counted.push(one))
    const calls = chatHandlers({ ...chat, hub: publisher })
    await calls.sendMessageToChatroom({ message: 'Hi', chatroom: 'PROJECT: 7' }, as(ANN))
    const { threadID } = await calls.startConversation({ users: [BEN], message: 'Hello' }, as(ANN))
    expect(hub.sent).toMatchObject([
      [`thread:${ROOM_ID}`, 'newMessage', { ...PROJECT, message: { message: 'Hi' } }],
      ['user:2', 'refreshThreads'],
      ['user:1', 'refreshThreads'],
      [`thread:${threadID}`, 'newThreadMessage', { source: 'MESSAGE', sourceID: threadID }],
    ])
    expect(hub.joined).toEqual([`2 thread:${threadID}`, `1 thread:${threadID}`])
    expect(counted).toEqual([
      [ROOM_ID, ANN],
      [threadID, ANN],
    ])
    publisher.unreadCount(BEN, 2, true)
    publisher.unreadCount(ANN, 0, false)
    expect(main.sent).toEqual([
      ['user:2', 'updateUnreadMessageCount', 2],
      ['user:2', 'newUnreadMessageCount', 2],
      ['user:1', 'updateUnreadMessageCount', 0],
    ])
  })

  test('C231 C236 C237 C238 C239 what else happens in the chat has its event, to the conversation or the person', () => {
    const main = recordingClients<typeof mainHub>([])
    const publisher = hubPublisher({ chat: hub.clients, main: main.clients }, () => {})
    const thread = { id: ROOM_ID, type: 'CHATROOM', ...PROJECT } as const
    const message = { id: 9 } as Parameters<typeof publisher.messageEdited>[1]
    const meeting = { meetingID: 4, title: 'Stand-up', time: '2026-11-21T09:00:00.000Z' }
    publisher.messageEdited(thread, message)
    publisher.messageDeleted(thread, message)
    publisher.topicBegan(thread, 3, 'Quota', message)
    publisher.quickMessage(BEN, thread, message)
    publisher.statusesChanged(BEN, [9])
    publisher.audioSettingChanged(BEN)
    publisher.meetingBegan(ROOM_ID, meeting)
    publisher.threadsChanged([BEN])
    publisher.peopleRemoved([ROOM_ID], [BEN])
    expect(hub.sent).toEqual([
      ['thread:1', 'messageEdited', { ...PROJECT, message }],
      ['thread:1', 'messageDeleted', { ...PROJECT, message }],
      ['thread:1', 'NEW_TOPIC_FROM_MESSAGE', { ...PROJECT, topicID: 3, name: 'Quota', message }],
      ['user:2', 'newQuickMessage', { ...PROJECT, message }],
      ['user:2', 'refreshMessageStatus', { messageIDs: [9] }],
      ['user:2', 'refreshAudioSettings'],
      ['thread:1', 'meetingStart', meeting],
      ['user:2', 'refreshThreads'],
      ['user:2', 'refreshThreads'],
    ])
    expect(hub.joined).toEqual(['-2 thread:1'])
  })

  test('C240 C242 a reaction is NEW_REACTION to the conversation and NEW_ACTIVITY to the sender', async () => {
    const main = recordingClients<typeof mainHub>([])
    const calls = chatHandlers({
      ...chat,
      hub: hubPublisher({ chat: hub.clients, main: main.clients }, () => {}),
    })
    const [id = 0] = await addMessages(chat.db, ROOM_ID, ANN, 1)
    await calls.react({ ...PROJECT, id, reaction: 'SAD' }, as(BEN))
    expect(hub.sent).toMatchObject([
      [`thread:${ROOM_ID}`, 'NEW_REACTION', { ...PROJECT, message: { id, sadNames: ['Ben Carr'] } }],
      ['user:1', 'NEW_ACTIVITY', { kind: 'REACTION', messageID: id }],
    ])
  })
})

describe('the main hub', () => {
  const mainParts = () => ({
    db: chat.db,
    calls: { make: async () => {}, cancelOf: async () => {}, decline: async () => {}, went: async () => {} },
    seats: {
      ...{
        take: async () => ({ urls: [], hasUdp: false, username: '', credential: '' }),
        leave: async () => {},
        change: async () => {},
      },
      ...{ signal: async () => {}, went: async () => {} },
    },
    room: { raise: async () => {}, react: async () => {}, ask: async () => {}, went: () => {} },
    statistics: { keep: async () => {}, went: () => {} },
    greetings: [],
    commandOutcome: async () => {},
    clock: () => 0,
    takesActions: async () => {},
    takeActions: async () => false,
    machineAway: async () => {},
    actionsAgain: async () => {},
  })

  test('C243 tells who connects how much they have not read; who may not chat hears nothing', async () => {
    await addMessages(chat.db, ROOM_ID, ANN, 3)
    const main = recordingClients<typeof mainHub>([])
    const { connected } = mainHubHandlers({ ...mainParts(), onAppVersion: () => {} })(main.clients)
    const ben = connect<typeof mainHub>('b', BEN)
    const dora = connect<typeof mainHub>('d', DORA)
    await connected?.(ben.connection)
    await connected?.(dora.connection)
    expect(ben.sent).toEqual([['b', 'updateUnreadMessageCount', 3]])
    expect(dora.sent).toEqual([])
  })

  test('S282 setAppVersion reports the version of the connection', async () => {
    const seen: AppVersionSeen[] = []
    const main = recordingClients<typeof mainHub>([])
    const { methods } = mainHubHandlers({ ...mainParts(), onAppVersion: (one) => seen.push(one) })(
      main.clients,
    )
    await methods.setAppVersion(connect<typeof mainHub>('b', BEN).connection, '1.2.3')
    expect(seen).toEqual([{ connectionID: 'b', userID: BEN, version: '1.2.3' }])
  })
})
