import type { ChatAddress } from '#shared/contract/chat-address.ts'
import type { Database } from '../db/database.ts'
import { Refusal } from '../refusal.ts'
import { type ChatPerson, findMemberThread, type MemberThread, requireMemberThread } from './access.ts'
import { addToThread } from './membership.ts'
import type { ChatParts } from './parts.ts'

/** Length of an immediate call or meeting (spec 2 §9). */
const MEETING_MS = 15 * 60_000

/**
 * Lets a member of a topic's parent conversation into the topic. @throws Refusal 403 for anybody else, and
 * where it is no topic
 */
export async function enterTopic(
  { db, hub }: ChatParts,
  person: ChatPerson,
  { source, sourceID }: ChatAddress,
): Promise<MemberThread> {
  const topic = await db
    .selectFrom('threads')
    .where('source', '=', source)
    .where('sourceID', '=', sourceID)
    .select(['id', 'parentID'])
    .executeTakeFirst()
  const mayEnter = source === 'TOPIC' && person.permissions.can('CHAT_CAN_USE_TOPICS')
  if (!topic || !mayEnter) throw new Refusal(403, 'accessDenied')
  // In one transaction, so that somebody who is removed meanwhile doesn't stay in the topic.
  await db.transaction().execute(async (trx) => {
    await requireMemberThread(trx, person.userID, { ownID: topic.parentID ?? 0 })
    await addToThread(trx, topic.id, [person.userID])
  })
  hub.peopleAdded([topic.id], [person.userID])
  return requireMemberThread(db, person.userID, { source, sourceID })
}

/** The meeting that is going on in the conversation, with the person in it. */
async function currentMeeting(trx: Database, threadID: number, userID: number, now: number) {
  const meeting = await trx
    .selectFrom('threadRooms as r')
    .innerJoin('meetings as m', 'm.id', 'r.meetingID')
    .where('r.threadID', '=', threadID)
    .where('m.end', '>', now)
    .select('m.id')
    .executeTakeFirst()
  if (!meeting) return undefined
  await trx
    .insertInto('meetingPeople')
    .values({ meetingID: meeting.id, userID })
    .onConflict((on) => on.doNothing())
    .execute()
  return meeting.id
}

async function beginMeeting(
  trx: Database,
  threadID: number,
  hostID: number,
  subject: string,
  now: number,
): Promise<number> {
  const { id } = await trx
    .insertInto('meetings')
    .values({ hostID, subject, agenda: '', start: now, end: now + MEETING_MS, announcedAt: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const members = await trx
    .selectFrom('threadMembers')
    .where('threadID', '=', threadID)
    .select('userID')
    .execute()
  await trx
    .insertInto('meetingPeople')
    .values(members.map(({ userID }) => ({ meetingID: id, userID })))
    .execute()
  await trx
    .insertInto('threadRooms')
    .values({ threadID, meetingID: id })
    .onConflict((on) => on.column('threadID').doUpdateSet({ meetingID: id }))
    .execute()
  return id
}

/**
 * The conversation's meeting; where none is going on, one begins and the members are told (spec 2 §7,
 * join-room). Joining a topic from its parent conversation also makes one a member of it.
 */
export async function joinRoom(
  parts: ChatParts,
  person: ChatPerson,
  address: ChatAddress,
  name: string,
): Promise<number> {
  const { db, clock, hub } = parts
  const thread =
    (await findMemberThread(db, person.userID, address)) ?? (await enterTopic(parts, person, address))
  const now = clock()
  const { displayLabel } = await db
    .selectFrom('threads')
    .where('id', '=', thread.id)
    .select('displayLabel')
    .executeTakeFirstOrThrow()
  const title = name.trim() || displayLabel
  const room = await db.transaction().execute(async (trx) => {
    const known = await currentMeeting(trx, thread.id, person.userID, now)
    if (known !== undefined) return { id: known, isNew: false }
    return { id: await beginMeeting(trx, thread.id, person.userID, title, now), isNew: true }
  })
  if (room.isNew)
    hub.meetingBegan(thread.id, { meetingID: room.id, title, time: new Date(now).toISOString() })
  return room.id
}
