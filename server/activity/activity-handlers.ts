import { ATTENDANCE_DAYS } from '#shared/domain/activity.ts'
import { londonDayAfter } from '#shared/domain/london-time.ts'
import { findPerson } from '../auth/people.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { Refusal } from '../refusal.ts'
import type { Activities } from './activities.ts'
import { attendanceOf, sessionsSince } from './attendance.ts'
import { requireChoice } from './choosing.ts'
import { developmentOf } from './development.ts'
import { myDay } from './my-day.ts'

interface ActivityServices {
  readonly db: Database
  readonly clock: Clock
  readonly activities: Activities
}

/** What a person is doing (spec 1 §4.4, §6, §7). */
export function activityHandlers({ db, clock, activities }: ActivityServices): AreaHandlers<'activity'> {
  const firstDay = () => londonDayAfter(clock(), 1 - ATTENDANCE_DAYS)
  return {
    activityState: async (_input, { caller }) => {
      const at = await activities.lastResponse(caller.userID)
      return { activityLastResponseTime: at === null ? null : new Date(at).toISOString() }
    },

    concludeCurrentActivity: async ({ activity }, { caller }) => {
      await activities.conclude(caller.userID, activity)
      return { done: true }
    },

    updateActivity: ({ activity, project = null, category = null }, { caller: { userID, permissions } }) =>
      activities.change({ userID, activity, category, by: userID }, async (trx) => ({
        project: await requireChoice(trx, { userID, activity, project, category, permissions, now: clock() }),
      })),

    forceActivity: async ({ userID, activity, project, category, onActivityActions = [] }, { caller }) => {
      if (!(await findPerson(db, userID))) throw new Refusal(400, 'person.unknown')
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

    myAttendance: async (_input, { caller: { userID } }) => {
      const from = firstDay()
      return { days: attendanceOf(await sessionsSince(db, userID, from), from, clock()) }
    },

    myDevelopment: (_input, { caller: { userID } }) => developmentOf(db, userID, firstDay(), clock()),
  }
}

/** The caller's day, and their last switch (spec 4 §4.2.1). */
export function myDayHandlers({ db, clock, activities }: ActivityServices): AreaHandlers<'myDay'> {
  return {
    myDay: ({ date }, { caller }) => myDay(db, caller, date, clock()),
    undoSwitch: ({ sessionID }, { caller: { userID } }) => activities.undo(userID, sessionID),
  }
}
