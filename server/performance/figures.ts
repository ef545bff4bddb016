import { EMPTY_TALLY, together } from '#shared/domain/interviews.ts'
import {
  type AttendanceSum,
  attendanceTogether,
  NO_ATTENDANCE,
  NO_QUALITY,
  type QualitySum,
  type WorkFigures,
} from '#shared/domain/kpi.ts'
import { momentOfField } from '#shared/domain/london-time.ts'
import { dayFacts } from '../attendance/day-facts.ts'
import { attendanceOf } from '../attendance/day-sum.ts'
import type { Database } from '../db/database.ts'
import { type HourTally, hourTallies, projectRates, withExpected } from '../interviews/tallies.ts'
import { reviewsBetween } from '../qc/figures.ts'

/** A time; in milliseconds since 1970, from London's midnight to before London's midnight. */
export interface Time {
  readonly from: number
  readonly to: number
  readonly now: number
}

/** A day of somebody's, and what their shift came to. */
interface DayAtom {
  readonly userID: number
  readonly at: number
  readonly sum: AttendanceSum
}

interface ReviewAtom {
  readonly userID: number
  readonly projectID: number
  readonly at: number
  readonly sum: QualitySum
}

/** The least that figures are made of: hours of people on projects, their days, and reviews of them. */
export interface Atoms {
  readonly hours: readonly HourTally[]
  readonly days: readonly DayAtom[]
  readonly reviews: readonly ReviewAtom[]
}

/**
 * What everybody did in a time. The hours know what the projects' own rates in the same time make one expect (spec 4
 * §2.5), so that they are read of everybody; days and reviews of `userIDs` alone.
 */
export async function atomsOf(
  db: Database,
  userIDs: readonly number[],
  { from, to, now }: Time,
): Promise<Atoms> {
  const hours = await hourTallies(db, { from, to, now, perPerson: true })
  return {
    hours: withExpected(hours, projectRates(hours)),
    ...(await besideCalls(db, userIDs, { from, to, now })),
  }
}

/** Days and reviews of these people. */
async function besideCalls(
  db: Database,
  userIDs: readonly number[],
  { from, to, now }: Time,
): Promise<Pick<Atoms, 'days' | 'reviews'>> {
  const facts = await dayFacts(db, { userIDs, from, to: Math.min(to, now + 1), now })
  const reviews = await reviewsBetween(db, { from, to, userIDs })
  return {
    days: facts.map(({ userID, day, facts: own }) => ({
      userID,
      at: momentOfField(day),
      sum: attendanceOf(own, now),
    })),
    reviews: reviews.map(({ userID, projectID, submittedAt, score }) => ({
      ...{ userID, projectID, at: submittedAt ?? 0 },
      sum: { reviews: score === null ? 0 : 1, scores: score ?? 0 },
    })),
  }
}

/** Whose and when a piece is; days of attendance are of no project. */
export interface Piece {
  readonly userID: number
  readonly projectID: number | null
  readonly at: number
}

export const NO_FIGURES: WorkFigures = { tally: EMPTY_TALLY, attendance: NO_ATTENDANCE, quality: NO_QUALITY }

/** The figures of everything with the same key; what has the key null is in none. */
export function figuresBy(
  { hours, days, reviews }: Atoms,
  key: (piece: Piece) => string | null,
): ReadonlyMap<string, WorkFigures> {
  const all = new Map<string, WorkFigures>()
  const add = (piece: Piece, more: (figures: WorkFigures) => WorkFigures) => {
    const name = key(piece)
    if (name !== null) all.set(name, more(all.get(name) ?? NO_FIGURES))
  }
  for (const { userID, projectID, hour, tally } of hours)
    add({ userID, projectID, at: hour }, (before) => ({ ...before, tally: together(before.tally, tally) }))
  for (const { userID, at, sum } of days)
    add({ userID, projectID: null, at }, (before) => ({
      ...before,
      attendance: attendanceTogether(before.attendance, sum),
    }))
  for (const { userID, projectID, at, sum } of reviews)
    add({ userID, projectID, at }, (before) => ({
      ...before,
      quality: {
        reviews: before.quality.reviews + sum.reviews,
        scores: before.quality.scores + sum.scores,
      },
    }))
  return all
}

/** All of these pieces as one. */
export const figuresOfAll = (atoms: Atoms, isOne: (piece: Piece) => boolean = () => true): WorkFigures =>
  figuresBy(atoms, (piece) => (isOne(piece) ? 'all' : null)).get('all') ?? NO_FIGURES

/** What somebody did in a time, whose calls and hours are known. */
export async function personFigures(
  db: Database,
  userID: number,
  time: Time,
  tally: WorkFigures['tally'],
): Promise<WorkFigures> {
  return { ...figuresOfAll({ hours: [], ...(await besideCalls(db, [userID], time)) }), tally }
}
