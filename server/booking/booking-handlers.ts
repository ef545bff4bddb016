import {
  CANCEL_PERMISSION,
  mayBecome,
  needsNote,
  REASON_MIN,
  REQUEST_WORDS,
  type RequestState,
  WAITING,
} from '#shared/domain/booking.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import { type KeptNotification, keepNotifications } from '../notifications/notification-store.ts'
import { Refusal } from '../refusal.ts'
import type { LiveShell } from '../shell/live-shell.ts'
import { checkedRequest } from './asking.ts'
import {
  guardOverlaps,
  type KeptPart,
  overlapsOf,
  partsOf,
  workingDaysOfEach,
  yearHoursOf,
} from './holidays.ts'
import {
  mayDecide,
  requestOf,
  requireRequest,
  type StoredRequest,
  selectRequests,
  tellPending,
} from './requests.ts'

interface BookingServices {
  readonly db: Database
  readonly clock: Clock
  readonly shell: Pick<LiveShell, 'main'>
  /** Tells people of notifications that were kept. */
  readonly publisher: { notified(kept: readonly KeptNotification[]): void }
}

/** What a decision reads in the person's notification. */
const DECIDED: Readonly<Record<RequestState, string>> = {
  APPROVED: 'approved',
  DECLINED: 'declined',
  CANCELLED: 'cancelled',
  PENDING: 'opened again',
  REQUESTED_CANCELATION: 'to be cancelled',
}

/** @throws Refusal as spec 4 §4.5.6 and §4.5.7 have them */
function requireDecidable(
  stored: StoredRequest,
  wanted: { state: RequestState; from?: RequestState | undefined; note: string },
  caller: Caller,
  now: number,
): void {
  const { state: from } = stored
  if (stored.userID === caller.userID) throw new Refusal(403, 'booking.own')
  if (!mayDecide(stored, caller)) throw new Refusal(403, 'accessDenied')
  if ((wanted.from ?? from) !== from || !mayBecome(from, wanted.state))
    throw new Refusal(409, 'booking.already', { state: from, name: stored.decider })
  if (needsNote(from, wanted.state) && wanted.note.length < REASON_MIN)
    throw new Refusal(400, 'booking.sayWhy')
  if (from === 'APPROVED' && stored.start <= now) throw new Refusal(400, 'booking.started')
}

/** Requests for holiday, overtime and time off, and who decides on them (spec 4 §4.2.2, §4.5.6, §4.5.7). */
export function bookingHandlers({ db, clock, shell, publisher }: BookingServices): AreaHandlers<'booking'> {
  /** Tells whoever decides how many wait, and the person that their calendar is otherwise. */
  async function tell(userID: number): Promise<void> {
    shell.main.toUser(userID, 'calendarChanged', [])
    await tellPending(db, shell)
  }

  /** From one state to another, unless somebody was first. @throws Refusal 409 */
  async function become(
    trx: Database,
    { id, state }: StoredRequest,
    set: {
      state: RequestState
      decidedBy?: number
      decidedAt?: number
      decisionNote?: string
      start?: number
      end?: number
      hours?: number
    },
  ): Promise<void> {
    const { numUpdatedRows } = await trx
      .updateTable('bookingRequests')
      .set(set)
      .where('id', '=', id)
      .where('state', '=', state)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 1n) return
    const now = await requireRequest(trx, id)
    throw new Refusal(409, 'booking.already', { state: now.state, name: now.decider })
  }

  const answer = async (id: number, caller: Caller) => {
    const [shown] = await listed([await requireRequest(db, id)], caller)
    if (!shown) throw new Refusal(400, 'booking.gone')
    return shown
  }

  /** Requests as they travel; of holidays with whom they overlap and what their person has this year. */
  async function listed(rows: readonly StoredRequest[], caller: Caller) {
    const asked = rows.filter(({ type }) => type === 'HOLIDAY')
    const hours = await yearHoursOf(db, [...new Set(asked.map(({ userID }) => userID))], clock())
    const overlaps = new Map(
      await Promise.all(
        asked
          .filter(({ state, userID }) => state === 'PENDING' && userID !== caller.userID)
          .map(async (row) => [row.id, await overlapsOf(db, row)] as const),
      ),
    )
    const work = await workingDaysOfEach(db, rows)
    return rows.map((row) =>
      requestOf(row, caller, {
        overlaps: overlaps.get(row.id) ?? [],
        yearHours: hours.get(row.userID) ?? null,
        workingDays: work.get(row.id) ?? [],
      }),
    )
  }

  /** Approves some days of a holiday and declines the others; both are requests of their own from now on. */
  async function approveParts(
    trx: Database,
    stored: StoredRequest,
    days: readonly string[],
    decided: { decidedBy: number; decidedAt: number; decisionNote: string },
  ): Promise<void> {
    const parts = await partsOf(trx, stored, days)
    const stateOf = ({ isChosen }: KeptPart) => (isChosen ? ('APPROVED' as const) : ('DECLINED' as const))
    const first = parts.find(({ isChosen }) => isChosen)
    if (!first) throw new Refusal(400, 'booking.badDays')
    const { isChosen: _, ...times } = first
    await become(trx, stored, { ...decided, ...times, state: 'APPROVED' })
    const { userID, type, dayPart, reason, askedAt } = stored
    const rest = parts
      .filter((part) => part !== first)
      .map((part) => {
        const { isChosen: _chosen, ...own } = part
        return { userID, type, dayPart, reason, askedAt, ...decided, ...own, state: stateOf(part) }
      })
    if (rest.length > 0) await trx.insertInto('bookingRequests').values(rest).execute()
  }

  return {
    newBooking: async (asked, { caller }) => {
      const { id } = await db.transaction().execute(async (trx) => {
        const request = await checkedRequest(trx, caller, asked, clock())
        return trx
          .insertInto('bookingRequests')
          .values({ ...request, userID: caller.userID, state: 'PENDING', askedAt: clock(), decisionNote: '' })
          .returning('id')
          .executeTakeFirstOrThrow()
      })
      await tell(caller.userID)
      return answer(id, caller)
    },

    withdrawBooking: async ({ id }, { caller }) => {
      const stored = await selectRequests(db)
        .where('r.id', '=', id)
        .where('r.userID', '=', caller.userID)
        .executeTakeFirst()
      if (!stored) throw new Refusal(400, 'booking.gone')
      const { state, type } = stored
      if (state !== 'PENDING' && state !== 'APPROVED') throw new Refusal(400, 'booking.notNow')
      if (state === 'APPROVED') {
        if (!caller.permissions.can(CANCEL_PERMISSION[type])) throw new Refusal(403, 'accessDenied')
        if (stored.end <= clock()) throw new Refusal(400, 'booking.started')
      }
      await become(db, stored, { state: state === 'PENDING' ? 'CANCELLED' : 'REQUESTED_CANCELATION' })
      await tell(caller.userID)
      return answer(id, caller)
    },

    pendingBookings: async (_input, { caller }) => {
      const rows = await selectRequests(db)
        .where('r.state', 'in', WAITING)
        .orderBy('r.askedAt')
        .orderBy('r.id')
        .execute()
      return listed(rows, caller)
    },

    approvedBookings: async ({ start, end }, { caller }) => {
      const rows = await selectRequests(db)
        .where('r.state', 'in', ['APPROVED', 'DECLINED', 'CANCELLED'])
        .where('r.start', '<', Date.parse(end))
        .where('r.end', '>', Date.parse(start))
        .orderBy('r.start')
        .orderBy('r.id')
        .execute()
      return listed(rows, caller)
    },

    decideBooking: async ({ id, days, seen = [], ...wanted }, { caller }) => {
      const now = clock()
      const { userID, kept } = await db.transaction().execute(async (trx) => {
        const stored = await requireRequest(trx, id)
        requireDecidable(stored, wanted, caller, now)
        const isHoliday = stored.type === 'HOLIDAY'
        const isApproval = stored.state === 'PENDING' && wanted.state === 'APPROVED'
        const isPart =
          days !== undefined && (await partsOf(trx, stored, days)).some(({ isChosen }) => !isChosen)
        if (days !== undefined && !(isHoliday && isApproval)) throw new Refusal(400, 'booking.badDays')
        if (isPart && wanted.note.length < REASON_MIN) throw new Refusal(400, 'booking.sayWhy')
        if (isHoliday && isApproval) await guardOverlaps(trx, stored, seen)
        const decided = { decidedBy: caller.userID, decidedAt: now, decisionNote: wanted.note }
        if (isPart) await approveParts(trx, stored, days, decided)
        else await become(trx, stored, { state: wanted.state, ...decided })
        const because = wanted.note === '' ? '' : `: ${wanted.note}`
        const what = REQUEST_WORDS[stored.type]
        const told = {
          userID: stored.userID,
          type: 'NEW_UPDATE',
          subject: `${what} ${DECIDED[wanted.state]}${isPart ? ' in part' : ''} by ${caller.displayName}${because}`,
          source: 'CALENDAR',
          sourceID: id,
          cssClass: wanted.state === 'APPROVED' ? 'success' : 'info',
        } as const
        return { userID: stored.userID, kept: await keepNotifications(trx, now, [told]) }
      })
      publisher.notified(kept)
      await tell(userID)
      return answer(id, caller)
    },
  }
}
