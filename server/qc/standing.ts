import { INTERVIEW_MAX_MS } from '#shared/domain/interviews.ts'
import { londonDayAfter, startOfLondonWeek } from '#shared/domain/london-time.ts'
import {
  COUNTED_STATES,
  type DueFacts,
  firstTenDue,
  personDue,
  QC_FIRST,
  type QcOutcome,
  reviewsDue,
} from '#shared/domain/quality.ts'
import type { Database } from '../db/database.ts'

const HOUR_MS = 3_600_000
/** A session that began so long before the week may reach into it. */
const SESSION_BACK_MS = 16 * HOUR_MS + INTERVIEW_MAX_MS

/** How somebody stands on a project in the week. */
export interface ProjectStanding {
  readonly projectID: number
  readonly facts: DueFacts
  readonly due: number
  readonly firstTen: number
  readonly lastScore: number | null
  readonly lastOutcome: QcOutcome | null
  /** In milliseconds since 1970. */
  readonly lastReviewAt: number | null
}

/** How somebody stands in the week: what My quality, Supervisor › Quality and the live panel show alike. */
export interface QcStanding {
  readonly done: number
  readonly due: number
  readonly lastScore: number | null
  readonly projects: readonly ProjectStanding[]
}

export const NO_STANDING: QcStanding = { done: 0, due: 0, lastScore: null, projects: [] }

const keyOf = (userID: number | null, projectID: number | null) => `${userID} ${projectID}`

/** Reviews that count: submitted and not void, calibration left out (spec 4 §2.5). */
export const countedReviews = (db: Database) =>
  db
    .selectFrom('qcReviews as r')
    .where('r.isCalibration', '=', 0)
    .where('r.state', 'in', COUNTED_STATES)
    .where('r.submittedAt', 'is not', null)

/**
 * Reviews done and due of these people in London's week of `now`, by person and project on which they worked in it
 * (spec 4 §4.4.3). @param now in milliseconds since 1970
 */
export async function qcStanding(
  db: Database,
  userIDs: readonly number[],
  now: number,
): Promise<ReadonlyMap<number, QcStanding>> {
  const ids = [0, ...userIDs]
  const week = startOfLondonWeek(now)
  const end = londonDayAfter(week, 7)
  const sessions = await db
    .selectFrom('activitySessions')
    .where('activity', '=', 'AVAILABLE')
    .where('userID', 'in', ids)
    .where('projectID', 'is not', null)
    .where('startedAt', '>', week - SESSION_BACK_MS)
    .where('startedAt', '<', Math.min(end, now))
    .where((eb) => eb.or([eb('endedAt', 'is', null), eb('endedAt', '>', week)]))
    .select(['userID', 'projectID', 'startedAt', 'endedAt'])
    .execute()
  const completes = await db
    .selectFrom('interviewRecords')
    .where('userID', 'in', ids)
    .where('isVoid', '=', 0)
    .where('outcome', '=', 'COMPLETE')
    .where('start', '>=', week)
    .where('start', '<', end)
    .groupBy(['userID', 'projectID'])
    .select((eb) => ['userID', 'projectID', eb.fn.countAll<number>().as('count')])
    .execute()
  const reviewed = await countedReviews(db)
    .where('r.userID', 'in', ids)
    .groupBy(['r.userID', 'r.projectID'])
    .select((eb) => [
      'r.userID',
      'r.projectID',
      eb.fn.countAll<number>().as('ever'),
      eb.fn.sum<number>(eb.case().when('r.submittedAt', '>=', week).then(1).else(0).end()).as('ofWeek'),
      eb.fn.max('r.submittedAt').as('lastAt'),
    ])
    .execute()
  const lasts = await countedReviews(db)
    .where('r.userID', 'in', ids)
    .where('r.submittedAt', 'in', [0, ...new Set(reviewed.map(({ lastAt }) => Number(lastAt)))])
    .orderBy('r.submittedAt')
    .orderBy('r.id')
    .select(['r.userID', 'r.projectID', 'r.score', 'r.outcome', 'r.submittedAt'])
    .execute()
  const reviewsOf = new Map(reviewed.map((row) => [keyOf(row.userID, row.projectID), row]))
  const lastOf = new Map(lasts.map((row) => [keyOf(row.userID, row.projectID), row]))
  const completesOf = new Map(completes.map((row) => [keyOf(row.userID, row.projectID), Number(row.count)]))
  const worked = new Map<string, { userID: number; projectID: number }>()
  const hours = new Map<number, number>()
  for (const { userID, projectID, startedAt, endedAt } of sessions) {
    const from = Math.max(startedAt, week)
    const to = Math.min(endedAt ?? now, end, now)
    hours.set(userID, (hours.get(userID) ?? 0) + Math.max(0, to - from) / HOUR_MS)
    if (projectID !== null) worked.set(keyOf(userID, projectID), { userID, projectID })
  }
  for (const { userID, projectID } of completes)
    if (userID !== null) worked.set(keyOf(userID, projectID), { userID, projectID })
  const ever = await completesEver(
    db,
    [...worked.values()].filter(
      ({ userID, projectID }) => Number(reviewsOf.get(keyOf(userID, projectID))?.ever ?? 0) < QC_FIRST,
    ),
  )
  const heard = await heardLive(db)
  const weekly = new Map<number, number>()
  for (const { userID, ofWeek } of reviewed) weekly.set(userID, (weekly.get(userID) ?? 0) + Number(ofWeek))
  const projectsOf = Map.groupBy(worked.values(), ({ userID }) => userID)
  const latest = Map.groupBy(lasts, ({ userID }) => userID)
  return new Map(
    userIDs.map((userID) => {
      const projects = (projectsOf.get(userID) ?? []).map(({ projectID }): ProjectStanding => {
        const key = keyOf(userID, projectID)
        const facts: DueFacts = {
          hours: hours.get(userID) ?? 0,
          reviewsOfWeek: weekly.get(userID) ?? 0,
          completes: completesOf.get(key) ?? 0,
          reviews: Number(reviewsOf.get(key)?.ofWeek ?? 0),
          isHeardLive: heard.has(projectID),
          completesEver: ever.get(key) ?? 0,
          reviewsEver: Number(reviewsOf.get(key)?.ever ?? 0),
        }
        const last = lastOf.get(key)
        return {
          ...{ projectID, facts, due: reviewsDue(facts), firstTen: firstTenDue(facts) },
          ...{ lastScore: last?.score ?? null, lastOutcome: last?.outcome ?? null },
          lastReviewAt: last?.submittedAt ?? null,
        }
      })
      const standing: QcStanding = {
        done: weekly.get(userID) ?? 0,
        due: personDue(projects.map(({ facts }) => facts)),
        lastScore: latest.get(userID)?.at(-1)?.score ?? null,
        projects: projects.toSorted((a, b) => a.projectID - b.projectID),
      }
      return [userID, standing] as const
    }),
  )
}

/** Completes of these on those projects, whenever. */
async function completesEver(
  db: Database,
  pairs: readonly { readonly userID: number; readonly projectID: number }[],
): Promise<ReadonlyMap<string, number>> {
  if (pairs.length === 0) return new Map()
  const rows = await db
    .selectFrom('interviewRecords')
    .where('userID', 'in', [...new Set(pairs.map(({ userID }) => userID))])
    .where('projectID', 'in', [...new Set(pairs.map(({ projectID }) => projectID))])
    .where('isVoid', '=', 0)
    .where('outcome', '=', 'COMPLETE')
    .groupBy(['userID', 'projectID'])
    .select((eb) => ['userID', 'projectID', eb.fn.countAll<number>().as('count')])
    .execute()
  return new Map(rows.map((row) => [keyOf(row.userID, row.projectID), Number(row.count)]))
}

async function heardLive(db: Database): Promise<ReadonlySet<number>> {
  const rows = await db.selectFrom('projects').where('monitoringConsent', '<>', 'NONE').select('id').execute()
  return new Set(rows.map(({ id }) => id))
}
