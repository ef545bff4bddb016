import type { DashboardFigures } from '#shared/contract/dashboard.ts'
import { OPEN_CASE_STATES } from '#shared/domain/absence.ts'
import { APPLICANT_STAGES, type ApplicantStage, isOver } from '#shared/domain/applicants.ts'
import { CARD_ROWS, OUT_SHOWN_MS, TRAINING_SHOWN_DAYS } from '#shared/domain/dashboard.ts'
import { payPeriodOf } from '#shared/domain/earnings.ts'
import {
  classOf,
  isOfScope,
  lateMinutes,
  outFor,
  TEAM_GROUP_NAMES,
  TEAM_GROUPS,
  widestScope,
} from '#shared/domain/live-panel.ts'
import { londonDayAfter, londonField } from '#shared/domain/london-time.ts'
import { ticketSubject } from '#shared/domain/tickets.ts'
import { absenceCases } from '../absence/cases.ts'
import { projectsBehind } from '../allocation/advisory.ts'
import { appointmentsAtRisk } from '../allocation/at-risk.ts'
import { coverageToday } from '../allocation/coverage.ts'
import { daysToApprove } from '../attendance/days-to-approve.ts'
import { pendingRequests, selectRequests } from '../booking/requests.ts'
import { lineStanding } from '../interactions/interactions.ts'
import { type KnownPerson, knownPeople } from '../live-panel/rows.ts'
import { linesOf, watchersOf } from '../live-panel/scope.ts'
import { dueReviews } from '../qc/due.ts'
import { qcPeopleOf } from '../qc/scope.ts'
import { licenceExpiry } from '../session/licence.ts'
import { visibleTickets } from '../tickets/access.ts'
import { outstandingTickets } from '../tickets/searching.ts'
import { holidayOf } from '../time-records/holiday-balance-source.ts'
import { trainingSessions } from '../training/sessions.ts'
import { cardOf, cardRow, counted, type Reading } from './reading.ts'

const DAY_MS = 86_400_000

/** The people of the caller's scope whom their live panel shows. */
async function shownPeople({ db, caller, panel }: Reading): Promise<readonly KnownPerson[]> {
  const watcher = (await watchersOf(db, [caller])).get(caller.userID)
  const viewer = { userID: caller.userID, areaID: watcher?.areaID ?? null }
  const scope = widestScope(caller.permissions)
  return (await panel()).filter((person) => person.live.isShown && isOfScope(person, scope, viewer))
}

/** How many do what, as the head of the live panel counts them. */
export async function teamCard(reading: Reading): Promise<DashboardFigures> {
  const people = await shownPeople(reading)
  const classes = people.map(({ live }) => classOf(live, reading.now))
  const figures = TEAM_GROUP_NAMES.map((group) => {
    const inGroup: readonly string[] = TEAM_GROUPS[group]
    return [group, classes.filter((one) => inGroup.includes(one)).length] as const
  })
  return cardOf(people.length, [], people.length === 0 ? {} : Object.fromEntries(figures))
}

/** Who has been out of adherence for more than three minutes, the longest first. */
export async function outCard(reading: Reading): Promise<DashboardFigures> {
  const out = (await shownPeople(reading))
    .flatMap((person) => {
      const ms = outFor(person.live, reading.now)
      return ms !== null && ms > OUT_SHOWN_MS ? [{ person, ms }] : []
    })
    .toSorted((a, b) => b.ms - a.ms || a.person.id - b.person.id)
  return cardOf(
    out.length,
    out.map(({ person: { id, stats, live }, ms }) =>
      cardRow(id, stats.userName, {
        ...{ kind: live.adherence.kind ?? '', detail: live.currentActivity, at: reading.now - ms },
      }),
    ),
  )
}

/** Open tickets that nobody has, or that are late; the next deadline first. */
export async function ticketsToHandleCard({ db, caller, now }: Reading): Promise<DashboardFigures> {
  const open = visibleTickets(db, caller).where('t.resolvedAt', 'is', null)
  const those = open.where((eb) => eb.or([eb('t.assignedTo', 'is', null), eb('t.nextDeadline', '<', now)]))
  const count = (tickets: typeof open) =>
    counted(
      tickets
        .clearSelect()
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow(),
    )
  const rows = await those
    .orderBy((eb) => eb.case().when('t.nextDeadline', 'is', null).then(1).else(0).end())
    .orderBy('t.nextDeadline')
    .orderBy('t.id')
    .limit(CARD_ROWS)
    .execute()
  return cardOf(
    // No list is of both.
    null,
    rows.map(({ id, message, status, raiserName, nextDeadline }) =>
      cardRow(id, ticketSubject(message), { kind: status, detail: raiserName, at: nextDeadline }),
    ),
    {
      unassigned: await count(open.where('t.assignedTo', 'is', null)),
      late: await count(open.where('t.nextDeadline', '<', now)),
    },
  )
}

/** Reviews of the week that are due, and disputes that wait. */
export async function qualityCard({ db, caller, now }: Reading): Promise<DashboardFigures> {
  const due = await dueReviews(db, caller, now)
  const disputes = await counted(
    db
      .selectFrom('qcReviews as q')
      .where('q.state', '=', 'DISPUTED')
      .where('q.userID', 'in', qcPeopleOf(db, caller).where('u.isActive', '=', 1).select('u.id'))
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  )
  return cardOf(
    due.length,
    due.map(({ userID, projectID, name, project, due: count }) =>
      cardRow(`${userID}:${projectID}`, name, { detail: project, count }),
    ),
    { due: due.length, disputes },
  )
}

/** Requests that wait for a decision, by kind; the oldest first. */
export async function decidingCard({ db }: Reading): Promise<DashboardFigures> {
  const waiting = selectRequests(db).where('r.state', 'in', ['PENDING', 'REQUESTED_CANCELATION'])
  const rows = await waiting.orderBy('r.askedAt').orderBy('r.id').limit(CARD_ROWS).execute()
  const kinds = await db
    .selectFrom('bookingRequests')
    .where('state', 'in', ['PENDING', 'REQUESTED_CANCELATION'])
    .groupBy('type')
    .orderBy('type')
    .select((eb) => ['type', eb.fn.countAll<number>().as('count')])
    .execute()
  return cardOf(
    await pendingRequests(db),
    rows.map(({ id, userName, type, askedAt }) => cardRow(id, userName, { kind: type, at: askedAt })),
    Object.fromEntries(kinds.map(({ type, count }) => [type, Number(count)])),
  )
}

/** The people of the caller's line: who is in, when they were last talked to, and their free holiday. */
export async function peopleCard({ db, caller, now, facts }: Reading): Promise<DashboardFigures> {
  const line = [...((await linesOf(db, [caller.userID])).get(caller.userID) ?? [])]
  const known = line.length === 0 ? [] : await knownPeople(db, facts, now, line)
  // As Interactions has it.
  const spoken = new Map(
    (await lineStanding(db, caller.userID, now)).flatMap(({ id, last }) =>
      last ? [[id, last.at] as const] : [],
    ),
  )
  const isIn = ({ live }: KnownPerson) => live.startedShift || live.startedAt !== null
  // Who hasn't been talked to for longest stands first.
  const first = known
    .toSorted((a, b) => (spoken.get(a.id) ?? 0) - (spoken.get(b.id) ?? 0) || a.id - b.id)
    .slice(0, CARD_ROWS)
  const on = londonField(now).slice(0, 10)
  const rows = []
  for (const person of first) {
    const { free } = await holidayOf(db, person.id, { now, on })
    rows.push(
      cardRow(person.id, person.stats.userName, {
        ...{ kind: isIn(person) ? 'IN' : 'OUT', at: spoken.get(person.id) ?? null, count: free },
      }),
    )
  }
  const shown = known.filter(({ live }) => live.isShown)
  return cardOf(
    shown.length,
    rows,
    known.length === 0 ? {} : { line: known.length, isIn: shown.filter(isIn).length },
  )
}

/** The people of the caller's agency. */
export async function agencyCard({ db, caller, now, facts }: Reading): Promise<DashboardFigures> {
  const watcher = (await watchersOf(db, [caller])).get(caller.userID)
  const agencyID = watcher?.agencyID ?? null
  const ids =
    agencyID === null
      ? []
      : await db
          .selectFrom('users')
          .where('agencyID', '=', agencyID)
          .where('userType', '<>', 'AGENCY')
          .select('id')
          .execute()
  const people =
    ids.length === 0
      ? []
      : await knownPeople(
          db,
          facts,
          now,
          ids.map(({ id }) => id),
        )
  const shown = people.filter(({ live }) => live.isShown)
  const late = shown.filter(({ live }) => lateMinutes(live, now) > 0)
  const onShift = shown.filter(({ live }) => live.startedShift).length
  const notIn = shown.filter(({ live }) => classOf(live, now) === 'NOT_IN').length
  const tickets = await outstandingTickets(db, caller)
  return cardOf(
    tickets,
    late.map(({ id, stats, live }) =>
      cardRow(id, stats.userName, {
        ...{ kind: live.startedAt === null ? 'NOT_IN' : 'LATE', count: lateMinutes(live, now) },
        at: live.shift && Date.parse(live.shift.start),
      }),
    ),
    shown.length === 0 && tickets === 0 ? {} : { onShift, late: late.length, notIn, tickets },
  )
}

/** Shifts of today to which nobody came, and absence cases that nobody has decided; the latest first, none of one's own. */
export async function absenceCard({ db, caller, now }: Reading): Promise<DashboardFigures> {
  const noShows = await counted(
    db
      .selectFrom('shifts')
      .where('state', '=', 'NO_SHOW')
      .where('userID', '<>', caller.userID)
      .where('start', '>=', londonDayAfter(now, 0))
      .where('start', '<', londonDayAfter(now, 1))
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  )
  const cases = await absenceCases(db, { states: OPEN_CASE_STATES })
  const open = cases.filter(({ userID }) => userID !== caller.userID)
  return cardOf(
    null,
    open.map(({ id, name, kind, state, start }) => cardRow(id, name, { kind, detail: state, at: start })),
    { noShows, openCases: open.length },
  )
}

/** Days of this pay period that nobody has approved yet, and queries about pay that are open; the oldest first. */
export async function payCard({ db, now }: Reading): Promise<DashboardFigures> {
  const today = londonField(now).slice(0, 10)
  const unapproved = await daysToApprove(db, { from: payPeriodOf(today).from, to: today, now })
  const queries = await db
    .selectFrom('payQueries as q')
    .innerJoin('tickets as t', 't.id', 'q.ticketID')
    .innerJoin('users as u', 'u.id', 'q.userID')
    .where('t.status', '<>', 'RESOLVED')
    .orderBy('q.at')
    .orderBy('q.ticketID')
    .select(['q.ticketID', 'q.day', 't.status', 'u.displayName'])
    .execute()
  return cardOf(
    null,
    queries.map(({ ticketID, day, status, displayName }) =>
      cardRow(ticketID, displayName, { kind: status, detail: day }),
    ),
    { unapproved, payQueries: queries.length },
  )
}

/** Sessions of training of the next days, with the places that are left; the soonest first. */
export async function trainingCard({ db, now }: Reading): Promise<DashboardFigures> {
  const to = londonDayAfter(now, TRAINING_SHOWN_DAYS)
  const sessions = (await trainingSessions(db, { now, from: now, to })).filter(
    ({ state }) => state !== 'CANCELLED' && state !== 'COMPLETED',
  )
  const free = ({ capacity, booked }: (typeof sessions)[number]) => Math.max(0, capacity - booked)
  return cardOf(
    null,
    sessions.map((one) =>
      cardRow(one.id, one.type, { detail: one.place, at: one.start, until: one.end, count: free(one) }),
    ),
    sessions.length === 0
      ? {}
      : { sessions: sessions.length, places: sessions.reduce((sum, one) => sum + free(one), 0) },
  )
}

/** How many applicants are at each stage. */
export async function hiringCard({ db }: Reading): Promise<DashboardFigures> {
  const rows = await db
    .selectFrom('applicants')
    .where('mergedInto', 'is', null)
    .groupBy('stage')
    .select((eb) => ['stage', eb.fn.countAll<number>().as('count')])
    .execute()
  const at = new Map(rows.map(({ stage, count }) => [stage, Number(count)]))
  const stages = (Object.keys(APPLICANT_STAGES) as ApplicantStage[]).filter(
    (stage) => !isOver(stage) && stage !== 'STARTED' && (at.get(stage) ?? 0) > 0,
  )
  const figures = stages.map((stage) => [stage, at.get(stage) ?? 0] as const)
  return cardOf(
    figures.reduce((sum, [, count]) => sum + count, 0),
    [],
    Object.fromEntries(figures),
  )
}

/** How the installation does. */
export async function installationCard({ db, now, jobs }: Reading): Promise<DashboardFigures> {
  const { count: signedIn } = await db
    .selectFrom('sessions')
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now)
    .select((eb) => eb.fn.count<number>('userID').distinct().as('count'))
    .executeTakeFirstOrThrow()
  const failed = (await jobs.list()).filter(({ state }) => state === 'FAILED')
  const errors = await counted(
    db
      .selectFrom('errorEntries')
      .where('lastSeenAt', '>', now - DAY_MS)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  )
  const mails = await counted(
    db
      .selectFrom('mails')
      .where('state', 'in', ['QUEUED', 'DEFERRED'])
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  )
  const devices = await counted(
    db
      .selectFrom('machines')
      .where('grade', '=', 'POOR')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  )
  const licence = Date.parse(await licenceExpiry(db, now))
  return cardOf(
    null,
    failed.map(({ key, name, lastRun }) => cardRow(key, name, { at: lastRun?.startedAt ?? null })),
    {
      signedIn: Number(signedIn),
      failedServices: failed.length,
      errors,
      mails,
      licenceDays: Math.max(0, Math.floor((licence - now) / DAY_MS)),
      devices,
    },
  )
}

const tenth = (hours: number) => Math.round(hours * 10) / 10

/** Today's hours by project, the widest gap first. */
export async function coverageCard({ db, now }: Reading): Promise<DashboardFigures> {
  const rows = await coverageToday(db, now)
  const sum = (of: (row: (typeof rows)[number]) => number) =>
    tenth(rows.reduce((all, row) => all + of(row), 0))
  return cardOf(
    null,
    rows.map(({ projectID, project, needed, planned, gap }) =>
      cardRow(projectID, project, {
        ...{ kind: String(tenth(needed)), detail: String(tenth(planned)), count: tenth(gap) },
      }),
    ),
    rows.length === 0
      ? {}
      : {
          needed: sum(({ needed }) => needed),
          planned: sum(({ planned }) => planned),
          gap: sum(({ gap }) => gap),
        },
  )
}

/** Projects whose forecast is under 97 % of their target, the worst first. */
export async function behindCard({ db, now }: Reading): Promise<DashboardFigures> {
  const rows = await projectsBehind(db, now)
  return cardOf(
    // Their page lists those of other verdicts, too.
    null,
    rows.map(({ projectID, name, forecast, target }) =>
      cardRow(projectID, name, {
        ...{
          detail: String(Math.floor(forecast)),
          kind: String(target),
          count: Math.floor((forecast / target) * 100),
        },
      }),
    ),
  )
}

/** Appointments at risk, the soonest first; their number is the banner's. */
export async function atRiskCard({ db, now }: Reading): Promise<DashboardFigures> {
  const rows = await appointmentsAtRisk(db, now)
  const names = new Map(
    (await db.selectFrom('projects').select(['id', 'name']).execute()).map(({ id, name }) => [id, name]),
  )
  return cardOf(
    rows.length,
    rows.map(({ id, projectID, time }) => cardRow(id, names.get(projectID) ?? '', { at: time })),
  )
}
