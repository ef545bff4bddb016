import type { CoachingSession } from '#shared/contract/coaching.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import type { Database } from '../db/database.ts'
import type { Caller } from '../http/handlers.ts'
import type { NewNotification } from '../notifications/notification-store.ts'
import { audit } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'

export const COACHING_PAGE = 'supervisor.quality'
const MINUTE_MS = 60_000
const WHEN = dateFormat({
  ...{ weekday: 'short', day: 'numeric', month: 'short' },
  ...{ hour: '2-digit', minute: '2-digit', timeZone: LONDON },
})
const iso = (at: number) => new Date(at).toISOString()
const isoOrNull = (at: number | null) => (at === null ? null : iso(at))

interface Planned {
  readonly userID: number
  /** In milliseconds since 1970. */
  readonly start: number
  readonly minutes: number
  readonly topics: string
  readonly reviewIDs: readonly number[]
  readonly now: number
}

export const coachingRows = (db: Database) =>
  db
    .selectFrom('coachingSessions as c')
    .innerJoin('users as u', 'u.id', 'c.userID')
    .leftJoin('users as coach', 'coach.id', 'c.coachID')
    .selectAll('c')
    .select(['u.displayName as name', 'coach.displayName as coach'])

export type CoachingRow = Awaited<ReturnType<ReturnType<typeof coachingRows>['executeTakeFirstOrThrow']>>

/** @throws Refusal 404 where there is none */
export async function readCoaching(db: Database, id: number): Promise<CoachingRow> {
  const row = await coachingRows(db).where('c.id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal(404, 'record.gone', { one: 'session' })
  return row
}

export const sentCoaching = (row: CoachingRow): CoachingSession => ({
  ...{ id: row.id, version: row.version, userID: row.userID, name: row.name },
  ...{ coachID: row.coachID, coach: row.coach, start: iso(row.start), minutes: row.minutes },
  ...{ topics: row.topics, reviewIDs: JSON.parse(row.reviewIDs) as number[], discussion: row.discussion },
  ...{ actions: JSON.parse(row.actions) as CoachingSession['actions'], state: row.state },
  ...{ begunAt: isoOrNull(row.begunAt), heldAt: isoOrNull(row.heldAt) },
  acknowledgedAt: isoOrNull(row.acknowledgedAt),
})

/**
 * Plans a session with the caller as coach: a meeting in both calendars, and both are told (spec 4 §5.3). The right
 * to do so is the caller's matter.
 */
export async function planCoaching(
  trx: Database,
  caller: Caller,
  { userID, start, minutes, topics, reviewIDs, now }: Planned,
): Promise<{ readonly id: number; readonly told: NewNotification[] }> {
  const { id: meetingID } = await trx
    .insertInto('meetings')
    .values({
      ...{ hostID: caller.userID, subject: 'Coaching', agenda: topics, start },
      ...{ end: start + minutes * MINUTE_MS, announcedAt: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('meetingPeople')
    .values([caller.userID, userID].map((one) => ({ meetingID, userID: one })))
    .execute()
  const { id } = await trx
    .insertInto('coachingSessions')
    .values({
      ...{ userID, coachID: caller.userID, start, minutes, topics, state: 'PLANNED', meetingID },
      ...{ reviewIDs: JSON.stringify(reviewIDs), createdAt: now },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await audit(trx, caller, now, {
    ...{ action: 'COACHING_PLANNED', page: COACHING_PAGE, recordType: 'coachingSession', recordID: id },
    ...{ label: topics, personID: userID },
  })
  const subject = `Coaching is planned for ${WHEN.format(start)}`
  const of = { type: 'NEW_UPDATE', source: 'COACHING', sourceID: id, body: topics } as const
  return { id, told: [userID, caller.userID].map((one) => ({ ...of, userID: one, subject })) }
}
