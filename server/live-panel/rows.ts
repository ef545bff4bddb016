import { type LiveRow, type LiveStats, UNKNOWN, type UserStats } from '#shared/contract/live-panel.ts'
import { type AdherenceNow, adherenceNow, TOLERATED_MINUTES } from '#shared/domain/attendance.ts'
import { EMPTY_TALLY, figureOf, NO_OUTCOMES } from '#shared/domain/interviews.ts'
import { londonDayAfter, londonField, startOfLondonDay } from '#shared/domain/london-time.ts'
import { machineStatus } from '#shared/domain/machine-away.ts'
import { REMOTE_COMMAND_EXPIRY_MS } from '#shared/domain/remote-commands.ts'
import { ENTRY_WINDOW_MS } from '#shared/domain/shifts.ts'
import { awayWindows } from '../activity/action-windows.ts'
import { atDialler } from '../activity/dialler.ts'
import { allocatedNow } from '../allocation/schedule.ts'
import { presentDay } from '../attendance/day-facts.ts'
import type { Database } from '../db/database.ts'
import { rateTargets, setTargets, shiftTargets } from '../performance/day-targets.ts'
import { NO_STANDING, type QcStanding, qcStanding } from '../qc/standing.ts'
import { VPN_IS_ON } from '../recorded/taking.ts'
import { isWithin, type Place, type Watcher } from './scope.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
/** So far back a shift may have begun that somebody still works in. */
const SHIFT_BACK_MS = 16 * HOUR_MS
const COMMAND_SHOWN_MS = 5 * MINUTE_MS
/** So long others see who is on it. */
const SEEN_MS = HOUR_MS
const OVERDUE_MS = 10 * MINUTE_MS

/** Facts about people that aren't in the database. */
export interface LiveFacts {
  readonly isOnline: (userID: number) => boolean
  /** The shell's windows of a person, by connection, on any server. */
  readonly windowsOf: (userID: number) => readonly string[]
}

/** Somebody with all that the live panel has of them, and where they stand. */
export interface KnownPerson {
  readonly id: number
  readonly place: Place
  readonly stats: UserStats
  readonly live: LiveRow
}

const iso = (at: number) => new Date(at).toISOString()
const isoOrNull = (at: number | null | undefined) => (at === null || at === undefined ? null : iso(at))

/** By user, in the order in which they came. */
const byUser = <T extends { readonly userID: number | null }>(rows: readonly T[]) =>
  Map.groupBy(rows, ({ userID }) => userID ?? 0)

function people(db: Database, userIDs?: readonly number[]) {
  return db
    .selectFrom('users as u')
    .leftJoin('areas as a', 'a.id', 'u.areaID')
    .leftJoin('users as m', 'm.id', 'u.managerID')
    .leftJoin('agencies as g', 'g.id', 'u.agencyID')
    .leftJoin('contractTypes as c', 'c.id', 'u.contractTypeID')
    .leftJoin('machines as machine', 'machine.userID', 'u.id')
    .where('u.isActive', '=', 1)
    .$if(userIDs !== undefined, (query) => query.where('u.id', 'in', [0, ...(userIDs ?? [])]))
    .select(['u.id', 'u.displayName', 'u.areaID', 'u.managerID', 'u.agencyID', 'u.workLocation'])
    .select(['a.name as areaName', 'm.displayName as manager', 'g.name as agency', 'c.name as contractType'])
    .select(['machine.grade', 'machine.desktopVersion', 'machine.asleepAt'])
    .orderBy('u.id')
    .execute()
}

async function openTickets(db: Database, userIDs: readonly number[]) {
  const rows = await db
    .selectFrom('tickets')
    .where('resolvedAt', 'is', null)
    .where('raisedBy', 'in', userIDs)
    .groupBy('raisedBy')
    .select(['raisedBy', db.fn.countAll<number>().as('count')])
    .execute()
  return new Map(rows.map(({ raisedBy, count }) => [raisedBy, Number(count)]))
}

function openSessions(db: Database, userIDs: readonly number[]) {
  return db
    .selectFrom('activitySessions as s')
    .leftJoin('activityOverrides as o', 'o.sessionID', 's.id')
    .leftJoin('users as by', 'by.id', 's.startedBy')
    .where('s.userID', 'in', userIDs)
    .where('s.endedAt', 'is', null)
    .select(['s.id', 's.userID', 's.activity', 's.project', 's.category', 's.startedAt', 's.startedBy'])
    .select(['o.reason', 'o.holdUntil', 'o.releasedAt', 'by.displayName as byName'])
    .execute()
}

function sessionsSince(db: Database, userIDs: readonly number[], since: number) {
  return db
    .selectFrom('activitySessions')
    .where('userID', 'in', userIDs)
    .where('startedAt', '>=', since)
    .where('activity', '<>', 'INACTIVE')
    .orderBy('startedAt')
    .orderBy('id')
    .select(['userID', 'activity', 'projectID', 'startedAt', 'startedBy', 'endedAt'])
    .execute()
}

function shifts(db: Database, userIDs: readonly number[], now: number) {
  return db
    .selectFrom('shifts as s')
    .leftJoin('projects as p', 'p.id', 's.projectID')
    .leftJoin('lateNotices as late', 'late.shiftID', 's.id')
    .where('s.userID', 'in', userIDs)
    .where('s.state', 'in', ['PUBLISHED', 'LIVE', 'COMPLETED'])
    .where('s.end', '>', now - SHIFT_BACK_MS)
    .where('s.start', '<', now + 14 * 24 * HOUR_MS)
    .orderBy('s.start')
    .orderBy('s.id')
    .select(['s.userID', 's.start', 's.end', 's.breakMinutes', 's.location', 's.projectID'])
    .select(['p.name as project', 'p.interviewsPerHour', 'late.expectedAt'])
    .execute()
}

function outcomesToday(db: Database, userIDs: readonly number[], from: number, to: number) {
  return db
    .selectFrom('interviewRecords')
    .where('isVoid', '=', 0)
    .where('userID', 'in', userIDs)
    .where('start', '>=', from)
    .where('start', '<', to)
    .groupBy(['userID', 'outcome'])
    .select((eb) => ['userID', 'outcome', eb.fn.countAll<number>().as('count'), eb.fn.max('end').as('last')])
    .execute()
}

function completesSince(db: Database, userIDs: readonly number[], since: number, now: number) {
  return db
    .selectFrom('interviewRecords')
    .where('isVoid', '=', 0)
    .where('outcome', '=', 'COMPLETE')
    .where('userID', 'in', userIDs)
    .where('start', '>=', since)
    .where('start', '<=', now)
    .groupBy('userID')
    .select((eb) => ['userID', eb.fn.countAll<number>().as('count')])
    .execute()
}

/** Completes an hour on each of these projects in the last 60 minutes, of everybody. */
async function ratesOf(db: Database, projectIDs: readonly number[], now: number) {
  const ids = [0, ...projectIDs]
  const since = now - HOUR_MS
  const completes = await db
    .selectFrom('interviewRecords')
    .where('isVoid', '=', 0)
    .where('outcome', '=', 'COMPLETE')
    .where('userID', 'is not', null)
    .where('projectID', 'in', ids)
    .where('start', '>=', since)
    .where('start', '<=', now)
    .groupBy('projectID')
    .select((eb) => ['projectID', eb.fn.countAll<number>().as('count')])
    .execute()
  const sessions = await db
    .selectFrom('activitySessions')
    .where('activity', '=', 'AVAILABLE')
    .where('projectID', 'in', ids)
    .where('startedAt', '<', now)
    .where('startedAt', '>', now - SHIFT_BACK_MS)
    .where((eb) => eb.or([eb('endedAt', 'is', null), eb('endedAt', '>', since)]))
    .select(['projectID', 'startedAt', 'endedAt'])
    .execute()
  const counted = new Map(completes.map(({ projectID, count }) => [projectID, Number(count)]))
  const rates = new Map<number, number>()
  for (const [projectID, own] of Map.groupBy(sessions, (one) => one.projectID ?? 0)) {
    const worked = own.reduce((sum, one) => sum + overlap(one, since, now), 0)
    if (worked > 0) rates.set(projectID, ((counted.get(projectID) ?? 0) * HOUR_MS) / worked)
  }
  return rates
}

const overlap = (
  { startedAt, endedAt }: { readonly startedAt: number; readonly endedAt: number | null },
  from: number,
  to: number,
) => Math.max(0, Math.min(endedAt ?? to, to) - Math.max(startedAt, from))

/** Appointments to come, and those that nobody called in time. */
function appointments(db: Database, userIDs: readonly number[], now: number) {
  return db
    .selectFrom('interviewRecords as r')
    .where('r.isVoid', '=', 0)
    .where('r.outcome', '=', 'APPOINTMENT')
    .where('r.userID', 'in', userIDs)
    .where('r.appointmentTime', '>=', now - 2 * HOUR_MS)
    .where('r.appointmentTime', '<', now + 12 * HOUR_MS)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('interviewRecords as later')
            .whereRef('later.projectID', '=', 'r.projectID')
            .whereRef('later.respondentRef', '=', 'r.respondentRef')
            .where('later.respondentRef', '<>', '')
            .where('later.isVoid', '=', 0)
            .whereRef('later.start', '>', 'r.start')
            .select('later.id'),
        ),
      ),
    )
    .orderBy('r.appointmentTime')
    .orderBy('r.id')
    .select(['r.userID', 'r.appointmentTime'])
    .execute()
}

function skills(db: Database, userIDs: readonly number[], now: number) {
  return db
    .selectFrom('personSkills as p')
    .innerJoin('skills as s', 's.id', 'p.skillID')
    .where('p.userID', 'in', userIDs)
    .where('s.isActive', '=', 1)
    .where((eb) => eb.or([eb('p.expires', 'is', null), eb('p.expires', '>=', londonField(now).slice(0, 10))]))
    .orderBy('s.name')
    .select(['p.userID', 's.name'])
    .execute()
}

function commands(db: Database, userIDs: readonly number[], now: number) {
  return db
    .selectFrom('remoteCommands')
    .where('userID', 'in', userIDs)
    .where('sentAt', '>', now - COMMAND_SHOWN_MS)
    .orderBy('id')
    .select(['userID', 'command', 'hostCommand', 'state', 'answer', 'sentAt'])
    .execute()
}

function locks(db: Database, userIDs: readonly number[]) {
  return db
    .selectFrom('shiftLocks as l')
    .leftJoin('users as by', 'by.id', 'l.lockedBy')
    .where('l.userID', 'in', userIDs)
    .select(['l.userID', 'by.displayName as by'])
    .execute()
}

function seenBy(db: Database, userIDs: readonly number[], now: number) {
  return db
    .selectFrom('liveAlertsSeen as l')
    .innerJoin('users as by', 'by.id', 'l.byID')
    .where('l.userID', 'in', userIDs)
    .where('l.at', '>', now - SEEN_MS)
    .orderBy('l.at')
    .orderBy('l.byID')
    .select(['l.userID', 'l.byID', 'by.displayName as by', 'l.note'])
    .execute()
}

const switchesToCome = (db: Database, userIDs: readonly number[]) =>
  db.selectFrom('waitingSwitches').where('userID', 'in', userIDs).select(['userID', 'activity']).execute()

function idleNow(db: Database, userIDs: readonly number[]) {
  return db
    .selectFrom('idleReadings')
    .where('userID', 'in', userIDs)
    .where('until', 'is', null)
    .select(['userID', 'since'])
    .execute()
}

const isKnownBand = (band: string) => band !== 'UNKNOWN' && band !== 'SKIP'

/** How good people's wifi last was, and since when their VPN is connected, as it was read since then. */
async function networkOf(db: Database, userIDs: readonly number[], from: number) {
  const rows = await db
    .selectFrom('recordedReadings')
    .where('userID', 'in', userIDs)
    .where('kind', 'in', ['WIFI', 'VPN'])
    .where('at', '>=', from)
    .orderBy('at')
    .orderBy('id')
    .select(['userID', 'kind', 'value', 'at'])
    .execute()
  const found = new Map<number, { wifi: string | null; vpnSince: number | null }>()
  for (const { userID, kind, value, at } of rows) {
    const before = found.get(userID) ?? { wifi: null, vpnSince: null }
    if (kind === 'WIFI') found.set(userID, { ...before, wifi: isKnownBand(value) ? value : null })
    else {
      const since = value.startsWith(VPN_IS_ON) ? (before.vpnSince ?? at) : null
      found.set(userID, { ...before, vpnSince: since })
    }
  }
  return found
}

type ShiftRow = Awaited<ReturnType<typeof shifts>>[number]
type SessionRow = Awaited<ReturnType<typeof sessionsSince>>[number]
type OpenRow = Awaited<ReturnType<typeof openSessions>>[number]

/** The shift that goes on or is about to, else the one that somebody who still works didn't end. */
function presentShift(own: readonly ShiftRow[], isWorking: boolean, now: number): ShiftRow | null {
  const running = own.find(({ start, end }) => start - ENTRY_WINDOW_MS <= now && now < end)
  if (running) return running
  return isWorking ? (own.findLast(({ end }) => end <= now) ?? null) : null
}

function overrideOf(open: OpenRow | undefined, userID: number, now: number): LiveRow['override'] {
  if (!open || open.startedBy === userID || open.startedBy === null || open.releasedAt !== null) return null
  if (open.holdUntil !== null && open.holdUntil <= now) return null
  return {
    ...{ by: open.byName ?? '', at: iso(open.startedAt), reason: open.reason ?? '' },
    until: isoOrNull(open.holdUntil),
  }
}

function sentAdherence(now: AdherenceNow = { state: 'NOT_DUE' }): LiveRow['adherence'] {
  const { state } = now
  if (state === 'OUT') return { state, kind: now.kind, since: iso(now.since) }
  if (state === 'EXCUSED') return { state, kind: now.excuse, since: iso(now.since) }
  return { state, kind: null, since: null }
}

/** Completes an hour of the last 60 minutes, by the time that was worked in them; null without any. */
function lastHourOf(sessions: readonly SessionRow[], completes: number, now: number) {
  const worked = sessions
    .filter(({ activity, projectID }) => activity === 'AVAILABLE' && projectID !== null)
    .reduce((sum, session) => sum + overlap(session, now - HOUR_MS, now), 0)
  return worked < MINUTE_MS ? null : Math.round((completes * HOUR_MS * 10) / worked) / 10
}

/**
 * People as the live panel has them (spec 4 §4.4.1). @param userIDs all where it is absent @param now in milliseconds since 1970
 */
export async function knownPeople(
  db: Database,
  { isOnline, windowsOf }: LiveFacts,
  now: number,
  userIDs?: readonly number[],
): Promise<KnownPerson[]> {
  const all = await people(db, userIDs)
  const ids = [0, ...all.map(({ id }) => id)]
  const today = startOfLondonDay(now)
  const back = Math.min(today, now - SHIFT_BACK_MS)
  const open = new Map((await openSessions(db, ids)).map((session) => [session.userID, session]))
  const sessions = byUser(await sessionsSince(db, ids, back))
  const shiftsBy = byUser(await shifts(db, ids, now))
  const outcomes = byUser(await outcomesToday(db, ids, today, londonDayAfter(now, 1)))
  const recent = new Map(
    (await completesSince(db, ids, now - HOUR_MS, now)).map(({ userID, count }) => [userID, Number(count)]),
  )
  const waiting = byUser(await appointments(db, ids, now))
  const skillsBy = byUser(await skills(db, ids, now))
  const commandsBy = byUser(await commands(db, ids, now))
  const lockedBy = new Map((await locks(db, ids)).map(({ userID, by }) => [userID, by ?? '']))
  const seen = byUser(await seenBy(db, ids, now))
  const tickets = await openTickets(db, ids)
  const diallers = await atDialler(db, ids, now)
  const waitingBy = new Map((await switchesToCome(db, ids)).map(({ userID, activity }) => [userID, activity]))
  const away = await awayWindows(db, ids)
  const network = await networkOf(db, ids, now - SHIFT_BACK_MS)
  const idle = new Map((await idleNow(db, ids)).map(({ userID, since }) => [userID, since]))
  const quality = await qcStanding(
    db,
    all.map(({ id }) => id),
    now,
  )
  const runningProjects = new Set(
    [...sessions.values()].flatMap((own) =>
      own.flatMap(({ endedAt, projectID }) => (endedAt === null && projectID !== null ? [projectID] : [])),
    ),
  )
  const allocated = await allocatedNow(db, ids, now)
  const due = all.map(({ id }) => id).filter((id) => shiftsBy.get(id)?.some(({ start }) => start <= now))
  const days = new Map((await presentDay(db, due, now)).map((day) => [day.userID, day]))
  const adherence = new Map([...days].map(([id, { facts }]) => [id, adherenceNow(facts, now)]))
  const rates = await ratesOf(db, [...runningProjects], now)
  const targets = await setTargets(db, ids)
  const targetOf = shiftTargets(targets)
  const rateTargetsOf = rateTargets(targets, londonField(now).slice(0, 10))

  return all.map((person): KnownPerson => {
    const { id } = person
    const session = open.get(id)
    const dialler = diallers.get(id)
    const activity = session?.activity ?? 'INACTIVE'
    const own = sessions.get(id) ?? []
    const ownShifts = shiftsBy.get(id) ?? []
    const isWorking = activity !== 'INACTIVE'
    const shift = presentShift(ownShifts, isWorking, now)
    const inShift = shift
      ? own.filter(
          ({ startedAt, endedAt }) => (endedAt === null || endedAt > shift.start) && startedAt < shift.end,
        )
      : []
    const counted = { ...NO_OUTCOMES }
    let lastComplete: number | null = null
    for (const { outcome, count, last } of outcomes.get(id) ?? []) {
      counted[outcome] = Number(count)
      if (outcome === 'COMPLETE') lastComplete = Number(last)
    }
    const running = own.find(({ endedAt }) => endedAt === null)
    const [appointment] = waiting.get(id) ?? []
    const appointmentTime = appointment?.appointmentTime ?? null
    const command = commandsBy.get(id)?.at(-1)
    const isExpired = command?.state === 'SENT' && command.sentAt <= now - REMOTE_COMMAND_EXPIRY_MS
    const projectRate = running?.projectID ? (rates.get(running.projectID) ?? null) : null
    const rateTarget = rateTargetsOf(id, running?.projectID ?? null)
    const lastOwn = own.findLast(({ startedBy }) => startedBy === id)
    const next = ownShifts.find(({ start }) => start > now)
    return {
      id,
      place: { areaID: person.areaID, managerID: person.managerID, agencyID: person.agencyID },
      stats: {
        wurkforceStatus: isOnline(id) ? 'ONLINE' : 'OFFLINE',
        masterActivity: session?.activity ?? UNKNOWN,
        diallerStatus: dialler?.status ?? UNKNOWN,
        areaName: person.areaName ?? UNKNOWN,
        manager: person.manager ?? UNKNOWN,
        machineStatus: machineStatus({
          isOnline: isOnline(id),
          isIdle: idle.has(id),
          hasClient: person.desktopVersion !== null,
          // Off shift nothing is read of a machine.
          windows: isWorking
            ? windowsOf(id)
                .filter((one) => away.has(one))
                .map((one) => away.get(one) ?? null)
            : [],
          isAsleep: isWorking && person.asleepAt !== null,
        }),
        userName: person.displayName,
        openTickets: tickets.get(id) ?? 0,
      },
      live: {
        isShown: isWorking || shift !== null,
        currentActivity: activity,
        category: session?.category ?? null,
        project: session?.project ?? null,
        scheduledProject:
          allocated.get(id)?.project ??
          (shift && shift.start <= now && now < shift.end ? shift.project : null),
        since: session && isWorking ? iso(session.startedAt) : null,
        startedShift: isWorking,
        override: overrideOf(session, id, now),
        adherence: sentAdherence(adherence.get(id)),
        shift: shift && {
          ...{ start: iso(shift.start), end: iso(shift.end) },
          ...(shift.expectedAt !== null && { expectedAt: iso(shift.expectedAt) }),
        },
        lateAfterMinutes: days.get(id)?.facts.lateAfterMinutes ?? TOLERATED_MINUTES,
        startedAt: isoOrNull(inShift[0]?.startedAt),
        nextShift: isoOrNull(next?.start),
        breakSeconds: Math.floor(
          inShift
            .filter((one) => one.activity === 'BREAK' && one.endedAt !== null)
            .reduce((sum, one) => sum + overlap(one, 0, now), 0) / 1000,
        ),
        breakAllowanceSeconds: shift
          ? (days.get(id)?.facts.shifts.find(({ start }) => start === shift.start)?.allowanceSeconds ??
            shift.breakMinutes * 60)
          : 0,
        idleSince: isoOrNull(idle.get(id)),
        diallerSince: isoOrNull(dialler?.since),
        diallerProject: dialler?.project ?? null,
        waiting: waitingBy.get(id) ?? null,
        completes: counted.COMPLETE,
        target: targetOf(id, shift),
        lastHour: {
          completes: recent.get(id) ?? 0,
          rate: lastHourOf(own, recent.get(id) ?? 0, now),
          projectRate: projectRate === null ? null : Math.round(projectRate * 10) / 10,
        },
        refusalRate: figureOf('refusalRate', { ...EMPTY_TALLY, outcomes: counted }),
        ...(rateTarget && { rateTargets: rateTarget }),
        lastComplete: isoOrNull(lastComplete),
        appointment:
          appointmentTime === null
            ? null
            : {
                time: iso(appointmentTime),
                isAtRisk:
                  appointmentTime < now - OVERDUE_MS || (appointmentTime < now + HOUR_MS && !isWorking),
              },
        location: shift?.location ?? null,
        grade: person.grade,
        wifi: isWorking ? (network.get(id)?.wifi ?? null) : null,
        vpnSince: isWorking ? isoOrNull(network.get(id)?.vpnSince) : null,
        lastSeen: isoOrNull(lastOwn?.startedAt),
        areaID: person.areaID,
        managerID: person.managerID,
        agency: person.agency,
        contractType: person.contractType,
        skills: (skillsBy.get(id) ?? []).map(({ name }) => name),
        qc: sentQuality(quality.get(id)),
        lockedBy: lockedBy.get(id) ?? null,
        command: command
          ? {
              order: command.hostCommand ?? command.command,
              state: isExpired ? 'EXPIRED' : command.state,
              answer: isExpired
                ? `No window of ${person.displayName} answered within 30 seconds.`
                : command.answer,
            }
          : null,
        onIt: (seen.get(id) ?? []).map(({ byID, by, note }) => ({ userID: byID, by, note })),
      },
    }
  })
}

const sentQuality = ({ done, due, lastScore }: QcStanding = NO_STANDING): LiveRow['qc'] => ({
  ...{ done, due, lastScore },
})

/** Prayer is sent to the person and to who decides on bookings alone; to others it is a break (spec 4 §2.2). */
const isHiddenPrayer = (category: string | null, { permissions }: Watcher): boolean =>
  category === 'Prayer' && !permissions.can('IRESOURCE_CAN_SEE_BOOKINGS')

function sentRow({ live }: KnownPerson, watcher: Watcher): LiveRow {
  const shown = isHiddenPrayer(live.category, watcher) ? { ...live, category: null } : live
  return watcher.isAgency ? { ...shown, qc: null } : shown
}

/** What Interviewer manager › Live status tells, and no more (spec 4 §4.3.2). */
function statusOf({ stats, live }: KnownPerson, watcher: Watcher): LiveStats[string] {
  const { isShown, currentActivity, category, project, scheduledProject, since, startedShift } = live
  const { adherence, shift, startedAt, nextShift, location, areaID, managerID, lockedBy, override } = live
  const { lateAfterMinutes } = live
  return {
    ...stats,
    ...{ diallerStatus: UNKNOWN, machineStatus: UNKNOWN },
    live: {
      ...{ isShown, currentActivity, project, scheduledProject, since, startedShift, adherence, shift },
      ...{ startedAt, nextShift, location, areaID, managerID, lockedBy, override, lateAfterMinutes },
      category: isHiddenPrayer(category, watcher) ? null : category,
      ...{ breakSeconds: 0, breakAllowanceSeconds: 0, completes: 0, target: null, refusalRate: null },
      ...{ idleSince: null, diallerSince: null, diallerProject: null, waiting: null, lastComplete: null },
      ...{ appointment: null, grade: null, wifi: null, vpnSince: null, lastSeen: null, agency: null },
      ...{ contractType: null, skills: [] },
      ...{ command: null, onIt: [], qc: null, lastHour: { completes: 0, rate: null, projectRate: null } },
    },
  }
}

/** What the viewer is sent of the people of their line. */
export const statusFor = (
  watcher: Watcher,
  known: readonly KnownPerson[],
  line: ReadonlySet<number>,
): LiveStats =>
  Object.fromEntries(
    known.filter(({ id }) => line.has(id)).map((person) => [String(person.id), statusOf(person, watcher)]),
  )

/** What a viewer is sent of these people, without those who aren't theirs to see. */
export function statsFor(watcher: Watcher, known: readonly KnownPerson[], withRows: boolean): LiveStats {
  const seen = known.filter(({ place }) => isWithin(watcher, place))
  return Object.fromEntries(
    seen.map((person) => [
      String(person.id),
      withRows ? { ...person.stats, live: sentRow(person, watcher) } : person.stats,
    ]),
  )
}
