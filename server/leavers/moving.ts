import { MOVING_KINDS, type Moving, type MovingKind } from '#shared/domain/leaving.ts'
import type { Database } from '../db/database.ts'
import type { KeptNotification } from '../notifications/notification-store.ts'
import { freeReportName } from '../reports/reports.ts'
import type { LiveShell } from '../shell/live-shell.ts'
import { taskPublisher } from '../tasks/publisher.ts'
import { selectTasks } from '../tasks/rows.ts'
import { writeTask } from '../tasks/write.ts'
import type { TicketPublisher } from '../tickets/publisher.ts'
import { selectTickets } from '../tickets/rows.ts'
import { type Made, publishMade, writeChange } from '../tickets/write.ts'
import { futureShifts } from './calendar.ts'

/** Who can be told of what changes hands. */
export interface MovingNews {
  readonly publisher: TicketPublisher & { notified(kept: readonly KeptNotification[]): void }
  readonly shell: Pick<LiveShell, 'main'>
  /** Tells lists of people that somebody's record is otherwise. */
  readonly personChanged: (userID: number) => void
}

/** What goes from whom to whom, and who decided it. */
export interface Handover {
  readonly leaverID: number
  readonly leaverName: string
  readonly leaverManagerID: number | null
  readonly holder: { readonly id: number; readonly displayName: string }
  readonly by: { readonly userID: number | null; readonly displayName: string }
  /** In milliseconds since 1970. */
  readonly at: number
}

/** Tells windows of what was done. */
export type Tell = () => Promise<void>

interface MovingThing {
  /** How many of them somebody has who leaves at that moment. */
  readonly count: (db: Database, userID: number, at: number) => Promise<number>
  /**
   * Gives them to the new holder, without a notification for each: the holder gets one with the counts.
   * @returns tells windows; it belongs after the transaction
   */
  readonly move?: (trx: Database, handover: Handover, news: MovingNews) => Promise<Tell>
}

const ticketsInHand = (db: Database, userID: number) =>
  selectTickets(db).where('t.assignedTo', '=', userID).where('t.resolvedAt', 'is', null)

const openTasks = (db: Database, userID: number) =>
  selectTasks(db)
    .where('t.userID', '=', userID)
    .where('t.deletedAt', 'is', null)
    .where('t.statusKind', 'in', ['TO_DO', 'DOING'])

const reportsOf = (db: Database, userID: number) =>
  db.selectFrom('users').where('managerID', '=', userID).where('status', '<>', 'LEAVER').select('id')

/** Managers above somebody, the nearest first. A circle, which nobody should have made, ends it. */
export async function managersAbove(db: Database, userID: number): Promise<number[]> {
  const above: number[] = []
  let next: number | null = userID
  while (next !== null) {
    const row: { managerID: number | null } | undefined = await db
      .selectFrom('users')
      .where('id', '=', next)
      .select('managerID')
      .executeTakeFirst()
    next = row?.managerID ?? null
    if (next === null || next === userID || above.includes(next)) break
    above.push(next)
  }
  return above
}

async function moveTickets(trx: Database, handover: Handover, { publisher }: MovingNews): Promise<Tell> {
  const { leaverID, leaverName, holder, by, at } = handover
  const made: Made[] = []
  for (const ticket of await ticketsInHand(trx, leaverID).orderBy('t.id').execute())
    made.push(
      await writeChange(trx, at, by, ticket, {
        event: 'ASSIGNED',
        set: { assignedTo: holder.id },
        changes: [{ field: 'assign', from: leaverName, to: holder.displayName }],
      }),
    )
  return () => publishMade(publisher, made)
}

async function moveTasks(trx: Database, handover: Handover, { publisher, shell }: MovingNews): Promise<Tell> {
  const { leaverID, leaverName, holder, by, at } = handover
  // The one notification with the counts stands for all that each of them would tell.
  const desk = { publisher: taskPublisher(shell, (kept) => publisher.notified(kept)) }
  for (const task of await openTasks(trx, leaverID).orderBy('t.id').execute())
    await writeTask(trx, desk, by, task, at, {
      event: 'CHANGED',
      set: { userID: holder.id },
      changes: [{ field: 'userID', from: leaverName, to: holder.displayName }],
      isQuiet: true,
    })
  return async () => {}
}

/**
 * Direct reports get the new manager. Whoever takes over, or stands between them and the leaver, gets the
 * leaver's own manager, so that nobody becomes their own.
 */
async function moveReports(trx: Database, handover: Handover, { personChanged }: MovingNews): Promise<Tell> {
  const { leaverID, leaverManagerID, holder, by, at } = handover
  const above = [holder.id, ...(await managersAbove(trx, holder.id))]
  const reports = await reportsOf(trx, leaverID).execute()
  for (const { id } of reports) {
    const managerID = above.includes(id) ? leaverManagerID : holder.id
    await trx
      .updateTable('users')
      .set((eb) => ({ managerID, changedBy: by.userID, changedAt: at, version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute()
  }
  return async () => {
    for (const { id } of reports) personChanged(id)
  }
}

const schedulesOf = (db: Database, userID: number) =>
  db
    .selectFrom('reportSchedules as s')
    .innerJoin('reportDefinitions as d', 'd.id', 's.reportID')
    .where('d.ownerID', '=', userID)
    .select(['d.id', 'd.name'])

/** Reports that run by themselves go to whoever takes over, paused until that person starts them again. */
async function moveSchedules(trx: Database, handover: Handover): Promise<Tell> {
  const { leaverID, leaverName, holder, at } = handover
  for (const { id, name } of await schedulesOf(trx, leaverID).orderBy('d.id').execute()) {
    const free = await freeReportName(trx, holder.id, name)
    await trx
      .updateTable('reportDefinitions')
      .set((eb) => ({ ...free, ownerID: holder.id, version: eb('version', '+', 1), changedAt: at }))
      .where('id', '=', id)
      .execute()
    await trx
      .updateTable('reportSchedules')
      .set({ pausedAt: at, pauseReason: `It was ${leaverName}’s, who left.` })
      .where('reportID', '=', id)
      .execute()
  }
  return async () => {}
}

const openReviews = (db: Database, userID: number) =>
  db
    .selectFrom('qcReviews')
    .where('reviewerID', '=', userID)
    .where('state', 'in', ['DUE', 'IN_PROGRESS'])
    .select(['id', 'userID', 'calibrationID'])

/**
 * Reviews that aren't submitted go on with the new holder; a listen that runs ends. What they can't go on with, being
 * reviewed there or reviewing it already, is given up, so that somebody else can take it.
 */
async function moveReviews(trx: Database, handover: Handover): Promise<Tell> {
  const { leaverID, leaverName, holder, at } = handover
  await trx
    .updateTable('qcListens')
    .set({ to: at })
    .where('byID', '=', leaverID)
    .where('to', 'is', null)
    .execute()
  for (const { id, userID, calibrationID } of await openReviews(trx, leaverID).orderBy('id').execute()) {
    const other =
      calibrationID === null
        ? undefined
        : await trx
            .selectFrom('qcReviews')
            .where('calibrationID', '=', calibrationID)
            .where('reviewerID', '=', holder.id)
            .select('id')
            .executeTakeFirst()
    const isTheirs = userID !== holder.id && !other
    await trx
      .updateTable('qcReviews')
      .set((eb) => ({
        ...(isTheirs
          ? { reviewerID: holder.id }
          : { state: 'VOID' as const, claim: null, voidReason: `${leaverName} left.` }),
        version: eb('version', '+', 1),
      }))
      .where('id', '=', id)
      .execute()
  }
  return async () => {}
}

async function countOf(query: { execute(): Promise<readonly unknown[]> }): Promise<number> {
  return (await query.execute()).length
}

/** What changes hands when somebody leaves. An area that keeps such things adds its line here. */
const THINGS: Readonly<Partial<Record<MovingKind, MovingThing>>> = {
  TICKETS: { count: (db, userID) => countOf(ticketsInHand(db, userID)), move: moveTickets },
  TASKS: { count: (db, userID) => countOf(openTasks(db, userID)), move: moveTasks },
  REPORTS: { count: (db, userID) => countOf(reportsOf(db, userID)), move: moveReports },
  REVIEWS: { count: (db, userID) => countOf(openReviews(db, userID)), move: moveReviews },
  SCHEDULES: { count: (db, userID) => countOf(schedulesOf(db, userID)), move: moveSchedules },
  SHIFTS: { count: async (db, userID, at) => (await futureShifts(db, userID, at)).length },
}

const KINDS = MOVING_KINDS.flatMap((kind) => {
  const thing = THINGS[kind]
  return thing ? [{ kind, ...thing }] : []
})

/** How many of each kind somebody has who leaves at that moment. */
export async function movesOf(db: Database, userID: number, at: number): Promise<Moving[]> {
  const moves: Moving[] = []
  for (const { kind, count } of KINDS) moves.push({ kind, count: await count(db, userID, at) })
  return moves
}

/** Gives all that somebody has to whoever takes over. @returns tells windows, after the transaction */
export async function moveAll(trx: Database, handover: Handover, news: MovingNews): Promise<Tell> {
  const tell: Tell[] = []
  for (const { move } of KINDS) if (move) tell.push(await move(trx, handover, news))
  return async () => {
    for (const one of tell) await one()
  }
}
