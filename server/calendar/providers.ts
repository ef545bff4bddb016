import type { CalendarEvent } from '#shared/contract/calendar.ts'
import type { TaskRow } from '#shared/contract/task-entities.ts'
import { REQUEST_WORDS } from '#shared/domain/booking.ts'
import type { EventState } from '#shared/domain/calendar.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import { permissionsOf } from '#shared/domain/permissions.ts'
import type { ShiftState } from '#shared/domain/shifts.ts'
import type { AttendeeState } from '#shared/domain/training.ts'
import { shiftTimes } from '#shared/domain/working-hours.ts'
import { wallOf, zoneClock } from '#shared/domain/zone-time.ts'
import type { Database } from '../db/database.ts'
import { companyHolidays } from '../settings/company-holidays.ts'
import { changeOf } from '../shifts/planned.ts'
import { openSlotsFor } from '../slots/open-slots.ts'
import { tasksInTime } from '../tasks/listing.ts'
import type { TaskPerson } from '../tasks/rights.ts'
import { type CalendarQuery, eventOf, ownEvents } from './events.ts'
import { reaches } from './series.ts'
import { withReminders } from './settings.ts'

const TIME = dateFormat({ hour: '2-digit', minute: '2-digit', timeZone: LONDON })

/** Whose calendar is read; tasks go by what they may see. */
interface Reading {
  /** Whether hours that the person may take are wanted, too: on the screen, not in a feed. */
  readonly isWithSlots?: boolean
  readonly db: Database
  readonly person: TaskPerson
  readonly query: CalendarQuery
  readonly now: number
}

type Provider = (reading: Reading) => Promise<CalendarEvent[]> | CalendarEvent[]

const TASK_STATES: Readonly<Record<TaskRow['statusKind'], EventState>> = {
  TO_DO: 'APPROVED',
  DOING: 'LIVE',
  DONE: 'COMPLETED',
  DROPPED: 'CANCELLED',
}

const tasks: Provider = async ({ db, person, query }) => {
  const [start, end] = [query.from, query.to].map((at) => new Date(at).toISOString())
  const rows = await tasksInTime(db, person, { userIDs: [query.userID], start: start ?? '', end })
  const isThen = (row: TaskRow): boolean =>
    reaches({ start: Date.parse(row.eventStart), end: Date.parse(row.eventEnd) }, query.from, query.to)
  // What is only due in that time is at its own.
  return rows.filter(isThen).map((row) =>
    eventOf(query, {
      kind: 'task',
      recordID: row.id,
      eventType: 'TASK',
      eventState: TASK_STATES[row.statusKind],
      start: Date.parse(row.eventStart),
      end: Date.parse(row.eventEnd),
      subject: row.taskName,
      hover: [row.projectName, row.status].filter((part) => part !== '').join(' · '),
      meta: { mayChange: row.mayChange, version: row.version },
    }),
  )
}

const meetingState = (start: number, end: number, now: number): EventState =>
  end <= now ? 'COMPLETED' : start <= now ? 'LIVE' : 'APPROVED'

const meetings: Provider = async ({ db, person, query, now }) => {
  const rows = await db
    .selectFrom('meetings as m')
    .innerJoin('meetingPeople as p', 'p.meetingID', 'm.id')
    .innerJoin('users as host', 'host.id', 'm.hostID')
    .where('p.userID', '=', query.userID)
    .where('m.start', '<', query.to)
    .where('m.end', '>', query.from)
    .select([
      'm.id',
      'm.subject',
      'm.agenda',
      'm.start',
      'm.end',
      'host.displayName as host',
      'p.cancelledAt',
      'm.hostID',
      'm.version',
      'm.isImmediate',
    ])
    .execute()
  const isPlanner = person.permissions.can('CAN_CREATE_ONE_TO_ONE_MEETINGS')
  return rows.map(({ id, subject, agenda, start, end, host, cancelledAt, hostID, version, isImmediate }) =>
    eventOf(query, {
      kind: 'meeting',
      recordID: id,
      eventType: 'MEETING',
      eventState: cancelledAt !== null ? 'CANCELLED' : meetingState(start, end, now),
      start,
      end,
      subject,
      hover: [host, agenda].filter((part) => part !== '').join(' · '),
      meta: {
        version,
        // Moved here it is changed as on its own page, by its host alone.
        mayChange:
          isPlanner && hostID === person.userID && isImmediate === 0 && cancelledAt === null && end > now,
      },
    }),
  )
}

const requests: Provider = async ({ db, query }) => {
  const rows = await db
    .selectFrom('bookingRequests')
    .where('userID', '=', query.userID)
    .where('start', '<', query.to)
    .where('end', '>', query.from)
    .selectAll()
    .execute()
  // An approved slot is its shift.
  const shown = rows.filter(({ type, state }) => type !== 'SLOT' || state !== 'APPROVED')
  return shown.map(({ id, type, state, start, end, reason, dayPart }) =>
    eventOf(query, {
      kind: 'request',
      recordID: id,
      eventType: type === 'SLOT' ? 'AVAILABLE_SLOT' : type,
      eventState: state,
      start,
      end,
      subject: REQUEST_WORDS[type],
      hover: reason,
      meta: { isAllDay: type === 'HOLIDAY' && dayPart === 'DAY', zone: LONDON },
    }),
  )
}

const holidays: Provider = async ({ db, query }) => {
  const { momentOf } = zoneClock(LONDON)
  const years = [query.from, query.to].map((at) => new Date(at).getUTCFullYear())
  return (await companyHolidays(db, [...new Set(years)]))
    .map(({ date, name, kind }) => {
      const wall = wallOf(date)
      return { date, name, kind, start: momentOf(wall), end: momentOf(wall + 86_400_000) }
    })
    .filter(({ start, end }) => start < query.to && end > query.from)
    .map(({ date, name, kind, start, end }) =>
      eventOf(query, {
        kind: 'holiday',
        recordID: Number(date.replaceAll('-', '')),
        eventType: 'PUBLIC_HOLIDAY',
        eventState: 'APPROVED',
        start,
        end,
        subject: name,
        hover: 'England and Wales',
        meta: { isAllDay: true, zone: LONDON, holidayKind: kind },
      }),
    )
}

const SHIFT_STATES: Readonly<Record<ShiftState, EventState | null>> = {
  DRAFT: null,
  OFFERED: 'PENDING',
  PUBLISHED: 'APPROVED',
  LIVE: 'LIVE',
  COMPLETED: 'COMPLETED',
  CANCELLED: 'CANCELLED',
  NO_SHOW: 'APPROVED',
}

/** Shifts by their states (spec 4 §5.1); drafts are the planners' own. */
const shifts: Provider = async ({ db, query }) => {
  const rows = await db
    .selectFrom('shifts')
    .leftJoin('projects', 'projects.id', 'shifts.projectID')
    .leftJoin('areas', 'areas.id', 'shifts.areaID')
    .leftJoin('lateNotices as late', 'late.shiftID', 'shifts.id')
    .where('shifts.userID', '=', query.userID)
    .where((eb) =>
      eb.or([
        eb.and([eb('shifts.start', '<', query.to), eb('shifts.end', '>', query.from)]),
        // What somebody is asked shows where it would be.
        eb.and([
          eb('shifts.state', '=', 'OFFERED'),
          eb('shifts.plannedStart', '<', query.to),
          eb('shifts.plannedEnd', '>', query.from),
        ]),
      ]),
    )
    .select(['shifts.planned', 'shifts.plannedStart', 'shifts.plannedEnd', 'shifts.publishedAt'])
    .select(['shifts.id', 'shifts.state', 'shifts.start', 'shifts.end', 'shifts.location', 'shifts.note'])
    .select(['shifts.version', 'projects.name as project', 'areas.name as area', 'late.expectedAt'])
    .execute()
  return rows.flatMap(({ id, state, location, note, version, project, area, expectedAt, ...row }) => {
    const eventState = SHIFT_STATES[state]
    // A draft that was taken away was nobody's.
    if (eventState === null || (state === 'CANCELLED' && row.publishedAt === null)) return []
    const { plannedStart, plannedEnd } = row
    const offered =
      state === 'OFFERED' && plannedStart !== null && plannedEnd !== null
        ? { start: plannedStart, end: plannedEnd }
        : null
    const { start, end } = offered ?? row
    const where = location === 'HOME' ? 'Home' : (area ?? 'Office')
    const asked = changeOf(row.planned)?.isCancelled === true
    const was = !offered ? '' : asked ? 'May it be cancelled?' : `Now ${shiftTimes(row)}`
    const late = expectedAt === null ? '' : `Comes at ${TIME.format(expectedAt)}`
    return eventOf(query, {
      ...{ kind: 'shift', recordID: id, eventType: 'SHIFT', eventState, start, end },
      subject: project === null ? 'Shift' : `Shift: ${project}`,
      hover: [where, late, was, note].filter((part) => part !== '').join(' · '),
      meta: { version, zone: LONDON },
    })
  })
}

const TRAINING_STATES: Readonly<Partial<Record<AttendeeState, EventState>>> = {
  INVITED: 'PENDING',
  BOOKED: 'APPROVED',
  ATTENDED: 'COMPLETED',
  PARTLY: 'COMPLETED',
  NO_SHOW: 'COMPLETED',
  EXCUSED: 'CANCELLED',
  CANCELLED: 'CANCELLED',
}

/** Training that the person is asked to or booked into (spec 6 §4.2). */
const trainings: Provider = async ({ db, query, now }) => {
  const rows = await db
    .selectFrom('trainingAttendees as a')
    .innerJoin('trainingSessions as s', 's.id', 'a.sessionID')
    .innerJoin('trainingTypes as t', 't.id', 's.typeID')
    .leftJoin('users as trainer', 'trainer.id', 's.trainerID')
    .where('a.userID', '=', query.userID)
    .where('s.start', '<', query.to)
    .where('s.end', '>', query.from)
    .select(['s.id', 's.start', 's.end', 's.place', 's.status', 's.version', 'a.state'])
    .select(['t.name as type', 'trainer.displayName as trainer'])
    .execute()
  return rows.flatMap(({ id, start, end, place, status, version, state, type, trainer }) => {
    const eventState = TRAINING_STATES[state]
    if (eventState === undefined) return []
    const isOn = eventState === 'APPROVED' && start <= now
    return eventOf(query, {
      ...{ kind: 'training', recordID: id, eventType: 'TRAINING_SESSION', start, end },
      eventState:
        status === 'CANCELLED' ? 'CANCELLED' : isOn ? (end > now ? 'LIVE' : 'COMPLETED') : eventState,
      subject: `Training: ${type}`,
      hover: [trainer ?? '', place].filter((part) => part !== '').join(' · '),
      meta: { version, zone: LONDON },
    })
  })
}

/** Hours that the person may take (spec 4 §5.3). */
const slots: Provider = async ({ db, person, query, now, isWithSlots = false }) => {
  if (!isWithSlots || person.userID !== query.userID || query.to <= now) return []
  const open = await openSlotsFor(db, person, now)
  return open
    .filter(({ start, end }) => Date.parse(start) < query.to && Date.parse(end) > query.from)
    .map(({ slotID, source, start, end, name, project, free }) =>
      eventOf(query, {
        kind: source === 'WINDOW' ? 'windowSlot' : 'campaignSlot',
        ...{ recordID: slotID, eventType: 'AVAILABLE_SLOT', eventState: 'APPROVED' },
        ...{ start: Date.parse(start), end: Date.parse(end), subject: name },
        hover: [project ?? '', free === 1 ? '1 place is free' : `${free} places are free`]
          .filter((part) => part !== '')
          .join(' · '),
        meta: { zone: LONDON, slotState: 'OPEN' },
      }),
    )
}

/** One for each kind of record that is an event, too. */
const PROVIDERS: readonly Provider[] = [
  ({ db, query }) => ownEvents(db, query),
  tasks,
  meetings,
  requests,
  holidays,
  shifts,
  trainings,
  slots,
]

/** Of what is in somebody's calendar that keeps them from something else; tasks and public holidays don't. */
const BUSY: readonly Provider[] = [
  ({ db, query }) => ownEvents(db, query),
  meetings,
  requests,
  shifts,
  trainings,
]
const NOT_BUSY: ReadonlySet<EventState> = new Set(['CANCELLED', 'DECLINED', 'HIDDEN'])
/** Nobody's rights: what somebody else's calendar has is read to see when they are busy. */
const LOOKING: TaskPerson = { userID: 0, displayName: '', permissions: permissionsOf([]) }

/** What keeps somebody from something else in that time, earliest first. */
export async function busyOf(db: Database, query: CalendarQuery, now: number): Promise<CalendarEvent[]> {
  const reading = { db, query, now, person: LOOKING }
  const all = await Promise.all(BUSY.map((provide) => provide(reading)))
  return all
    .flat()
    .filter(({ eventState }) => !NOT_BUSY.has(eventState))
    .sort((a, b) => a.eventStart.localeCompare(b.eventStart) || a.id.localeCompare(b.id))
}

/** What is in a person's calendar, earliest first. */
export async function calendarOf(reading: Reading): Promise<CalendarEvent[]> {
  const all = await Promise.all(PROVIDERS.map((provide) => provide(reading)))
  const events = await withReminders(reading.db, reading.query.userID, all.flat())
  return events.sort(
    (a, b) => a.eventStart.localeCompare(b.eventStart) || a.id.localeCompare(b.id, 'en', { numeric: true }),
  )
}
