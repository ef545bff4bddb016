import type { HypervisorColumn, HypervisorPerson, HypervisorState } from '#shared/contract/hypervisor.ts'
import { type Block, workedHours } from '#shared/domain/allocation.ts'
import { AT_RISK_AHEAD_MS, appointmentsAtRiskOf } from '#shared/domain/appointment-risk.ts'
import { cellRemaining, forecastOfDay, NEARLY_FULL, quotaRemaining } from '#shared/domain/forecast.ts'
import { londonDayAfter, londonField, startOfLondonDay } from '#shared/domain/london-time.ts'
import { atDialler } from '../activity/dialler.ts'
import type { Database } from '../db/database.ts'
import type { Caller } from '../http/handlers.ts'
import { plannablePeople } from '../shifts/plannable.ts'
import { openAppointments } from './at-risk.ts'
import { hoursToCome, scheduleFrom, sentProject, skillsHeld } from './board.ts'
import { neededOn, type ProjectFacts, projectFacts } from './project-facts.ts'
import { heldShifts, scheduledIn } from './schedule.ts'

const HOUR_MS = 3_600_000
/** The board is for now and the next 4 hours (spec 4 §4.5.3). */
const AHEAD_HOURS = 4
/** AVAILABLE without a call for longer is waiting. */
const WAITING_MS = 5 * 60_000
const CONTACTS = ['COMPLETE', 'REFUSAL', 'APPOINTMENT', 'INELIGIBLE', 'ABANDONED'] as const
const iso = (at: number) => new Date(at).toISOString()

/** What people do now, by person. */
async function running(db: Database, now: number) {
  const rows = await db
    .selectFrom('activitySessions')
    .where('endedAt', 'is', null)
    .where('startedAt', '<=', now)
    .select(['userID', 'activity', 'projectID', 'startedAt'])
    .execute()
  return new Map(rows.filter(({ activity }) => activity !== 'INACTIVE').map((row) => [row.userID, row]))
}

/** When each person's last call ended today. */
async function lastCalls(db: Database, from: number, now: number): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('interviewRecords')
    .where('isVoid', '=', 0)
    .where('userID', 'is not', null)
    .where('start', '>=', from)
    .where('start', '<=', now)
    .groupBy('userID')
    .select((eb) => ['userID', eb.fn.max('end').as('end')])
    .execute()
  return new Map(rows.map(({ userID, end }) => [userID ?? 0, Number(end)]))
}

async function completesSince(db: Database, from: number, now: number): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('interviewRecords')
    .where('isVoid', '=', 0)
    .where('outcome', '=', 'COMPLETE')
    .where('start', '>=', from)
    .where('start', '<=', now)
    .groupBy('projectID')
    .select((eb) => ['projectID', eb.fn.countAll<number>().as('count')])
    .execute()
  return new Map(rows.map(({ projectID, count }) => [projectID, Number(count)]))
}

/** Calls that were answered while nobody was free ÷ those and contacts, over 24 hours (spec 4 §2.5), by project. */
export async function abandonedRates(db: Database, now: number): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('interviewRecords')
    .where('isVoid', '=', 0)
    .where('outcome', 'in', CONTACTS)
    .where('start', '>', now - 24 * HOUR_MS)
    .where('start', '<=', now)
    .groupBy('projectID')
    .select((eb) => [
      'projectID',
      eb.fn.countAll<number>().as('all'),
      eb.fn
        .sum<number>(
          eb
            .case()
            .when(eb.and([eb('outcome', '=', 'ABANDONED'), eb('userID', 'is', null)]))
            .then(1)
            .else(0)
            .end(),
        )
        .as('lost'),
      eb.fn
        .sum<number>(
          eb
            .case()
            .when(eb.and([eb('outcome', '<>', 'ABANDONED'), eb('userID', 'is', null)]))
            .then(1)
            .else(0)
            .end(),
        )
        .as('nobodys'),
    ])
    .execute()
  return new Map(
    rows.flatMap(({ projectID, all, lost, nobodys }) => {
      const counted = Number(all) - Number(nobodys)
      return counted > 0 ? [[projectID, Number(lost) / counted] as const] : []
    }),
  )
}

export async function usableSample(db: Database): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('sampleStatuses')
    .select(['projectID', 'fresh', 'inProgress', 'appointments'])
    .execute()
  return new Map(rows.map((one) => [one.projectID, one.fresh + one.inProgress + one.appointments]))
}

/** What a day is to bring: what is left at its beginning, in the share that its hours have of those that are needed. */
export function targetOfDay(project: ProjectFacts, completes: number, now: number): number {
  const remaining = quotaRemaining(project)
  if (remaining === 0 || project.rate <= 0) return completes
  const today = neededOn(project, londonField(now).slice(0, 10), now).reduce((sum, one) => sum + one, 0)
  const share = (today * project.rate) / remaining
  return Math.round((remaining + completes) * share)
}

const covers = ({ start, end }: { start: number; end: number }, at: number) => start <= at && at < end

/** Projects now and in the next 4 hours, and who is where (spec 4 §4.5.3). */
export async function hypervisorState(db: Database, caller: Caller, now: number): Promise<HypervisorState> {
  const day = { from: startOfLondonDay(now), to: londonDayAfter(now, 1) }
  const projects = await projectFacts(db, now, ['LIVE'])
  const sessions = await running(db, now)
  const shifts = (await heldShifts(db, { from: now, to: now + 1 })).filter((one) => covers(one, now))
  const shiftOf = new Map(shifts.map((shift) => [shift.userID, shift]))
  const ids = [...new Set([...shiftOf.keys(), ...sessions.keys()])]
  const known = await (await plannablePeople(db, caller))
    .where('u.id', 'in', [0, ...ids])
    .where('u.isActive', '=', 1)
    .orderBy('u.displayName')
    .orderBy('u.id')
    .select(['u.id', 'u.displayName'])
    .execute()
  const blocks = await scheduledIn(db, { from: now, to: Math.max(day.to, now + (AHEAD_HOURS + 1) * HOUR_MS) })
  const schedule = await scheduleFrom(db, now, projects, false)
  const scheduled = new Map(
    blocks.filter((one) => covers(one, now)).map(({ userID, projectID }) => [userID, projectID]),
  )
  const dialler = await atDialler(db, ids, now)
  const calls = await lastCalls(db, day.from, now)
  const skills = await skillsHeld(db, ids)
  const people = known.map(({ id, displayName }): HypervisorPerson => {
    const session = sessions.get(id)
    const shift = shiftOf.get(id)
    const isOnCall = dialler.get(id)?.status === 'ON_CALL'
    const since = Math.max(session?.startedAt ?? 0, calls.get(id) ?? 0, dialler.get(id)?.since ?? 0)
    return {
      ...{ userID: id, name: displayName, isOnCall },
      activity: session?.activity ?? 'INACTIVE',
      projectID: session?.projectID ?? null,
      scheduledProjectID: scheduled.get(id) ?? null,
      since: session ? iso(session.startedAt) : null,
      shift: shift ? { start: iso(shift.start), end: iso(shift.end) } : null,
      isAbsent: shift !== undefined && session === undefined,
      isWaiting: session?.activity === 'AVAILABLE' && !isOnCall && now - since > WAITING_MS,
      skills: (skills.get(id) ?? []).map(({ skillID, expires }) => ({ skillID, expires })),
    }
  })
  const completes = await completesSince(db, day.from, now)
  const abandoned = await abandonedRates(db, now)
  const usable = await usableSample(db)
  const appointments = await openAppointments(db, now, AHEAD_HOURS * HOUR_MS)
  const atRisk = Map.groupBy(
    appointmentsAtRiskOf(
      appointments.filter(({ time }) => time - now <= AT_RISK_AHEAD_MS),
      blocks,
      now,
    ),
    ({ projectID }) => projectID,
  )
  return {
    asOf: iso(now),
    closeOfDay: iso(day.to),
    projects: projects.map((project): HypervisorColumn => {
      const { id } = project
      const own = blocks.filter(({ projectID }) => projectID === id)
      const hoursLeftToday = workedHours(own, schedule.shifts, { start: now, end: day.to })
      const completesToday = completes.get(id) ?? 0
      const here = people.filter(({ scheduledProjectID }) => scheduledProjectID === id)
      return {
        ...sentProject(project, hoursToCome(project, schedule, now)),
        ...{ completesToday, hoursLeftToday },
        targetToday: targetOfDay(project, completesToday, now),
        forecastToday: forecastOfDay({ ...project, completesToday, hoursLeftToday }),
        planned: here.length,
        onIt: people.filter(({ projectID }) => projectID === id).length,
        elsewhere: here.filter(({ activity, projectID }) => activity === 'AVAILABLE' && projectID !== id)
          .length,
        absent: here.filter(({ isAbsent }) => isAbsent).length,
        waiting: people.filter(({ projectID, isWaiting }) => projectID === id && isWaiting).length,
        appointmentsDue: appointments.filter(({ projectID }) => projectID === id).length,
        atRisk: (atRisk.get(id) ?? []).map((one) => ({
          ...{ recordID: one.id, time: iso(one.time), respondentRef: one.respondentRef },
          isOverdue: one.isOverdue,
        })),
        nearlyFull: project.cells
          .filter(
            (cell) => !cell.isSuspended && cellRemaining(cell) > 0 && cellRemaining(cell) <= NEARLY_FULL,
          )
          .map((cell) => ({ label: cell.label, remaining: cellRemaining(cell) })),
        abandonedRate: abandoned.get(id) ?? null,
        sampleUsable: usable.get(id) ?? null,
        hours: hoursOf(project, own, now),
      }
    }),
    people,
  }
}

/** People needed and planned, for the hour that goes on and the next 4. */
function hoursOf(project: ProjectFacts, blocks: readonly Block[], now: number): HypervisorColumn['hours'] {
  const first = now - (now % HOUR_MS)
  return Array.from({ length: AHEAD_HOURS + 1 }, (_, at) => {
    const hour = first + at * HOUR_MS
    const [day = '', time = ''] = londonField(hour).split('T')
    const needed = neededOn(project, day, now)[Number(time.slice(0, 2))] ?? 0
    const from = Math.max(hour, now)
    const middle = from + (hour + HOUR_MS - from) / 2
    return {
      hour: iso(hour),
      needed: Math.ceil(needed - 1e-9),
      planned: new Set(blocks.filter((one) => covers(one, middle)).map(({ userID }) => userID)).size,
    }
  })
}
