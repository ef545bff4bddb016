import type { AreaFigures, ResourceHome } from '#shared/contract/resource-home.ts'
import { mostAtOnce } from '#shared/domain/allocation.ts'
import { windowStateAt } from '#shared/domain/booking-windows.ts'
import { isGap } from '#shared/domain/forecast.ts'
import {
  londonDayAfter,
  londonField,
  momentOfField,
  startOfLondonDay,
  startOfLondonWeek,
} from '#shared/domain/london-time.ts'
import { type WaitingAge, waitingAge } from '#shared/domain/waiting-age.ts'
import type { HoursCheck } from '#shared/domain/working-hours.ts'
import type { Database } from '../db/database.ts'
import type { Caller } from '../http/handlers.ts'
import { checksOf } from '../shifts/hours.ts'
import { plannablePeople } from '../shifts/plannable.ts'
import { coverageIn } from './coverage.ts'
import { type HeldShift, heldShifts } from './schedule.ts'

const HOUR_MS = 3_600_000
/** Today and the next 7 days (spec 4 §4.5.1). */
const DAYS = 8
const CLOSING_MS = 48 * HOUR_MS
const ROWS = 20
const HOURS_RULES: readonly HoursCheck['rule'][] = ['REST', 'DAY_OFF', 'MEAN_WEEK', 'WEEK']
const iso = (at: number) => new Date(at).toISOString()
const dayOf = (at: number) => londonField(at).slice(0, 10)

/** Requests that wait, by how long: less than a day, up to 3 days, longer. */
async function requestsByAge(db: Database, now: number): Promise<ResourceHome['requests']> {
  const rows = await db
    .selectFrom('bookingRequests')
    .where('state', 'in', ['PENDING', 'REQUESTED_CANCELATION'])
    .select('askedAt')
    .execute()
  const ages = rows.map(({ askedAt }) => waitingAge(askedAt, now))
  const many = (wanted: WaitingAge) => ages.filter((age) => age === wanted).length
  return { today: many('today'), days: many('days'), older: many('older') }
}

async function closingWindows(db: Database, now: number): Promise<ResourceHome['windows']> {
  const rows = await db
    .selectFrom('bookingWindows')
    .where('closesAt', '>', now)
    .where('closesAt', '<=', now + CLOSING_MS)
    .orderBy('closesAt')
    .orderBy('id')
    .select(['id', 'name', 'state', 'opensAt', 'closesAt'])
    .execute()
  return rows
    .filter((window) => windowStateAt(window, now) === 'OPEN')
    .map(({ id, name, closesAt }) => ({ id, name, closesAt: iso(closesAt) }))
}

/** Whoever didn't come today, or is away by an absence or sickness. */
async function absencesToday(db: Database, now: number): Promise<ResourceHome['absences']> {
  const [from, to] = [startOfLondonDay(now), londonDayAfter(now, 1)]
  const noShows = await db
    .selectFrom('shifts as s')
    .innerJoin('users as u', 'u.id', 's.userID')
    .where('s.state', '=', 'NO_SHOW')
    .where('s.start', '>=', from)
    .where('s.start', '<', to)
    .orderBy('u.displayName')
    .orderBy('u.id')
    .select(['u.id', 'u.displayName'])
    .distinct()
    .execute()
  const away = await db
    .selectFrom('calendarEvents as e')
    .innerJoin('users as u', 'u.id', 'e.userID')
    .where('u.isActive', '=', 1)
    .where('e.deletedAt', 'is', null)
    .where('e.eventType', 'in', ['SICK', 'ABSENCE'])
    .where('e.eventState', 'not in', ['CANCELLED', 'DECLINED', 'HIDDEN', 'PENDING'])
    .where('e.startLocal', '<', londonField(to))
    .where('e.endLocal', '>', londonField(from))
    .orderBy('u.displayName')
    .orderBy('u.id')
    .select(['u.id', 'u.displayName'])
    .distinct()
    .execute()
  const seen = new Set(noShows.map(({ id }) => id))
  return [
    ...noShows.map(({ id, displayName }) => ({ userID: id, name: displayName, isNoShow: true })),
    ...away
      .filter(({ id }) => !seen.has(id))
      .map(({ id, displayName }) => ({ userID: id, name: displayName, isNoShow: false })),
  ]
}

async function leaversWithShifts(db: Database, now: number): Promise<ResourceHome['leavers']> {
  const rows = await db
    .selectFrom('users as u')
    .innerJoin('shifts as s', 's.userID', 'u.id')
    .where('u.leaveDate', 'is not', null)
    .where('s.start', '>', now)
    .where('s.state', 'in', ['DRAFT', 'OFFERED', 'PUBLISHED'])
    .orderBy('u.leaveDate')
    .orderBy('u.id')
    .orderBy('s.start')
    .select(['u.id', 'u.displayName', 'u.leaveDate', 's.start'])
    .execute()
  const after = rows.filter(({ leaveDate, start }) => dayOf(start) > (leaveDate ?? ''))
  return [...Map.groupBy(after, ({ id }) => id)].map(([userID, own]) => ({
    ...{ userID, name: own[0]?.displayName ?? '', leaveDate: own[0]?.leaveDate ?? '' },
    shifts: own.length,
  }))
}

/** Rest and hours that warn or block in what people were told of these days. */
async function planWarnings(
  db: Database,
  caller: Caller,
  shifts: readonly HeldShift[],
  names: ReadonlyMap<number, string>,
  now: number,
): Promise<ResourceHome['warnings']> {
  const own = shifts.filter(({ userID, start }) => names.has(userID) && start > now)
  const checks = await checksOf(db, caller, own, now)
  return own.flatMap(({ userID, start }, place) =>
    (checks[place] ?? [])
      .filter(({ rule }) => HOURS_RULES.includes(rule))
      .map(({ text }) => ({ userID, name: names.get(userID) ?? '', day: dayOf(start), text })),
  )
}

async function freeCampaigns(db: Database, now: number): Promise<ResourceHome['campaigns']> {
  const rows = await db
    .selectFrom('campaigns as c')
    .innerJoin('campaignSlots as s', 's.campaignID', 'c.id')
    .where('c.state', '=', 'OPEN')
    .where('c.closesAt', '>', now)
    .where('s.start', '>', now)
    .orderBy('c.id')
    .select(['c.id', 'c.title', 's.id as slotID', 's.places'])
    .execute()
  const taken = await db
    .selectFrom('campaignApplications')
    .where('state', '=', 'ACCEPTED')
    .groupBy('slotID')
    .select((eb) => ['slotID', eb.fn.countAll<number>().as('count')])
    .execute()
  const of = new Map(taken.map(({ slotID, count }) => [slotID, Number(count)]))
  return [...Map.groupBy(rows, ({ id }) => id)].flatMap(([id, slots]) => {
    const free = slots.reduce(
      (sum, { slotID, places }) => sum + Math.max(0, places - (of.get(slotID) ?? 0)),
      0,
    )
    return free > 0 ? [{ id, title: slots[0]?.title ?? '', free }] : []
  })
}

/** The planner's morning (spec 4 §4.5.1): of whoever is theirs to plan. */
export async function resourceHome(db: Database, caller: Caller, now: number): Promise<ResourceHome> {
  const range = { from: startOfLondonDay(now), to: londonDayAfter(now, DAYS) }
  const days = Array.from({ length: DAYS }, (_, at) => dayOf(londonDayAfter(now, at)))
  const coverage = await coverageIn(db, range, now)
  const people = await (await plannablePeople(db, caller)).select(['u.id', 'u.displayName']).execute()
  const names = new Map(people.map(({ id, displayName }) => [id, displayName]))
  const mine = <T extends { readonly userID: number }>(rows: readonly T[]) =>
    rows.filter(({ userID }) => names.has(userID))
  const shiftRequests = await db
    .selectFrom('shiftRequests')
    .where((eb) => eb.or([eb('openShiftID', 'is not', null), eb('openPickUp', 'is not', null)]))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const failing = await db
    .selectFrom('adaptors')
    .where('isEnabled', '=', 1)
    .where('failuresInRow', '>', 0)
    .orderBy('id')
    .select(['id', 'name', 'lastError'])
    .execute()
  return {
    ...{ asOf: iso(now), days },
    coverage: [...Map.groupBy(coverage, ({ projectID }) => projectID)].map(([projectID, rows]) => ({
      ...{ projectID, project: rows[0]?.project ?? '' },
      days: rows.map(({ day, planned, needed }) => ({ day, planned, needed })),
    })),
    gaps: coverage
      .filter(({ planned, needed }) => isGap(planned, needed))
      .map(({ projectID, project, day, planned, needed }) => ({
        ...{ projectID, project, day },
        missing: needed - planned,
      }))
      .sort((a, b) => b.missing - a.missing || a.projectID - b.projectID),
    requests: await requestsByAge(db, now),
    shiftRequests: Number(shiftRequests.count),
    windows: await closingWindows(db, now),
    campaigns: await freeCampaigns(db, now),
    absences: mine(await absencesToday(db, now)),
    leavers: mine(await leaversWithShifts(db, now)),
    warnings: (await planWarnings(db, caller, await heldShifts(db, range), names, now)).slice(0, ROWS),
    adaptors: failing.map(({ id, name, lastError }) => ({ id, name, error: lastError })),
  }
}

/** Areas by who is planned in them, against their seats (spec 4 §4.5.15). @param day the first of 7 */
export async function areaFigures(db: Database, day: string | undefined, now: number): Promise<AreaFigures> {
  const from = day === undefined ? startOfLondonWeek(now) : momentOfField(day)
  const days = Array.from({ length: 7 }, (_, at) => londonDayAfter(from, at))
  const shifts = await heldShifts(db, {
    from: Math.min(from, startOfLondonDay(now)),
    to: Math.max(londonDayAfter(from, 7), londonDayAfter(now, 1)),
  })
  const areas = await db
    .selectFrom('areas')
    .where('isActive', '=', 1)
    .orderBy('id')
    .select(['id', 'seats'])
    .execute()
  const closed = await db.selectFrom('areaClosedDays').select(['areaID', 'day']).execute()
  const isClosed = new Set(closed.map(({ areaID, day: one }) => `${areaID} ${one}`))
  const of = Map.groupBy(shifts, ({ areaID }) => areaID)
  return {
    areas: areas.map(({ id, seats }) => {
      const own = of.get(id) ?? []
      const office = own.filter(({ location }) => location === 'OFFICE')
      const blocks = office.map(({ userID, start, end }) => ({ userID, start, end, projectID: 0 }))
      const hours = (location: 'OFFICE' | 'HOME') =>
        own
          .filter((one) => one.location === location)
          .reduce(
            (sum, { start, end }) =>
              sum + Math.max(0, Math.min(end, londonDayAfter(from, 7)) - Math.max(start, from)) / HOUR_MS,
            0,
          )
      return {
        ...{ areaID: id, seats },
        onShift: new Set(
          own.filter(({ start, end }) => start <= now && now < end).map(({ userID }) => userID),
        ).size,
        hours: { office: hours('OFFICE'), home: hours('HOME') },
        days: days.map((at) => {
          const peak = mostAtOnce({ start: at, end: londonDayAfter(at, 1) }, blocks)
          return {
            ...{ day: dayOf(at), peak },
            isOver: seats !== null && peak > seats,
            isClosed: isClosed.has(`${id} ${dayOf(at)}`),
          }
        }),
      }
    }),
    asOf: iso(now),
  }
}
