import type { MyQuality } from '#shared/contract/qc.ts'
import { londonDayAfter, londonField, momentOfField, startOfLondonWeek } from '#shared/domain/london-time.ts'
import { COUNTED_STATES } from '#shared/domain/quality.ts'
import type { Database } from '../db/database.ts'
import { Refusal } from '../refusal.ts'
import { FOUR_WEEKS_MS, hoursToFeedback, reviewsBetween, scoreOf } from './figures.ts'
import { NO_STANDING, qcStanding } from './standing.ts'

const WEEKS = 12
const DAY_MS = 86_400_000
const DAYS_MAX = 731
const ROWS = 500

interface Time {
  /** London's days, YYYY-MM-DD. */
  readonly from: string
  readonly to: string
}

/** Somebody's own reviews, and what they come to (spec 4 §4.2.4). @throws Refusal 400 where the time isn't one */
export async function qualityOf(
  db: Database,
  userID: number,
  { from, to }: Time,
  now: number,
): Promise<MyQuality> {
  const first = momentOfField(from)
  const last = momentOfField(to)
  if (!(first <= last) || last - first > DAYS_MAX * DAY_MS) throw new Refusal(400, 'report.badTime')
  const rows = await db
    .selectFrom('qcReviews as q')
    .innerJoin('projects as p', 'p.id', 'q.projectID')
    .innerJoin('qcForms as f', 'f.id', 'q.formID')
    .leftJoin('users as by', 'by.id', 'q.reviewerID')
    .where('q.userID', '=', userID)
    .where('q.isCalibration', '=', 0)
    .where('q.state', 'in', [...COUNTED_STATES, 'VOID'])
    .where('q.submittedAt', '>=', first)
    .where('q.submittedAt', '<', londonDayAfter(last, 1))
    .orderBy('q.submittedAt', 'desc')
    .orderBy('q.id', 'desc')
    .limit(ROWS)
    .select(['q.id', 'q.kind', 'q.score', 'q.outcome', 'q.criticals', 'q.state', 'q.isBySystem'])
    .select(['q.submittedAt', 'p.name as project', 'by.displayName as reviewer', 'f.name as form'])
    .execute()
  const monday = startOfLondonWeek(now)
  const weeks = Array.from({ length: WEEKS }, (_, place) => londonDayAfter(monday, (place - WEEKS + 1) * 7))
  const twelve = { from: weeks[0] ?? monday, to: now + 1 }
  const own = await reviewsBetween(db, { ...twelve, userIDs: [userID] })
  const recent = own.filter(({ submittedAt }) => (submittedAt ?? 0) >= now - FOUR_WEEKS_MS)
  const projectIDs = [...new Set(recent.map(({ projectID }) => projectID))]
  const everybodys = await reviewsBetween(db, { ...twelve, projectIDs })
  const inWeek = (week: number) => (review: { readonly submittedAt: number | null }) =>
    (review.submittedAt ?? 0) >= week && (review.submittedAt ?? 0) < londonDayAfter(week, 7)
  const standing = (await qcStanding(db, [userID], now)).get(userID) ?? NO_STANDING
  const count = (outcome: string) => recent.filter((review) => review.outcome === outcome).length
  return {
    rows: rows.map(({ submittedAt, isBySystem, ...row }) => ({
      ...row,
      isBySystem: isBySystem === 1,
      at: new Date(submittedAt ?? 0).toISOString(),
    })),
    ...{ score4: scoreOf(recent), score12: scoreOf(own), reviews4: recent.length, reviews12: own.length },
    trend: weeks.map((week) => ({
      week: londonField(week).slice(0, 10),
      score: scoreOf(own.filter(inWeek(week))),
      project: scoreOf(everybodys.filter(inWeek(week))),
    })),
    projectScore: scoreOf(everybodys.filter(({ submittedAt }) => (submittedAt ?? 0) >= now - FOUR_WEEKS_MS)),
    outcomes: { PASS: count('PASS'), COACHING: count('COACHING'), FAIL: count('FAIL') },
    criticals: recent.reduce((sum, review) => sum + review.criticals, 0),
    hoursToFeedback: hoursToFeedback(recent),
    due: standing.due,
    asOf: new Date(now).toISOString(),
  }
}
