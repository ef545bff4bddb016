import { WAITING } from '#shared/domain/booking.ts'
import type { EventType } from '#shared/domain/calendar.ts'
import { parseEventID } from '#shared/domain/calendar.ts'
import { OPEN_APPLICATIONS } from '#shared/domain/campaigns.ts'
import { londonField } from '#shared/domain/london-time.ts'
import { OPEN_REQUEST_STATES } from '#shared/domain/shift-requests.ts'
import type { AttendeeState } from '#shared/domain/training.ts'
import { split } from '../calendar/changes.ts'
import type { StoredEvent } from '../calendar/events.ts'
import { momentsOf, occurrencesIn } from '../calendar/series.ts'
import type { Database } from '../db/database.ts'

/** Events of these types that begin after somebody left become CANCELLED (spec 5 §3.4). */
const ENDING: readonly EventType[] = [
  'SHIFT',
  'OVERTIME',
  'HOLIDAY',
  'MEETING',
  'TRAINING_SESSION',
  'INTERVIEW_SLOT',
]
/** States of a shift that is still to be worked. */
const SHIFTS_TO_COME = ['DRAFT', 'OFFERED', 'PUBLISHED'] as const
/** States of somebody who is to come to a training, or may. */
const TO_ATTEND = ['INVITED', 'BOOKED', 'WAITING'] as const satisfies AttendeeState[]
/** How far ahead a series without an end is looked at. */
const AHEAD_MS = 400 * 86_400_000

const standing = (db: Database, userID: number, types: readonly EventType[]) =>
  db
    .selectFrom('calendarEvents')
    .where('userID', '=', userID)
    .where('deletedAt', 'is', null)
    .where('eventType', 'in', types)
    .where('eventState', 'not in', ['CANCELLED', 'DECLINED', 'COMPLETED'])
    .selectAll()

/** When those of an event or its series begin that are still to come, earliest first. */
const startsAfter = (event: StoredEvent, at: number): { start: number; original: string }[] =>
  event.rule === null
    ? [{ start: momentsOf(event).start, original: event.startLocal }].filter(({ start }) => start > at)
    : occurrencesIn(event, at, at + AHEAD_MS).filter(({ start }) => start > at)

/** When somebody's shifts begin that are after that moment, in milliseconds since 1970, earliest first. */
export async function futureShifts(db: Database, userID: number, at: number): Promise<number[]> {
  const events = await standing(db, userID, ['SHIFT']).execute()
  const shifts = await db
    .selectFrom('shifts')
    .where('userID', '=', userID)
    .where('start', '>', at)
    .where('state', 'in', SHIFTS_TO_COME)
    .select('start')
    .execute()
  const starts = events.flatMap((event) => startsAfter(event, at))
  return [...starts, ...shifts].map(({ start }) => start).sort((a, b) => a - b)
}

/** Cancels an event, or what of its series is still to come. */
async function cancel(trx: Database, event: StoredEvent, at: number): Promise<void> {
  const [first] = startsAfter(event, at)
  if (!first) return
  const isWhole = event.rule === null || first.original === event.startLocal
  const id = isWhole
    ? event.id
    : parseEventID((await split({ db: trx, userID: event.userID, now: at }, event, first.original, {})).id)
        ?.recordID
  await trx
    .updateTable('calendarEvents')
    .set((eb) => ({ eventState: 'CANCELLED', version: eb('version', '+', 1), updatedAt: at }))
    .where('id', '=', id ?? 0)
    .execute()
}

/**
 * What is in a leaver's calendar after that moment becomes CANCELLED, and so do their requests that wait
 * (spec 5 §3.4). What began before stays as it was.
 */
export async function cancelFuture(
  trx: Database,
  userID: number,
  decidedBy: number | null,
  at: number,
): Promise<void> {
  for (const event of await standing(trx, userID, ENDING).execute()) await cancel(trx, event, at)
  await trx
    .updateTable('shifts')
    .set((eb) => ({
      ...{ state: 'CANCELLED', changedBy: decidedBy, changedAt: at },
      version: eb('version', '+', 1),
    }))
    .where('userID', '=', userID)
    .where('start', '>', at)
    .where('state', 'in', SHIFTS_TO_COME)
    .execute()
  await trx
    .updateTable('bookingRequests')
    .set({ state: 'CANCELLED', decidedBy, decidedAt: at })
    .where('userID', '=', userID)
    .where((eb) =>
      eb.or([
        eb('state', 'in', WAITING),
        eb.and([
          eb('state', '=', 'APPROVED'),
          eb('start', '>', at),
          eb('type', 'in', ['HOLIDAY', 'OVERTIME', 'SLOT']),
        ]),
      ]),
    )
    .execute()
  await trx
    .updateTable('meetingPeople')
    .set({ cancelledAt: at })
    .where('userID', '=', userID)
    .where('cancelledAt', 'is', null)
    .where('meetingID', 'in', (meetings) =>
      meetings.selectFrom('meetings').where('start', '>', at).select('id'),
    )
    .execute()
  await endPlans(trx, userID, decidedBy, at)
}

/** What somebody asked of shifts and is planned for ends, too: nobody is to wait for them, or count on them. */
async function endPlans(trx: Database, userID: number, decidedBy: number | null, at: number): Promise<void> {
  await trx
    .updateTable('shiftRequests')
    .set((eb) => ({
      ...{ state: 'CANCELLED', openShiftID: null, decidedBy, decidedAt: at },
      version: eb('version', '+', 1),
    }))
    .where((eb) => eb.or([eb('byUserID', '=', userID), eb('toUserID', '=', userID)]))
    .where('state', 'in', OPEN_REQUEST_STATES)
    .execute()
  await trx
    .updateTable('trainingAttendees')
    .set({ state: 'CANCELLED', byID: decidedBy, at })
    .where('userID', '=', userID)
    .where('state', 'in', TO_ATTEND)
    .where('sessionID', 'in', (sessions) =>
      sessions.selectFrom('trainingSessions').where('start', '>', at).select('id'),
    )
    .execute()
  await trx
    .updateTable('campaignApplications')
    .set({ state: 'WITHDRAWN', openSlotID: null, decidedAt: at })
    .where('userID', '=', userID)
    .where('state', 'in', OPEN_APPLICATIONS)
    .where('slotID', 'in', (slots) => slots.selectFrom('campaignSlots').where('start', '>', at).select('id'))
    .execute()
  await trx
    .updateTable('allocations')
    .set({ state: 'CANCELLED' })
    .where('userID', '=', userID)
    .where('start', '>', at)
    .where('state', 'in', ['PLANNED', 'PUBLISHED', 'LIVE'])
    .execute()
  await trx
    .updateTable('allocations')
    .set({ end: at })
    .where('userID', '=', userID)
    .where('start', '<', at)
    .where('end', '>', at)
    .where('state', 'in', ['PUBLISHED', 'LIVE'])
    .execute()
  const today = londonField(at).slice(0, 10)
  await trx
    .updateTable('shiftPatternPeople')
    .set({ to: today })
    .where('userID', '=', userID)
    .where('from', '<=', today)
    .where((eb) => eb.or([eb('to', 'is', null), eb('to', '>', today)]))
    .execute()
  await trx.deleteFrom('shiftPatternPeople').where('userID', '=', userID).where('from', '>', today).execute()
}
