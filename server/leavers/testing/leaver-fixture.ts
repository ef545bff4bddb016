import type { Insertable } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { CalendarEventTable } from '../../db/schema/calendar.ts'
import { NOON } from '../../http/testing/test-server.ts'

/** Plans somebody's leaving on the day after NOON. */
export async function addLeaving(db: Database, userID: number): Promise<void> {
  await db
    .insertInto('leavings')
    .values({
      ...{ userID, state: 'PLANNED', leaveDate: '2026-05-05', reason: 'RESIGNED', note: '' },
      ...{ newHolderID: null, plannedBy: null, plannedByName: 'Somebody', plannedAt: NOON },
    })
    .execute()
}

/** Adds an event to somebody's calendar; gives its id. */
export async function addEvent(
  db: Database,
  event: Partial<Insertable<CalendarEventTable>> &
    Pick<Insertable<CalendarEventTable>, 'userID' | 'eventType'>,
): Promise<number> {
  const { id } = await db
    .insertInto('calendarEvents')
    .values({
      ...{ eventState: 'APPROVED', subject: 'Late shift', note: '', zone: 'Europe/London', isAllDay: 0 },
      ...{ startLocal: '2026-05-06T09:00', endLocal: '2026-05-06T17:00', rule: null, version: 1 },
      ...{ updatedAt: NOON, deletedAt: null, uid: null, importID: null },
      ...event,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
