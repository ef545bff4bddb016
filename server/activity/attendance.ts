import type { AttendanceDay } from '#shared/contract/activity.ts'
import { type ActivityName, isWorked } from '#shared/domain/activity.ts'
import { londonDayAfter, londonField, startOfLondonDay } from '#shared/domain/london-time.ts'
import type { Database } from '../db/database.ts'

/** A time in one activity, in milliseconds since 1970; without an end while it lasts. */
export interface ActivityTime {
  readonly activity: ActivityName
  readonly startedAt: number
  readonly endedAt: number | null
}

/** The person's activity sessions since then, in order, with the one that was going on. */
export function sessionsSince(db: Database, userID: number, since: number) {
  return db
    .selectFrom('activitySessions')
    .where('userID', '=', userID)
    .where(({ or, eb }) => or([eb('endedAt', 'is', null), eb('endedAt', '>', since)]))
    .select(['activity', 'project', 'startedAt', 'endedAt'])
    .orderBy('startedAt')
    .orderBy('id')
    .execute()
}

interface Piece extends ActivityTime {
  readonly endedAt: number
  readonly lasts: boolean
}

/** The part of a session after `from`, cut at midnight in London. */
function piecesOf(session: ActivityTime, from: number, now: number): Piece[] {
  const { activity } = session
  const end = session.endedAt ?? now
  const pieces: Piece[] = []
  let startedAt = Math.max(session.startedAt, from)
  while (startedAt < end) {
    const endedAt = Math.min(londonDayAfter(startedAt, 1), end)
    pieces.push({ activity, startedAt, endedAt, lasts: session.endedAt === null && endedAt === end })
    startedAt = endedAt
  }
  return pieces
}

const seconds = (ms: number): number => Math.floor(ms / 1000)
const lengthOf = (pieces: readonly Piece[]): number =>
  pieces.reduce((sum, { startedAt, endedAt }) => sum + endedAt - startedAt, 0)

function dayOf(day: number, pieces: readonly Piece[]): AttendanceDay {
  const of = (activity: ActivityName) => pieces.filter((piece) => piece.activity === activity)
  const first = pieces.at(0)?.startedAt ?? day
  const last = pieces.at(-1)
  // Two sessions of break with nothing between them count as one break.
  const breaks = pieces.filter(({ activity, startedAt }, at) => {
    const before = pieces[at - 1]
    return activity === 'BREAK' && !(before?.activity === 'BREAK' && before.endedAt === startedAt)
  })
  return {
    day: londonField(day).slice(0, 10),
    start: new Date(first).toISOString(),
    end: !last || last.lasts ? null : new Date(last.endedAt).toISOString(),
    workedSeconds: seconds(lengthOf(pieces.filter(({ activity }) => isWorked(activity)))),
    breaks: breaks.length,
    breakSeconds: seconds(lengthOf(of('BREAK'))),
    activities: [...new Set(pieces.map(({ activity }) => activity))]
      .map((activity) => ({ activity, seconds: seconds(lengthOf(of(activity))) }))
      .sort((a, b) => b.seconds - a.seconds),
  }
}

/**
 * The days on which the person did something, latest first. They are London's days: one in March has 23 hours
 * and one in October 25. INACTIVE counts as away. @param sessions in the order of their starts @param from
 * the beginning of the first day
 */
export function attendanceOf(sessions: readonly ActivityTime[], from: number, now: number): AttendanceDay[] {
  const days = new Map<number, Piece[]>()
  const present = sessions.filter(({ activity }) => activity !== 'INACTIVE')
  for (const piece of present.flatMap((session) => piecesOf(session, from, now))) {
    const day = startOfLondonDay(piece.startedAt)
    days.set(day, [...(days.get(day) ?? []), piece])
  }
  return [...days].map(([day, pieces]) => dayOf(day, pieces)).reverse()
}
