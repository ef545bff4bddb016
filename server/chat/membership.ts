import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { Refusal } from '../refusal.ts'
import { type MemberThread, memberIDs } from './access.ts'
import type { ChatParts } from './parts.ts'
import { reachable } from './people.ts'
import { publishUnreadCounts } from './reading.ts'

/**
 * The topics of a conversation. They have the same people, so that changes of members apply to all of them.
 */
async function topicsOf(db: Database, threadID: number): Promise<number[]> {
  const topics = await db
    .selectFrom('threads')
    .where('source', '=', 'TOPIC')
    .where('parentID', '=', threadID)
    .select('id')
    .orderBy('id')
    .execute()
  return topics.map(({ id }) => id)
}

/** The conversation and its topics, by their ids. */
export async function withTopics(db: Database, threadID: number): Promise<number[]> {
  return [threadID, ...(await topicsOf(db, threadID))]
}

/** Adds people who joined a conversation to its topics. @returns the topics' ids */
export async function addToTopics(
  trx: Database,
  threadID: number,
  userIDs: readonly number[],
): Promise<number[]> {
  const topics = await topicsOf(trx, threadID)
  for (const id of topics) await addToThread(trx, id, userIDs)
  return topics
}

/**
 * Adds people to one conversation. They can read what was written before, which doesn't count as unread.
 * @returns those who are new in it
 */
export async function addToThread(
  trx: Database,
  threadID: number,
  userIDs: readonly number[],
): Promise<number[]> {
  if (userIDs.length === 0) return []
  const { lastMessageID } = await trx
    .selectFrom('threads')
    .where('id', '=', threadID)
    .select('lastMessageID')
    .executeTakeFirstOrThrow()
  const { last } = await trx
    .selectFrom('threadMembers')
    .where('threadID', '=', threadID)
    .select(({ fn }) => fn.max<number | null>('joinedPlace').as('last'))
    .executeTakeFirstOrThrow()
  const place = (last ?? 0) + 1
  const added = await trx
    .insertInto('threadMembers')
    .values(
      userIDs.map((userID) => ({
        threadID,
        userID,
        isAdmin: 0,
        isArchived: 0,
        lastReadMessageID: lastMessageID ?? 0,
        joinedPlace: place,
      })),
    )
    .onConflict((on) => on.doNothing())
    .returning('userID')
    .execute()
  return added.map(({ userID }) => userID)
}

/** Adds people to a group and its topics. @throws Refusal 400 where somebody can't be written to */
export async function addMembers(
  { db, hub }: ChatParts,
  thread: Pick<MemberThread, 'id'>,
  users: readonly number[],
): Promise<void> {
  const wanted = [...new Set(users)]
  if ((await reachable(db, wanted)).length !== wanted.length) throw new Refusal(400, 'chat.unreachable')
  const told = await db.transaction().execute(async (trx) => {
    const added = await addToThread(trx, thread.id, wanted)
    return { added, threadIDs: [thread.id, ...(await addToTopics(trx, thread.id, added))] }
  })
  hub.peopleAdded(told.threadIDs, told.added)
}

/** Where a conversation has no admin who works here, its longest-standing member becomes one. */
export async function keepAdmin(trx: Database, threadID: number): Promise<void> {
  const left = await trx
    .selectFrom('threadMembers as tm')
    .innerJoin('users as u', 'u.id', 'tm.userID')
    .where('tm.threadID', '=', threadID)
    .where('u.isActive', '=', 1)
    .select(['tm.userID', 'tm.isAdmin'])
    .orderBy('tm.joinedPlace')
    .orderBy('tm.userID')
    .execute()
  const [eldest] = left
  if (!eldest || left.some(({ isAdmin }) => isAdmin === 1)) return
  await trx
    .updateTable('threadMembers')
    .set({ isAdmin: 1 })
    .where('threadID', '=', threadID)
    .where('userID', '=', eldest.userID)
    .execute()
}

/**
 * Somebody who left the company stays in their groups by name and is no admin any more (spec 5 §3.4).
 * @returns the groups that have another admin now
 */
export async function leaveAdminship(trx: Database, userID: number): Promise<number[]> {
  const led = await trx
    .updateTable('threadMembers')
    .set({ isAdmin: 0 })
    .where('userID', '=', userID)
    .where('isAdmin', '=', 1)
    .returning('threadID')
    .execute()
  for (const { threadID } of led) await keepAdmin(trx, threadID)
  return led.map(({ threadID }) => threadID)
}

/** Removes somebody from a group and its topics. @throws Refusal 400 for somebody who isn't in it */
export async function removeMember(
  { db, hub }: ChatParts,
  thread: Pick<MemberThread, 'id'>,
  userID: number,
): Promise<void> {
  const left = await db.transaction().execute(async (trx) => {
    const threadIDs = await withTopics(trx, thread.id)
    const gone = await trx
      .deleteFrom('threadMembers')
      .where('threadID', 'in', threadIDs)
      .where('userID', '=', userID)
      .returning(['threadID', 'isAdmin'])
      .execute()
    if (!gone.some(({ threadID }) => threadID === thread.id)) throw new Refusal(400, 'chat.notAMember')
    for (const { threadID, isAdmin } of gone) if (isAdmin === 1) await keepAdmin(trx, threadID)
    return threadIDs
  })
  hub.peopleRemoved(left, [userID])
  await publishUnreadCounts(db, hub, [userID])
}

/** Moves a conversation and its topics into one person's archive, or out of it. */
export async function setArchived(
  { db, hub }: ChatParts,
  userID: number,
  thread: Pick<MemberThread, 'id'>,
  isArchived: 0 | 1,
): Promise<void> {
  await db
    .updateTable('threadMembers')
    .set({ isArchived })
    .where('threadID', 'in', await withTopics(db, thread.id))
    .where('userID', '=', userID)
    .execute()
  hub.threadsChanged([userID])
}

/** @returns whether there was anything to archive */
async function putThreadAway(trx: Database, clock: Clock, threadID: number): Promise<boolean> {
  const { lastMessageID: through } = await trx
    .selectFrom('threads')
    .where('id', '=', threadID)
    .select('lastMessageID')
    .executeTakeFirstOrThrow()
  if (through === null) return false
  await trx.updateTable('threads').set({ archivedThroughID: through }).where('id', '=', threadID).execute()
  await trx
    .updateTable('threadMembers')
    .set({ lastReadMessageID: through, lastReadAt: clock() })
    .where('threadID', '=', threadID)
    .where('lastReadMessageID', '<', through)
    .execute()
  return true
}

/**
 * Archives a group's messages and its topics' for everybody: they count as read and can't be found any more
 * (spec 2 §4).
 */
export async function putMessagesAway(
  { db, clock, hub }: ChatParts,
  thread: Pick<MemberThread, 'id'>,
): Promise<void> {
  const anything = await db.transaction().execute(async (trx) => {
    const done: boolean[] = []
    for (const id of await withTopics(trx, thread.id)) done.push(await putThreadAway(trx, clock, id))
    return done.includes(true)
  })
  if (!anything) return
  const members = await memberIDs(db, thread.id)
  hub.threadsChanged(members)
  await publishUnreadCounts(db, hub, members)
}
