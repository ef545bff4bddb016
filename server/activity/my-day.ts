import type { MyDay } from '#shared/contract/my-day.ts'
import { ACTIVITY_RULES, mayChoose, UNDO_SWITCH_MS } from '#shared/domain/activity-rules.ts'
import { adherenceNow, type DayFacts, dayFigures } from '#shared/domain/attendance.ts'
import { breakBefore } from '#shared/domain/break-time.ts'
import { dayTarget } from '#shared/domain/interviews.ts'
import { londonDayAfter, londonField, momentOfField } from '#shared/domain/london-time.ts'
import { secondsOf, within } from '#shared/domain/spans.ts'
import { presentDay } from '../attendance/day-facts.ts'
import { sentException } from '../attendance/days.ts'
import type { Database } from '../db/database.ts'
import type { Caller } from '../http/handlers.ts'
import { catiReport } from '../interviews/cati-report.ts'
import { Refusal } from '../refusal.ts'
import { waitingSwitch } from './after-call.ts'
import { projectsFor, skillsOf } from './choosing.ts'
import { atDialler } from './dialler.ts'
import { overrideOf } from './overriding.ts'
import { lockOf } from './shift-lock.ts'
import { type OwnShift, shiftsAround } from './shift-now.ts'
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
    .select('by.displayName as byName')
    .execute()
  return rows.map(({ id, activity, project, category, startedAt, endedAt, startedBy, byName }) => {
    const start = Math.max(startedAt, from)
    const end = Math.min(endedAt ?? Math.min(now, to), to)
    return {
      ...{ id, activity, project, category },
      start: iso(start),
      end: endedAt === null ? null : iso(end),
      seconds: Math.max(0, Math.floor((end - start) / 1000)),
      /** Null where the person did it themselves. */
      by: startedBy === userID ? null : (byName ?? ''),
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
  const { today: shift, next } = await shiftsAround(db, userID, now)
  const skills = await skillsOf(db, userID, now)
  const { own, project } = await catiReport(
    db,
    { userID, from: date, to: date, projectID: null, by: 'HOUR' },
    now,
  )
  const dialler = (await atDialler(db, [userID], now)).get(userID)
  const lock = await lockOf(db, userID)
  const override = await overrideOf(db, userID, now)
  const undo = await undoable(db, userID, now)
  const sessions = await sessionsOf(db, userID, { from, to: londonDayAfter(from, 1), now })
  const [present] = await presentDay(db, [userID], now)
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
    sessions,
    choices: ACTIVITY_RULES.filter((rule) =>
      mayChoose(rule, { can: (name) => permissions.can(name), skills }),
    ).map(({ activity, needsProject, categories }) => ({
      ...{ activity, needsProject },
      categories: [...categories],
    })),
    projects: await projectsFor(db, userID, now),
    override: override && { ...override, at: iso(override.at), until: isoOrNull(override.until) },
    undo: undo && { sessionID: undo.sessionID, until: iso(undo.until) },
    waiting: await waitingSwitch(db, userID),
    dialler: dialler ? { status: dialler.status, since: iso(dialler.since), project: dialler.project } : null,
    lock: lock && { ...lock, at: iso(lock.at) },
    own,
    project,
    target: shift && dayTarget(shift),
    asOf: iso(now),
  }
}
