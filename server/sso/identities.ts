import type { SsoSettings } from '#shared/contract/adaptors.ts'
import { mappedRoles } from '#shared/domain/single-sign-on.ts'
import type { Database } from '../db/database.ts'
import { audit } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'
import { keepingGrantor } from '../roles/grantors.ts'
import { type Settled, settlePermissions } from '../roles/settle.ts'
import type { ExternalPerson } from './claims.ts'

/** Whose external identity is looked for. */
export interface Provider {
  readonly id: number
  readonly name: string
  readonly settings: SsoSettings
}

const PAGE = 'admin.active-users'
const by = ({ name }: Provider) => ({ userID: null, displayName: name, kind: 'ADAPTOR' as const })

/** The person with that external identity; null where nobody has it. */
export async function linkedPerson(
  db: Database,
  { id }: Provider,
  { issuer, subject }: ExternalPerson,
  now: number,
): Promise<number | null> {
  const row = await db
    .updateTable('externalIdentities')
    .set({ lastSignInAt: now })
    .where('adaptorID', '=', id)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .returning('userID')
    .executeTakeFirst()
  return row?.userID ?? null
}

/** Notes whose identity it is. Of two at once one is refused: a person has one, and an identity one person. */
export async function link(
  trx: Database,
  provider: Provider,
  person: ExternalPerson,
  userID: number,
  now: number,
): Promise<void> {
  const { issuer, subject } = person
  const made = await trx
    .insertInto('externalIdentities')
    .values({ userID, adaptorID: provider.id, issuer, subject, linkedAt: now, lastSignInAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('userID')
    .executeTakeFirst()
  if (!made) throw new Refusal(403, 'sso.notSetUp')
  const { displayName } = await trx
    .selectFrom('users')
    .where('id', '=', userID)
    .select('displayName')
    .executeTakeFirstOrThrow()
  await audit(trx, by(provider), now, {
    ...{ action: 'PERSON_IDENTITY_LINKED', page: PAGE, recordType: 'person', recordID: userID },
    label: displayName,
    changes: [{ field: 'externalIdentity', before: null, after: provider.name }],
  })
}

/**
 * An ACTIVE person with that verified e-mail and no external identity, who is linked now; null where there is none,
 * or more than one.
 */
export async function linkByEmail(
  trx: Database,
  provider: Provider,
  person: ExternalPerson,
  now: number,
): Promise<number | null> {
  if (!person.isEmailVerified) return null
  const rows = await trx
    .selectFrom('users')
    .leftJoin('externalIdentities as identity', 'identity.userID', 'users.id')
    .where((eb) => eb(eb.fn<string>('lower', ['users.email']), '=', person.email.toLowerCase()))
    .where('users.status', '=', 'ACTIVE')
    .where('identity.userID', 'is', null)
    .select('users.id')
    .execute()
  const [found, another] = rows
  if (!found || another) return null
  await link(trx, provider, person, found.id, now)
  await trx
    .updateTable('users')
    .set({ signInMethod: 'BOTH' })
    .where('id', '=', found.id)
    .where('signInMethod', '=', 'PASSWORD')
    .execute()
  return found.id
}

/**
 * Mapped roles follow the directory; roles given by hand stay, and are never taken. Gives whose permissions are
 * others now. What would take away the last grantor isn't done.
 */
export async function followDirectory(
  db: Database,
  provider: Provider,
  { groups }: Pick<ExternalPerson, 'groups'>,
  userID: number,
  now: number,
): Promise<readonly Settled[]> {
  const wanted = mappedRoles(groups, provider.settings.roles)
  const held = await db
    .selectFrom('userRoles')
    .where('userID', '=', userID)
    .select(['roleID', 'source'])
    .execute()
  const fromDirectory = held.filter(({ source }) => source === 'DIRECTORY').map(({ roleID }) => roleID)
  const gone = fromDirectory.filter((id) => !wanted.includes(id))
  const come = wanted.filter((id) => !held.some(({ roleID }) => roleID === id))
  if (gone.length === 0 && come.length === 0) return []
  try {
    return await keepingGrantor(db, async (trx) => {
      await trx
        .deleteFrom('userRoles')
        .where('userID', '=', userID)
        .where('source', '=', 'DIRECTORY')
        .where('roleID', 'in', [0, ...gone])
        .execute()
      if (come.length > 0)
        await trx
          .insertInto('userRoles')
          .values(
            come.map((roleID) => ({
              ...{ userID, roleID, source: 'DIRECTORY' as const, since: now, givenBy: null },
            })),
          )
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      const names = await trx
        .selectFrom('roles')
        .where('id', 'in', [0, ...gone, ...come])
        .select(['id', 'name'])
        .execute()
      const named = (ids: readonly number[]) =>
        names
          .filter(({ id }) => ids.includes(id))
          .map(({ name }) => name)
          .join(', ')
      const { displayName } = await trx
        .selectFrom('users')
        .where('id', '=', userID)
        .select('displayName')
        .executeTakeFirstOrThrow()
      await audit(trx, by(provider), now, {
        ...{ action: 'PERSON_ROLES_CHANGED', page: PAGE, recordType: 'person', recordID: userID },
        label: displayName,
        changes: [{ field: 'roles', before: named(gone) || null, after: named(come) || null }],
        reason: 'By the directory',
      })
      return settlePermissions(trx, [userID], now)
    })
  } catch (error) {
    if (error instanceof Refusal && error.code === 'permission.lastGranter') return []
    throw error
  }
}
