import type { ErasurePreview } from '#shared/contract/privacy.ts'
import { PERMISSIONS } from '#shared/domain/permissions.ts'
import { PRIVACY_TEXT } from '#shared/domain/person-data.ts'
import type { Database } from '../db/database.ts'
import { type KeptNotification, keepNotifications } from '../notifications/notification-store.ts'
import { type Actor, audit } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'
import { standingHolds } from '../retention/holds.ts'
import { anyRows } from '../retention/rules.ts'
import { personalTables } from './personal-tables.ts'

/** What an audit entry about somebody's data names as the page. */
export const PRIVACY_PAGE = 'admin.active-users'

/** Who asked for an erasure with fieldwork-admin; nobody has this id. */
export const OPERATOR = 0

/** @throws Refusal 404 where there is nobody of that id */
export async function requirePerson(db: Database, id: number) {
  const person = await db
    .selectFrom('users')
    .where('id', '=', id)
    .select(['id', 'userName', 'displayName', 'status', 'erasedAt'])
    .executeTakeFirst()
  if (!person) throw new Refusal(404, 'record.gone', { one: 'person' })
  return person
}

/** Why somebody can't be erased now; null where they can. @throws Refusal 404 */
export async function erasureRefusal(db: Database, personID: number) {
  const { status, erasedAt } = await requirePerson(db, personID)
  if (erasedAt !== null) return 'privacy.erased' as const
  if (status !== 'LEAVER') return 'privacy.notALeaver' as const
  if ((await standingHolds(db)).people.includes(personID)) return 'privacy.held' as const
  return null
}

export const ERASURE_REFUSALS = {
  'privacy.erased': 'The data of this person are erased.',
  'privacy.notALeaver': PRIVACY_TEXT.notALeaver,
  'privacy.held': 'There is a legal hold on this person.',
} as const

/** What an erasure would delete, take the person out of, and keep, with why (spec 5 §6.9). */
export async function whatErasureTakes(
  db: Database,
  personID: number,
): Promise<Pick<ErasurePreview, 'deleted' | 'anonymised' | 'kept'>> {
  const lists = { DELETE: [], BLANK: [], KEEP: [] } as Record<
    'DELETE' | 'BLANK' | 'KEEP',
    { what: string; count: number; why: string }[]
  >
  for (const [table, { person, what, onErase, why = '' }] of personalTables()) {
    const { n } = await anyRows(db)
      .selectFrom(table)
      .where(person, '=', personID)
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    if (Number(n) > 0) lists[onErase].push({ what, count: Number(n), why: onErase === 'DELETE' ? '' : why })
  }
  return { deleted: lists.DELETE, anonymised: lists.BLANK, kept: lists.KEEP }
}

/** Who asks for an erasure, and how. */
export interface AskedErasure {
  readonly personID: number
  /** Whether their messages lose their texts. */
  readonly withTexts: boolean
  readonly reason: string
  readonly by: Actor
  /** In milliseconds since 1970. */
  readonly at: number
}

/**
 * Asks for the erasure of a leaver, which somebody else has to approve (spec 5 §6.9). Gives what those who may are
 * told, for their windows.
 *
 * @throws Refusal 400 where they can't be erased, 409 where one was asked for
 */
export async function askErasure(
  trx: Database,
  { personID, withTexts, reason, by, at }: AskedErasure,
): Promise<readonly KeptNotification[]> {
  const { displayName } = await requirePerson(trx, personID)
  const refusal = await erasureRefusal(trx, personID)
  if (refusal) throw new Refusal(400, refusal)
  const open = await trx
    .selectFrom('privacyRequests')
    .where('kind', '=', 'ERASURE')
    .where('personID', '=', personID)
    .where('state', 'in', ['WAITING', 'APPROVED'])
    .select('id')
    .executeTakeFirst()
  if (open) throw new Refusal(409, 'privacy.asked')
  await trx
    .insertInto('privacyRequests')
    .values({
      ...{ kind: 'ERASURE', personID, state: 'WAITING', reason, withTexts: withTexts ? 1 : 0 },
      ...{ size: 0, requestedBy: by.userID ?? OPERATOR, requestedAt: at },
    })
    .execute()
  await audit(trx, by, at, {
    ...{ action: 'ERASURE_REQUESTED', page: PRIVACY_PAGE, recordType: 'person', recordID: personID },
    ...{ label: displayName, reason },
  })
  return tellApprovers(trx, by, { personID, displayName, at })
}

/** Whoever may approve it is told. */
async function tellApprovers(
  trx: Database,
  by: Actor,
  { personID, displayName, at }: { personID: number; displayName: string; at: number },
): Promise<readonly KeptNotification[]> {
  const holders = await trx
    .selectFrom('userPermissions as p')
    .innerJoin('users as u', 'u.id', 'p.userID')
    .where('p.permission', '=', PERMISSIONS.ADMIN_CAN_ERASE_PERSONAL_DATA)
    .where('u.isActive', '=', 1)
    .where('u.id', 'not in', [by.userID ?? 0, personID])
    .where((eb) => eb.or([eb('p.endsAt', 'is', null), eb('p.endsAt', '>', at)]))
    .select('u.id')
    .execute()
  return keepNotifications(
    trx,
    at,
    holders.map(({ id }) => ({
      userID: id,
      type: 'NEW_UPDATE' as const,
      subject: `An erasure of ${displayName} waits for your approval`,
      body: 'Open the person in Admin › Reinstate users, part ‘Personal data’.',
      source: 'PRIVACY',
      cssClass: 'warning' as const,
    })),
  )
}
