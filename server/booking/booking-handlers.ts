import type { BookingRequest } from '#shared/contract/booking.ts'
import {
  type BookingType,
  CANCEL_PERMISSION,
  REQUEST_WORDS,
  type RequestState,
  WAITING,
} from '#shared/domain/booking.ts'
import { LONDON, momentOfField } from '#shared/domain/london-time.ts'
import { outside } from '#shared/domain/spans.ts'
import { wallOf, zoneClock } from '#shared/domain/zone-time.ts'
import { coverageWithout } from '../allocation/coverage.ts'
import { type ProjectFacts, projectFacts } from '../allocation/project-facts.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import type { KeptNotification } from '../notifications/notification-store.ts'
import { audit } from '../records/audit.ts'
import { sheetFile } from '../records/sheet-file.ts'
import { Refusal } from '../refusal.ts'
import { talkedBooking } from '../request-talk/booking-talk.ts'
import { followTalk, type TalkParts } from '../request-talk/request-talk.ts'
import type { LiveShell } from '../shell/live-shell.ts'
import { checksOf, sentCheck } from '../shifts/hours.ts'
import { holidayOf } from '../time-records/holiday-balance-source.ts'
import { checkedRequest, hoursOfHoliday } from './asking.ts'
import { decidedSheet } from './decided-sheet.ts'
import { become, decide } from './deciding.ts'
import { dayOf, overlapsOfEach, workingDaysOfEach, yearHoursOf } from './holidays.ts'
import { balancesWith, balanceWith, shiftsOfHoliday, shiftsOfHolidays, teamOff, teamsOff } from './preview.ts'
import { requestOf, requireRequest, type StoredRequest, selectRequests, tellPending } from './requests.ts'
import { requestedShifts } from './shifts-of-requests.ts'

interface BookingServices extends TalkParts {
  readonly shell: Pick<LiveShell, 'main'>
  /** Tells people of notifications that were kept. */
  readonly publisher: { notified(kept: readonly KeptNotification[]): void }
}

const spanOf = ({ start, end }: { readonly start: string; readonly end: string }) => ({
  start: Date.parse(start),
  end: Date.parse(end),
})

/** What a holiday takes: of shifts, of the coverage of its days, and of what is free; and who else is off. */
type HolidayLosses = Pick<BookingRequest, 'shifts' | 'coverage' | 'balance' | 'teamOff'>
const NO_LOSSES: HolidayLosses = { shifts: [], coverage: null, balance: null, teamOff: null }

/** Answers that stand in the order of their requests, by request. */
const byRow = <Answer>(rows: readonly StoredRequest[], answers: readonly Answer[]) =>
  new Map(rows.flatMap(({ id }, place) => (place < answers.length ? [[id, answers[place] as Answer]] : [])))

/** Requests for holiday, overtime and time off, and who decides on them (spec 4 §4.2.2, §4.5.6, §4.5.7). */
export function bookingHandlers({
  db,
  clock,
  shell,
  publisher,
  hub,
}: BookingServices): AreaHandlers<'booking'> {
  /** Tells whoever decides how many wait, the person that their calendar is otherwise, and the conversation what happened. */
  async function tell(userID: number, id: number): Promise<void> {
    shell.main.toUser(userID, 'calendarChanged', [])
    await tellPending(db, shell)
    await followTalk({ db, clock, hub }, talkedBooking(await requireRequest(db, id)))
  }

  /** What somebody does with a request of their own, for the audit (spec 4 §5.3). */
  const note = (
    trx: Database,
    caller: Caller,
    action: 'REQUEST_ADDED' | 'REQUEST_WITHDRAWN',
    {
      id,
      type,
      reason,
      before,
      after,
    }: {
      readonly id: number
      readonly type: BookingType
      readonly reason: string
      readonly before: RequestState | null
      readonly after: RequestState
    },
  ) =>
    audit(trx, caller, clock(), {
      ...{ action, page: 'tracker.my-calendar', recordType: 'bookingRequest', recordID: id, reason },
      ...{ label: `${REQUEST_WORDS[type]}: ${caller.displayName}`, personID: caller.userID },
      changes: [{ field: 'state', before, after }],
    })

  /** Requests of a time that were decided, soonest first. */
  const decidedIn = ({ start, end }: { readonly start: string; readonly end: string }) =>
    selectRequests(db)
      .where('r.state', 'in', ['APPROVED', 'DECLINED', 'CANCELLED'])
      .where('r.start', '<', Date.parse(end))
      .where('r.end', '>', Date.parse(start))
      .orderBy('r.start')
      .orderBy('r.id')
      .execute()

  const answer = async (id: number, caller: Caller) => {
    const [shown] = await listed([await requireRequest(db, id)], caller)
    if (!shown) throw new Refusal(400, 'booking.gone')
    return shown
  }

  /** Requests as they travel; of holidays with whom they overlap and what their person has this year. */
  async function listed(rows: readonly StoredRequest[], caller: Caller) {
    const asked = rows.filter(({ type }) => type === 'HOLIDAY')
    const hours = await yearHoursOf(db, [...new Set(asked.map(({ userID }) => userID))], clock())
    const overlapping = asked.filter(({ state, userID }) => state === 'PENDING' && userID !== caller.userID)
    const overlaps = byRow(overlapping, await overlapsOfEach(db, overlapping))
    const work = await workingDaysOfEach(db, rows)
    const projects = asked.some(({ state }) => state === 'PENDING')
      ? await projectFacts(db, clock(), ['LIVE'])
      : []
    const pending = rows.filter(({ state }) => state === 'PENDING')
    const losses = await holidayLosses(pending, projects)
    const checks = await checksOfRequests(pending, caller)
    return rows.map((row) =>
      requestOf(row, caller, {
        overlaps: overlaps.get(row.id) ?? [],
        yearHours: hours.get(row.userID) ?? null,
        workingDays: work.get(row.id) ?? [],
        ...(losses.get(row.id) ?? NO_LOSSES),
        checks: checks.get(row.id) ?? [],
      }),
    )
  }

  /** What approving the holidays that wait would do, by request: each question is asked once for all. */
  async function holidayLosses(
    pending: readonly StoredRequest[],
    projects: readonly ProjectFacts[],
  ): Promise<ReadonlyMap<number, HolidayLosses>> {
    const holidays = pending.filter(({ type }) => type === 'HOLIDAY')
    if (holidays.length === 0) return new Map()
    const shifts = await shiftsOfHolidays(db, holidays)
    const asked = holidays.map(({ userID, start, end }, place) => ({
      ...{ userID, range: { from: start, to: end } },
      lost: (shifts[place] ?? []).flatMap((shift) =>
        outside([spanOf(shift)], shift.left ? [spanOf(shift.left)] : []),
      ),
    }))
    const coverage = await coverageWithout(db, projects, asked, clock())
    const counted = holidays.map((row) => ({ ...row, isCounted: true }))
    const balances = await balancesWith(db, counted, clock())
    const teams = await teamsOff(db, holidays)
    return byRow(
      holidays,
      holidays.map((_, place) => ({
        shifts: shifts[place] ?? [],
        coverage: coverage[place] ?? null,
        balance: balances[place] ?? null,
        teamOff: teams[place] ?? null,
      })),
    )
  }

  /** What is against the shifts that are asked for, by request. */
  async function checksOfRequests(pending: readonly StoredRequest[], caller: Caller) {
    const wanted = [
      ...(await requestedShifts(
        db,
        pending.filter(({ type }) => type === 'OVERTIME' || type === 'SLOT'),
      )),
    ]
    const checks = await checksOf(
      db,
      caller,
      wanted.map(([, shift]) => shift),
      clock(),
    )
    return new Map(wanted.map(([id], place) => [id, (checks[place] ?? []).map(sentCheck)]))
  }

  return {
    newBooking: async (asked, { caller }) => {
      const { id } = await db.transaction().execute(async (trx) => {
        const request = await checkedRequest(trx, caller, asked, clock())
        const made = await trx
          .insertInto('bookingRequests')
          .values({ ...request, userID: caller.userID, state: 'PENDING', askedAt: clock(), decisionNote: '' })
          .returning('id')
          .executeTakeFirstOrThrow()
        await note(trx, caller, 'REQUEST_ADDED', { ...asked, id: made.id, before: null, after: 'PENDING' })
        return made
      })
      await tell(caller.userID, id)
      return answer(id, caller)
    },

    withdrawBooking: async ({ id }, { caller }) => {
      const stored = await selectRequests(db)
        .where('r.id', '=', id)
        .where('r.userID', '=', caller.userID)
        .executeTakeFirst()
      if (!stored) throw new Refusal(400, 'booking.gone')
      const { state, type } = stored
      if (state !== 'PENDING' && state !== 'APPROVED')
        throw new Refusal(409, 'record.cannot', { record: 'The request', state, action: 'withdrawn' })
      if (state === 'APPROVED') {
        if (!caller.permissions.can(CANCEL_PERMISSION[type])) throw new Refusal(403, 'accessDenied')
        if (stored.end <= clock()) throw new Refusal(400, 'booking.started')
      }
      const after = state === 'PENDING' ? 'CANCELLED' : 'REQUESTED_CANCELATION'
      await db.transaction().execute(async (trx) => {
        await become(trx, stored, { state: after })
        await note(trx, caller, 'REQUEST_WITHDRAWN', { id, type, before: state, after, reason: '' })
      })
      await tell(caller.userID, id)
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

    approvedBookings: async (time, { caller }) => listed(await decidedIn(time), caller),

    approvedBookingsFile: async ({ type, ...time }, { caller }) => {
      const now = clock()
      const sheet = decidedSheet(await decidedIn(time))
      await audit(db, caller, now, {
        ...{ action: 'EXPORTED', page: 'resource.bookings', recordType: 'bookingRequest', recordID: null },
        label: sheet.name,
        changes: [
          { field: 'filters', before: null, after: time },
          { field: 'rows', before: null, after: sheet.rows.length },
        ],
      })
      return sheetFile(db, sheet, { type, now })
    },

    decideBooking: async (wanted, { caller }) => {
      const { userID, kept } = await db
        .transaction()
        .execute((trx) => decide(trx, wanted, { caller, now: clock() }))
      publisher.notified(kept)
      await tell(userID, wanted.id)
      return answer(wanted.id, caller)
    },

    previewHoliday: async (asked, { caller }) => {
      const now = clock()
      const hours = await hoursOfHoliday(db, caller.userID, asked, now)
      const { momentOf } = zoneClock(LONDON)
      const holiday = {
        ...{ userID: caller.userID, dayPart: asked.dayPart },
        ...{ start: momentOf(wallOf(asked.startLocal)), end: momentOf(wallOf(asked.endLocal)) },
      }
      return {
        hours,
        balance: await balanceWith(db, holiday, { hours, isCounted: false, now }),
        teamOff: await teamOff(db, holiday),
        shifts: await shiftsOfHoliday(db, holiday),
      }
    },

    ownHoliday: async (_input, { caller }) => {
      const now = clock()
      const { id: _id, ...balance } = await holidayOf(db, caller.userID, { now, on: dayOf(now) })
      const yearEnd = `${Number(balance.yearFrom.slice(0, 4)) + 1}${balance.yearFrom.slice(4)}`
      const rows = await selectRequests(db)
        .where('r.userID', '=', caller.userID)
        .where('r.type', '=', 'HOLIDAY')
        .where('r.state', 'in', ['PENDING', 'APPROVED', 'REQUESTED_CANCELATION'])
        .where('r.start', '<', momentOfField(`${yearEnd}T00:00`))
        .where('r.end', '>', momentOfField(`${balance.yearFrom}T00:00`))
        .orderBy('r.start')
        .orderBy('r.id')
        .execute()
      return {
        ...balance,
        holidays: rows.map(({ id, start, end, hours, dayPart, state }) => ({
          ...{ id, hours, dayPart, state },
          ...{ start: new Date(start).toISOString(), end: new Date(end).toISOString() },
        })),
      }
    },
  }
}
