import type { CalendarEvent } from '#shared/contract/calendar.ts'
import { type EventKey, parseEventID, type RecordKind } from '#shared/domain/calendar.ts'
import {
  type CalendarSettings,
  DEFAULT_CALENDAR_SETTINGS,
  usualReminder,
} from '#shared/domain/calendar-settings.ts'
import type { Database } from '../db/database.ts'
import { Refusal } from '../refusal.ts'

/** How a person has their calendar. */
export async function settingsOf(db: Database, userID: number): Promise<CalendarSettings> {
  const row = await db
    .selectFrom('calendarSettings')
    .where('userID', '=', userID)
    .selectAll()
    .executeTakeFirst()
  if (!row) return DEFAULT_CALENDAR_SETTINGS
  const { view, workStart, workEnd, workDays, reminder, secondZone } = row
  const firstDay = row.firstDay === 0 || row.firstDay === 6 ? row.firstDay : 1
  const days = workDays === '' ? [] : workDays.split(',').map(Number)
  return { view, firstDay, workStart, workEnd, workDays: days, reminder, secondZone }
}

export async function saveSettings(db: Database, userID: number, settings: CalendarSettings): Promise<void> {
  const row = { ...settings, workDays: [...new Set(settings.workDays)].sort().join(',') }
  await db
    .insertInto('calendarSettings')
    .values({ userID, ...row })
    .onConflict((conflict) => conflict.column('userID').doUpdateSet(row))
    .execute()
}

/** What one record's reminders are from now on; `minutes` undefined for as usual. */
export async function saveReminder(
  db: Database,
  key: { readonly userID: number; readonly kind: RecordKind; readonly recordID: number },
  minutes: number | null | undefined,
): Promise<void> {
  if (minutes === undefined) {
    await db
      .deleteFrom('calendarReminders')
      .where('userID', '=', key.userID)
      .where('kind', '=', key.kind)
      .where('recordID', '=', key.recordID)
      .execute()
    return
  }
  await db
    .insertInto('calendarReminders')
    .values({ ...key, minutes })
    .onConflict((conflict) => conflict.columns(['userID', 'kind', 'recordID']).doUpdateSet({ minutes }))
    .execute()
}

/** A person's events, each with when they are told of it. */
export async function withReminders(
  db: Database,
  userID: number,
  events: readonly CalendarEvent[],
): Promise<CalendarEvent[]> {
  const [{ reminder }, rows] = await Promise.all([
    settingsOf(db, userID),
    db.selectFrom('calendarReminders').where('userID', '=', userID).selectAll().execute(),
  ])
  const own = new Map(rows.map(({ kind, recordID, minutes }) => [`${kind}:${recordID}`, minutes]))
  return events.map((event) => {
    const { kind, recordID, isAllDay } = event.meta
    const said = own.get(`${kind}:${recordID}`)
    const lead = said === undefined ? usualReminder(reminder, kind, isAllDay) : said
    return { ...event, meta: { ...event.meta, reminder: lead, hasOwnReminder: said !== undefined } }
  })
}

/** Whether a record is in a person's calendar, of those that they can be told of. */
async function isTheirs(db: Database, userID: number, { kind, recordID }: EventKey): Promise<boolean> {
  const found =
    kind === 'event'
      ? await db
          .selectFrom('calendarEvents')
          .where('id', '=', recordID)
          .where('userID', '=', userID)
          .where('deletedAt', 'is', null)
          .select('id')
          .executeTakeFirst()
      : kind === 'meeting'
        ? await db
            .selectFrom('meetingPeople')
            .where('meetingID', '=', recordID)
            .where('userID', '=', userID)
            .select('userID')
            .executeTakeFirst()
        : kind === 'task'
          ? await db
              .selectFrom('tasks')
              .where('id', '=', recordID)
              .where('userID', '=', userID)
              .select('id')
              .executeTakeFirst()
          : undefined
  return found !== undefined
}

/** Says when the person is told of an event of theirs. @throws Refusal 400 where it isn't one */
export async function remindOf(
  db: Database,
  userID: number,
  id: string,
  minutes: number | null | undefined,
): Promise<void> {
  const key = parseEventID(id)
  if (key === null || !(await isTheirs(db, userID, key))) throw new Refusal(400, 'calendar.gone')
  await saveReminder(db, { userID, kind: key.kind, recordID: key.recordID }, minutes)
}
