import type { Development } from '#shared/contract/activity.ts'
import { type ActivityName, DEVELOPMENT_ACTIVITIES } from '#shared/domain/activity.ts'
import type { Database } from '../db/database.ts'
import { sessionsSince } from './attendance.ts'

const FEEDBACK_SHOWN = 20

type DevelopmentActivity = (typeof DEVELOPMENT_ACTIVITIES)[number]

const isDevelopment = (activity: ActivityName): activity is DevelopmentActivity =>
  DEVELOPMENT_ACTIVITIES.some((one) => one === activity)

/** The person's training since then, and the feedback on their help. */
export async function developmentOf(
  db: Database,
  userID: number,
  since: number,
  now: number,
): Promise<Development> {
  const sessions = await sessionsSince(db, userID, since)
  const feedback = await db
    .selectFrom('tickets')
    .where('resolvedBy', '=', userID)
    .where('raisedBy', '<>', userID)
    .where('rating', 'is not', null)
    .select(['id as ticketID', 'rating', 'feedbackComment as comment'])
    .orderBy('resolvedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(FEEDBACK_SHOWN)
    .execute()
  return {
    sessions: sessions
      .flatMap(({ activity, project, startedAt, endedAt }) =>
        isDevelopment(activity)
          ? [
              {
                activity,
                project,
                start: new Date(startedAt).toISOString(),
                end: endedAt === null ? null : new Date(endedAt).toISOString(),
                seconds: Math.floor(((endedAt ?? now) - startedAt) / 1000),
              },
            ]
          : [],
      )
      .reverse(),
    feedback: feedback.map(({ rating, ...row }) => ({ ...row, rating: Number(rating) })),
  }
}
