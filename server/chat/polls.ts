import type { ChatAddress } from '#shared/contract/chat-address.ts'
import type { Poll } from '#shared/contract/chat-entities.ts'
import type { Database } from '../db/database.ts'
import { Refusal } from '../refusal.ts'
import { findMemberThread, type MemberThread } from './access.ts'

export interface PollRow {
  readonly id: number
  readonly threadID: number
  readonly messageID: number | null
  readonly question: string
  readonly isMultiple: number
  readonly isAnonymous: number
  readonly createdBy: number
  readonly closesAt: number | null
  readonly closedAt: number | null
}

const isOver = ({ closedAt, closesAt }: PollRow, now: number): boolean =>
  closedAt !== null || (closesAt !== null && closesAt <= now)

/** A poll in one of the person's conversations. @throws Refusal 403 for others */
export async function requirePoll(db: Database, userID: number, pollID: number) {
  const poll = await db.selectFrom('polls').where('id', '=', pollID).selectAll().executeTakeFirst()
  const thread = poll && (await findMemberThread(db, userID, { ownID: poll.threadID }))
  if (!poll || !thread) throw new Refusal(403, 'accessDenied')
  return { poll, thread }
}

/** Polls as one person sees them. Three statements, however many polls. */
export async function seenPolls(
  db: Database,
  userID: number,
  { source, sourceID }: ChatAddress,
  rows: readonly PollRow[],
  now: number,
): Promise<Poll[]> {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const options = await db
    .selectFrom('pollOptions')
    .where('pollID', 'in', ids)
    .selectAll()
    .orderBy('id')
    .execute()
  const votes = await db
    .selectFrom('pollVotes as v')
    .innerJoin('pollOptions as o', 'o.id', 'v.optionID')
    .innerJoin('users as u', 'u.id', 'v.userID')
    .where('o.pollID', 'in', ids)
    .select(['v.optionID', 'v.userID', 'o.pollID', 'u.displayName'])
    .orderBy('v.at')
    .orderBy('v.userID')
    .execute()
  const names = await db
    .selectFrom('users')
    .where(
      'id',
      'in',
      rows.map((row) => row.createdBy),
    )
    .select(['id', 'displayName'])
    .execute()
  const nameOf = new Map(names.map((one) => [one.id, one.displayName]))
  return rows.map((row) => {
    const ofPoll = votes.filter((vote) => vote.pollID === row.id)
    return {
      id: row.id,
      source,
      sourceID,
      messageID: row.messageID ?? 0,
      question: row.question,
      isMultiple: row.isMultiple === 1,
      isAnonymous: row.isAnonymous === 1,
      createdBy: row.createdBy,
      createdByName: nameOf.get(row.createdBy) ?? '',
      closesAt: row.closesAt === null ? null : new Date(row.closesAt).toISOString(),
      isClosed: isOver(row, now),
      voters: new Set(ofPoll.map((vote) => vote.userID)).size,
      options: options
        .filter((option) => option.pollID === row.id)
        .map(({ id, text }) => {
          const forIt = ofPoll.filter((vote) => vote.optionID === id)
          return {
            id,
            text,
            votes: forIt.length,
            isMine: forIt.some((vote) => vote.userID === userID),
            names: row.isAnonymous === 1 ? [] : forIt.map((vote) => vote.displayName),
          }
        }),
    }
  })
}

/** Sets a person's votes. @throws Refusal 400 for answers of another poll, too many, or too late */
export async function setVotes(
  db: Database,
  userID: number,
  poll: PollRow,
  optionIDs: readonly number[],
  now: number,
): Promise<void> {
  const wanted = [...new Set(optionIDs)]
  if (wanted.length > 1 && poll.isMultiple !== 1) throw new Refusal(400, 'poll.oneOnly')
  await db.transaction().execute(async (trx) => {
    // As it is now: it may have been closed since the poll was read.
    const present = await trx.selectFrom('polls').where('id', '=', poll.id).selectAll().executeTakeFirst()
    if (isOver(present ?? poll, now)) throw new Refusal(400, 'poll.closed')
    const own = await trx.selectFrom('pollOptions').where('pollID', '=', poll.id).select('id').execute()
    const ids = own.map((option) => option.id)
    if (wanted.some((id) => !ids.includes(id))) throw new Refusal(400, 'poll.otherPoll')
    await trx.deleteFrom('pollVotes').where('userID', '=', userID).where('optionID', 'in', ids).execute()
    const rows = wanted.map((optionID) => ({ optionID, userID, at: now }))
    if (rows.length > 0) await trx.insertInto('pollVotes').values(rows).execute()
  })
}

/** @throws Refusal 403 for somebody who neither made the poll nor is an admin of the conversation */
export async function endPoll(
  db: Database,
  userID: number,
  poll: PollRow,
  thread: MemberThread,
  now: number,
): Promise<void> {
  if (poll.createdBy !== userID && thread.isAdmin !== 1) throw new Refusal(403, 'accessDenied')
  await db
    .updateTable('polls')
    .set({ closedAt: now })
    .where('id', '=', poll.id)
    .where('closedAt', 'is', null)
    .execute()
}
