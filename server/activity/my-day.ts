import type { MyDay } from '#shared/contract/my-day.ts'
import { ACTIVITY_RULES, mayChoose, UNDO_SWITCH_MS } from '#shared/domain/activity-rules.ts'
import { adherenceNow, type DayFacts, dayFigures } from '#shared/domain/attendance.ts'
import { breakBefore } from '#shared/domain/break-time.ts'
import { figureOf } from '#shared/domain/interviews.ts'
import { londonDayAfter, londonField, momentOfField } from '#shared/domain/london-time.ts'
import { plannedParts } from '#shared/domain/planned-day.ts'
import { secondsOf, within } from '#shared/domain/spans.ts'
import { openAppointments } from '../allocation/at-risk.ts'
import { allocationsIn, holds, isPlanned } from '../allocation/schedule.ts'
import { dayFacts, presentDay } from '../attendance/day-facts.ts'
import { sentException } from '../attendance/days.ts'
import type { Database } from '../db/database.ts'
import type { Caller } from '../http/handlers.ts'
import { catiReport } from '../interviews/cati-report.ts'
import { hourTallies, sumOf } from '../interviews/tallies.ts'
import { setTargets, shiftTargets } from '../performance/day-targets.ts'
import { Refusal } from '../refusal.ts'
import { readSettings } from '../settings/settings.ts'
import { tasksDue } from '../tasks/counting.ts'
import { waitingSwitch } from './after-call.ts'
import { briefOf } from './briefs.ts'
import { projectsFor, skillsOf } from './choosing.ts'
import { atDialler } from './dialler.ts'
import { joinsOf } from './joining.ts'
import { overrideOf } from './overriding.ts'
import { lockOf } from './shift-lock.ts'
import { type OwnShift, shiftFacts, shiftOn, shiftsAround } from './shift-now.ts'
import { startOffered } from './shift-run.ts'

const iso = (at: number) => new Date(at).toISOString()

const sentShift = ({ start, end, location, project, breakMinutes }: OwnShift) => ({
  ...{ location, project, breakMinutes },
  start: iso(start),
  end: iso(end),
})

/** Sessions of a day with who began them, cut at its ends. */
async function sessionsOf(
  db: Database,
  userID: number,
  { from, to, now }: { from: number; to: number; now: number },
) {
  const rows = await db
    .selectFrom('activitySessions as s')
    .leftJoin('users as by', 'by.id', 's.startedBy')
    .where('s.userID', '=', userID)
    .where('s.startedAt', '<', to)
    .where((eb) => eb.or([eb('s.endedAt', 'is', null), eb('s.endedAt', '>', from)]))
    .orderBy('s.startedAt')
    .orderBy('s.id')
    .select(['s.id', 's.activity', 's.project', 's.category', 's.startedAt', 's.endedAt', 's.startedBy'])
    .select(['s.isTimeCorrected', 's.correctionID', 'by.displayName as byName'])
    .execute()
  return rows.map(({ id, activity, project, category, startedAt, endedAt, startedBy, byName, ...how }) => {
    const start = Math.max(startedAt, from)
    const end = Math.min(endedAt ?? Math.min(now, to), to)
    return {
      ...{ id, activity, project, category },
      start: iso(start),
      end: endedAt === null ? null : iso(end),
      seconds: Math.max(0, Math.floor((end - start) / 1000)),
      /** Null where the person did it themselves. */
      by: startedBy === userID ? null : (byName ?? ''),
      isTimeCorrected: how.isTimeCorrected === 1,
      isCorrected: how.correctionID !== null,
    }
  })
}

const isoOrNull = (at: number | null) => (at === null ? null : iso(at))

/** The paid break of the shift that goes on, and what of it was taken before now's; null without a shift. */
function breaksOf({ shifts, sessions }: DayFacts, now: number): MyDay['breaks'] {
  const shift = shifts.find(({ start, end }) => start <= now && now < end) ?? shifts.at(-1)
  if (!shift) return null
  const taken = sessions.filter(({ activity, end }) => activity === 'BREAK' && end < now)
  return { allowance: shift.allowanceSeconds, taken: secondsOf(within(taken, [shift])) }
}

const TICKETS = 20
const APPOINTMENTS = 3
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** An appointment that is so long overdue is somebody else's to look after. */
const OVERDUE_MS = HOUR_MS

/** The person's tickets that aren't resolved: what can stop them. */
async function ticketsOf(db: Database, userID: number): Promise<MyDay['tickets']> {
  const rows = await db
    .selectFrom('tickets')
    .where('raisedBy', '=', userID)
    .where('resolvedAt', 'is', null)
    .orderBy('id', 'desc')
    .limit(TICKETS)
    .select(['id', 'ticketType', 'message', 'raisedAt'])
    .execute()
  return rows.map(({ id, ticketType, message, raisedAt }) => ({
    ...{ id, ticketType, message: message.slice(0, 200), at: iso(raisedAt) },
  }))
}

/** Their next appointments, with whether they may go over to its project to call. */
async function appointmentsOf(
  db: Database,
  { userID, permissions }: Caller,
  projects: readonly { readonly id: number; readonly name: string }[],
  now: number,
): Promise<MyDay['appointments']> {
  const open = await openAppointments(db, now, DAY_MS, {
    userID,
    from: now - OVERDUE_MS,
    limit: APPOINTMENTS,
  })
  const may = permissions.can('PROJECTS_CAN_SWITCH_TO_APPOINTMENT')
  return open.map(({ id, projectID, time, project }) => ({
    ...{ id, project, at: iso(time) },
    mayCall: may && projects.some((one) => one.id === projectID),
  }))
}

/** What was planned of a day's shifts, with the projects that the person was given. */
async function plannedOf(
  db: Database,
  userID: number,
  shifts: DayFacts['shifts'],
): Promise<MyDay['planned']> {
  const [first, last] = [shifts[0], shifts.at(-1)]
  if (!first || !last) return []
  const all = await allocationsIn(db, { from: first.start, to: last.end }, [userID])
  const given = all.filter((one) => holds(one) && isPlanned(one))
  const parts = shifts.flatMap((shift) => plannedParts(shift, given))
  const ids = parts.flatMap(({ projectID }) => projectID ?? [])
  const names = new Map(
    (
      await db
        .selectFrom('projects')
        .where('id', 'in', [0, ...ids])
        .select(['id', 'name'])
        .execute()
    ).map(({ id, name }) => [id, name]),
  )
  return parts.map(({ kind, start, end, isFixed, projectID }) => ({
    ...{ kind, isFixed, start: iso(start), end: iso(end) },
    project: projectID === null ? null : (names.get(projectID) ?? null),
  }))
}

/** The brief of what they are planned on, while they haven't opened it. */
async function unreadBrief(db: Database, userID: number, project: string | null): Promise<MyDay['brief']> {
  const brief = project === null ? null : await briefOf(db, userID, { name: project })
  if (!brief || brief.isRead) return null
  return { projectID: brief.projectID, project: brief.project, isRequired: brief.isRequired }
}

/** The facts of a day, and its shift; of today those that hold now. */
async function factsOf(
  db: Database,
  userID: number,
  { from, to }: { from: number; to: number },
  now: number,
) {
  const { today, next } = await shiftsAround(db, userID, now)
  if (now >= from && now < to) {
    const [present] = await presentDay(db, [userID], now)
    return { present, shift: today, next }
  }
  const [present] = await dayFacts(db, { userIDs: [userID], from, to, now })
  return { present, shift: await shiftOn(db, userID, { from, to }), next }
}

/** Which switch of the person's own can be taken back, and until when. */
export async function undoable(
  db: Database,
  userID: number,
  now: number,
): Promise<{ readonly sessionID: number; readonly until: number } | null> {
  const open = await db
    .selectFrom('activitySessions')
    .where('userID', '=', userID)
    .where('endedAt', 'is', null)
    .select(['id', 'activity', 'startedAt', 'startedBy'])
    .executeTakeFirst()
  if (!open || open.startedBy !== userID || open.activity === 'SYSTEM ISSUES') return null
  const until = open.startedAt + UNDO_SWITCH_MS
  return now < until ? { sessionID: open.id, until } : null
}

/**
 * A day of the caller's: its shift, what they did, what they may choose, and how they are getting on (spec 4
 * §4.2.1). @param day YYYY-MM-DD, today where it is null
 */
export async function myDay(db: Database, caller: Caller, day: string | null, now: number): Promise<MyDay> {
  const { userID, permissions } = caller
  const today = londonField(now).slice(0, 10)
  const from = momentOfField(day ?? today)
  if (!Number.isFinite(from)) throw new Refusal(400, 'report.badTime')
  const date = londonField(from).slice(0, 10)
  const to = londonDayAfter(from, 1)
  const { present, shift, next } = await factsOf(db, userID, { from, to }, now)
  const skills = await skillsOf(db, userID, now)
  const { own, project, targets } = await catiReport(
    db,
    { userID, from: date, to: date, projectID: null, by: 'HOUR' },
    now,
  )
  const last =
    now >= from && now < to
      ? sumOf(await hourTallies(db, { from: now - HOUR_MS, to: now, now, userID }))
      : null
  const machine = await db
    .selectFrom('machines')
    .where('userID', '=', userID)
    .select('grade')
    .executeTakeFirst()
  const { 'activity.kinds': kinds } = await readSettings(db, ['activity.kinds'])
  const dialler = (await atDialler(db, [userID], now)).get(userID)
  const lock = await lockOf(db, userID)
  const override = await overrideOf(db, userID, now)
  const undo = await undoable(db, userID, now)
  const sessions = await sessionsOf(db, userID, { from, to, now })
  const projects = await projectsFor(db, userID, now)
  const { scheduledProject } = await shiftFacts(db, userID, now)
  const stands = present ? adherenceNow(present.facts, now) : { state: 'NOT_DUE' as const }
  return {
    date,
    adherence: {
      state: stands.state,
      kind: stands.state === 'OUT' ? stands.kind : null,
      excuse: stands.state === 'EXCUSED' ? stands.excuse : null,
      since: 'since' in stands ? iso(stands.since) : null,
    },
    exceptions: present
      ? dayFigures(present.facts, now).exceptions.map((one) => sentException(userID, one))
      : [],
    breaks: present ? breaksOf(present.facts, now) : null,
    breakBefore: present ? isoOrNull(breakBefore(present.facts, now)) : null,
    start: await startOffered(db, userID, now),
    shift: shift && sentShift(shift),
    next: next && sentShift(next),
    planned: present ? await plannedOf(db, userID, present.facts.shifts) : [],
    sessions,
    choices: ACTIVITY_RULES.filter((rule) =>
      mayChoose(rule, { can: (name) => permissions.can(name), skills }),
    ).map(({ activity, needsProject }) => ({
      ...{ activity, needsProject },
      categories: [...kinds[activity].categories],
    })),
    projects,
    override: override && { ...override, at: iso(override.at), until: isoOrNull(override.until) },
    undo: undo && { sessionID: undo.sessionID, until: iso(undo.until) },
    waiting: await waitingSwitch(db, userID),
    dialler: dialler ? { status: dialler.status, since: iso(dialler.since), project: dialler.project } : null,
    lock: lock && { ...lock, at: iso(lock.at) },
    tickets: await ticketsOf(db, userID),
    appointments: await appointmentsOf(db, caller, projects, now),
    joins: await joinsOf(db, userID, now),
    tasksDue: permissions.can('CALENDAR_CAN_USE_TASK_SCHEDULER') ? await tasksDue(db, userID, now) : 0,
    grade: machine?.grade === 'FAIR' || machine?.grade === 'POOR' ? machine.grade : null,
    brief: await unreadBrief(db, userID, scheduledProject ?? shift?.project ?? null),
    own,
    lastHour: last && figureOf('completesPerHour', last),
    project,
    target: shiftTargets(await setTargets(db, [userID]))(userID, shift),
    targets,
    asOf: iso(now),
  }
}
