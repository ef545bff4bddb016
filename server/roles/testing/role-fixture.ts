import { searchable } from '#shared/domain/locale.ts'
import { PERMISSIONS, type PermissionName } from '#shared/domain/permissions.ts'
import type { Database } from '../../db/database.ts'
import { NOON } from '../../http/testing/test-server.ts'
import { builtInNumbers, writeRolePermissions } from '../first-roles.ts'

/** Adds a role of the company's own; gives its id. */
export async function addRole(db: Database, name: string, ...names: PermissionName[]): Promise<number> {
  const { id } = await db
    .insertInto('roles')
    .values({
      version: 1,
      name,
      nameKey: searchable(name),
      description: '',
      defaultUserTypes: '[]',
      builtIn: null,
      offered: '[]',
      changedBy: null,
      changedAt: NOON,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const numbers = names.map((permission) => PERMISSIONS[permission])
  await writeRolePermissions(db, id, numbers, NOON)
  return id
}

/** Gives somebody a role, without what comes of it. */
export async function giveRole(db: Database, userID: number, roleID: number): Promise<void> {
  const given = { userID, roleID, source: 'HAND', since: NOON, givenBy: null } as const
  await db.insertInto('userRoles').values(given).execute()
}

/** Role 1, which nobody has; 2, which that person has; and 3, a built-in one. */
export async function addRoles(db: Database, userID: number): Promise<void> {
  await addRole(db, 'Spare', 'CAN_USE_FAQ')
  await giveRole(db, userID, await addRole(db, 'Desk', 'GENERAL_CAN_USE_TEAM_CHAT'))
  const id = await addRole(db, 'Trainer')
  const numbers = builtInNumbers('TRAINER')
  await db
    .updateTable('roles')
    .set({ builtIn: 'TRAINER', offered: JSON.stringify(numbers) })
    .where('id', '=', id)
    .execute()
}

const change = { id: 1, version: 1, permissions: ['CAN_USE_TODO'] }

/** Good requests of a grantor for what `addRoles` made. */
export const ROLE_REQUESTS: Record<string, unknown> = {
  'roles.listRoles': {},
  'roles.getRole': { id: 1 },
  'roles.saveRole': { name: 'Night desk', description: '', copyOf: 1 },
  'roles.saveRolePermissions': { changes: [change] },
  'roles.roleImpact': { changes: [change] },
  'roles.deleteRole': { id: 1, version: 1 },
  'roles.restoreBuiltInRole': { id: 3, version: 1 },
  'roles.assignRoles': { userID: 2, add: [1] },
}
