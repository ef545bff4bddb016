import {
  APPOINTMENT_KEPT_MS,
  EMPTY_TALLY,
  type InterviewTally,
  NO_OUTCOMES,
  OUTCOMES,
  together,
} from '#shared/domain/interviews.ts'
import { londonField } from '#shared/domain/london-time.ts'
import type { Database } from '../db/database.ts'

const HOUR_MS = 3_600_000

/** A time, and whose and on what. */
export interface TallyOf {
  /** In milliseconds since 1970: from the first to before the second. */
  readonly from: number
  readonly to: number
  readonly now: number
  /** Everybody's where it is absent. */
  readonly userID?: number
  /** All where it is absent. */
  readonly projectIDs?: readonly number[]
  /** Each person's hours by themselves; of userID 0 otherwise. */
  readonly perPerson?: true
}

/** What was done of one project in one hour of the clock. */
export interface HourTally {
  readonly projectID: number
  /** Whose; 0 where it isn't asked. */
  readonly userID: number
  /** The beginning of the hour, in milliseconds since 1970. */
  readonly hour: number
  readonly tally: InterviewTally
}

type Open = { -readonly [K in keyof InterviewTally]: InterviewTally[K] }

class Hours {
  readonly #hours = new Map<string, { projectID: number; userID: number; hour: number; tally: Open }>()

  at(projectID: number, userID: number, at: number): Open {
    const hour = at - (at % HOUR_MS)
    const key = `${projectID} ${userID} ${hour}`
    let found = this.#hours.get(key)
    if (!found) {
      found = { projectID, userID, hour, tally: { ...EMPTY_TALLY, outcomes: { ...NO_OUTCOMES } } }
      this.#hours.set(key, found)
    }
    return found.tally
  }

  all(): HourTally[] {
    return [...this.#hours.values()]
  }
}

function records(db: Database, { from, to, userID, projectIDs }: TallyOf) {
  const all = db
    .selectFrom('interviewRecords as r')
    .where('r.isVoid', '=', 0)
    .where('r.start', '>=', from)
    .where('r.start', '<', to)
    .$if(projectIDs !== undefined, (q) => q.where('r.projectID', 'in', [0, ...(projectIDs ?? [])]))
  return userID === undefined ? all.where('r.userID', 'is not', null) : all.where('r.userID', '=', userID)
}

/** Appointments whose time was in these hours, and which of them were kept (spec 4 §2.5). */
export function appointmentsOf(db: Database, { from, to, now, userID, projectIDs }: TallyOf) {
  const due = db
    .selectFrom('interviewRecords as r')
    .where('r.isVoid', '=', 0)
    .where('r.outcome', '=', 'APPOINTMENT')
    .where('r.appointmentTime', '>=', from)
    .where('r.appointmentTime', '<', Math.min(to, now))
    .$if(projectIDs !== undefined, (q) => q.where('r.projectID', 'in', [0, ...(projectIDs ?? [])]))
    .select((eb) => [
      'r.id',
      'r.projectID',
      'r.userID',
      'r.appointmentTime',
      eb
        .exists(
          eb
            .selectFrom('interviewRecords as later')
            .whereRef('later.projectID', '=', 'r.projectID')
            .whereRef('later.respondentRef', '=', 'r.respondentRef')
            .where('later.respondentRef', '<>', '')
            .where('later.isVoid', '=', 0)
            .whereRef('later.start', '>', 'r.start')
            .where((e) => e('later.start', '>=', e('r.appointmentTime', '-', APPOINTMENT_KEPT_MS)))
            .where((e) => e('later.start', '<=', e('r.appointmentTime', '+', APPOINTMENT_KEPT_MS)))
            .select('later.id'),
        )
        .as('isKept'),
    ])
  return (
    userID === undefined ? due.where('r.userID', 'is not', null) : due.where('r.userID', '=', userID)
  ).execute()
}

/**
 * What was done in a time, by project and hour of the clock; London's hours begin where UTC's do. An hour of
 * AVAILABLE without a project is of project 0.
 */
export async function hourTallies(db: Database, of: TallyOf): Promise<HourTally[]> {
  const { from, to, now, userID, projectIDs, perPerson = false } = of
  const hours = new Hours()
  const whose = (id: number | null) => (perPerson ? (id ?? 0) : 0)
  const counted = await records(db, of)
    .select((eb) => [
      'r.projectID',
      'r.outcome',
      eb('r.start', '-', eb('r.start', '%', HOUR_MS)).as('hour'),
      eb.fn.countAll<number>().as('count'),
      eb.fn.sum<number>('r.duration').as('seconds'),
    ])
    .groupBy(['r.projectID', 'r.outcome', 'hour'])
    .$if(perPerson, (query) => query.select('r.userID').groupBy('r.userID'))
    .execute()
  for (const { projectID, outcome, hour, count, seconds, userID: id = null } of counted) {
    const tally = hours.at(projectID, whose(id), Number(hour))
    tally.outcomes = { ...tally.outcomes, [outcome]: Number(count) }
    tally.talkSeconds += Number(seconds)
    if (outcome === 'COMPLETE') tally.completeSeconds += Number(seconds)
  }
  for (const { projectID, userID: id, appointmentTime, isKept } of await appointmentsOf(db, of)) {
    const tally = hours.at(projectID, whose(id), appointmentTime ?? 0)
    tally.appointmentsDue += 1
    if (isKept) tally.appointmentsKept += 1
  }
  const sessions = await db
    .selectFrom('activitySessions')
    .where('activity', '=', 'AVAILABLE')
    .where('startedAt', '<', to)
    .where((eb) => eb.or([eb('endedAt', 'is', null), eb('endedAt', '>', from)]))
    .$if(userID !== undefined, (q) => q.where('userID', '=', userID ?? 0))
    .$if(projectIDs !== undefined, (q) => q.where('projectID', 'in', [0, ...(projectIDs ?? [])]))
    .select(['projectID', 'userID', 'startedAt', 'endedAt'])
    .execute()
  for (const { projectID, userID: id, startedAt, endedAt } of sessions) {
    const end = Math.min(endedAt ?? now, to)
    for (let at = Math.max(startedAt, from); at < end; ) {
      const next = Math.min(at - (at % HOUR_MS) + HOUR_MS, end)
      const tally = hours.at(projectID ?? 0, whose(id), at)
      tally.availableSeconds += (next - at) / 1000
      if (projectID !== null) tally.interviewingSeconds += (next - at) / 1000
      at = next
    }
  }
  return hours.all()
}

/** All of them as one. */
export const sumOf = (hours: readonly HourTally[]): InterviewTally =>
  hours.reduce((sum, { tally }) => together(sum, tally), EMPTY_TALLY)

/** Completes an hour of each project in these hours; none where it had no hours. */
export function projectRates(hours: readonly HourTally[]): ReadonlyMap<number, number> {
  const rates = new Map<number, number>()
  for (const [projectID, own] of Map.groupBy(hours, (one) => one.projectID)) {
    const { outcomes, interviewingSeconds } = sumOf(own)
    if (interviewingSeconds > 0) rates.set(projectID, (outcomes.COMPLETE * 3600) / interviewingSeconds)
  }
  return rates
}

/** The same hours with what the projects' rates make one expect of them (spec 4 §2.5). */
export function withExpected(hours: readonly HourTally[], rates: ReadonlyMap<number, number>): HourTally[] {
  return hours.map(({ tally, ...hour }) => ({
    ...hour,
    tally: {
      ...tally,
      expectedCompletes: ((rates.get(hour.projectID) ?? 0) * tally.interviewingSeconds) / 3600,
    },
  }))
}

/** What an hour is listed under: London's day, the project, or London's hour of the day. */
export const ROW_KEYS = {
  DAY: ({ hour }: HourTally) => londonField(hour).slice(0, 10),
  PROJECT: ({ projectID }: HourTally) => String(projectID),
  HOUR: ({ hour }: HourTally) => String(Number(londonField(hour).slice(11, 13))),
} as const

/** As it goes over the wire. */
export const sentTally = (tally: InterviewTally): InterviewTally & { outcomes: Record<string, number> } => ({
  ...tally,
  outcomes: Object.fromEntries(OUTCOMES.map((one) => [one, tally.outcomes[one]])) as never,
})
