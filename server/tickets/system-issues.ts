import type { SystemIssueRecord } from '#shared/contract/ticket-entities.ts'
import { endIssues, sessionOfIssue } from '../activity/sessions.ts'
import type { Database } from '../db/database.ts'
import { Refusal } from '../refusal.ts'
import { CONFLICT, REFUSED, requireAbility, requireTicket, type TicketPerson } from './access.ts'
import { isoTime, type TicketRow } from './rows.ts'
import { changeTicket, type TicketDesk } from './write.ts'

/** The activity on which lost work is booked (spec 1 §3). */
const ACTIVITY = 'SYSTEM ISSUES'

/** A ticket's records of lost work, newest first. One that hasn't ended is counted up to now. */
export async function systemIssuesOf(
  db: Database,
  person: TicketPerson,
  ticketID: number,
  now: number,
): Promise<SystemIssueRecord[]> {
  await requireTicket(db, person, ticketID)
  const rows = await db
    .selectFrom('systemIssues as s')
    .leftJoin('users as u', 'u.id', 's.revokedBy')
    .where('s.ticketID', '=', ticketID)
    .selectAll('s')
    .select('u.displayName as revoker')
    .orderBy('s.id', 'desc')
    .execute()
  return rows.map((row) => ({
    recordID: row.id,
    activity: row.activity,
    eventStart: isoTime(row.startedAt),
    eventEnd: row.endedAt === null ? null : isoTime(row.endedAt),
    totalSeconds: Math.max(0, Math.floor(((row.endedAt ?? now) - row.startedAt) / 1000)),
    revoked:
      row.revokedAt === null
        ? null
        : { by: row.revoker ?? '', time: isoTime(row.revokedAt), reason: row.revokeReason },
  }))
}

/** @throws Refusal 403 'Shift locked' while the person's shift is locked (spec 3 §6). */
async function requireUnlockedShift(db: Database, userID: number): Promise<void> {
  const lock = await db
    .selectFrom('shiftLocks')
    .where('userID', '=', userID)
    .select('userID')
    .executeTakeFirst()
  if (lock) throw new Refusal(403, 'ticket.shiftLocked')
}

function runningIssue(db: Database, userID: number) {
  return db
    .selectFrom('systemIssues')
    .where('userID', '=', userID)
    .where('endedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .selectAll()
    .executeTakeFirst()
}

async function mayStart(db: Database, person: TicketPerson, ticket: TicketRow): Promise<boolean> {
  if (ticket.resolvedAt !== null || ticket.raisedBy !== person.userID) return false
  return (await runningIssue(db, person.userID)) === undefined
}

/** Whether the person may report lost work for the ticket. @throws Refusal 403 'Shift locked'. */
export async function canStartSystemIssue(
  db: Database,
  person: TicketPerson,
  ticketID: number,
): Promise<boolean> {
  requireAbility(person, 'SYSTEM_ISSUE_CHECK')
  await requireUnlockedShift(db, person.userID)
  return mayStart(db, person, await requireTicket(db, person, ticketID))
}

/**
 * Books lost work from now on: the person is in SYSTEM ISSUES, and the record points to that session. In one
 * transaction (decisions). @throws Refusal 403 'Shift locked'; 400 where the person may not.
 */
export async function startSystemIssue(
  desk: TicketDesk,
  person: TicketPerson,
  ticketID: number,
): Promise<{ recordID: number }> {
  requireAbility(person, 'SYSTEM_ISSUE_CHECK')
  let recordID = 0
  await changeTicket(desk, person, ticketID, async (ticket, at, trx) => {
    await requireUnlockedShift(trx, person.userID)
    if (!(await mayStart(trx, person, ticket))) throw new Refusal(REFUSED, 'systemIssue.cannotStart')
    const { userID } = person
    const sessionID = await sessionOfIssue(trx, userID, at)
    const record = { ticketID, userID, sessionID, activity: ACTIVITY, startedAt: at, revokeReason: '' }
    const { id } = await trx
      .insertInto('systemIssues')
      .values({ ...record, endedAt: null, revokedAt: null, revokedBy: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    recordID = id
    return { event: 'SYSTEM_ISSUE_STARTED', set: {}, activityOf: [userID] }
  })
  return { recordID }
}

/** @throws Refusal 400 where the person has no running record for the ticket. */
export async function endSystemIssue(
  desk: TicketDesk,
  person: TicketPerson,
  ticketID: number,
): Promise<void> {
  requireAbility(person, 'SYSTEM_ISSUE_CHECK')
  await changeTicket(desk, person, ticketID, async (_ticket, at, trx) => {
    const record = await runningIssue(trx, person.userID)
    if (record?.ticketID !== ticketID) throw new Refusal(REFUSED, 'systemIssue.noneRuns')
    const activityOf = await endIssues(trx, [record], person.userID, at)
    return { event: 'SYSTEM_ISSUE_ENDED', set: {}, activityOf }
  })
}

interface Revocation {
  readonly ticketID: number
  readonly recordID: number
  readonly reason: string
}

/**
 * Revokes a record for good, and ends it if it is running. Repeating it changes nothing. @throws Refusal 400
 * where the ticket has no such record, 409 where somebody else has revoked it.
 */
export async function revokeSystemIssue(
  desk: TicketDesk,
  person: TicketPerson,
  { ticketID, recordID, reason }: Revocation,
): Promise<void> {
  requireAbility(person, 'REVOKE_SYSTEM_ISSUE')
  await changeTicket(desk, person, ticketID, async (_ticket, at, trx) => {
    const record = await trx
      .selectFrom('systemIssues as s')
      .leftJoin('users as u', 'u.id', 's.revokedBy')
      .where('s.id', '=', recordID)
      .where('s.ticketID', '=', ticketID)
      .selectAll('s')
      .select('u.displayName as revoker')
      .executeTakeFirst()
    if (!record) throw new Refusal(REFUSED, 'systemIssue.noRecord')
    if (record.revokedAt !== null) {
      if (record.revokedBy === person.userID && record.revokeReason === reason) return null
      throw new Refusal(CONFLICT, 'systemIssue.revokedBefore', { name: record.revoker })
    }
    await trx
      .updateTable('systemIssues')
      .set({ revokedAt: at, revokedBy: person.userID, revokeReason: reason })
      .where('id', '=', recordID)
      .execute()
    const activityOf = record.endedAt === null ? await endIssues(trx, [record], person.userID, at) : []
    return { event: 'SYSTEM_ISSUE_REVOKED', set: {}, text: reason, activityOf }
  })
}
