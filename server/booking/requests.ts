import type { Selectable } from 'kysely'
import type { BookingRequest } from '#shared/contract/booking.ts'
import { DECIDE_PERMISSION, WAITING } from '#shared/domain/booking.ts'
import { allows } from '#shared/domain/permission-rule.ts'
import { PERMISSIONS } from '#shared/domain/permissions.ts'
import type { Database } from '../db/database.ts'
import type { BookingRequestTable } from '../db/schema/calendar.ts'
import type { Caller } from '../http/handlers.ts'
import { Refusal } from '../refusal.ts'
import type { LiveShell } from '../shell/live-shell.ts'

/** A request with the names of its people. */
export interface StoredRequest extends Selectable<BookingRequestTable> {
  readonly userName: string
  readonly decider: string | null
  readonly urger: string | null
}

export const selectRequests = (db: Database) =>
  db
    .selectFrom('bookingRequests as r')
    .innerJoin('users as asker', 'asker.id', 'r.userID')
    .leftJoin('users as decider', 'decider.id', 'r.decidedBy')
    .leftJoin('users as urger', 'urger.id', 'r.urgedBy')
    .selectAll('r')
    .select(['asker.displayName as userName', 'decider.displayName as decider'])
    .select('urger.displayName as urger')

/** @throws Refusal 400 where there is none */
export async function requireRequest(db: Database, id: number): Promise<StoredRequest> {
  const found = await selectRequests(db).where('r.id', '=', id).executeTakeFirst()
  if (!found) throw new Refusal(400, 'booking.gone')
  return found
}

/** Whether somebody who sees requests may decide on this one: never on their own (spec 4 §4.5.6). */
export function mayDecide(
  stored: StoredRequest,
  { userID, permissions }: Pick<Caller, 'userID' | 'permissions'>,
) {
  if (stored.userID === userID || !permissions.can('IRESOURCE_CAN_SEE_BOOKINGS')) return false
  const rule = DECIDE_PERMISSION[stored.type]
  return rule === undefined || allows(permissions, rule)
}

/** A request as it travels, to this person. */
export function requestOf(
  stored: StoredRequest,
  caller: Caller,
  beside: Pick<
    BookingRequest,
    'yearHours' | 'workingDays' | 'balance' | 'coverage' | 'teamOff' | 'shifts' | 'checks'
  > & {
    readonly overlaps: readonly { id: number; userName: string; start: number; end: number }[]
  },
): BookingRequest {
  const { id, type, userID, userName, hours, dayPart, reason, state, decisionNote, decidedAt } = stored
  return {
    id,
    type,
    userID,
    userName,
    hours,
    dayPart,
    reason,
    state,
    start: new Date(stored.start).toISOString(),
    end: new Date(stored.end).toISOString(),
    askedAt: new Date(stored.askedAt).toISOString(),
    decidedBy: stored.decider,
    decidedAt: decidedAt === null ? null : new Date(decidedAt).toISOString(),
    decisionNote,
    overlaps: beside.overlaps.map((one) => ({
      ...one,
      start: new Date(one.start).toISOString(),
      end: new Date(one.end).toISOString(),
    })),
    yearHours: beside.yearHours,
    workingDays: beside.workingDays,
    balance: beside.balance,
    teamOff: beside.teamOff,
    coverage: beside.coverage,
    shifts: beside.shifts,
    checks: beside.checks,
    ...(stored.urgedAt !== null &&
      stored.urger !== null &&
      WAITING.some((one) => one === state) && {
        urged: { by: stored.urger, at: new Date(stored.urgedAt).toISOString() },
      }),
    mayDecide: mayDecide(stored, caller),
  }
}

/** How many requests wait for a decision (spec 4 §4.5.6). */
export async function pendingRequests(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('bookingRequests')
    .where('state', 'in', WAITING)
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Who sees requests. */
export async function deciders(db: Database): Promise<number[]> {
  const rows = await db
    .selectFrom('userPermissions')
    .where('permission', '=', PERMISSIONS.IRESOURCE_CAN_SEE_BOOKINGS)
    .select('userID')
    .execute()
  return rows.map(({ userID }) => userID)
}

/** Who decides on holidays: they see requests, and may (spec 4 §5.4). */
export async function holidayDeciders(db: Database): Promise<number[]> {
  const rows = await db
    .selectFrom('userPermissions')
    .where('permission', 'in', [PERMISSIONS.HR_CAN_MANAGE_HOLIDAY, PERMISSIONS.IRESOURCE_CAN_PROCESS_SHIFT])
    .where('userID', 'in', [0, ...(await deciders(db))])
    .innerJoin('users as u', 'u.id', 'userPermissions.userID')
    .where('u.isActive', '=', 1)
    .select('userPermissions.userID')
    .distinct()
    .execute()
  return rows.map(({ userID }) => userID).toSorted((a, b) => a - b)
}

/** Tells whoever decides how many requests wait. */
export async function tellPending(db: Database, { main }: Pick<LiveShell, 'main'>): Promise<void> {
  const count = await pendingRequests(db)
  for (const id of await deciders(db))
    if (main.onlineUserIDs.has(id)) main.toUser(id, 'updatePendingRequestsCount', [count])
}
