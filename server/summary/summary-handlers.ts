import type { DaySummary } from '#shared/contract/summary.ts'
import { isStruckThrough } from '#shared/domain/calendar.ts'
import { defaultGrid, maySeeWidget } from '#shared/domain/summary-grid.ts'
import { appHistoryOf } from '../app-history/app-history.ts'
import { calendarOf } from '../calendar/providers.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import { Refusal } from '../refusal.ts'
import { readSetting } from '../settings/settings.ts'
import { openTaskRecords } from '../tasks/counting.ts'
import { outstandingRecords } from '../tickets/searching.ts'

/** In any time zone the present day began within this time, in milliseconds. */
const DAY_LIMIT_MS = 48 * 60 * 60 * 1000
/** The calendar shows the day that began at the requested time, in milliseconds. */
const DAY_MS = 24 * 60 * 60 * 1000
/** Entries of the activity history that are shown. */
const ACTIVITY_LIMIT = 50

/** Sign-ins and reports of the person's clients, newest first. */
async function activityOf(db: Database, userID: number, since: number) {
  const reported = await db
    .selectFrom('eventLog')
    .where('userID', '=', userID)
    .where('at', '>=', since)
    .select(['actionName as activity', 'at'])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(ACTIVITY_LIMIT)
    .execute()
  const signIns = await db
    .selectFrom('sessions')
    .where('userID', '=', userID)
    .select((e) => ['signInID', e.fn.min('createdAt').as('at')])
    .groupBy('signInID')
    .having((e) => e.fn.min('createdAt'), '>=', since)
    .execute()
  return [...reported, ...signIns.map(({ at }) => ({ activity: 'SIGNED IN', at }))]
    .sort((a, b) => b.at - a.at)
    .slice(0, ACTIVITY_LIMIT)
    .map(({ activity, at }) => ({ activity, time: new Date(at).toISOString() }))
}

/**
 * The day in the person's calendar, days off apart from the rest (spec 3 §2), without cancelled and declined
 * events.
 */
async function dayOf(db: Database, caller: Caller, since: number, now: number) {
  const { userID, displayName: userName } = caller
  const query = { userID, userName, from: since, to: since + DAY_MS }
  const events = (await calendarOf({ db, person: caller, query, now })).filter(
    ({ eventState }) => !isStruckThrough(eventState) && eventState !== 'HIDDEN',
  )
  const isHoliday = ({ eventType }: (typeof events)[number]) =>
    eventType === 'PUBLIC_HOLIDAY' || eventType === 'HOLIDAY'
  const lineOf = ({ subject, eventStart, eventEnd, meta }: (typeof events)[number]) => ({
    title: subject,
    from: eventStart,
    to: eventEnd,
    isAllDay: meta.isAllDay,
  })
  return {
    holiday: events.filter(isHoliday).map(lineOf),
    calendar: events.filter((event) => !isHoliday(event)).map(lineOf),
  }
}

/** A person's day for their summary. There are no quality checks. */
async function summaryOf(db: Database, caller: Caller, since: number, now: number): Promise<DaySummary> {
  const { userID, permissions } = caller
  const see = <T>(widget: Parameters<typeof maySeeWidget>[1], read: () => Promise<T[]>): Promise<T[]> =>
    maySeeWidget(permissions, widget) ? read() : Promise.resolve([])
  return {
    ...(await dayOf(db, caller, since, now)),
    qc: [],
    appHistory: await see('AppHistory', () => appHistoryOf(db, userID, since)),
    activityHistory: await see('ActivityHistory', () => activityOf(db, userID, since)),
    tickets: await see('TicketSummary', () => outstandingRecords(db, caller)),
    tasks: await see('TaskSummary', () => openTaskRecords(db, userID)),
  }
}

/** The summary that a person sees before they log out (spec 3 §2, §7). */
export function summaryHandlers({
  db,
  clock,
}: {
  readonly db: Database
  readonly clock: Clock
}): AreaHandlers<'summary'> {
  return {
    getGridSetting: async (_input, { caller }) => {
      const own = await db
        .selectFrom('summaryGrids')
        .where('userID', '=', caller.userID)
        .select(['gridTemplateColumns', 'gridTemplateRows', 'gridArea'])
        .executeTakeFirst()
      const enable = await readSetting(db, 'help.summaryEnabled')
      return { ...(own ?? defaultGrid(caller.permissions)), enable }
    },

    saveGridSetting: async (grid, { caller: { userID } }) => {
      await db
        .insertInto('summaryGrids')
        .values({ userID, ...grid })
        .onConflict((conflict) => conflict.column('userID').doUpdateSet(grid))
        .execute()
      return { done: true }
    },

    resetGridSetting: async (_input, { caller }) => {
      await db.deleteFrom('summaryGrids').where('userID', '=', caller.userID).execute()
      return { done: true }
    },

    today: (input, { caller }) => {
      const since = Date.parse(input.since)
      const age = clock() - since
      if (age > DAY_LIMIT_MS) throw new Refusal(400, 'summary.notADay')
      return summaryOf(db, caller, since, clock())
    },
  }
}
