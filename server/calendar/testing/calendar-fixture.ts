import { hashLinkToken } from '../../auth/link-tokens.ts'
import type { Database } from '../../db/database.ts'

const NOON = Date.UTC(2026, 4, 4, 12)
const HOUR = 3_600_000

const SMALL_FILE = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'BEGIN:VEVENT',
  'UID:one',
  'DTSTART:20260505T080000Z',
  'DTEND:20260505T090000Z',
  'SUMMARY:Physio',
  'END:VEVENT',
  'END:VCALENDAR',
].join('\r\n')

/** Good requests of the calls of the calendar and of bookings: event 1 repeats and is ann's, request 1 bob's. */
export const CALENDAR_REQUESTS: Record<string, unknown> = {
  'calendar.loadEvents': {
    start: new Date(NOON - HOUR).toISOString(),
    end: new Date(NOON + 24 * HOUR).toISOString(),
  },
  'calendar.addEvent': {
    subject: 'Physio',
    startLocal: '2026-05-05T09:00',
    endLocal: '2026-05-05T10:00',
    zone: 'Europe/London',
  },
  'calendar.changeEvent': { id: 'event:1:2026-05-04T13:00', scope: 'THIS', set: { subject: 'Call home' } },
  'calendar.deleteEvent': { id: 'event:1', scope: 'ALL' },
  'calendar.restoreEvent': { id: 'event:1', scope: 'ALL' },
  'calendar.loadCalendarSettings': {},
  'calendar.saveCalendarSettings': {
    view: 'week',
    firstDay: 1,
    workStart: 540,
    workEnd: 1020,
    workDays: [1, 2, 3],
    reminder: 15,
    secondZone: 'Europe/Berlin',
  },
  'calendar.setReminder': { id: 'event:1', minutes: 30 },
  'calendar.previewImport': { file: SMALL_FILE },
  'calendar.importEvents': { file: SMALL_FILE },
  'calendar.undoImport': { importID: 1 },
  'calendar.feedState': {},
  'calendar.readFeed': { key: 'feed-key' },
  'booking.newBooking': {
    type: 'PERSONAL',
    startLocal: '2026-05-06T09:00',
    endLocal: '2026-05-06T10:00',
    reason: 'Boiler',
  },
  'booking.previewHoliday': { startLocal: '2026-05-06T00:00', endLocal: '2026-05-07T00:00' },
  'booking.ownHoliday': {},
  'requestTalk.bookingTalk': { id: 2 },
  'booking.withdrawBooking': { id: 2 },
  'booking.pendingBookings': {},
  'booking.approvedBookings': {
    start: new Date(NOON).toISOString(),
    end: new Date(NOON + HOUR).toISOString(),
  },
  'booking.approvedBookingsFile': {
    start: new Date(NOON).toISOString(),
    end: new Date(NOON + HOUR).toISOString(),
  },
  'booking.decideBooking': { id: 1, state: 'APPROVED' },
}

/** What those requests are about. */
export async function addCalendar(db: Database, annID: number, bobID: number): Promise<void> {
  await db
    .insertInto('calendarEvents')
    .values({
      userID: annID,
      eventType: 'PERSONAL',
      eventState: 'APPROVED',
      subject: 'Walk the dog',
      note: '',
      startLocal: '2026-05-04T13:00',
      endLocal: '2026-05-04T13:30',
      zone: 'Europe/London',
      isAllDay: 0,
      rule: 'FREQ=DAILY',
      version: 1,
      updatedAt: NOON,
      deletedAt: null,
    })
    .execute()
  const request = {
    type: 'PERSONAL',
    start: NOON + HOUR,
    end: NOON + 2 * HOUR,
    hours: 1,
    dayPart: 'DAY',
  } as const
  await db
    .insertInto('bookingRequests')
    .values(
      [bobID, annID].map((userID) => ({
        ...request,
        userID,
        reason: 'Dentist',
        state: 'PENDING' as const,
        askedAt: NOON,
        decisionNote: '',
      })),
    )
    .execute()
  await db.insertInto('calendarImports').values({ userID: annID, at: NOON }).execute()
  await db
    .insertInto('calendarFeeds')
    .values({ userID: annID, keyHash: hashLinkToken('feed-key'), createdAt: NOON })
    .execute()
}
