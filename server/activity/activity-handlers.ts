import { findPerson } from '../auth/people.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { Refusal } from '../refusal.ts'
import type { Activities } from './activities.ts'

const NOBODY = 'There is nobody with this id.'

interface ActivityServices {
  readonly db: Database
  readonly activities: Activities
}

/** The activity that the company counts for a person (spec 1 §4.4, §6, §7). */
export function activityHandlers({ db, activities }: ActivityServices): AreaHandlers<'activity'> {
  return {
    activityState: async (_input, { caller }) => {
      const at = await activities.lastResponse(caller.userID)
      return { activityLastResponseTime: at === null ? null : new Date(at).toISOString() }
    },

    concludeCurrentActivity: async ({ activity }, { caller }) => {
      await activities.conclude(caller.userID, activity)
      return { done: true }
    },

    updateActivity: async ({ activity, project, category }, { caller }) => {
      const { userID } = caller
      await activities.change({
        userID,
        activity,
        project: project ?? null,
        category: category ?? null,
        by: userID,
      })
      return { done: true }
    },

    forceActivity: async ({ userID, activity, project, category, onActivityActions = [] }, { caller }) => {
      if (!(await findPerson(db, userID))) throw new Refusal(400, NOBODY)
      await activities.change({
        userID,
        activity,
        project: project ?? null,
        category: category ?? null,
        actions: onActivityActions,
        by: caller.userID,
      })
      return { done: true }
    },
  }
}
