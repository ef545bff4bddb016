import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import { ENTRY_WINDOW_MS } from '#shared/domain/shifts.ts'
import { shiftTimes } from '#shared/domain/working-hours.ts'
import type { Database } from '../db/database.ts'
import type { Caller } from '../http/handlers.ts'
import {
  type KeptNotification,
  keepNotifications,
  type NewNotification,
} from '../notifications/notification-store.ts'
import { audit } from '../records/audit.ts'
import { changedSince } from '../records/change.ts'
import { Refusal } from '../refusal.ts'
import { readSetting } from '../settings/settings.ts'
import { PLANNER_PAGE } from './editing.ts'
import { checksOf, requireNothingBlocks } from './hours.ts'
import { type PlanRow, plannedColumns, planRows, proposedOf } from './plan-shifts.ts'
import { changeOf } from './planned.ts'

const DAY_MS = 24 * 60 * 60_000
const shortDay = dateFormat({ weekday: 'short', day: 'numeric', month: 'short', timeZone: LONDON })

/** States in which a shift is its person's to work. */
const IN_FORCE = ['PUBLISHED', 'OFFERED', 'LIVE', 'COMPLETED', 'NO_SHOW'] as const

interface Publishing {
  readonly trx: Database
  readonly caller: Caller
  readonly at: number
}

interface Wanted {
  readonly from: number
  readonly to: number
  readonly people: readonly number[]
  readonly agreed: readonly number[]
}

/** What becomes of a shift when it is published. */
function publishedValues(row: PlanRow, at: number, isOffered: boolean): Readonly<Record<string, unknown>> {
  const change = changeOf(row.planned)
  if (change === null) return { state: 'PUBLISHED', publishedAt: at }
  if (change.isCancelled) return { state: 'CANCELLED', ...plannedColumns(null) }
  // Until they say yes their shift is as it was.
  if (isOffered) return { state: 'OFFERED' }
  const { isCancelled: _, ...values } = change
  return { ...values, ...plannedColumns(null), state: 'PUBLISHED', publishedAt: at }
}

/**
 * Publishes what is drafted of people's shifts that are, or are to be, in that time (spec 4 §4.5.5). Each person is told
 * once. @returns the shifts that are otherwise now, and what to tell
 */
export async function publishPlan(
  { trx, caller, at }: Publishing,
  { from, to, people, agreed }: Wanted,
): Promise<{ readonly shifts: PlanRow[]; readonly kept: KeptNotification[] }> {
  const notice = (await readSetting(trx, 'workingTime.noticeDays')) * DAY_MS
  const drafts = await planRows(trx)
    .where('userID', 'in', people)
    .where((eb) =>
      eb.or([
        eb('state', '=', 'DRAFT'),
        eb.and([eb('state', '=', 'PUBLISHED'), eb('planned', 'is not', null)]),
      ]),
    )
    .where((eb) =>
      eb.or([
        eb.and([eb('start', '>=', from), eb('start', '<', to)]),
        eb.and([eb('plannedStart', '>=', from), eb('plannedStart', '<', to)]),
      ]),
    )
    .orderBy('start')
    .orderBy('id')
    .execute()
  const told = new Map<number, { first: PlanRow; asked: number }>()
  const shifts: PlanRow[] = []
  for (const draft of drafts) {
    const change = changeOf(draft.planned)
    const soon = Math.min(draft.start, change?.start ?? draft.start) - at < notice
    const isOffered = change !== null && !change.isCancelled && soon && !agreed.includes(draft.id)
    const changed = await trx
      .updateTable('shifts')
      .set({
        ...publishedValues(draft, at, isOffered),
        ...{ version: draft.version + 1, changedBy: caller.userID, changedAt: at },
      })
      .where('id', '=', draft.id)
      .where('version', '=', draft.version)
      .returning('id')
      .executeTakeFirst()
    // Somebody else published or changed it just now.
    if (!changed) continue
    const after = await planRows(trx).where('id', '=', draft.id).executeTakeFirstOrThrow()
    shifts.push(after)
    const own = told.get(draft.userID)
    told.set(draft.userID, { first: own?.first ?? after, asked: (own?.asked ?? 0) + Number(isOffered) })
    const cancelled = change?.isCancelled ?? false
    await audit(trx, caller, at, {
      action: cancelled ? 'SHIFT_CANCELLED' : isOffered ? 'SHIFT_OFFERED' : 'SHIFT_PUBLISHED',
      ...{ page: PLANNER_PAGE, recordType: 'shift', recordID: draft.id, personID: draft.userID },
      label: shiftTimes(change ?? draft),
    })
  }
  const standing = shifts.filter(({ state }) => state !== 'CANCELLED')
  // Whoever made or moved one said why where something warned.
  requireNothingBlocks(await checksOf(trx, caller, standing.map(proposedOf), at))
  await requireNoneTwice(trx, [...told.keys()])
  const news = [...told].map(([userID, { first, asked }]): NewNotification => {
    const body =
      asked === 0
        ? ''
        : asked === 1
          ? 'A change needs your answer: it is in My calendar.'
          : `${asked} changes need your answer: they are in My calendar.`
    return {
      ...{ userID, source: 'SHIFT', sourceID: first.id, type: 'NEW_UPDATE', body },
      subject: `Your shifts from ${shortDay.format(first.start)} are published`,
    }
  })
  return { shifts, kept: await keepNotifications(trx, at, news) }
}

/**
 * What is published may leave out what was planned beside it: nobody has two shifts at once then.
 * @throws Refusal 400 with the shift that another one overlaps
 */
async function requireNoneTwice(trx: Database, people: readonly number[]): Promise<void> {
  if (people.length === 0) return
  const twice = await trx
    .selectFrom('shifts as a')
    .innerJoin('shifts as b', (join) =>
      join
        .onRef('a.userID', '=', 'b.userID')
        .onRef('a.id', '<', 'b.id')
        .onRef('a.start', '<', 'b.end')
        .onRef('b.start', '<', 'a.end'),
    )
    .where('a.userID', 'in', people)
    .where('a.state', 'in', IN_FORCE)
    .where('b.state', 'in', IN_FORCE)
    .orderBy('a.start')
    .select(['a.start', 'a.end'])
    .executeTakeFirst()
  if (twice) throw new Refusal(400, 'booking.overlaps', { event: 'Shift', time: shiftTimes(twice) })
}

interface AnsweredOffer {
  readonly kept: KeptNotification[]
  /** Requests on whose declining the change was proposed. */
  readonly requestIDs: readonly number[]
}

/** The person's own yes or no to a change (spec 4 §5.1). @returns whom to tell, and what */
export async function answerOffer(
  { trx, caller, at }: Publishing,
  { id, version, isAgreed }: { readonly id: number; readonly version: number; readonly isAgreed: boolean },
): Promise<AnsweredOffer> {
  const row = await planRows(trx)
    .select('changedBy')
    .where('id', '=', id)
    .where('userID', '=', caller.userID)
    .where('state', '<>', 'DRAFT')
    .executeTakeFirst()
  if (!row) throw new Refusal(404, 'record.gone', { one: 'shift' })
  const change = changeOf(row.planned)
  if (row.state !== 'OFFERED' || change === null)
    throw new Refusal(400, 'record.cannot', { record: 'The shift', state: row.state, action: 'answered' })
  const { isCancelled, ...values } = change
  const isGone = isAgreed && isCancelled
  const changed = await trx
    .updateTable('shifts')
    .set({
      ...(isAgreed && !isCancelled && { ...values, publishedAt: at }),
      ...plannedColumns(null),
      ...{
        state: isGone ? 'CANCELLED' : 'PUBLISHED',
        version: version + 1,
        changedBy: caller.userID,
        changedAt: at,
      },
    })
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst()
  if (!changed) throw await changedSince(trx, 'shifts', 'shift', id, at)
  if (isAgreed && !isCancelled) {
    requireNothingBlocks(await checksOf(trx, caller, [proposedOf({ ...row, planned: null, ...values })], at))
    await requireNoneTwice(trx, [caller.userID])
  }
  await audit(trx, caller, at, {
    action: isAgreed ? 'SHIFT_AGREED' : 'SHIFT_REFUSED',
    ...{ page: 'tracker.my-calendar', recordType: 'shift', recordID: id, personID: caller.userID },
    label: shiftTimes(isAgreed ? change : row),
  })
  const proposals = await trx
    .updateTable('shiftRequests')
    .set((eb) => ({
      ...{ proposalAnswer: isAgreed ? ('AGREED' as const) : ('REFUSED' as const), proposalAnsweredAt: at },
      version: eb('version', '+', 1),
    }))
    .where('shiftID', '=', id)
    .where('proposalAnswer', 'is', null)
    .where('proposedStart', '=', change.start)
    .where('proposedEnd', '=', change.end)
    .returning('id')
    .execute()
  const requestIDs = proposals.map((one) => one.id)
  if (row.changedBy === null || row.changedBy === caller.userID) return { kept: [], requestIDs }
  const said = isAgreed ? 'agreed to' : 'said no to'
  const kept = await keepNotifications(trx, at, [
    {
      ...{ userID: row.changedBy, source: 'SHIFT', sourceID: id, type: 'NEW_UPDATE' },
      subject: `${caller.displayName} ${said} ${shiftTimes(change)}`,
    },
  ])
  return { kept, requestIDs }
}

/** Offers that nobody answered before the shift can begin: it is as it was. @returns how many */
export async function endUnanswered(db: Database, now: number): Promise<number> {
  const due = now + ENTRY_WINDOW_MS
  const ended = await db
    .updateTable('shifts')
    .set((eb) => ({
      ...plannedColumns(null),
      ...{ state: 'PUBLISHED', changedAt: now },
      version: eb('version', '+', 1),
    }))
    .where('state', '=', 'OFFERED')
    .where((eb) => eb.or([eb('start', '<=', due), eb('plannedStart', '<=', due)]))
    .returning('id')
    .execute()
  return ended.length
}
