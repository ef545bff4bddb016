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

/** Somebody with that id who is locked and has the session `sign-in-91`, and an excluded device. */
export async function addLocked(db: Database, id: number): Promise<void> {
  await db
    .insertInto('users')
    .values({
      ...{ id, userName: 'locked', displayName: 'Lena', role: '', userType: 'INTERVIEWER', areaID: null },
      ...{ managerID: null, passwordHash: '', isActive: 1, createdAt: NOON, lockedAt: NOON },
    })
    .execute()
  await db
    .insertInto('sessions')
    .values({
      ...{ id: 's-91', signInID: 'sign-in-91', userID: id, tokenType: 'OTHER', deviceID: null },
      ...{ createdAt: NOON, expiresAt: NOON + 3_600_000, revokedAt: null },
    })
    .execute()
  await db
    .insertInto('excludedDevices')
    .values({
      ...{ deviceID: 'device-8', reason: 'Stolen', excludedBy: null },
      ...{ excludedByName: 'Somebody', excludedAt: NOON },
    })
    .execute()
}

/** Somebody with that id who left and had that role. */
export async function addLeaver(db: Database, id: number, roleID: number): Promise<void> {
  await db
    .insertInto('users')
    .values({
      ...{ id, userName: 'left', displayName: 'Lee', role: '', userType: 'INTERVIEWER', areaID: null },
      ...{ managerID: null, passwordHash: '', isActive: 0, status: 'LEAVER', createdAt: NOON },
      ...{ email: 'lee@mail.example', leaveDate: '2026-04-30', leaveReason: 'RESIGNED' },
    })
    .execute()
  await db
    .insertInto('userRoles')
    .values({ userID: id, roleID, source: 'HAND', since: NOON, givenBy: null })
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
