import { allCalls } from '#shared/contract/all-calls.ts'
import type { Ability } from '#shared/contract/permissions.ts'
import { type Access, leavesOf, mayVisit } from '#shared/domain/navigation.ts'
import { NAVIGATION } from '#shared/domain/navigation-menu.ts'
import { allows, namesOf } from '#shared/domain/permission-rule.ts'
import {
  PERMISSIONS,
  type PermissionName,
  type Permissions,
  permissionsOf,
} from '#shared/domain/permissions.ts'
import type { Database } from '../db/database.ts'
import { type Viewer, within } from '../people/scope.ts'
import { Refusal } from '../refusal.ts'

interface Asked {
  readonly names: readonly PermissionName[]
  readonly isEnough: (permissions: Permissions) => boolean
}

const NAMES = Object.keys(PERMISSIONS) as PermissionName[]
const nameOf = new Map<number, PermissionName>(NAMES.map((name) => [PERMISSIONS[name], name]))

/** The calls that need a permission: `area.name`, and what each does. */
export const askedCalls = () =>
  allCalls
    .filter(({ call }) => call.permission !== null)
    .map(({ area, name, call: { summary } }) => ({ name: `${area}.${name}`, summary }))

/** What an ability asks of somebody. @throws Refusal 400 where there is no such thing */
function asked({ kind, name }: Ability): Asked {
  const permission = NAMES.find((one) => one === name)
  if (kind === 'PERMISSION' && permission)
    return { names: [permission], isEnough: (permissions) => permissions.can(permission) }
  if (kind === 'PAGE') {
    const leaf = leavesOf(NAVIGATION).find(({ item }) => item.id === name)
    if (leaf) {
      const around: readonly Access[] = [...leaf.within, leaf.item]
      const names = around.flatMap(({ all = [], any = [] }) => [...all, ...any])
      return { names: [...new Set(names)], isEnough: (permissions) => mayVisit(permissions, leaf) }
    }
  }
  const rule =
    kind === 'ACTION' ? allCalls.find((one) => `${one.area}.${one.name}` === name)?.call.permission : null
  if (rule) return { names: namesOf(rule), isEnough: (permissions) => allows(permissions, rule) }
  throw new Refusal(400, 'permission.unknownAbility')
}

const iso = (at: number) => new Date(at).toISOString()

/** By which roles and grants these people hold these permissions, and since when. */
async function waysOfAll(db: Database, userIDs: readonly number[], numbers: readonly number[]) {
  const ofRoles = await db
    .selectFrom('userRoles as u')
    .innerJoin('roles as r', 'r.id', 'u.roleID')
    .innerJoin('rolePermissions as p', 'p.roleID', 'u.roleID')
    .where('u.userID', 'in', userIDs)
    .where('p.permission', 'in', numbers)
    .select(['u.userID', 'p.permission', 'r.name as role', 'u.since', 'p.since as inRoleSince'])
    .orderBy('r.name')
    .execute()
  const own = await db
    .selectFrom('personalPermissions')
    .where('userID', 'in', userIDs)
    .where('permission', 'in', numbers)
    .where('isRefusal', '=', 0)
    .select(['userID', 'permission', 'reason', 'since'])
    .execute()
  return [
    ...ofRoles.map(({ inRoleSince, ...way }) => ({
      ...way,
      reason: '',
      // Somebody who had the role before has it since the role can do it.
      since: Math.max(way.since, inRoleSince),
    })),
    ...own.map((way) => ({ ...way, role: null })),
  ]
}

/**
 * The active people, of those whom the viewer may see, who can do something at `now`, in milliseconds since 1970, and how each came to it (spec 5
 * §4.2). It asks the rule that the menu, the page's guard and the call ask.
 */
export async function whoCanDo(db: Database, ability: Ability, viewer: Viewer, now: number) {
  const { names, isEnough } = asked(ability)
  const numbers = names.map((name) => PERMISSIONS[name])
  const rows = await db
    .selectFrom('users as u')
    .leftJoin('userPermissions as p', 'p.userID', 'u.id')
    .where('u.isActive', '=', 1)
    .where((eb) => within(viewer, 'ALL')(eb as never))
    .where((eb) => eb.or([eb('p.endsAt', 'is', null), eb('p.endsAt', '>', now)]))
    .select(['u.id', 'u.displayName', 'u.userName', 'p.permission'])
    .orderBy('u.displayName')
    .orderBy('u.id')
    .execute()
  const held = new Map<number, { displayName: string; userName: string; numbers: number[] }>()
  for (const { id, permission, ...person } of rows) {
    const known = held.get(id) ?? { ...person, numbers: [] }
    if (permission !== null) known.numbers.push(permission)
    held.set(id, known)
  }
  const able = [...held].filter(([, person]) => isEnough(permissionsOf(person.numbers)))
  const ways =
    able.length === 0 || numbers.length === 0
      ? []
      : await waysOfAll(
          db,
          able.map(([id]) => id),
          numbers,
        )
  return {
    permissions: [...names],
    people: able.map(([userID, { displayName, userName, numbers: has }]) => ({
      userID,
      displayName,
      userName,
      ways: ways.flatMap(({ permission, role, reason, since, ...way }) => {
        const name = nameOf.get(permission)
        if (way.userID !== userID || !name || !has.includes(permission)) return []
        return [{ permission: name, role, reason, since: iso(since) }]
      }),
    })),
  }
}
