import { PERMISSION_ADMINS } from '#shared/domain/permission-admin.ts'
import { PERMISSIONS, type PermissionName } from '#shared/domain/permissions.ts'
import type { Database } from '../db/database.ts'
import { Refusal } from '../refusal.ts'

/** How many active people hold each number. */
export async function holdersByNumber(db: Database): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('userPermissions')
    .innerJoin('users', 'users.id', 'userPermissions.userID')
    .where('isActive', '=', 1)
    .groupBy('permission')
    .select((eb) => ['permission', eb.fn.countAll<number>().as('holders')])
    .execute()
  return new Map(rows.map(({ permission, holders }) => [permission, holders]))
}

/** Grants permissions and answers those that are new to the person. */
export async function grant(
  db: Database,
  userID: number,
  names: readonly PermissionName[],
): Promise<PermissionName[]> {
  return db.transaction().execute(async (transaction) => {
    const granted: PermissionName[] = []
    for (const name of new Set(names)) {
      const row = await transaction
        .insertInto('userPermissions')
        .values({ userID, permission: PERMISSIONS[name] })
        .onConflict((conflict) => conflict.doNothing())
        .returning('permission')
        .executeTakeFirst()
      if (row) granted.push(name)
    }
    return granted
  })
}

async function somebodyCanGrant(db: Database): Promise<boolean> {
  const numbers = PERMISSION_ADMINS.map((name) => PERMISSIONS[name])
  const row = await db
    .selectFrom('userPermissions')
    .innerJoin('users', 'users.id', 'userPermissions.userID')
    .where('isActive', '=', 1)
    .where('permission', 'in', numbers)
    .groupBy('userPermissions.userID')
    .having((eb) => eb(eb.fn.countAll<number>(), '=', numbers.length))
    .select('userPermissions.userID')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Revokes permissions and answers those that the person had. @throws Refusal 400 where nobody could grant
 * permissions afterwards; nothing is revoked then.
 */
export async function revoke(
  db: Database,
  userID: number,
  names: readonly PermissionName[],
): Promise<PermissionName[]> {
  return db.transaction().execute(async (transaction) => {
    const rows = await transaction
      .deleteFrom('userPermissions')
      .where('userID', '=', userID)
      .where(
        'permission',
        'in',
        names.map((name) => PERMISSIONS[name]),
      )
      .returning('permission')
      .execute()
    if (!(await somebodyCanGrant(transaction))) throw new Refusal(400, 'permission.lastGranter')
    const gone = new Set(rows.map(({ permission }) => permission))
    return [...new Set(names)].filter((name) => gone.has(PERMISSIONS[name]))
  })
}
