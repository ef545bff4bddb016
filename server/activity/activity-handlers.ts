import { ATTENDANCE_DAYS } from '#shared/domain/activity.ts'
import { ACTIVITY_RULES } from '#shared/domain/activity-rules.ts'
import { dayFigures } from '#shared/domain/attendance.ts'
import { LATE_MAX_MS, lateTime } from '#shared/domain/late-switch.ts'
import { canBeSet } from '#shared/domain/live-panel.ts'
import { londonDayAfter } from '#shared/domain/london-time.ts'
import { presentDay } from '../attendance/day-facts.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { Refusal } from '../refusal.ts'
import { readSettings } from '../settings/settings.ts'
import type { TicketPublisher } from '../tickets/publisher.ts'
import { startSystemIssue } from '../tickets/system-issues.ts'
import type { Activities } from './activities.ts'
import { cancelWaiting, waitForCall } from './after-call.ts'
import { attendanceOf, sessionsSince } from './attendance.ts'
import { liveProjects, requireChoice } from './choosing.ts'
import { developmentOf } from './development.ts'
import { callOf } from './dialler.ts'
import { mayAskIdle } from './idle.ts'
import { myDay } from './my-day.ts'
import {
  auditWaiting,
  putInto,
  releaseActivityOf,
  requireCategory,
  requireSetting,
  seeOverride,
  viewsOf,
} from './overriding.ts'
import { openSession } from './sessions.ts'
import { requireStart } from './shift-run.ts'

interface ActivityServices {
  readonly db: Database
  readonly clock: Clock
  readonly activities: Activities
  /** Tells of changed tickets; asked for when there is something to tell. */
  readonly ticketPublisher: () => TicketPublisher
}

/** What a person is doing (spec 1 §4.4, §6, §7). */
export function activityHandlers({
  db,
  clock,
  activities,
  ticketPublisher,
}: ActivityServices): AreaHandlers<'activity'> {
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

    updateActivity: async ({ activity, project = null, category = null, ...wanted }, { caller }) => {
      const { userID, permissions } = caller
      const { ticketID, at, clock: sentAt = at, switchID: switchKey = null } = wanted
      if (activity === 'SYSTEM ISSUES' && ticketID !== undefined && at === undefined) {
        await startSystemIssue({ db, clock, publisher: ticketPublisher() }, caller, ticketID)
        return activities.presentOf(userID)
      }
      const now = clock()
      const late = at === undefined ? null : lateTime(Date.parse(at), Date.parse(sentAt ?? at), now)
      if (late && now - late.at > LATE_MAX_MS) throw new Refusal(400, 'activity.tooLate')
      const change = { userID, activity, category, switchKey, by: userID }
      return activities.change(
        { ...change, isTimeCorrected: late?.isCorrected ?? false },
        async (trx) => ({
          project: await requireChoice(trx, {
            ...{ userID, activity, project, category, permissions },
            ...{ now: late?.at ?? now, isLate: late !== null },
          }),
        }),
        late ? { madeAt: late.at } : { waitsForCall: true },
      )
    },

    forceChoices: async () => {
      const { 'activity.kinds': kinds } = await readSettings(db, ['activity.kinds'])
      return {
        choices: ACTIVITY_RULES.filter((rule) => canBeSet(rule.activity)).map(
          ({ activity, needsProject }) => ({
            ...{ activity, needsProject },
            categories: [...kinds[activity].categories],
          }),
        ),
        projects: await liveProjects(db),
      }
    },

    forceActivity: async ({ userID, onActivityActions: actions = [], afterCall, ...wanted }, { caller }) => {
      const { activity, project = null, category = null, holdMinutes } = wanted
      const now = clock()
      await db.transaction().execute(async (trx) => {
        const { reason, name } = await requireSetting(trx, caller, { userID, reason: wanted.reason })
        await requireCategory(trx, activity, category)
        const change = { userID, activity, project, category, actions, reason, holdMinutes }
        const waits = afterCall !== false && (await callOf(trx, userID, now)) !== null
        if (!waits) return putInto(trx, caller, change, now)
        await waitForCall(trx, { ...change, byID: caller.userID }, now)
        await auditWaiting(trx, caller, { ...change, name }, now)
      })
      await activities.tell(userID)
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
export function myDayHandlers({
  db,
  clock,
  activities,
}: Omit<ActivityServices, 'ticketPublisher'>): AreaHandlers<'myDay'> {
  return {
    myDay: ({ date }, { caller }) => myDay(db, caller, date, clock()),
    startShift: async (wanted, { caller: { userID, permissions } }) => {
      const { location = null, reason = '', activity = 'AVAILABLE', project = null, category = null } = wanted
      const now = clock()
      const { requireLocationServices: asksPlace } = await activities.rules()
      if (asksPlace && location === null) throw new Refusal(400, 'shift.location')
      return activities.change({ userID, activity, category, reason, location, by: userID }, async (trx) => {
        const shift = await requireStart(trx, { userID, reason, now })
        const named = project ?? (activity === 'AVAILABLE' ? shift.project : null)
        return {
          project: await requireChoice(trx, { userID, activity, project: named, category, permissions, now }),
        }
      })
    },
    endShift: async (_input, { caller }) => {
      const { userID } = caller
      await activities.change({ userID, activity: 'INACTIVE', by: userID }, async (trx) => {
        const open = await openSession(trx, userID)
        if (!open || open.activity === 'INACTIVE')
          throw new Refusal(400, 'activity.already', { activity: 'INACTIVE' })
        return {}
      })
      const now = clock()
      const [day] = await presentDay(db, [userID], now)
      const figures = day && dayFigures(day.facts, now)
      const { own } = await myDay(db, caller, null, now)
      return {
        workedSeconds: figures?.workedSeconds ?? 0,
        breakSeconds: figures?.breakSeconds ?? 0,
        paidHours: figures?.paidHours ?? 0,
        adherence: figures?.adherence ?? null,
        completes: own.outcomes.COMPLETE,
      }
    },
    cancelWaitingSwitch: async (_input, { caller: { userID } }) => {
      await cancelWaiting(db, userID)
      await activities.tell(userID)
      return { done: true }
    },
    releaseActivity: async ({ userID, reason }, { caller }) => {
      await db.transaction().execute((trx) => releaseActivityOf(trx, caller, { userID, reason }, clock()))
      await activities.tell(userID)
      return { done: true }
    },
    sawOverride: async ({ sessionID }, { caller: { userID } }) => {
      await seeOverride(db, userID, sessionID, clock())
      return { done: true }
    },
    whoLooked: async (_input, { caller: { userID } }) => ({ views: await viewsOf(db, userID, clock()) }),
    undoSwitch: ({ sessionID }, { caller: { userID } }) => activities.undo(userID, sessionID),
  }
}

/** Time in which somebody touched nothing (spec 4 §4.2.1). */
export function idleHandlers({
  db,
  clock,
  activities,
}: Omit<ActivityServices, 'ticketPublisher'>): AreaHandlers<'idle'> {
  return {
    askIdle: async (_input, { caller: { userID } }) => ({ isAsked: await mayAskIdle(db, userID, clock()) }),
    tellIdle: async ({ since, until, answer }, { caller: { userID } }) => {
      await activities.idle({ userID, since: Date.parse(since), until: Date.parse(until) }, answer)
      return { done: true }
    },
  }
}
