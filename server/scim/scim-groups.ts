import { createHash } from 'node:crypto'
import { searchable } from '#shared/domain/locale.ts'
import { PERMISSION_ADMINS } from '#shared/domain/permission-admin.ts'
import type { Database } from '../db/database.ts'
import { inOneUnit } from '../db/unit-of-work.ts'
import type { Caller } from '../http/handlers.ts'
import { audit, type Change } from '../records/audit.ts'
import { keepingGrantor } from '../roles/grantors.ts'
import { settlePermissions } from '../roles/settle.ts'
import { ScimError } from './scim-error.ts'
import type { Operation } from './scim-patch.ts'
import type { ScimQuery } from './scim-query.ts'
import { GROUP_SCHEMA, scimGroup, scimMembers } from './scim-resources.ts'
import type { Answer, ScimParts } from './scim-users.ts'

const PAGE = 'admin.active-users'
const notThere = (id: string) => new ScimError(404, `There is no Group ${id}.`)

interface Role {
  readonly id: number
  readonly name: string
  readonly version: number
  readonly externalID: string | null
  readonly changedAt: number
}

/** @param trx in whose turn to write the name is taken @throws ScimError 409 where another role has it */
async function requireFree(trx: Database, name: string, id: number | null): Promise<void> {
  const other = await trx
    .selectFrom('roles')
    .where('nameKey', '=', searchable(name.trim()))
    .select('id')
    .executeTakeFirst()
  if (other && other.id !== id) throw new ScimError(409, 'There is a role of this name.', 'uniqueness')
}

/** Roles as a directory sees them (spec 5 §5.4). Who is in them by hand is listed, and stays. */
export class ScimGroups {
  readonly #parts: ScimParts
  readonly #base: string

  constructor(parts: ScimParts, base: string) {
    this.#parts = parts
    this.#base = base
  }

  async list({ filter, startIndex, count, excluded }: ScimQuery): Promise<{ all: Answer[]; total: number }> {
    const all = await this.#roles()
    const found = all.filter((role) => filter === null || matches(role, filter.attribute, filter.value))
    const page = found.slice(startIndex - 1, startIndex - 1 + count)
    const answers: Answer[] = []
    for (const role of page)
      answers.push(this.#answer(role, excluded.includes('members') ? [] : await this.#members(role.id)))
    return { all: answers, total: found.length }
  }

  /** @throws ScimError 404 */
  async get(id: string): Promise<Answer> {
    const role = await this.#role(id)
    return this.#answer(role, await this.#members(role.id))
  }

  /** A role that may do nothing yet: what it may is decided here. @throws ScimError 409 where one is called so */
  async create(body: unknown, caller: Caller): Promise<Answer> {
    const asked = readGroup(body)
    requireGrantor(caller)
    const { db, clock } = this.#parts
    return inOneUnit(async () => {
      const name = asked.displayName
      const { id } = await db.transaction().execute(async (trx) => {
        await requireFree(trx, name, null)
        return trx
          .insertInto('roles')
          .values({
            ...{ version: 1, name, nameKey: searchable(name) },
            ...{ description: 'Made by the directory', defaultUserTypes: '[]', builtIn: null, offered: '[]' },
            ...{ changedBy: caller.userID, changedAt: clock() },
          })
          .returning('id')
          .executeTakeFirstOrThrow()
      })
      await this.#told(caller, 'ADDED', id, asked.displayName, [
        { field: 'name', before: null, after: asked.displayName },
      ])
      await this.#noteExternal(id, asked.externalId)
      await this.#setMembers(id, (asked.members ?? []).map(idOf), caller)
      return this.get(String(id))
    })
  }

  async replace(id: string, body: unknown, caller: Caller): Promise<Answer> {
    const role = await this.#role(id)
    const asked = readGroup(body)
    requireGrantor(caller)
    return inOneUnit(async () => {
      await this.#rename(role, asked.displayName, caller)
      await this.#noteExternal(role.id, asked.externalId)
      await this.#setMembers(role.id, (asked.members ?? []).map(idOf), caller)
      return this.get(id)
    })
  }

  async patch(id: string, operations: readonly Operation[], caller: Caller): Promise<Answer> {
    requireGrantor(caller)
    return inOneUnit(async () => {
      for (const operation of operations) await this.#do(await this.#role(id), operation, caller)
      return this.get(id)
    })
  }

  async #do(role: Role, { op, path, value }: Operation, caller: Caller): Promise<void> {
    if (path === undefined) {
      const record = typeof value === 'object' && value !== null ? value : {}
      for (const [name, one] of Object.entries(record))
        await this.#do(await this.#role(String(role.id)), { op, path: name, value: one }, caller)
      return
    }
    const [, one] = /^members\[\s*value\s+eq\s+"(\d{1,15})"\s*\]$/i.exec(path) ?? []
    if (one !== undefined) {
      if (op !== 'remove') throw new ScimError(400, 'A member is removed by its value.', 'invalidPath')
      return this.#change(role.id, { gone: [Number(one)], come: [] }, caller)
    }
    switch (path.toLowerCase()) {
      case 'members': {
        const ids = value === undefined ? null : membersIn(value)
        if (op === 'add') return this.#change(role.id, { gone: [], come: ids ?? [] }, caller)
        if (op === 'replace') return this.#setMembers(role.id, ids ?? [], caller)
        return ids === null
          ? this.#setMembers(role.id, [], caller)
          : this.#change(role.id, { gone: ids, come: [] }, caller)
      }
      case 'displayname':
        if (op === 'remove' || typeof value !== 'string')
          throw new ScimError(400, 'A group has a name.', 'invalidValue')
        return this.#rename(role, value, caller)
      case 'externalid':
        return this.#noteExternal(role.id, op === 'remove' ? null : String(value))
      // What a client repeats of what it read.
      case 'id':
      case 'schemas':
        return
      default:
        throw new ScimError(400, `A group has no ${path}.`, 'invalidPath')
    }
  }

  async #roles(): Promise<Role[]> {
    return this.#parts.db
      .selectFrom('roles')
      .leftJoin('scimGroups as scim', 'scim.roleID', 'roles.id')
      .orderBy('roles.id')
      .select(['roles.id', 'roles.name', 'roles.version', 'roles.changedAt', 'scim.externalID'])
      .execute()
  }

  async #role(id: string): Promise<Role> {
    const role = (await this.#roles()).find((one) => String(one.id) === id)
    if (!role) throw notThere(id)
    return role
  }

  async #members(roleID: number) {
    return this.#parts.db
      .selectFrom('userRoles')
      .innerJoin('users', 'users.id', 'userRoles.userID')
      .leftJoin('scimUsers as scim', 'scim.userID', 'users.id')
      .where('roleID', '=', roleID)
      .where('scim.deletedAt', 'is', null)
      .orderBy('users.id')
      .select(['users.id', 'users.displayName'])
      .execute()
  }

  #answer(
    { id, name, version, externalID, changedAt }: Role,
    members: readonly { readonly id: number; readonly displayName: string }[],
  ): Answer {
    // Whose group it is counts, too, and isn't in the role's own version.
    const hash = createHash('sha256').update(`${version} ${members.map((one) => one.id).join()}`)
    const tag = `W/"${hash.digest('base64url').slice(0, 16)}"`
    return {
      version: tag,
      resource: {
        ...{ schemas: [GROUP_SCHEMA], id: String(id), displayName: name },
        ...(externalID !== null && { externalId: externalID }),
        members: members.map((one) => ({
          ...{ value: String(one.id), display: one.displayName, type: 'User' },
          $ref: `${this.#base}/Users/${one.id}`,
        })),
        meta: {
          ...{ resourceType: 'Group', location: `${this.#base}/Groups/${id}`, version: tag },
          lastModified: new Date(changedAt).toISOString(),
        },
      },
    }
  }

  async #rename({ id, name }: Role, asked: string, caller: Caller): Promise<void> {
    const next = asked.trim()
    if (next === name) return
    if (next === '' || next.length > 100) throw new ScimError(400, 'A group has a name.', 'invalidValue')
    await this.#parts.db.transaction().execute(async (trx) => {
      await requireFree(trx, next, id)
      await trx
        .updateTable('roles')
        .set((eb) => ({ name: next, nameKey: searchable(next), version: eb('version', '+', 1) }))
        .set({ changedBy: caller.userID, changedAt: this.#parts.clock() })
        .where('id', '=', id)
        .execute()
    })
    await this.#told(caller, 'CHANGED', id, next, [{ field: 'name', before: name, after: next }])
  }

  async #noteExternal(roleID: number, externalId: string | null | undefined): Promise<void> {
    if (externalId === undefined) return
    const externalID = externalId || null
    await this.#parts.db
      .insertInto('scimGroups')
      .values({ roleID, externalID })
      .onConflict((conflict) => conflict.column('roleID').doUpdateSet({ externalID }))
      .execute()
  }

  async #setMembers(roleID: number, ids: readonly number[], caller: Caller): Promise<void> {
    const held = (await this.#members(roleID)).map(({ id }) => id)
    const gone = held.filter((id) => !ids.includes(id))
    await this.#change(roleID, { gone, come: ids.filter((id) => !held.includes(id)) }, caller)
  }

  /** Gives and takes a role, as the directory's: who has it by hand keeps it. @throws Refusal where nobody could grant */
  async #change(
    roleID: number,
    { gone, come }: { readonly gone: readonly number[]; readonly come: readonly number[] },
    caller: Caller,
  ): Promise<void> {
    const { db, clock, personChanged, tellSettled } = this.#parts
    const at = clock()
    const settled = await keepingGrantor(db, async (trx) => {
      const people = await this.#people(trx, [...gone, ...come])
      const missing = come.find((id) => !people.has(id))
      if (missing !== undefined) throw new ScimError(400, `There is no User ${missing}.`, 'invalidValue')
      const taken = await trx
        .deleteFrom('userRoles')
        .where('roleID', '=', roleID)
        .where('source', '=', 'DIRECTORY')
        .where('userID', 'in', [0, ...gone])
        .returning('userID')
        .execute()
      const given =
        come.length === 0
          ? []
          : await trx
              .insertInto('userRoles')
              .values(
                [...new Set(come)].map((userID) => ({
                  ...{ userID, roleID, source: 'DIRECTORY' as const, since: at, givenBy: caller.userID },
                })),
              )
              .onConflict((conflict) => conflict.doNothing())
              .returning('userID')
              .execute()
      const { name } = await trx
        .selectFrom('roles')
        .where('id', '=', roleID)
        .select('name')
        .executeTakeFirstOrThrow()
      for (const [rows, before, after] of [
        [taken, name, null],
        [given, null, name],
      ] as const)
        for (const { userID } of rows)
          await audit(trx, caller, at, {
            ...{ action: 'PERSON_ROLES_CHANGED', page: PAGE, recordType: 'person', recordID: userID },
            label: people.get(userID) ?? '',
            changes: [{ field: 'roles', before, after }],
            reason: 'By the directory',
          })
      const changed = [...taken, ...given].map(({ userID }) => userID)
      for (const userID of changed) personChanged(userID)
      return settlePermissions(trx, changed, at)
    })
    await tellSettled(settled)
  }

  async #people(db: Database, ids: readonly number[]): Promise<Map<number, string>> {
    const rows = await db
      .selectFrom('users')
      .where('id', 'in', [0, ...ids])
      .where('id', '>', 0)
      .select(['id', 'displayName'])
      .execute()
    return new Map(rows.map((row) => [row.id, row.displayName]))
  }

  #told(caller: Caller, verb: string, recordID: number, label: string, changes: readonly Change[]) {
    return audit(this.#parts.db, caller, this.#parts.clock(), {
      ...{ action: `ROLE_${verb}`, page: PAGE, recordType: 'role', recordID, label, changes },
    })
  }
}

/** Roles are given by who grants permissions, here as anywhere. @throws ScimError 403 */
function requireGrantor({ permissions }: Caller): void {
  if (!permissions.canAll(PERMISSION_ADMINS))
    throw new ScimError(403, 'The owner of the API key may not grant permissions.')
}

const idOf = ({ value }: { readonly value: string | number }): number => {
  const id = Number(value)
  if (!Number.isSafeInteger(id) || id <= 0)
    throw new ScimError(400, `There is no User ${value}.`, 'invalidValue')
  return id
}

/** @throws ScimError 400 */
function membersIn(value: unknown): number[] {
  const read = scimMembers.safeParse(Array.isArray(value) ? value : [value])
  if (!read.success) throw new ScimError(400, 'Members are objects with a value.', 'invalidValue')
  return read.data.map(idOf)
}

function readGroup(body: unknown) {
  const read = scimGroup.safeParse(body)
  if (!read.success) throw new ScimError(400, 'The group can’t be read.', 'invalidValue')
  return read.data
}

function matches(role: Role, attribute: string, value: string): boolean {
  switch (attribute) {
    case 'displayname':
      return searchable(role.name) === searchable(value)
    case 'externalid':
      return role.externalID === value
    case 'id':
      return String(role.id) === value
    default:
      throw new ScimError(400, `Groups can't be found by ${attribute}.`, 'invalidFilter')
  }
}
