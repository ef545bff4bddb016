import type { PlannerWeek } from '#shared/contract/planner.ts'
import { REQUEST_WORDS } from '#shared/domain/booking.ts'
import { londonDayAfter, londonField, momentOfField, startOfLondonWeek } from '#shared/domain/london-time.ts'
import { PERMISSIONS } from '#shared/domain/permissions.ts'
import type { WorkerFacts } from '#shared/domain/working-hours.ts'
import { neededRows, projectFacts } from '../allocation/project-facts.ts'
import type { Clock } from '../clock.ts'
import { termsIn } from '../contract-types/terms.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import { Refusal } from '../refusal.ts'
import { adjustmentsOf } from '../return-to-work/forms.ts'
import { companyHolidays } from '../settings/company-holidays.ts'
import { readSetting } from '../settings/settings.ts'
import { bookedTrainings } from '../training/booked.ts'
import { hoursFacts } from './hours-facts.ts'
import { planRows, planShiftOf } from './plan-shifts.ts'
import { plannablePeople } from './plannable.ts'

const DAY_MS = 24 * 60 * 60_000
const PLAN_DAYS_MAX = 42

interface Range {
  readonly from: number
  readonly to: number
}

const iso = (at: number): string => new Date(at).toISOString()
const dayOf = (at: number): string => londonField(at).slice(0, 10)

/** What planners plan by (spec 4 §4.5.5). */
export function plannerHandlers({
  db,
  clock,
}: {
  readonly db: Database
  readonly clock: Clock
}): AreaHandlers<'planner'> {
  return {
    plannerWeek: async ({ from, to, filters }, { caller }) => {
      const range = { from: momentOfField(from), to: momentOfField(to) }
      const days = (range.to - range.from) / DAY_MS
      if (days <= 0 || days > PLAN_DAYS_MAX + 1)
        throw new Refusal(400, 'planner.range', { max: PLAN_DAYS_MAX })
      const near = {
        from: londonDayAfter(startOfLondonWeek(range.from), -7),
        to: londonDayAfter(startOfLondonWeek(range.to), 14),
      }
      const people = await planned(db, caller, near, filters.areaIDs)
      const userIDs = people.map(({ id }) => id)
      const { people: facts, plan } = await hoursFacts(db, caller, { userIDs, ...range, now: clock() })
      const shifts =
        userIDs.length === 0
          ? []
          : await planRows(db)
              .where('userID', 'in', userIDs)
              .where('state', '<>', 'CANCELLED')
              .where((eb) =>
                eb.or([
                  eb.and([eb('start', '<', near.to), eb('end', '>', near.from)]),
                  eb.and([eb('plannedStart', '<', near.to), eb('plannedEnd', '>', near.from)]),
                ]),
              )
              .orderBy('start')
              .orderBy('id')
              .execute()
      const rates = caller.permissions.can('IRESOURCE_CAN_SEE_METRICS')
        ? await ratesOn(db, dayOf(range.from))
        : new Map<number, number>()
      const adjusted = new Map(
        (await adjustmentsOf(db, userIDs, dayOf(range.from))).map((one) => [one.userID, one]),
      )
      const managers = new Map(
        people.flatMap(({ managerID, manager }) =>
          managerID === null || manager === null ? [] : [[managerID, manager] as const],
        ),
      )
      return {
        people: people.flatMap(({ id, areaID, contractTypeID, managerID }) => {
          const own = facts.get(id)
          if (!own) return []
          const rate = rates.get(contractTypeID ?? 0)
          const agreed = adjusted.get(id)
          return {
            ...personSent(own),
            ...{ areaID, contractTypeID, managerID },
            ...(rate !== undefined && { rate }),
            ...(agreed && { adjusted: { adjustments: [...agreed.adjustments], until: agreed.until } }),
          }
        }),
        shifts: shifts.map(planShiftOf),
        events: [...eventsSent(facts), ...(await waitingAndMeetings(db, userIDs, near))],
        needed: neededRows(await projectFacts(db, clock()), range, clock()),
        holidays: await holidaysOf(db, range),
        projects: await projectsOf(db, plan.skills),
        areas: [...plan.areas].map(([id, { name, seats, closedDays, openWeekdays }]) => ({
          ...{ id, name, seats },
          closedDays: [...closedDays],
          openWeekdays: openWeekdays === null ? null : [...openWeekdays],
        })),
        contractTypes: await db.selectFrom('contractTypes').select(['id', 'name']).orderBy('name').execute(),
        managers: [...managers].map(([id, name]) => ({ id, name })),
        limits: { ...plan.limits, noticeDays: await readSetting(db, 'workingTime.noticeDays') },
        mayShortenRest: plan.mayShortenRest,
        mayBookPast: plan.mayBookPast,
      }
    },
  }
}

/** Who is planned: whoever may interview, and whoever has a shift then all the same. */
async function planned(db: Database, caller: Caller, near: Range, areaIDs: readonly number[] | undefined) {
  return (await plannablePeople(db, caller))
    .leftJoin('users as m', 'm.id', 'u.managerID')
    .where((eb) =>
      eb.or([
        eb.and([
          eb('u.status', '=', 'ACTIVE'),
          eb.exists(
            eb
              .selectFrom('userPermissions as p')
              .whereRef('p.userID', '=', 'u.id')
              .where('p.permission', '=', PERMISSIONS.CAN_INTERVIEW)
              .select('p.userID'),
          ),
        ]),
        eb.exists(
          eb
            .selectFrom('shifts as s')
            .whereRef('s.userID', '=', 'u.id')
            .where('s.start', '<', near.to)
            .where('s.end', '>', near.from)
            .where('s.state', '<>', 'CANCELLED')
            .select('s.id'),
        ),
      ]),
    )
    .$if(areaIDs !== undefined, (query) => query.where('u.areaID', 'in', areaIDs ?? []))
    .orderBy('u.displayName')
    .orderBy('u.id')
    .select(['u.id', 'u.areaID', 'u.contractTypeID', 'u.managerID', 'm.displayName as manager'])
    .execute()
}

function personSent({ shifts: _s, away: _a, unavailable: _u, otherWeeks, ...facts }: WorkerFacts) {
  return {
    ...facts,
    skills: [...facts.skills],
    coreTimes: facts.coreTimes.map((one) => ({ ...one, weekdays: [...one.weekdays] })),
    otherWeeks: [...otherWeeks].map(([monday, hours]) => ({ monday: iso(monday), hours })),
  }
}

const KINDS: Readonly<Record<string, 'HOLIDAY' | 'ABSENCE' | 'TRAINING'>> = {
  Holiday: 'HOLIDAY',
  Absence: 'ABSENCE',
  Training: 'TRAINING',
}

function eventsSent(facts: ReadonlyMap<number, WorkerFacts>): PlannerWeek['events'] {
  return [...facts.values()].flatMap(({ userID, away, unavailable }) => [
    ...away.map(({ event, start, end }) => ({
      ...{ userID, kind: KINDS[event] ?? ('ABSENCE' as const), text: event, isWaiting: false },
      ...{ start: iso(start), end: iso(end) },
    })),
    ...unavailable.map(({ start, end }) => ({
      ...{ userID, kind: 'UNAVAILABLE' as const, text: 'Not available', isWaiting: false },
      ...{ start: iso(start), end: iso(end) },
    })),
  ])
}

/** Holidays that wait for a decision, and meetings: neither is against a shift. */
async function waitingAndMeetings(
  db: Database,
  userIDs: readonly number[],
  { from, to }: Range,
): Promise<PlannerWeek['events']> {
  if (userIDs.length === 0) return []
  const waiting = await db
    .selectFrom('bookingRequests')
    .where('userID', 'in', userIDs)
    .where('type', '=', 'HOLIDAY')
    .where('state', '=', 'PENDING')
    .where('start', '<', to)
    .where('end', '>', from)
    .orderBy('id')
    .select(['userID', 'start', 'end'])
    .execute()
  const meetings = await db
    .selectFrom('meetings as m')
    .innerJoin('meetingPeople as p', 'p.meetingID', 'm.id')
    .where('p.userID', 'in', userIDs)
    .where('p.cancelledAt', 'is', null)
    .where('m.start', '<', to)
    .where('m.end', '>', from)
    .orderBy('m.id')
    .select(['p.userID', 'm.start', 'm.end'])
    .execute()
  const trainings = await bookedTrainings(db, { userIDs, from, to })
  return [
    // In a shift it is in nobody’s way, as a meeting isn’t.
    ...trainings
      .filter(({ isInShift }) => isInShift)
      .map(({ userID, start, end, type }) => ({
        ...{ userID, kind: 'MEETING' as const, text: `Training: ${type}`, isWaiting: false },
        ...{ start: iso(start), end: iso(end) },
      })),
    ...waiting.map(({ userID, start, end }) => ({
      ...{ userID, kind: 'HOLIDAY' as const, text: REQUEST_WORDS.HOLIDAY, isWaiting: true },
      ...{ start: iso(start), end: iso(end) },
    })),
    ...meetings.map(({ userID, start, end }) => ({
      ...{ userID, kind: 'MEETING' as const, text: 'Meeting', isWaiting: false },
      ...{ start: iso(start), end: iso(end) },
    })),
  ]
}

export async function ratesOn(db: Database, day: string): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('contractTerms')
    .where('validFrom', '<=', day)
    .orderBy('validFrom')
    .select(['contractTypeID', 'terms'])
    .execute()
  return new Map(
    rows.flatMap(({ contractTypeID, terms }) => {
      const { baseRate } = termsIn(terms)
      return baseRate === null ? [] : [[contractTypeID, baseRate] as const]
    }),
  )
}

async function holidaysOf(db: Database, { from, to }: Range): Promise<PlannerWeek['holidays']> {
  const [first, last] = [dayOf(from), dayOf(to)]
  const years = [...new Set([first, last].map((day) => Number(day.slice(0, 4))))]
  return (await companyHolidays(db, years))
    .filter(({ date }) => date >= first && date < last)
    .map(({ date, name }) => ({ day: date, name }))
}

async function projectsOf(
  db: Database,
  skills: ReadonlyMap<number, readonly { readonly id: number; readonly name: string }[]>,
): Promise<PlannerWeek['projects']> {
  const rows = await db
    .selectFrom('projects')
    .where('status', 'in', ['LIVE', 'PLANNED', 'PAUSED'])
    .orderBy('name')
    .orderBy('id')
    .select(['id', 'name', 'status'])
    .execute()
  return rows.map(({ id, name, status }) => ({
    ...{ id, name, isLive: status === 'LIVE' },
    skills: (skills.get(id) ?? []).map((skill) => ({ id: skill.id, name: skill.name })),
  }))
}
