import { type HolidayDays, holidayHours } from '#shared/domain/holiday-shifts.ts'
import { londonDayAfter, londonField, momentOfField } from '#shared/domain/london-time.ts'
import { publicHolidays } from '#shared/domain/public-holidays.ts'
import { REQUEST_EXPIRES_MS } from '#shared/domain/shift-requests.ts'
import { cutShifts } from '../booking/shifts-of-requests.ts'
import type { Database } from '../db/database.ts'
import { PEOPLE, personCalled } from './people.ts'
import { createRandom, type Random } from './random.ts'
import { DAY, HOUR } from './timeline.ts'

const SEED = 4409
/** How many wait, and how many were decided (spec 4 §3.1). */
const WAITING = { holidays: 12, overtime: 6, cancelations: 2 } as const
const DECIDED = 200
/** Before the weeks of which the demo has shifts, so that no holiday lies on one that was worked. */
const BEFORE_SHIFTS_DAYS = 60
/** So far back, in days. */
const BACK_DAYS = 300

const WHY = {
  HOLIDAY: [
    'A week with my sister',
    'Wedding in Cardiff',
    'School half-term',
    'A long weekend',
    'Moving house',
  ],
  OVERTIME: ['Northgate Travel is behind', 'I can take the evening calls', 'Wave 3 ends this week'],
  DECLINED: ['Too many are off then', 'The wave ends on that day', 'Please ask for the week after'],
  SHIFT: ['Dentist', 'My son is ill', 'A lecture was moved', 'The bus doesn’t run then', 'Parents’ evening'],
} as const

/** Whoever signs in as the interviewer to look around asks for themselves. */
const LOOKER = personCalled('Jamie Whitfield').id
const isFreeToAsk = (userID: number): boolean => userID !== LOOKER

interface Booked {
  readonly type: 'HOLIDAY' | 'OVERTIME'
  readonly userID: number
  readonly start: number
  readonly end: number
  readonly hours: number
  readonly state: 'PENDING' | 'APPROVED' | 'DECLINED' | 'CANCELLED' | 'REQUESTED_CANCELATION'
  readonly reason: string
  readonly askedAt: number
  readonly decidedAt: number | null
  readonly note: string
}

interface OwnShift {
  readonly id: number
  readonly userID: number
  readonly start: number
  readonly end: number
  readonly breakMinutes: number
  readonly state: string
}

/** What people asked for: holidays and overtime that wait and that were decided, and requests about shifts. */
export async function seedRequests(trx: Database, now: number): Promise<void> {
  const random = createRandom(SEED)
  const shifts: OwnShift[] = await trx
    .selectFrom('shifts')
    .orderBy('userID')
    .orderBy('start')
    .select(['id', 'userID', 'start', 'end', 'breakMinutes', 'state'])
    .execute()
  const shiftsOf = Map.groupBy(shifts, ({ userID }) => userID)
  const people = PEOPLE.filter(({ id, type }) => type === 'INTERVIEWER' && shiftsOf.has(id)).map(
    ({ id }) => id,
  )
  const decider = PEOPLE.find(({ type }) => type === 'SUPERVISOR')
  if (!decider || people.length === 0) return
  const year = new Date(now).getUTCFullYear()
  const closed = new Set(
    [year - 1, year, year + 1].flatMap((one) => publicHolidays(one).map(({ date }) => date)),
  )
  const day = (offset: number) => londonField(londonDayAfter(now, offset)).slice(0, 10)
  const desk: Desk = { random, people, shiftsOf, day, now, isHoliday: (date) => closed.has(date) }

  const booked = [...waiting(desk), ...decided(desk)]
  for (const { type, note, decidedAt, ...request } of booked) {
    const { id } = await trx
      .insertInto('bookingRequests')
      .values({
        ...{ ...request, type, dayPart: 'DAY', decidedAt, decisionNote: note },
        decidedBy: decidedAt === null ? null : decider.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const isGranted = request.state === 'APPROVED' || request.state === 'REQUESTED_CANCELATION'
    if (type === 'HOLIDAY' && isGranted && request.end > now)
      await cutShifts(
        trx,
        { id, userID: request.userID },
        { from: fieldDay(request.start), to: fieldDay(request.end), dayPart: 'DAY' },
        { decider: { userID: decider.id, displayName: decider.name }, at: decidedAt ?? now },
      )
  }
  await seedShiftRequests(trx, desk, booked)
}

interface Desk {
  readonly random: Random
  readonly people: readonly number[]
  readonly shiftsOf: ReadonlyMap<number, readonly OwnShift[]>
  /** The London day so many days from now, YYYY-MM-DD. */
  readonly day: (offset: number) => string
  readonly now: number
  readonly isHoliday: (day: string) => boolean
}

const fieldDay = (at: number) => londonField(at).slice(0, 10)

/** A holiday of some days; null where it would take no hours. */
function holiday(
  { random, shiftsOf, day, isHoliday }: Desk,
  userID: number,
  { offset, days }: { readonly offset: number; readonly days: number },
): Pick<Booked, 'type' | 'userID' | 'start' | 'end' | 'hours' | 'reason'> | null {
  const own: HolidayDays = { from: day(offset), to: day(offset + days), dayPart: 'DAY' }
  const shifts = shiftsOf.get(userID) ?? []
  const hours = holidayHours(own, { shifts, dayHours: 7.5, isHoliday })
  if (hours === 0) return null
  return {
    ...{ type: 'HOLIDAY', userID, hours, reason: random.pick(WHY.HOLIDAY) },
    ...{ start: momentOfField(own.from), end: momentOfField(own.to) },
  }
}

/** What waits for a decision, each of somebody else. */
function waiting(desk: Desk): Booked[] {
  const { random, people, now, day } = desk
  const rows: Booked[] = []
  const askers = random.sample(people.filter(isFreeToAsk), people.length)
  const ask = () => now - random.int(2, 90) * HOUR
  let cancelations = 0
  let holidays = 0
  for (const userID of askers) {
    if (holidays + cancelations === WAITING.holidays + WAITING.cancelations) break
    const wanted = holiday(desk, userID, { offset: random.int(12, 60), days: random.int(2, 7) })
    if (wanted === null) continue
    const isBack = cancelations < WAITING.cancelations
    if (isBack) cancelations += 1
    else holidays += 1
    rows.push({
      ...wanted,
      state: isBack ? 'REQUESTED_CANCELATION' : 'PENDING',
      askedAt: isBack ? now - 9 * DAY : ask(),
      decidedAt: isBack ? now - 8 * DAY : null,
      note: '',
    })
  }
  for (const userID of askers.slice(-WAITING.overtime)) {
    // A Sunday morning: who works then already asks for two hours of the evening.
    const date = day(random.int(3, 16))
    const start = momentOfField(`${date}T19:00`)
    const end = start + 2 * HOUR
    rows.push({
      ...{
        type: 'OVERTIME',
        userID,
        start,
        end,
        hours: 2,
        state: 'PENDING',
        reason: random.pick(WHY.OVERTIME),
      },
      ...{ askedAt: ask(), decidedAt: null, note: '' },
    })
  }
  return rows
}

/** What was decided in the months before, and some of the weeks to come. */
function decided(desk: Desk): Booked[] {
  const { random, people, now } = desk
  const rows: Booked[] = []
  const granted = new Map<number, { from: number; to: number }[]>()
  for (let count = 0; rows.length < DECIDED; count++) {
    const userID = people[count % people.length] ?? 0
    const days = random.int(1, 5)
    const offset = -random.int(BEFORE_SHIFTS_DAYS + 7, BACK_DAYS)
    const wanted = holiday(desk, userID, { offset, days })
    if (wanted === null) continue
    const own = granted.get(userID) ?? []
    const isFree = own.every(({ from, to }) => offset >= to || offset + days <= from)
    const state = !isFree || random.chance(0.2) ? 'DECLINED' : random.chance(0.12) ? 'CANCELLED' : 'APPROVED'
    if (state === 'APPROVED') granted.set(userID, [...own, { from: offset, to: offset + days }])
    const askedAt = wanted.start - random.int(14, 60) * DAY
    rows.push({
      ...wanted,
      ...{ state, askedAt, decidedAt: Math.min(now, askedAt + random.int(4, 60) * HOUR) },
      note: state === 'DECLINED' ? random.pick(WHY.DECLINED) : '',
    })
  }
  return rows
}

/** Five requests about shifts of the next weeks: of each kind one, and a second one that is dropped. */
async function seedShiftRequests(
  trx: Database,
  { random, people, shiftsOf, now }: Desk,
  booked: readonly Booked[],
): Promise<void> {
  const busy = new Set(booked.filter(({ end }) => end > now).map(({ userID }) => userID))
  const isNear = ({ start, state }: OwnShift) =>
    state === 'PUBLISHED' && start > now + 2 * DAY && start < now + 12 * DAY
  const withShift = people.filter(isFreeToAsk).flatMap((userID) => {
    const shift = busy.has(userID) ? undefined : (shiftsOf.get(userID) ?? []).find(isNear)
    return shift ? [shift] : []
  })
  const [dropped, second, given, changed, swapped, ...others] = random.sample(withShift, withShift.length)
  if (!dropped || !second || !given || !changed || !swapped) return
  /** Somebody who has no shift around that one. */
  const free = (shift: OwnShift) =>
    people
      .filter(isFreeToAsk)
      .find((userID) =>
        (shiftsOf.get(userID) ?? []).every(
          (own) => own.end <= shift.start - 12 * HOUR || own.start >= shift.end + 12 * HOUR,
        ),
      )
  const colleague = free(given)
  const partner = others.find(
    (one) => one.userID !== colleague && fieldDay(one.start) !== fieldDay(swapped.start),
  )
  const common = {
    ...{ version: 1, toUserID: null, otherShiftID: null, newStart: null, newEnd: null, splitAt: null },
    ...{ decidedBy: null, decidedAt: null, decisionNote: '', state: 'PENDING' as const },
  }
  const about = ({ id, userID, start, end }: OwnShift) => ({
    ...{ shiftID: id, openShiftID: id, byUserID: userID, shiftStart: start, shiftEnd: end },
    ...{
      expiresAt: start - REQUEST_EXPIRES_MS,
      askedAt: now - random.int(2, 40) * HOUR,
      reason: random.pick(WHY.SHIFT),
    },
  })
  await trx
    .insertInto('shiftRequests')
    .values([
      { ...common, ...about(dropped), type: 'DROP' },
      { ...common, ...about(second), type: 'DROP' },
      {
        ...common,
        ...about(changed),
        type: 'CHANGE',
        newStart: changed.start + HOUR,
        newEnd: changed.end + HOUR,
      },
      ...(colleague !== undefined
        ? [
            {
              ...common,
              ...about(given),
              type: 'GIVE' as const,
              state: 'ACCEPTED' as const,
              toUserID: colleague,
            },
          ]
        : []),
      ...(partner
        ? [
            {
              ...{ ...common, ...about(swapped), type: 'SWAP' as const, state: 'OFFERED' as const },
              ...{ toUserID: partner.userID, otherShiftID: partner.id },
            },
          ]
        : []),
    ])
    .execute()
}
