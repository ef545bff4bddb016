import { searchable } from '#shared/domain/locale.ts'
import { PERMISSIONS, type PermissionName } from '#shared/domain/permissions.ts'
import type { Database } from '../db/database.ts'
import { BEFORE_ROLES } from '../db/migrations/0046-roles.ts'
import { BUILT_IN_ROLES, type BuiltInRole } from './built-in-roles.ts'
import { type Settled, settlePermissions } from './settle.ts'

/** The area that every company begins with (spec 5 §2.2). */
export const FIRST_AREA = 'Head office'

const KEYS = Object.keys(BUILT_IN_ROLES) as BuiltInRole[]

/** The numbers that a built-in role comes with, ascending. */
export const builtInNumbers = (key: BuiltInRole): number[] =>
  [...new Set<PermissionName>(BUILT_IN_ROLES[key].permissions)]
    .map((name) => PERMISSIONS[name])
    .sort((a, b) => a - b)

/** Writes what a role may do; what it could before and can no more is gone. `at` in milliseconds since 1970. */
export async function writeRolePermissions(
  db: Database,
  roleID: number,
  numbers: readonly number[],
  at: number,
): Promise<void> {
  await db
    .deleteFrom('rolePermissions')
    .where('roleID', '=', roleID)
    .where('permission', 'not in', [0, ...numbers])
    .execute()
  if (numbers.length === 0) return
  await db
    .insertInto('rolePermissions')
    .values(numbers.map((permission) => ({ roleID, permission, since: at })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Makes the built-in roles that aren't there. `at` in milliseconds since 1970. */
export async function makeBuiltInRoles(db: Database, at: number): Promise<void> {
  const rows = await db.selectFrom('roles').where('builtIn', 'is not', null).select('builtIn').execute()
  const known = new Set(rows.map(({ builtIn }) => builtIn))
  for (const key of KEYS.filter((one) => !known.has(one))) {
    const { name, description, defaultUserTypes } = BUILT_IN_ROLES[key]
    const numbers = builtInNumbers(key)
    const { id } = await db
      .insertInto('roles')
      .values({
        version: 1,
        name,
        nameKey: searchable(name),
        description,
        defaultUserTypes: JSON.stringify(defaultUserTypes),
        builtIn: key,
        offered: JSON.stringify(numbers),
        changedBy: null,
        changedAt: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await writeRolePermissions(db, id, numbers, at)
  }
}

/** Makes what access begins with: the built-in roles and the area 'Head office'. Gives the area's id (spec 5 §2.2). */
export async function makeFirstRoles(db: Database, at: number): Promise<{ readonly headOfficeID: number }> {
  await makeBuiltInRoles(db, at)
  const nameKey = searchable(FIRST_AREA)
  const kept = await db
    .selectFrom('areas')
    .where('nameKey', '=', nameKey)
    .where('parentID', 'is', null)
    .select('id')
    .executeTakeFirst()
  if (kept) return { headOfficeID: kept.id }
  const made = await db
    .insertInto('areas')
    .values({ name: FIRST_AREA, nameKey, changedAt: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { headOfficeID: made.id }
}

/** The id of a built-in role. @throws where `makeFirstRoles` hasn't made them */
export async function builtInRoleID(db: Database, key: BuiltInRole): Promise<number> {
  const { id } = await db
    .selectFrom('roles')
    .where('builtIn', '=', key)
    .select('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Gives somebody a built-in role, and with it what it may do. Somebody who has it keeps it as it is.
 * @param by who gives it; null where no person does
 */
export async function giveBuiltInRole(
  db: Database,
  userID: number,
  key: BuiltInRole,
  { at, by }: { readonly at: number; readonly by: number | null },
): Promise<Settled[]> {
  await db
    .insertInto('userRoles')
    .values({ userID, roleID: await builtInRoleID(db, key), source: 'HAND', since: at, givenBy: by })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return settlePermissions(db, [userID], at)
}

/**
 * People who had permissions before there were roles get the built-in role that is the same set; everybody else
 * keeps them as grants.
 */
async function adoptPeople(db: Database, at: number): Promise<void> {
  const keyOf = new Map(KEYS.map((key) => [builtInNumbers(key).join(), key]))
  const rows = await db
    .selectFrom('personalPermissions')
    .where('reason', '=', BEFORE_ROLES)
    .select(['userID', 'permission', 'since'])
    .orderBy('permission')
    .execute()
  const held = new Map<number, { numbers: number[]; since: number }>()
  for (const { userID, permission, since } of rows) {
    const theirs = held.get(userID)
    if (theirs) theirs.numbers.push(permission)
    else held.set(userID, { numbers: [permission], since })
  }
  for (const [userID, { numbers, since }] of held) {
    const key = keyOf.get(numbers.join())
    if (!key) continue
    await db
      .deleteFrom('personalPermissions')
      .where('userID', '=', userID)
      .where('reason', '=', BEFORE_ROLES)
      .execute()
    await giveBuiltInRole(db, userID, key, { at: since, by: null })
  }
  await settlePermissions(db, held.keys(), at)
}

/**
 * A new version of the product may know more permissions: a built-in role that the company left as it came gets
 * them; one that it changed stays as it is (spec 5 §4.2).
 */
async function offerNewPermissions(db: Database, at: number): Promise<void> {
  const roles = await db
    .selectFrom('roles')
    .where('builtIn', 'is not', null)
    .select(['id', 'builtIn', 'offered'])
    .execute()
  for (const { id, builtIn, offered } of roles) {
    const key = KEYS.find((one) => one === builtIn)
    if (!key) continue
    const numbers = builtInNumbers(key)
    if (offered === JSON.stringify(numbers)) continue
    const held = await db
      .selectFrom('rolePermissions')
      .where('roleID', '=', id)
      .select('permission')
      .orderBy('permission')
      .execute()
    if (JSON.stringify(held.map(({ permission }) => permission)) !== offered) continue
    await writeRolePermissions(db, id, numbers, at)
    await db
      .updateTable('roles')
      .set({ offered: JSON.stringify(numbers) })
      .where('id', '=', id)
      .execute()
    const people = await db.selectFrom('userRoles').where('roleID', '=', id).select('userID').execute()
    await settlePermissions(
      db,
      people.map(({ userID }) => userID),
      at,
    )
  }
}

/**
 * At a server's start: where people are, there are roles; those that the company didn't change are as this version
 * has them. An installation that nobody set up yet is left alone.
 */
export async function settleRoles(db: Database, at: number): Promise<void> {
  const anybody = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  if (!anybody) return
  await db.transaction().execute(async (trx) => {
    const any = await trx.selectFrom('roles').select('id').limit(1).executeTakeFirst()
    await makeBuiltInRoles(trx, at)
    if (!any) await adoptPeople(trx, at)
    await offerNewPermissions(trx, at)
  })
}
