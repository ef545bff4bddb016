import { PERMISSION_ADMINS } from '#shared/domain/permission-admin.ts'
import type { Permissions } from '#shared/domain/permissions.ts'
import { GRANTOR_NUMBERS } from '#shared/domain/roles.ts'
import type { Database } from '../db/database.ts'
import { Refusal } from '../refusal.ts'
import { readSetting } from '../settings/settings.ts'

/** People who hold all that makes a grantor, also without a grant that ends (spec 5 §1). */
const grantors = (db: Database) =>
  db
    .selectFrom('userPermissions')
    .innerJoin('users', 'users.id', 'userPermissions.userID')
    .where('permission', 'in', GRANTOR_NUMBERS)
    .groupBy('userPermissions.userID')
    .having((eb) => eb(eb.fn.countAll<number>(), '=', GRANTOR_NUMBERS.length))
    .select('userPermissions.userID')

/** Everybody who may decide what others may do, active or not. */
export async function grantorIDs(db: Database): Promise<ReadonlySet<number>> {
  return new Set((await grantors(db).execute()).map(({ userID }) => userID))
}

/** People whose passwords aren't taken, since a role of theirs signs in at a provider alone (spec 5 §5.4). */
const ssoOnly = (db: Database) =>
  db
    .selectFrom('userRoles')
    .innerJoin('ssoOnlyRoles', 'ssoOnlyRoles.roleID', 'userRoles.roleID')
    .select('userRoles.userID')

/** Whether everybody but grantors signs in at a provider alone: the setting says so, and there is a provider. */
async function isEverybodySsoOnly(db: Database): Promise<boolean> {
  if (!(await readSetting(db, 'signIn.singleSignOnOnly'))) return false
  const provider = await db
    .selectFrom('adaptors')
    .where('kind', '=', 'SINGLE_SIGN_ON')
    .where('isEnabled', '=', 1)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return provider !== undefined
}

/** Whether the person signs in at a provider alone, by a role of theirs or by the company's setting. */
export async function isSsoOnly(db: Database, userID: number): Promise<boolean> {
  const byRole = await ssoOnly(db).where('userRoles.userID', '=', userID).limit(1).executeTakeFirst()
  if (byRole) return true
  return (await isEverybodySsoOnly(db)) && !(await isGrantor(db, userID))
}

/** Whether an active grantor keeps a password and a second factor of their own. */
export async function someGrantorHasTwoFactor(db: Database): Promise<boolean> {
  const row = await grantors(db)
    .innerJoin('twoFactor', 'twoFactor.userID', 'users.id')
    .where('twoFactor.secret', 'is not', null)
    .where('users.isActive', '=', 1)
    .where('users.passwordHash', '<>', '')
    .where('users.id', 'not in', ssoOnly(db))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether somebody may decide what others may do, active or not. */
export async function isGrantor(db: Database, userID: number): Promise<boolean> {
  return (await grantors(db).where('userPermissions.userID', '=', userID).executeTakeFirst()) !== undefined
}

/**
 * Whether an active grantor can sign in: with a password, not locked out, and for as long as nobody does
 * anything. Who is a grantor by a grant that ends doesn't count.
 * @param except somebody who isn't counted, since they are to leave
 */
export async function somebodyCanGrant(db: Database, except: number | null = null): Promise<boolean> {
  const row = await grantors(db)
    .$if(except !== null, (query) => query.where('users.id', '<>', except ?? 0))
    .where('users.lockedAt', 'is', null)
    .where('users.isActive', '=', 1)
    .where('users.passwordHash', '<>', '')
    // A password of whom a role sends to single sign-on isn't taken.
    .where('users.id', 'not in', ssoOnly(db))
    .where('users.signInMethod', '<>', 'SINGLE_SIGN_ON')
    .where('userPermissions.endsAt', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Lets changes of what people may do come one after another until the transaction's end, also on two servers. */
export async function guardAccess(trx: Database): Promise<void> {
  await trx
    .updateTable('grantorGuard')
    .set((eb) => ({ changes: eb('changes', '+', 1) }))
    .where('id', '=', 1)
    .execute()
}

/**
 * Does what may take away the last grantor; it is undone where nobody active could grant permissions afterwards
 * (spec 5 §1, 'Last grantor'). The guard's row is written first: of two changes at once, also on two servers, the
 * second begins when the first is whole, and so counts what that one left.
 * @throws Refusal 400 where nobody would be left
 */
export async function keepingGrantor<T>(db: Database, change: (trx: Database) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await guardAccess(trx)
    const done = await change(trx)
    if (!(await somebodyCanGrant(trx))) throw new Refusal(400, 'permission.lastGranter')
    return done
  })
}

/**
 * Nobody changes the account of somebody who may do more (spec 5 §1, 'No way up').
 * @throws Refusal 403 where that person is a grantor and the caller isn't
 */
export async function requireNoWayUp(
  db: Database,
  { permissions }: { readonly permissions: Permissions },
  userID: number,
): Promise<void> {
  if (permissions.canAll(PERMISSION_ADMINS)) return
  if (await isGrantor(db, userID)) throw new Refusal(403, 'person.mayDoMore')
}
