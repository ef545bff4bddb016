import type { DashboardFigures } from '#shared/contract/dashboard.ts'
import { CARD_ROWS } from '#shared/domain/dashboard.ts'
import { figureOf, isFewData } from '#shared/domain/interviews.ts'
import { londonDayAfter, londonField, startOfLondonDay } from '#shared/domain/london-time.ts'
import { POWER_TIMES } from '#shared/domain/power-report.ts'
import { OPEN_REQUEST_STATES } from '#shared/domain/shift-requests.ts'
import { outstandingScope, ticketSubject } from '#shared/domain/tickets.ts'
import { shiftsAround } from '../activity/shift-now.ts'
import { attendedDays } from '../attendance/days.ts'
import { fileNotesAbout } from '../file-notes/file-notes.ts'
import { catiReport } from '../interviews/cati-report.ts'
import { hourTallies, sumOf } from '../interviews/tallies.ts'
import { setTargets, shiftTargets } from '../performance/day-targets.ts'
import { pinnedValue, shownPins } from '../power-report/pins.ts'
import { powerDefinitionIn } from '../power-report/saved.ts'
import { openSlotsFor } from '../slots/open-slots.ts'
import { tasksPage } from '../tasks/listing.ts'
import { outstandingPage } from '../tickets/searching.ts'
import { trainingRecordsOf } from '../training/records.ts'
import { cardOf, cardRow, counted, type Reading } from './reading.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** What was decided in so many days still stands on 'My requests' (spec 4 §4.1). */
const DECIDED_DAYS = 7
/** An appointment that is late by more is nobody's next one. */
const MISSED_MS = 10 * 60_000
/** Days of the week before confirm by themselves, so that none is older. */
const TO_CONFIRM_DAYS = 13

const dayOf = (at: number) => londonField(at).slice(0, 10)

/** Today's shift, else the next one, and what goes on. */
export async function shiftCard({ db, caller: { userID }, now }: Reading): Promise<DashboardFigures> {
  const { today, next } = await shiftsAround(db, userID, now)
  const shift = today ?? next
  const session = await db
    .selectFrom('activitySessions')
    .where('userID', '=', userID)
    .where('endedAt', 'is', null)
    .where('activity', '<>', 'INACTIVE')
    .select(['activity', 'project', 'startedAt'])
    .executeTakeFirst()
  const rows = [
    ...(shift
      ? [
          cardRow(`shift:${shift.id}`, shift.project ?? '', {
            ...{ kind: today ? 'TODAY' : 'NEXT', detail: shift.location },
            ...{ at: shift.start, until: shift.end },
            // Whether it has begun.
            count: shift.state === 'PUBLISHED' ? 0 : 1,
          }),
        ]
      : []),
    ...(session
      ? [cardRow('activity', session.project ?? '', { kind: session.activity, at: session.startedAt })]
      : []),
  ]
  return cardOf(null, rows)
}

/** Today's figures beside the project's, as My CATI report has them. */
export async function dayFiguresCard({ db, caller: { userID }, now }: Reading): Promise<DashboardFigures> {
  const day = dayOf(now)
  const { own, project } = await catiReport(
    db,
    { userID, from: day, to: day, projectID: null, by: 'HOUR' },
    now,
  )
  const last = sumOf(await hourTallies(db, { from: now - HOUR_MS, to: now, now, userID }))
  const { today } = await shiftsAround(db, userID, now)
  const completes = own.outcomes.COMPLETE
  const isEmpty = figureOf('attempts', own) === 0 && own.availableSeconds === 0
  return cardOf(
    isEmpty ? 0 : completes,
    [],
    isEmpty
      ? {}
      : {
          completes,
          target: shiftTargets(await setTargets(db, [userID]))(userID, today),
          lastHour: figureOf('completesPerHour', last),
          completesPerHour: figureOf('completesPerHour', own),
          projectRate: figureOf('completesPerHour', project),
          refusalRate: figureOf('refusalRate', own),
          fewData: isFewData(own) ? 1 : 0,
        },
  )
}

/** Appointments of theirs that nobody has called yet, the next first. */
export async function appointmentCard({ db, caller: { userID }, now }: Reading): Promise<DashboardFigures> {
  const open = db
    .selectFrom('interviewRecords as r')
    .innerJoin('projects as p', 'p.id', 'r.projectID')
    .where('r.isVoid', '=', 0)
    .where('r.outcome', '=', 'APPOINTMENT')
    .where('r.userID', '=', userID)
    .where('r.appointmentTime', '>=', now - MISSED_MS)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('interviewRecords as later')
            .whereRef('later.projectID', '=', 'r.projectID')
            .whereRef('later.respondentRef', '=', 'r.respondentRef')
            .where('later.respondentRef', '<>', '')
            .where('later.isVoid', '=', 0)
            .whereRef('later.start', '>', 'r.start')
            .select('later.id'),
        ),
      ),
    )
  const rows = await open
    .orderBy('r.appointmentTime')
    .orderBy('r.id')
    .limit(1)
    .select(['r.id', 'r.appointmentTime', 'p.name'])
    .execute()
  return cardOf(
    null,
    rows.map(({ id, name, appointmentTime }) => cardRow(id, name, { at: appointmentTime })),
  )
}

/** Requests of theirs that wait, or were decided lately; the latest first. */
export async function requestsCard({ db, caller: { userID }, now }: Reading): Promise<DashboardFigures> {
  const since = now - DECIDED_DAYS * DAY_MS
  const bookings = await db
    .selectFrom('bookingRequests')
    .where('userID', '=', userID)
    .where((eb) =>
      eb.or([eb('state', 'in', ['PENDING', 'REQUESTED_CANCELATION']), eb('decidedAt', '>=', since)]),
    )
    .select(['id', 'type', 'state', 'start', 'end', 'askedAt'])
    .execute()
  const shifts = await db
    .selectFrom('shiftRequests')
    .where('byUserID', '=', userID)
    .where((eb) => eb.or([eb('state', 'in', OPEN_REQUEST_STATES), eb('decidedAt', '>=', since)]))
    .select(['id', 'type', 'state', 'shiftStart', 'shiftEnd', 'askedAt'])
    .execute()
  const all = [
    ...bookings.map(({ id, type, state, start, end, askedAt }) => ({
      askedAt,
      row: cardRow(`booking:${id}`, '', { kind: type, detail: state, at: start, until: end }),
    })),
    ...shifts.map(({ id, type, state, shiftStart, shiftEnd, askedAt }) => ({
      askedAt,
      row: cardRow(`shift:${id}`, '', { kind: type, detail: state, at: shiftStart, until: shiftEnd }),
    })),
  ].toSorted((a, b) => b.askedAt - a.askedAt || a.row.id.localeCompare(b.row.id))
  const waiting = all.filter(({ row }) => WAITING.has(row.detail)).length
  return cardOf(
    all.length,
    all.map(({ row }) => row),
    { waiting, decided: all.length - waiting },
  )
}
const WAITING: ReadonlySet<string> = new Set([...OPEN_REQUEST_STATES, 'REQUESTED_CANCELATION'])

/** The open tickets that the badge counts. */
export async function ticketsCard({ db, caller }: Reading): Promise<DashboardFigures> {
  const { total, tickets } = await outstandingPage(db, caller, CARD_ROWS)
  return cardOf(
    total,
    tickets.map(({ id, message, status, updatedAt, updaterName, raiserName }) =>
      cardRow(id, ticketSubject(message), {
        ...{ kind: status, at: updatedAt },
        detail: outstandingScope(caller.permissions) === 'MINE' ? (updaterName ?? '') : raiserName,
      }),
    ),
  )
}

/** Open tasks of theirs that are due today or were before. */
export async function tasksCard({ db, caller, now }: Reading): Promise<DashboardFigures> {
  const { rows, total, totals } = await tasksPage(
    db,
    caller,
    {
      ...{ view: 'DUE', searchTerm: '', filters: [], sort: [], page: 1, pageSize: 10 },
    },
    now,
  )
  return cardOf(
    total,
    rows.map(({ id, taskName, projectName, priority, dueDate }) =>
      cardRow(id, taskName, { kind: priority, detail: projectName, at: Date.parse(dueDate) }),
    ),
    { overdue: totals.overdue },
  )
}

/** What waits for their word. */
export async function acknowledgeCard({ db, caller, now }: Reading): Promise<DashboardFigures> {
  const { userID, permissions } = caller
  const reviews = permissions.can('ITRACKER_CAN_SEE_MY_QC_SCORE')
    ? await db
        .selectFrom('qcReviews as q')
        .innerJoin('projects as p', 'p.id', 'q.projectID')
        .where('q.userID', '=', userID)
        .where('q.isCalibration', '=', 0)
        .where('q.state', '=', 'SUBMITTED')
        .select(['q.id', 'q.submittedAt', 'p.name'])
        .execute()
    : []
  const sessions = permissions.can('ITRACKER_CAN_SEE_COACHING')
    ? await db
        .selectFrom('coachingSessions')
        .where('userID', '=', userID)
        .where('state', '=', 'HELD')
        .select(['id', 'topics', 'start'])
        .execute()
    : []
  const notes = permissions.can('ITRACKER_CAN_SEE_FILE_NOTES')
    ? (await fileNotesAbout(db, [userID])).filter(({ acknowledgedAt }) => acknowledgedAt === null)
    : []
  const training = permissions.can('ITRACKER_CAN_SEE_TRAINING')
    ? (await trainingRecordsOf(db, [userID])).filter(({ acknowledgedAt }) => acknowledgedAt === null)
    : []
  const days = permissions.can('ITRACKER_CAN_SEE_MY_ATTENDANCE')
    ? await attendedDays(db, {
        ...{ userIDs: [userID], now, from: dayOf(londonDayAfter(now, -TO_CONFIRM_DAYS)) },
        to: dayOf(londonDayAfter(now, -1)),
      })
    : []
  const open = days.filter(({ state }) => state === 'OPEN')
  const rows = [
    ...reviews.map(({ id, name, submittedAt }) =>
      cardRow(`review:${id}`, name, { kind: 'REVIEW', at: submittedAt }),
    ),
    ...sessions.map(({ id, topics, start }) =>
      cardRow(`coaching:${id}`, topics, { kind: 'COACHING', at: start }),
    ),
    // Its own words are for its page: a dashboard is seen over shoulders.
    ...notes.map(({ id, by, at }) => cardRow(`note:${id}`, by ?? '', { kind: 'NOTE', at })),
    ...training.map(({ id, type, day }) =>
      cardRow(`training:${id}`, type, { kind: 'TRAINING', at: Date.parse(`${day}T00:00:00Z`) }),
    ),
    ...open.map(({ id, date, outcome, scheduledStart, actualStart }) =>
      cardRow(`day:${id}`, date, {
        ...{ kind: 'DAY', detail: outcome },
        at: Date.parse(actualStart ?? scheduledStart ?? date),
      }),
    ),
  ].toSorted((a, b) => (b.at ?? '').localeCompare(a.at ?? '') || a.id.localeCompare(b.id))
  const counts = {
    reviews: reviews.length,
    coaching: sessions.length,
    fileNotes: notes.length,
    training: training.length,
    days: open.length,
  }
  // Each kind has a page of its own.
  return cardOf(null, rows, Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)))
}

/** Their meetings of today that haven't ended. */
export async function meetingsCard({ db, caller: { userID }, now }: Reading): Promise<DashboardFigures> {
  const today = db
    .selectFrom('meetings as m')
    .innerJoin('meetingPeople as p', 'p.meetingID', 'm.id')
    .innerJoin('users as host', 'host.id', 'm.hostID')
    .where('p.userID', '=', userID)
    .where('p.cancelledAt', 'is', null)
    .where('m.end', '>', now)
    .where('m.end', '>', startOfLondonDay(now))
    .where('m.start', '<', londonDayAfter(now, 1))
  const rows = await today
    .orderBy('m.start')
    .orderBy('m.id')
    .limit(CARD_ROWS)
    .select(['m.id', 'm.subject', 'm.start', 'm.end', 'host.displayName'])
    .execute()
  const total = await counted(
    today.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  )
  return cardOf(
    total,
    rows.map(({ id, subject, displayName, start, end }) =>
      cardRow(id, subject, { detail: displayName, at: start, until: end }),
    ),
  )
}

/** Slots of windows and campaigns that they may take, the soonest first; their number is the badge's. */
export async function opportunitiesCard({ db, caller, now }: Reading): Promise<DashboardFigures> {
  const slots = await openSlotsFor(db, caller, now)
  return cardOf(
    slots.length,
    slots.map(({ source, slotID, name, project, hours, start, end }) =>
      cardRow(`${source}:${slotID}`, project ?? name, {
        ...{ detail: name, count: hours, at: Date.parse(start), until: Date.parse(end) },
      }),
    ),
  )
}

/** Figures of power reports that the caller pinned, each as its report says it now (spec 4 §4.2.9). */
export async function pinsCard({ db, caller, now }: Reading): Promise<DashboardFigures> {
  const rows = []
  for (const pin of await shownPins(db, caller)) {
    const { value, isFew, kind } = await pinnedValue(db, pin, { viewer: caller, now })
    const { time, from, to } = powerDefinitionIn(pin)
    const when = time === 'OWN' ? `${from} – ${to}` : POWER_TIMES[time].toLowerCase()
    rows.push(
      cardRow(pin.id, pin.name, {
        ...{ kind: `${pin.page}:${kind}`, detail: `${pin.report}, ${when}`, count: value, isFew },
      }),
    )
  }
  // Each is a report of its own.
  return cardOf(null, rows)
}
