import type { CalendarEvent } from '#shared/contract/calendar.ts'
import { type DayKind, eventID, RANGE_DAYS_MAX } from '#shared/domain/calendar.ts'
import type { CalendarSettings } from '#shared/domain/calendar-settings.ts'
import { LONDON, londonDayAfter, startOfLondonDay, startOfLondonWeek } from '#shared/domain/london-time.ts'
import { localOf, zoneClock } from '#shared/domain/zone-time.ts'
import { closedDaysOf } from '../areas/closed-days.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import { Refusal } from '../refusal.ts'
import { changeOwnEvent, deleteOwnEvent, requireTimes, restoreOwnEvent } from './changes.ts'
import { closeFeedOf, feedOf, feedSince, resetFeedOf } from './feed.ts'
import { importFile, planOf, undoImport } from './importing.ts'
import { calendarOf } from './providers.ts'
import type { FiledEvent } from './reading-files.ts'
import { remindOf, saveReminder, saveSettings, settingsOf } from './settings.ts'
import { weeksOf } from './weeks.ts'

const DAY_MS = 86_400_000
const DONE = { done: true } as const

/** What kind of day each is by London's calendar: closed, on holiday, without a shift, or at work. */
function daysOf(
  events: readonly CalendarEvent[],
  from: number,
  to: number,
  closed: ReadonlySet<string>,
): { date: string; kind: DayKind }[] {
  const days: { date: string; kind: DayKind }[] = []
  const { wallClock } = zoneClock(LONDON)
  const shifts = events.filter(isShift)
  const planned = new Set(shifts.map(({ eventStart }) => startOfLondonWeek(Date.parse(eventStart))))
  for (let at = startOfLondonDay(from); at < to; at = londonDayAfter(at, 1)) {
    const end = londonDayAfter(at, 1)
    const on = events.filter(
      ({ eventStart, eventEnd }) => Date.parse(eventStart) < end && Date.parse(eventEnd) > at,
    )
    const wall = wallClock(at)
    const date = localOf(wall).slice(0, 10)
    const isPlanned = planned.has(startOfLondonWeek(at))
    const kind = closed.has(date) ? 'OFFICE_CLOSED' : kindOf(on, new Date(wall).getUTCDay(), isPlanned)
    days.push({ date, kind })
  }
  return days
}

const isShift = ({ eventType, eventState }: CalendarEvent) =>
  eventType === 'SHIFT' && eventState !== 'CANCELLED'

/** In a week that has shifts (`isPlanned`), work is where they are; in another on its working days. */
function kindOf(on: readonly CalendarEvent[], weekday: number, isPlanned: boolean): DayKind {
  if (on.some(({ eventType }) => eventType === 'PUBLIC_HOLIDAY')) return 'OFFICE_CLOSED'
  if (on.some(({ eventType, eventState }) => eventType === 'HOLIDAY' && eventState === 'APPROVED'))
    return 'HOLIDAY'
  const hasShift = on.some(isShift)
  if (hasShift || isPlanned) return hasShift ? 'WORKING' : 'NO_SHIFT'
  return weekday === 0 || weekday === 6 ? 'NO_SHIFT' : 'WORKING'
}

/** Settings as they travel. */
const asSent = (settings: CalendarSettings) => ({ ...settings, workDays: [...settings.workDays] })

/** An event of a file as it is shown before it is taken in. */
const shownOf = ({ uid, subject, startLocal, endLocal, isAllDay, rule }: FiledEvent) => ({
  uid,
  subject,
  startLocal,
  endLocal,
  isAllDay,
  rule,
})

/** A person's own calendar (spec 3 §3): what it shows comes from all kinds of records; what they make here is personal. */
export function calendarHandlers({
  db,
  clock,
}: {
  readonly db: Database
  readonly clock: Clock
}): AreaHandlers<'calendar'> {
  const desk = ({ userID }: Caller) => ({ db, userID, now: clock() })
  return {
    loadEvents: async ({ start, end }, { caller }) => {
      const [from, to] = [Date.parse(start), Date.parse(end)]
      if (to < from) throw new Refusal(400, 'calendar.endBeforeStart')
      if (to - from > RANGE_DAYS_MAX * DAY_MS)
        throw new Refusal(400, 'calendar.rangeTooLong', { max: RANGE_DAYS_MAX })
      const query = { userID: caller.userID, userName: caller.displayName, from, to }
      const events = await calendarOf({ db, person: caller, query, now: clock(), isWithSlots: true })
      return {
        events,
        days: daysOf(events, from, to, await closedDaysOf(db, caller.userID)),
        weeks: await weeksOf(db, query),
      }
    },

    loadCalendarSettings: (_input, { caller }) => settingsOf(db, caller.userID).then(asSent),
    saveCalendarSettings: async (settings, { caller }) => {
      await saveSettings(db, caller.userID, settings)
      return asSent(await settingsOf(db, caller.userID))
    },
    setReminder: async ({ id, minutes }, { caller }) => {
      await remindOf(db, caller.userID, id, minutes)
      return DONE
    },

    addEvent: async ({ isAllDay, reminder, ...event }, { caller }) => {
      requireTimes(event.startLocal, event.endLocal)
      const { id } = await db
        .insertInto('calendarEvents')
        .values({
          ...event,
          isAllDay: isAllDay ? 1 : 0,
          userID: caller.userID,
          eventType: 'PERSONAL',
          eventState: 'APPROVED',
          version: 1,
          updatedAt: clock(),
          deletedAt: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      if (reminder !== undefined)
        await saveReminder(db, { userID: caller.userID, kind: 'event', recordID: id }, reminder)
      return { id: eventID('event', id, event.rule === null ? null : event.startLocal), version: 1 }
    },

    changeEvent: (change, { caller }) => changeOwnEvent(desk(caller), change),
    deleteEvent: (wanted, { caller }) => deleteOwnEvent(desk(caller), wanted),
    restoreEvent: async (wanted, { caller }) => {
      await restoreOwnEvent(desk(caller), wanted)
      return DONE
    },

    previewImport: async ({ file }, { caller }) => {
      const { fresh, known, unread } = await planOf({ db, person: caller, now: clock() }, file)
      return { fresh: fresh.map(shownOf), known: known.length, unread: [...unread] }
    },
    importEvents: ({ file }, { caller }) => importFile({ db, person: caller, now: clock() }, file),
    undoImport: async ({ importID }, { caller }) => {
      await undoImport({ db, person: caller, now: clock() }, importID)
      return DONE
    },

    feedState: async (_input, { caller }) => ({ since: await feedSince(db, caller.userID) }),
    resetFeed: (_input, { caller }) => resetFeedOf(db, caller.userID, clock()),
    closeFeed: async (_input, { caller }) => {
      await closeFeedOf(db, caller.userID)
      return DONE
    },
    readFeed: async ({ key }) => ({
      fileName: 'calendar.ics',
      contentType: 'text/calendar; charset=utf-8',
      content: new TextEncoder().encode(await feedOf(db, key, clock())),
    }),
  }
}
