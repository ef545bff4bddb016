import type { PermissionWay, PersonRole } from '#shared/contract/permissions.ts'
import { PERMISSIONS, type PermissionName } from '#shared/domain/permissions.ts'
import { heldUntil } from '#shared/domain/roles.ts'
import type { Database } from '../db/database.ts'

const NAMES = Object.keys(PERMISSIONS) as PermissionName[]

const iso = (at: number) => new Date(at).toISOString()

/** The roles that somebody has, by name. */
export async function rolesOf(db: Database, userID: number): Promise<PersonRole[]> {
  const rows = await db
    .selectFrom('userRoles')
    .innerJoin('roles', 'roles.id', 'userRoles.roleID')
    .where('userRoles.userID', '=', userID)
    .select(['roles.id', 'roles.name', 'userRoles.since', 'userRoles.source'])
    .orderBy('roles.name')
    .execute()
  return rows.map((row) => ({ ...row, since: iso(row.since) }))
}

/**
 * By which roles, grant or refusal somebody holds a permission at `now` or doesn't; permissions that nothing says
 * anything about are left out (spec 5 §4.2).
 */
export async function waysOf(db: Database, userID: number, now: number): Promise<PermissionWay[]> {
  const ofRoles = await db
    .selectFrom('userRoles')
    .innerJoin('roles', 'roles.id', 'userRoles.roleID')
    .innerJoin('rolePermissions', 'rolePermissions.roleID', 'userRoles.roleID')
    .where('userRoles.userID', '=', userID)
    .select(['rolePermissions.permission', 'roles.name'])
    .orderBy('roles.name')
    .execute()
  const personal = await db
    .selectFrom('personalPermissions as p')
    .leftJoin('users as giver', 'giver.id', 'p.givenBy')
    .where('p.userID', '=', userID)
    .select(['p.permission', 'p.isRefusal', 'p.reason', 'p.endsAt', 'p.since', 'giver.displayName as by'])
    .execute()
  return NAMES.flatMap((name) => {
    const roles = ofRoles.filter(({ permission }) => permission === PERMISSIONS[name])
    const own = personal.find(({ permission }) => permission === PERMISSIONS[name])
    if (roles.length === 0 && !own) return []
    const isRefusal = own?.isRefusal === 1
    const ways = { byRole: roles.length > 0, personal: own ? { isRefusal, endsAt: own.endsAt } : null }
    const said = own && {
      isRefusal,
      reason: own.reason,
      endsAt: own.endsAt === null ? null : iso(own.endsAt),
      since: iso(own.since),
      by: own.by,
    }
    return [
      {
        name,
        isHeld: heldUntil(ways, now) !== false,
        roles: roles.map((role) => role.name),
        personal: said ?? null,
      },
    ]
  })
}
