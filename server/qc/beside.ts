import type { Database } from '../db/database.ts'
import type { Viewer } from '../people/scope.ts'
import { coachingRows, sentCoaching } from './coaching.ts'
import { qcPeopleOf } from './scope.ts'
import { countedReviews } from './standing.ts'

const REVIEWS = 5

/** What of somebody's quality stands beside the live panel (spec 4 §4.4.1); nothing to whom it isn't for. */
export async function qualityBeside(db: Database, viewer: Viewer, userID: number) {
  const isTheirs = await qcPeopleOf(db, viewer).where('u.id', '=', userID).select('u.id').executeTakeFirst()
  if (!isTheirs) return { reviews: [], coachingActions: [] }
  const reviews = await countedReviews(db)
    .innerJoin('projects as p', 'p.id', 'r.projectID')
    .where('r.userID', '=', userID)
    .orderBy('r.submittedAt', 'desc')
    .orderBy('r.id', 'desc')
    .limit(REVIEWS)
    .select(['r.id', 'r.submittedAt', 'p.name as project', 'r.score', 'r.outcome'])
    .execute()
  const sessions = await coachingRows(db)
    .where('c.userID', '=', userID)
    .where('c.state', 'in', ['HELD', 'ACKNOWLEDGED'])
    .orderBy('c.start')
    .execute()
  const open = sessions.flatMap((row) => sentCoaching(row).actions.filter(({ doneAt }) => doneAt === null))
  return {
    reviews: reviews.map(({ submittedAt, ...review }) => ({
      ...review,
      at: new Date(submittedAt ?? 0).toISOString(),
    })),
    coachingActions: open
      .map(({ text, due }) => ({ text, due }))
      .toSorted((a, b) => (a.due ?? '9').localeCompare(b.due ?? '9')),
  }
}
