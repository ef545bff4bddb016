import { qcCoverage, qcScore } from '#shared/domain/quality.ts'
import type { Database } from '../db/database.ts'
import { countedReviews, qcStanding } from './standing.ts'

const DAY_MS = 86_400_000
/** What heads of pages count over. */
export const FOUR_WEEKS_MS = 28 * DAY_MS

/** Reviews that count of a time, with when their interview ended. @param userIDs everybody's where it is absent */
export const reviewsBetween = (
  db: Database,
  {
    from,
    to,
    userIDs,
    projectIDs,
  }: {
    readonly from: number
    readonly to: number
    readonly userIDs?: readonly number[]
    readonly projectIDs?: readonly number[]
  },
) =>
  countedReviews(db)
    .leftJoin('interviewRecords as i', 'i.id', 'r.interviewID')
    .where('r.submittedAt', '>=', from)
    .where('r.submittedAt', '<', to)
    .$if(userIDs !== undefined, (query) => query.where('r.userID', 'in', [0, ...(userIDs ?? [])]))
    .$if(projectIDs !== undefined, (query) => query.where('r.projectID', 'in', [0, ...(projectIDs ?? [])]))
    .orderBy('r.submittedAt')
    .orderBy('r.id')
    .select(['r.id', 'r.userID', 'r.projectID', 'r.state', 'r.score', 'r.outcome', 'r.criticals'])
    .select(['r.submittedAt', 'i.end as interviewEnd'])
    .execute()
export type ReviewBetween = Awaited<ReturnType<typeof reviewsBetween>>[number]

/** The QC score of these (spec 4 §2.5). */
export const scoreOf = (reviews: readonly ReviewBetween[]): number | null =>
  qcScore(reviews.map(({ state, score }) => ({ state, score, isCalibration: false })))

/** What the reviews of 4 weeks come to, of these people (spec 4 §4.4.3). */
export async function headOf(db: Database, userIDs: readonly number[], now: number) {
  const from = now - FOUR_WEEKS_MS
  const reviews = await reviewsBetween(db, { from, to: now + 1, userIDs })
  const { completes } = await db
    .selectFrom('interviewRecords')
    .where('userID', 'in', [0, ...userIDs])
    .where('isVoid', '=', 0)
    .where('outcome', '=', 'COMPLETE')
    .where('start', '>=', from)
    .where('start', '<=', now)
    .select((eb) => eb.fn.countAll<number>().as('completes'))
    .executeTakeFirstOrThrow()
  const { disputes } = await db
    .selectFrom('qcReviews')
    .where('userID', 'in', [0, ...userIDs])
    .where('state', '=', 'DISPUTED')
    .select((eb) => eb.fn.countAll<number>().as('disputes'))
    .executeTakeFirstOrThrow()
  const criticals = reviews.reduce((sum, review) => sum + review.criticals, 0)
  const standing = await qcStanding(db, userIDs, now)
  return {
    score: scoreOf(reviews),
    reviews: reviews.length,
    completes: Number(completes),
    coverage: qcCoverage(reviews.length, Number(completes)),
    sameShift: await sameShiftShare(db, reviews, from),
    criticalsAHundred: reviews.length === 0 ? null : Math.round((criticals * 1000) / reviews.length) / 10,
    due: [...standing.values()].reduce((sum, one) => sum + one.due, 0),
    disputes: Number(disputes),
  }
}

/** Of the reviews whose interview lay in a shift, those that were submitted before its end; null without any. */
async function sameShiftShare(
  db: Database,
  reviews: readonly ReviewBetween[],
  from: number,
): Promise<number | null> {
  const shifts = await db
    .selectFrom('shifts')
    .where('userID', 'in', [0, ...new Set(reviews.map(({ userID }) => userID))])
    .where('state', 'in', ['PUBLISHED', 'LIVE', 'COMPLETED'])
    .where('end', '>', from - DAY_MS * 2)
    .select(['userID', 'start', 'end'])
    .execute()
  const of = Map.groupBy(shifts, ({ userID }) => userID)
  let inShift = 0
  let inTime = 0
  for (const { userID, interviewEnd, submittedAt } of reviews) {
    if (interviewEnd === null || submittedAt === null) continue
    const shift = of.get(userID)?.find(({ start, end }) => start <= interviewEnd && interviewEnd <= end)
    if (!shift) continue
    inShift += 1
    if (submittedAt <= shift.end) inTime += 1
  }
  return inShift === 0 ? null : inTime / inShift
}

const HOUR_MS = 3_600_000
/** Mean hours from the interview's end to the feedback, with one decimal; null without any. */
export function hoursToFeedback(reviews: readonly ReviewBetween[]): number | null {
  const hours = reviews.flatMap(({ interviewEnd, submittedAt }) =>
    interviewEnd === null || submittedAt === null ? [] : [(submittedAt - interviewEnd) / HOUR_MS],
  )
  if (hours.length === 0) return null
  return Math.round((hours.reduce((sum, one) => sum + one, 0) / hours.length) * 10) / 10
}
