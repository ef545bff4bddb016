import type { ShiftPickUp } from '#shared/contract/shift-requests.ts'
import { SHIFT_REQUEST_TEXT } from '#shared/domain/shift-requests.ts'
import { hoursOfShift, shiftTimes } from '#shared/domain/working-hours.ts'
import type { Database } from '../db/database.ts'
import type { Caller } from '../http/handlers.ts'
import type { NewNotification } from '../notifications/notification-store.ts'
import { Refusal } from '../refusal.ts'
import { checksOf, sentCheck } from '../shifts/hours.ts'

const iso = (at: number) => new Date(at).toISOString()
const NO_LONGER = 'The shift is no longer given up.'

/** Shifts of the caller's area that colleagues want to give up and nobody has decided about, the soonest first. */
const dropped = (db: Database, { userID }: Pick<Caller, 'userID'>, now: number) =>
  db
    .selectFrom('shiftRequests as r')
    .innerJoin('shifts as s', (join) =>
      join.onRef('s.id', '=', 'r.shiftID').onRef('s.userID', '=', 'r.byUserID'),
    )
    .innerJoin('users as owner', 'owner.id', 'r.byUserID')
    .leftJoin('projects as p', 'p.id', 's.projectID')
    .where('r.type', '=', 'DROP')
    .where('r.state', '=', 'PENDING')
    .where('r.byUserID', '<>', userID)
    .where('r.expiresAt', '>', now)
    .where('s.state', '=', 'PUBLISHED')
    .where((eb) =>
      eb.or([
        eb('s.areaID', 'is', null),
        eb('s.areaID', '=', (own) => own.selectFrom('users').where('id', '=', userID).select('areaID')),
      ]),
    )
    .orderBy('s.start')
    .orderBy('s.id')
    .select(['s.id', 's.start', 's.end', 's.breakMinutes', 's.projectID', 's.areaID', 's.location'])
    .select(['r.byUserID', 'owner.displayName as name', 'p.name as project'])

/** Whose shift it is that can be asked for. @throws Refusal 404 for one that nobody of one's area gives up */
export async function requireDropped(
  db: Database,
  caller: Pick<Caller, 'userID'>,
  shiftID: number,
  now: number,
): Promise<number> {
  const found = await dropped(db, caller, now).where('s.id', '=', shiftID).executeTakeFirst()
  if (!found) throw new Refusal(404, 'record.gone', { one: 'shift' })
  return found.byUserID
}

/** What of it the caller could work: nothing blocks them; what warns is said with it (spec 4 §5.2). */
export async function pickUpsFor(db: Database, caller: Caller, now: number): Promise<ShiftPickUp[]> {
  const shifts = await dropped(db, caller, now).execute()
  if (shifts.length === 0) return []
  const asked = await db
    .selectFrom('shiftRequests')
    .where('byUserID', '=', caller.userID)
    .where('openPickUp', 'is not', null)
    .select('shiftID')
    .execute()
  const checks = await checksOf(
    db,
    caller,
    shifts.map((shift) => ({ ...shift, userID: caller.userID })),
    now,
  )
  return shifts.flatMap((shift, place) => {
    const own = checks[place] ?? []
    if (own.some(({ blocks }) => blocks)) return []
    const { id, start, end, name, project, location } = shift
    return [
      {
        ...{ shiftID: id, start: iso(start), end: iso(end), name, project, location },
        ...{ hours: hoursOfShift(shift), checks: own.map(sentCheck) },
        isAsked: asked.some((one) => one.shiftID === id),
      },
    ]
  })
}

export interface ClosedPickUps {
  readonly ids: readonly number[]
  readonly userIDs: readonly number[]
  readonly told: readonly NewNotification[]
}

/** Declines who else asked for a shift, since it is taken or stays with whose it is; they are told. */
export async function closePickUps(
  trx: Database,
  shiftID: number,
  { isTaken, now }: { readonly isTaken: boolean; readonly now: number },
): Promise<ClosedPickUps> {
  const decisionNote = isTaken ? SHIFT_REQUEST_TEXT.taken : NO_LONGER
  const closed = await trx
    .updateTable('shiftRequests')
    .set((eb) => ({
      ...{ state: 'DECLINED' as const, openPickUp: null, decidedAt: now, decisionNote },
      version: eb('version', '+', 1),
    }))
    .where('shiftID', '=', shiftID)
    .where('type', '=', 'PICK_UP')
    .where('state', '=', 'PENDING')
    .returning(['id', 'byUserID', 'shiftStart', 'shiftEnd'])
    .execute()
  return {
    ids: closed.map(({ id }) => id),
    userIDs: closed.map(({ byUserID }) => byUserID),
    told: closed
      .toSorted((a, b) => a.id - b.id)
      .map(({ byUserID, shiftStart, shiftEnd }) => ({
        ...{ userID: byUserID, source: 'SHIFT', sourceID: shiftID, cssClass: 'info', type: 'NEW_UPDATE' },
        subject: `You don’t get the shift ${shiftTimes({ start: shiftStart, end: shiftEnd })}`,
        body: decisionNote,
      })),
  }
}
