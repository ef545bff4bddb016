import { onTestFinished } from 'vitest'
import type { MeetingAlert } from '#shared/contract/call-entities.ts'
import type { ChatSource } from '#shared/contract/chat-address.ts'
import type { ActivityItem, ChatMessage } from '#shared/contract/chat-entities.ts'
import { PERMISSIONS, type PermissionName, permissionsOf } from '#shared/domain/permissions.ts'
import { handlersOf } from '../areas.ts'
import type { Database } from '../db/database.ts'
import { openTestDatabase } from '../db/testing/test-database.ts'
import { FolderStore } from '../files/folder-store.ts'
import type { CallContext, Caller } from '../http/handlers.ts'
import type { Mail } from '../mail/outbox.ts'
import { CHAT_AREAS } from './chat-areas.ts'
import { StreamTokens } from './files/stream-tokens.ts'
import { builtInGifs } from './gifs/built-in-gifs.ts'
import { chatHandlers } from './handlers.ts'
import type { ChatParts } from './parts.ts'
import type { ChatPublisher } from './publisher.ts'

/** The people of these tests. Dora may not use the chat; SAM is the system's user. */
export const ANN = 1
export const BEN = 2
export const CATH = 3
export const DORA = 4
export const EVE = 5
const NAMES = ['Ann Bell', 'Ben Carr', 'Cath Dunn', 'Dora Ellis', 'Eve Ford']

/** The tests' clock: each look moves it on by a second. */
const START = Date.UTC(2026, 10, 20, 9)

type Published =
  | { what: 'message' | 'reaction'; threadID: number; message: ChatMessage }
  | { what: 'activity'; userID: number; item: ActivityItem }
  | { what: 'added'; threadID: number; userIDs: readonly number[] }
  | { what: 'unread'; userID: number; count: number }
  | { what: 'counts'; threadID: number; senderID: number }
  | { what: 'edited' | 'deleted'; threadID: number; message: ChatMessage }
  | { what: 'topic'; threadID: number; topicID: number; name: string; message: ChatMessage | null }
  | { what: 'quick'; userID: number; message: ChatMessage }
  | { what: 'statuses'; userID: number; messageIDs: readonly number[] }
  | { what: 'audio'; userID: number }
  | { what: 'contacts' }
  | { what: 'meeting'; threadID: number; meeting: MeetingAlert }
  | { what: 'poll' | 'document'; threadID: number; id: number }
  | { what: 'threads'; userIDs: readonly number[] }
  | { what: 'removed'; threadID: number; userIDs: readonly number[] }

/** Records what was published; the listed people are online. */
export function recordingPublisher(online: readonly number[]) {
  const published: Published[] = []
  const hub: ChatPublisher = {
    onlineUserIDs: new Set(online),
    countedUserIDs: new Set(online),
    messageSent: (thread, message) => void published.push({ what: 'message', threadID: thread.id, message }),
    reactionChanged: (thread, message) =>
      void published.push({ what: 'reaction', threadID: thread.id, message }),
    activity: (userID, item) => void published.push({ what: 'activity', userID, item }),
    peopleAdded: (threadIDs, userIDs) =>
      void published.push(...threadIDs.map((threadID) => ({ what: 'added', threadID, userIDs }) as const)),
    unreadCount: (userID, count) => void published.push({ what: 'unread', userID, count }),
    messageCounts: (threadID, senderID) => void published.push({ what: 'counts', threadID, senderID }),
    messageEdited: (thread, message) => void published.push({ what: 'edited', threadID: thread.id, message }),
    messageDeleted: (thread, message) =>
      void published.push({ what: 'deleted', threadID: thread.id, message }),
    topicBegan: (thread, topicID, name, message) =>
      void published.push({ what: 'topic', threadID: thread.id, topicID, name, message }),
    quickMessage: (userID, _thread, message) => void published.push({ what: 'quick', userID, message }),
    statusesChanged: (userID, messageIDs) => void published.push({ what: 'statuses', userID, messageIDs }),
    audioSettingChanged: (userID) => void published.push({ what: 'audio', userID }),
    contactsChanged: () => void published.push({ what: 'contacts' }),
    meetingBegan: (threadID, meeting) => void published.push({ what: 'meeting', threadID, meeting }),
    pollChanged: (thread, id) => void published.push({ what: 'poll', threadID: thread.id, id }),
    documentChanged: (thread, id) => void published.push({ what: 'document', threadID: thread.id, id }),
    threadsChanged: (userIDs) => void published.push({ what: 'threads', userIDs }),
    peopleRemoved: (threadIDs, userIDs) =>
      void published.push(...threadIDs.map((threadID) => ({ what: 'removed', threadID, userIDs }) as const)),
  }
  return { hub, published }
}

async function addPeople(db: Database): Promise<void> {
  const person = (id: number, displayName: string) => ({
    id,
    userName: displayName.toLowerCase().replaceAll(' ', '.'),
    displayName,
    role: 'Interviewer',
    userType: 'INTERVIEWER',
    passwordHash: '',
    isActive: id < 0 ? 0 : 1,
    createdAt: START,
  })
  await db
    .insertInto('users')
    .values([person(-2, 'SAM'), ...NAMES.map((name, place) => person(place + 1, name))])
    .execute()
  await db
    .insertInto('userPermissions')
    .values(
      [ANN, BEN, CATH, EVE].map((userID) => ({ userID, permission: PERMISSIONS.GENERAL_CAN_USE_TEAM_CHAT })),
    )
    .execute()
}

interface NewRoom {
  readonly id: number
  readonly source: ChatSource
  readonly sourceID: number
  readonly members: readonly number[]
  readonly admins?: readonly number[]
  readonly label?: string
  readonly displayLabel?: string
  readonly parentID?: number
}

/** Adds a conversation without messages. */
export async function addRoom(db: Database, room: NewRoom): Promise<void> {
  const isThread = room.source === 'MANUAL' || room.source === 'MESSAGE'
  await db
    .insertInto('threads')
    .values({
      id: room.id,
      type: isThread ? 'THREAD' : 'CHATROOM',
      source: room.source,
      sourceID: room.sourceID,
      label: room.label ?? `${room.source}: ${room.sourceID}`,
      displayLabel: room.displayLabel ?? `Room ${room.id}`,
      displayGroupLabel: 'Projects',
      isGroup: room.source === 'MESSAGE' ? 0 : 1,
      parentID: room.parentID ?? null,
      status: '',
      priority: '',
      createdAt: START,
    })
    .execute()
  if (room.members.length === 0) return
  await db
    .insertInto('threadMembers')
    .values(
      room.members.map((userID) => ({
        threadID: room.id,
        userID,
        isAdmin: room.admins?.includes(userID) ? 1 : 0,
        isArchived: 0,
        lastReadMessageID: 0,
      })),
    )
    .execute()
}

/** Adds unread messages of one person to a conversation, quickly; answers their ids. */
export async function addMessages(
  db: Database,
  threadID: number,
  userID: number,
  count: number,
  text = 'Message',
): Promise<number[]> {
  const ids: number[] = []
  for (let start = 0; start < count; start += 500) {
    const rows = Array.from({ length: Math.min(500, count - start) }, (_, place) => ({
      threadID,
      userID,
      text: `${text} ${start + place + 1}`,
      type: 'TEXT' as const,
      entryTime: START + start + place,
      overallStatus: 'DELIVERED',
    }))
    const added = await db.insertInto('messages').values(rows).returning('id').execute()
    ids.push(...added.map((row) => row.id))
  }
  await db
    .updateTable('threads')
    .set({ lastMessageID: Math.max(...ids), lastMessageTime: START + count })
    .where('id', '=', threadID)
    .execute()
  return ids.sort((a, b) => a - b)
}

/** Sets how far somebody has read. */
export async function setRead(
  db: Database,
  threadID: number,
  userID: number,
  lastReadMessageID: number,
): Promise<void> {
  await db
    .updateTable('threadMembers')
    .set({ lastReadMessageID })
    .where('threadID', '=', threadID)
    .where('userID', '=', userID)
    .execute()
}

/** The context of a call by this person. */
export function as(
  userID: number,
  idempotencyKey: string | null = null,
  names: readonly PermissionName[] = userID === DORA ? [] : ['GENERAL_CAN_USE_TEAM_CHAT'],
): CallContext<never> & { caller: Caller } {
  const displayName = NAMES[userID - 1] ?? ''
  const permissions = permissionsOf(names.map((name) => PERMISSIONS[name]))
  const caller: Caller = {
    sessionID: `session-${userID}`,
    userID,
    userName: displayName,
    displayName,
    permissions,
    claims: {
      userId: userID,
      interviewerNameId: displayName,
      name: displayName,
      userName: displayName,
      manager: '',
      role: '',
      allowedPermissions: permissions.numbers.join(','),
      userType: 'INTERVIEWER',
      tokenType: 'OTHER',
      exp: 0,
    },
  }
  return {
    caller,
    address: '127.0.0.1',
    host: 'localhost',
    protocol: 'http',
    idempotencyKey,
  } as CallContext<never> & { caller: Caller }
}

export const PROJECT = { source: 'PROJECT', sourceID: 7 } as const
export const CHATROOM = 'PROJECT: 7'
export const ROOM_ID = 1

/** The company of `makeChat`, for one test: PostgreSQL’s databases are few, the next test has this one. */
export async function openChat() {
  const chat = await makeChat()
  onTestFinished(() => chat.db.destroy())
  return chat
}

/**
 * A company of five with one project room (Ann, its admin, Ben and Cath), otherwise empty. Everybody but Eve
 * is online. Whoever makes it closes its database.
 */
export async function makeChat() {
  const db = await openTestDatabase()
  await addPeople(db)
  await addRoom(db, { id: ROOM_ID, ...PROJECT, members: [ANN, BEN, CATH], admins: [ANN] })
  const { hub, published } = recordingPublisher([ANN, BEN, CATH, DORA])
  let now = START
  const clock = () => {
    now += 1000
    return now
  }
  const files = new FolderStore(null)
  const streams = await StreamTokens.open(db, clock)
  const mails: Mail[] = []
  const outbox = { post: async (mail: Mail) => mails.push(mail) }
  const parts: ChatParts = { db, clock, hub, files, streams, assistant: null, gifs: builtInGifs, outbox }
  return {
    ...parts,
    mails,
    published,
    areas: handlersOf(CHAT_AREAS, parts),
    calls: chatHandlers(parts),
    parts,
  }
}
export type Chat = Awaited<ReturnType<typeof makeChat>>
