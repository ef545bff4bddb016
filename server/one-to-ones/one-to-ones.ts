import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON, londonField } from '#shared/domain/london-time.ts'
import { nextDueDay, type OneToOneStatus, type TalkAction } from '#shared/domain/one-to-ones.ts'
import type { Database } from '../db/database.ts'
import type { Caller } from '../http/handlers.ts'
import type { NewNotification } from '../notifications/notification-store.ts'
import { audit } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'

const MINUTE_MS = 60_000
const WHEN = dateFormat({
  ...{ weekday: 'short', day: 'numeric', month: 'short' },
  ...{ hour: '2-digit', minute: '2-digit', timeZone: LONDON },
})

/** A talk of two. Times in milliseconds since 1970. The host's private notes aren't among it: nobody else reads them. */
export interface OneToOneRow {
  readonly id: number
  readonly version: number
  readonly userID: number
  readonly name: string
  readonly hostID: number | null
  readonly host: string | null
  /** YYYY-MM-DD */
  readonly dueDay: string
  readonly meetingID: number | null
  readonly start: number | null
  readonly minutes: number | null
  readonly agenda: string
  readonly sharedNotes: string
  readonly actions: readonly TalkAction[]
  readonly status: OneToOneStatus
  readonly heldAt: number | null
  readonly hostSignedAt: number | null
  readonly signedAt: number | null
  readonly comment: string
}

interface Wanted {
  readonly userIDs?: readonly number[]
  readonly hostID?: number
  readonly ids?: readonly number[]
  readonly statuses?: readonly OneToOneStatus[]
}

/** One-to-ones of these people or of a host, the latest first. */
export async function oneToOnes(
  db: Database,
  { userIDs, hostID, ids, statuses }: Wanted,
): Promise<OneToOneRow[]> {
  const rows = await db
    .selectFrom('oneToOnes as o')
    .innerJoin('users as u', 'u.id', 'o.userID')
    .leftJoin('users as host', 'host.id', 'o.hostID')
    .$if(userIDs !== undefined, (query) => query.where('o.userID', 'in', [0, ...(userIDs ?? [])]))
    .$if(hostID !== undefined, (query) => query.where('o.hostID', '=', hostID ?? 0))
    .$if(ids !== undefined, (query) => query.where('o.id', 'in', [0, ...(ids ?? [])]))
    .$if(statuses !== undefined, (query) => query.where('o.status', 'in', statuses ?? []))
    .orderBy('o.dueDay', 'desc')
    .orderBy('o.id', 'desc')
    .select([
      'o.id',
      'o.version',
      'o.userID',
      'u.displayName as name',
      'o.hostID',
      'host.displayName as host',
    ])
    .select(['o.dueDay', 'o.meetingID', 'o.start', 'o.minutes', 'o.agenda', 'o.sharedNotes', 'o.actions'])
    .select(['o.status', 'o.heldAt', 'o.hostSignedAt', 'o.signedAt', 'o.comment'])
    .execute()
  return rows.map((row) => ({ ...row, actions: JSON.parse(row.actions) as TalkAction[] }))
}

interface Planned {
  readonly userID: number
  /** In milliseconds since 1970. */
  readonly start: number
  readonly minutes: number
  readonly agenda: string
  readonly page: string
  readonly now: number
}

/**
 * Plans a talk with the caller as host: a meeting in both calendars, and both are told (spec 4 §5.3). One that is due
 * is scheduled then. The right to do so is the caller's matter.
 * @throws Refusal 400 for a time that is over
 */
export async function planOneToOne(
  trx: Database,
  caller: Caller,
  { userID, start, minutes, agenda, page, now }: Planned,
): Promise<{ readonly id: number; readonly told: NewNotification[] }> {
  if (start < now) throw new Refusal(400, 'booking.past')
  const subject = 'One-to-one'
  const people = [caller.userID, userID]
  const { id: meetingID } = await trx
    .insertInto('meetings')
    .values({
      ...{ hostID: caller.userID, subject, agenda, start, end: start + minutes * MINUTE_MS },
      announcedAt: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('meetingPeople')
    .values(people.map((one) => ({ meetingID, userID: one })))
    .execute()
  const values = {
    ...{ hostID: caller.userID, meetingID, start, minutes, agenda, status: 'SCHEDULED' as const },
    ...{ changedBy: caller.userID, changedAt: now },
  }
  const due = await trx
    .selectFrom('oneToOnes')
    .where('userID', '=', userID)
    .where('status', '=', 'DUE')
    .orderBy('dueDay')
    .orderBy('id')
    .select('id')
    .executeTakeFirst()
  const id = due?.id ?? (await added(trx, userID, values))
  if (due)
    await trx
      .updateTable('oneToOnes')
      .set((eb) => ({ ...values, version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute()
  await audit(trx, caller, now, {
    ...{ action: 'ONE_TO_ONE_PLANNED', page, recordType: 'oneToOne', recordID: id },
    ...{ label: londonField(start), personID: userID },
  })
  const of = { type: 'NEW_UPDATE', source: 'MEETING', sourceID: meetingID, body: agenda } as const
  const when = WHEN.format(start)
  return {
    id,
    told: people.map((one) => ({ ...of, userID: one, subject: `Meeting: ${meetingID}, one-to-one ${when}` })),
  }
}

async function added(
  trx: Database,
  userID: number,
  values: {
    hostID: number
    meetingID: number
    start: number
    minutes: number
    agenda: string
    status: 'SCHEDULED'
    changedBy: number
    changedAt: number
  },
): Promise<number> {
  const { startDate } = await trx
    .selectFrom('users')
    .where('id', '=', userID)
    .select('startDate')
    .executeTakeFirstOrThrow()
  const { heldAt } = await trx
    .selectFrom('oneToOnes')
    .where('userID', '=', userID)
    .select((eb) => eb.fn.max<number | null>('heldAt').as('heldAt'))
    .executeTakeFirstOrThrow()
  const { id } = await trx
    .insertInto('oneToOnes')
    .values({
      ...{ userID, version: 1, ...values },
      dueDay: nextDueDay(heldAt === null ? null : Number(heldAt), startDate, values.changedAt),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
