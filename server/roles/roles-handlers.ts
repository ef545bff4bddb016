import type * as z from 'zod/mini'
import type { Role, saveRole } from '#shared/contract/roles.ts'
import { searchable } from '#shared/domain/locale.ts'
import { PERMISSION_ADMINS } from '#shared/domain/permission-admin.ts'
import { PERMISSIONS, type PermissionName } from '#shared/domain/permissions.ts'
import { roleRecord } from '#shared/records/admin/role.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { holdTurn } from '../db/hold-turn.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import { requireSeen } from '../people/scope.ts'
import { personAccess } from '../permissions/person-access.ts'
import { audit, type Change, changesBetween } from '../records/audit.ts'
import { changeSeen } from '../records/change.ts'
import { listRecords, recordSource } from '../records/list.ts'
import { Refusal } from '../refusal.ts'
import { BUILT_IN_ROLES, type BuiltInRole } from './built-in-roles.ts'
import { builtInNumbers, writeRolePermissions } from './first-roles.ts'
import { keepingGrantor } from './grantors.ts'
import { roleSource } from './role-source.ts'
import { impactOf, type Settled, settlePermissions } from './settle.ts'
import type { TellSettled } from './tell-settled.ts'

interface RolesServices {
  readonly db: Database
  readonly clock: Clock
  readonly tellSettled: TellSettled
}

type Saved = z.output<(typeof saveRole)['request']>

const { page, name: recordType, words } = roleRecord
const NAMES = Object.keys(PERMISSIONS) as PermissionName[]
const PROTECTED: BuiltInRole = 'ADMINISTRATOR'

const namesIn = (numbers: readonly number[]) => NAMES.filter((name) => numbers.includes(PERMISSIONS[name]))
const numbersIn = (names: readonly PermissionName[]) =>
  [...new Set(names)].map((name) => PERMISSIONS[name]).sort((a, b) => a - b)

const builtInOf = (key: string | null): BuiltInRole | null =>
  (Object.keys(BUILT_IN_ROLES) as BuiltInRole[]).find((one) => one === key) ?? null

const isAsItCame = (role: Pick<Role, 'name' | 'description'>, key: BuiltInRole, numbers: readonly number[]) =>
  role.name === BUILT_IN_ROLES[key].name &&
  role.description === BUILT_IN_ROLES[key].description &&
  numbers.join() === builtInNumbers(key).join()

/** The numbers that roles have, ascending. */
async function numbersOf(
  db: Database,
  roleIDs: readonly number[],
): Promise<(roleID: number) => readonly number[]> {
  const rows = await db
    .selectFrom('rolePermissions')
    .where('roleID', 'in', [0, ...roleIDs])
    .select(['roleID', 'permission'])
    .orderBy('permission')
    .execute()
  return (roleID) => rows.filter((row) => row.roleID === roleID).map(({ permission }) => permission)
}

/** Roles with all that is theirs; of one id, or all. */
async function readRoles(db: Database, id: number | null): Promise<Role[]> {
  const source = roleSource(db).select(['r.builtIn', 'r.offered', 'r.defaultUserTypes']).orderBy('r.nameKey')
  const rows = await (id === null ? source : source.where('r.id', '=', id)).execute()
  const numbers = await numbersOf(
    db,
    rows.map((row) => row.id),
  )
  return rows.map(({ builtIn, offered, defaultUserTypes, people, permissionCount, ...row }) => {
    const held = numbers(row.id)
    const key = builtInOf(builtIn)
    const known = JSON.parse(offered) as number[]
    const fresh = key
      ? builtInNumbers(key).filter((number) => !known.includes(number) && !held.includes(number))
      : []
    return {
      ...row,
      people: people ?? 0,
      permissionCount: permissionCount ?? 0,
      isBuiltIn: key !== null,
      permissions: namesIn(held),
      defaultUserTypes: JSON.parse(defaultUserTypes) as string[],
      isProtected: key === PROTECTED,
      isChanged: key !== null && !isAsItCame(row, key, held),
      offered: namesIn(fresh),
    }
  })
}

/** Roles: what they may do, and who has them (spec 5 §4.2). Only grantors change them, so nobody comes up by them. */
export function rolesHandlers({ db, clock, tellSettled }: RolesServices): AreaHandlers<'roles'> {
  async function read(id: number): Promise<Role> {
    const [role] = await readRoles(db, id)
    if (!role) throw new Refusal(404, 'record.gone', { one: words.one })
    return role
  }

  async function requireFreeName(name: string, id: number | null): Promise<void> {
    const other = await db
      .selectFrom('roles')
      .where('nameKey', '=', searchable(name))
      .select('id')
      .executeTakeFirst()
    if (other && other.id !== id) throw new Refusal(400, 'record.nameTaken', { one: words.one }).about('name')
  }

  const told = (
    caller: Caller,
    action: string,
    role: Pick<Role, 'id' | 'name'>,
    changes: readonly Change[] = [],
  ) =>
    audit(db, caller, clock(), {
      action: `ROLE_${action}`,
      page,
      recordType,
      recordID: role.id,
      label: role.name,
      changes,
    })

  async function peopleOf(trx: Database, roleIDs: readonly number[]): Promise<number[]> {
    const rows = await trx
      .selectFrom('userRoles')
      .where('roleID', 'in', roleIDs)
      .select('userID')
      .distinct()
      .execute()
    return rows.map(({ userID }) => userID)
  }

  /** What was added to a role and taken away, for the audit. */
  const permissionChanges = (before: Role, after: readonly PermissionName[]): Change[] => [
    ...after
      .filter((name) => !before.permissions.includes(name))
      .map((field) => ({ field, before: false, after: true })),
    ...before.permissions
      .filter((name) => !after.includes(name))
      .map((field) => ({ field, before: true, after: false })),
  ]

  function requireProtected(role: Pick<Role, 'isProtected'>, names: readonly PermissionName[]): void {
    if (role.isProtected && !PERMISSION_ADMINS.every((name) => names.includes(name)))
      throw new Refusal(400, 'role.protected')
  }

  /** Writes what roles may do from now on, and what comes of it. */
  async function rewrite(
    trx: Database,
    changes: readonly { readonly id: number; readonly permissions: readonly PermissionName[] }[],
    at: number,
  ): Promise<Settled[]> {
    for (const { id, permissions } of changes) await writeRolePermissions(trx, id, numbersIn(permissions), at)
    const people = await peopleOf(
      trx,
      changes.map(({ id }) => id),
    )
    return settlePermissions(trx, people, at)
  }

  async function make({ name, description, permissions, copyOf, ...values }: Saved, caller: Caller) {
    await holdTurn(db)
    await requireFreeName(name, null)
    const model = copyOf === undefined ? null : await read(copyOf)
    const at = clock()
    const types = values.defaultUserTypes ?? model?.defaultUserTypes ?? []
    const { id } = await db
      .insertInto('roles')
      .values({
        version: 1,
        name,
        nameKey: searchable(name),
        description,
        defaultUserTypes: JSON.stringify(types),
        builtIn: null,
        offered: '[]',
        changedBy: caller.userID,
        changedAt: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const names = permissions ?? model?.permissions ?? []
    await writeRolePermissions(db, id, numbersIn(names), at)
    await told(caller, 'ADDED', { id, name }, [
      ...changesBetween(
        {},
        { name, description, ...(types.length > 0 && { defaultUserTypes: types.join(', ') }) },
      ),
      ...(model ? [{ field: 'copyOf', before: null, after: model.name }] : []),
      ...names.map((field) => ({ field, before: false, after: true })),
    ])
    return read(id)
  }

  /** Changes a role as it was seen; gives it as it is then. */
  async function change(
    id: number,
    version: number,
    values: {
      readonly name: string
      readonly description: string
      readonly defaultUserTypes: readonly string[]
    },
    permissions: readonly PermissionName[],
    action: string,
    caller: Caller,
  ): Promise<Role> {
    const before = await read(id)
    requireProtected(before, permissions)
    await holdTurn(db)
    await requireFreeName(values.name, id)
    const at = clock()
    const row = {
      name: values.name,
      nameKey: searchable(values.name),
      description: values.description,
      defaultUserTypes: JSON.stringify(values.defaultUserTypes),
    }
    const settled = await keepingGrantor(db, async (trx) => {
      await changeSeen(trx, 'roles', words.one, { id, version }, row, { caller, at })
      return rewrite(trx, [{ id, permissions }], at)
    })
    const inWords = ({ name, description, defaultUserTypes }: typeof values) => ({
      ...{ name, description, defaultUserTypes: defaultUserTypes.join(', ') },
    })
    const texts = changesBetween(inWords(before), inWords(values))
    await told(caller, action, { id, name: values.name }, [
      ...texts,
      ...permissionChanges(before, permissions),
    ])
    await tellSettled(settled)
    return read(id)
  }

  return {
    listRoles: (request, { caller }) =>
      listRecords(db, request, {
        record: roleRecord,
        source: recordSource(roleSource(db)),
        viewer: caller,
        now: clock(),
      }),

    getRole: ({ id }) => read(id),

    roleMatrix: () => readRoles(db, null),

    saveRole: async (saved, { caller }) => {
      const { id, version = 1, name, description } = saved
      if (id === undefined) return make(saved, caller)
      const before = await read(id)
      const { permissions = before.permissions, defaultUserTypes = before.defaultUserTypes } = saved
      const values = { name, description, defaultUserTypes }
      return change(id, version, values, permissions, 'CHANGED', caller)
    },

    saveRolePermissions: async ({ changes }, { caller }) => {
      const at = clock()
      const before = new Map((await readRoles(db, null)).map((role) => [role.id, role]))
      for (const { id, permissions } of changes) {
        const role = before.get(id)
        if (!role) throw new Refusal(404, 'record.gone', { one: words.one })
        requireProtected(role, permissions)
      }
      const settled = await keepingGrantor(db, async (trx) => {
        for (const { id, version } of changes)
          await changeSeen(trx, 'roles', words.one, { id, version }, {}, { caller, at })
        return rewrite(trx, changes, at)
      })
      for (const { id, permissions } of changes) {
        const role = before.get(id)
        if (role) await told(caller, 'CHANGED', role, permissionChanges(role, permissions))
      }
      await tellSettled(settled)
      return readRoles(db, null)
    },

    roleImpact: async ({ changes }) => {
      const instead = new Map(changes.map(({ id, permissions }) => [id, numbersIn(permissions)]))
      const { gain, lose, numbers } = await impactOf(db, instead, clock())
      return {
        gain,
        lose,
        permissions: namesIn([...numbers.keys()]).map((name) => ({
          name,
          gain: numbers.get(PERMISSIONS[name])?.gain ?? 0,
          lose: numbers.get(PERMISSIONS[name])?.lose ?? 0,
        })),
      }
    },

    deleteRole: async ({ id, version }, { caller }) => {
      const role = await read(id)
      if (role.isBuiltIn) throw new Refusal(400, 'role.builtIn')
      const people = (await peopleOf(db, [id])).length
      if (people > 0) throw new Refusal(400, 'role.people', { people })
      // Who changes or gives it meanwhile keeps it: the version, and the row of whoever has it.
      await changeSeen(db, 'roles', words.one, { id, version }, {}, { caller, at: clock() })
      await db.deleteFrom('roles').where('id', '=', id).execute()
      await told(caller, 'DELETED', role)
      return { done: true }
    },

    restoreBuiltInRole: async ({ id, version }, { caller }) => {
      const row = await db.selectFrom('roles').where('id', '=', id).select('builtIn').executeTakeFirst()
      if (!row) throw new Refusal(404, 'record.gone', { one: words.one })
      const key = builtInOf(row.builtIn)
      if (!key) throw new Refusal(400, 'role.notBuiltIn')
      const numbers = builtInNumbers(key)
      const role = await change(id, version, BUILT_IN_ROLES[key], namesIn(numbers), 'RESTORED', caller)
      await db
        .updateTable('roles')
        .set({ offered: JSON.stringify(numbers) })
        .where('id', '=', id)
        .execute()
      return { ...role, offered: [] }
    },

    assignRoles: async ({ userID, add, remove }, { caller }) => {
      await holdTurn(db)
      const before = await personAccess(db, userID, clock())
      await requireSeen(db, caller, userID)
      const at = clock()
      const known = await db
        .selectFrom('roles')
        .where('id', 'in', [0, ...add])
        .select('id')
        .execute()
      if (known.length < new Set(add).size) throw new Refusal(400, 'role.gone')
      const settled = await keepingGrantor(db, async (trx) => {
        const given = { userID, source: 'HAND' as const, since: at, givenBy: caller.userID }
        for (const roleID of new Set(add))
          await trx
            .insertInto('userRoles')
            .values({ ...given, roleID })
            .onConflict((conflict) => conflict.doNothing())
            .execute()
        await trx
          .deleteFrom('userRoles')
          .where('userID', '=', userID)
          .where('source', '=', 'HAND')
          .where('roleID', 'in', [0, ...remove])
          .execute()
        const left = await trx
          .selectFrom('userRoles')
          .where('userID', '=', userID)
          .select('roleID')
          .limit(1)
          .executeTakeFirst()
        if (!left) throw new Refusal(400, 'role.atLeastOne')
        return settlePermissions(trx, [userID], at)
      })
      const after = await personAccess(db, userID, at)
      const names = ({ roles }: typeof after) => roles.map(({ name }) => name)
      if (names(before).join() !== names(after).join())
        await audit(db, caller, at, {
          action: 'ROLES_ASSIGNED',
          page,
          recordType: 'person',
          recordID: userID,
          label: after.displayName,
          changes: [{ field: 'roles', before: names(before), after: names(after) }],
        })
      await tellSettled(settled)
      return after
    },
  }
}
