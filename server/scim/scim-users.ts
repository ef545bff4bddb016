import { type PersonValues, personValues } from '#shared/records/admin/person-values.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { inOneUnit } from '../db/unit-of-work.ts'
import type { Caller } from '../http/handlers.ts'
import { dayOf, deactivate, type LeaverParts } from '../leavers/deactivate.ts'
import { reinstate } from '../leavers/reinstate.ts'
import { openDirectory } from '../people/directory.ts'
import { personFaults } from '../people/person-rules.ts'
import { addPeople, changePeople, cleanPerson, readKept, type Saving } from '../people/save-person.ts'
import { type PeopleWindows, tellPeople } from '../people/tell-people.ts'
import { keepingGrantor, requireNoWayUp } from '../roles/grantors.ts'
import { firstArea } from '../sso/make-person.ts'
import { ScimError } from './scim-error.ts'
import { applyPatch, type Operation } from './scim-patch.ts'
import type { ScimQuery } from './scim-query.ts'
import { primaryOf, type ScimUser, scimUser, USER_SCHEMA, userTypeOf } from './scim-resources.ts'

export interface ScimParts extends LeaverParts, Omit<PeopleWindows, 'publisher'> {
  readonly db: Database
  readonly clock: Clock
}

const notThere = (id: string) => new ScimError(404, `There is no User ${id}.`)

/** What a resource is answered with, and its version. */
export interface Answer {
  readonly resource: Readonly<Record<string, unknown>>
  readonly version: string
}

const peopleRows = (db: Database) =>
  db
    .selectFrom('users as u')
    .leftJoin('scimUsers as scim', 'scim.userID', 'u.id')
    .where('u.id', '>', 0)
    .where('u.erasedAt', 'is', null)
    .select(['u.id', 'u.version', 'u.userName', 'u.displayName', 'u.legalName', 'u.email', 'u.mobile'])
    .select(['u.userType', 'u.status', 'u.createdAt', 'u.changedAt', 'scim.externalID', 'scim.deletedAt'])
type Rows = ReturnType<typeof peopleRows>

/** People as a directory sees them (spec 5 §5.4): what it changes goes by the rules that hold for everybody. */
export class ScimUsers {
  readonly #parts: ScimParts
  readonly #base: string

  /** @param base the address below which SCIM is */
  constructor(parts: ScimParts, base: string) {
    this.#parts = parts
    this.#base = base
  }

  async list({ filter, startIndex, count }: ScimQuery): Promise<{ all: Answer[]; total: number }> {
    const rows = peopleRows(this.#parts.db).where('scim.deletedAt', 'is', null)
    const found = filter === null ? rows : this.#matching(rows, filter.attribute, filter.value)
    const { total } = await found
      .clearSelect()
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    if (count === 0) return { all: [], total: Number(total) }
    const page = await found
      .orderBy('u.id')
      .limit(count)
      .offset(startIndex - 1)
      .execute()
    const groups = await this.#groupsOf(page.map(({ id }) => id))
    return { all: page.map((row) => this.#answer(row, groups.get(row.id) ?? [])), total: Number(total) }
  }

  /** @throws ScimError 404 */
  async get(id: string): Promise<Answer> {
    const row = await this.#row(id)
    return this.#answer(row, (await this.#groupsOf([row.id])).get(row.id) ?? [])
  }

  /**
   * A new person; or the same one again, where the directory had taken them away.
   * @throws ScimError, Refusal
   */
  async create(body: unknown, caller: Caller): Promise<Answer> {
    const asked = readUser(body)
    return inOneUnit(async () => {
      const { db } = this.#parts
      const taken = await db
        .selectFrom('users as u')
        .innerJoin('scimUsers as scim', 'scim.userID', 'u.id')
        .where((eb) => eb(eb.fn<string>('lower', ['u.userName']), '=', asked.userName.toLowerCase()))
        .where('scim.deletedAt', 'is not', null)
        .select('u.id')
        .executeTakeFirst()
      if (taken) {
        await db.updateTable('scimUsers').set({ deletedAt: null }).where('userID', '=', taken.id).execute()
        return this.#write(taken.id, asked, caller)
      }
      const id = await this.#add(asked, caller)
      await this.#noteExternal(id, asked)
      if (!asked.active) await this.#leave(id, caller)
      return this.get(String(id))
    })
  }

  async replace(id: string, body: unknown, caller: Caller): Promise<Answer> {
    const { id: userID } = await this.#row(id)
    const asked = readUser(body)
    return inOneUnit(() => this.#write(userID, asked, caller))
  }

  async patch(id: string, operations: readonly Operation[], caller: Caller): Promise<Answer> {
    const { resource } = await this.get(id)
    const { groups: _groups, meta: _meta, ...before } = resource
    const asked = readUser(applyPatch(before, operations))
    return inOneUnit(() => this.#write(Number(id), asked, caller))
  }

  /** Takes somebody away: they leave, and nothing of theirs is erased. */
  async remove(id: string, caller: Caller): Promise<void> {
    const { id: userID, status } = await this.#row(id)
    await inOneUnit(async () => {
      await requireNoWayUp(this.#parts.db, caller, userID)
      if (status !== 'LEAVER') await this.#leave(userID, caller)
      const deletedAt = this.#parts.clock()
      await this.#parts.db
        .insertInto('scimUsers')
        .values({ userID, externalID: null, deletedAt })
        .onConflict((conflict) => conflict.column('userID').doUpdateSet({ deletedAt, externalID: null }))
        .execute()
    })
  }

  #matching(rows: Rows, attribute: string, value: string): Rows {
    const small = value.toLowerCase()
    switch (attribute) {
      case 'username':
        return rows.where((eb) => eb(eb.fn<string>('lower', ['u.userName']), '=', small))
      case 'displayname':
        return rows.where((eb) => eb(eb.fn<string>('lower', ['u.displayName']), '=', small))
      case 'emails':
      case 'emails.value':
        return rows.where((eb) => eb(eb.fn<string>('lower', ['u.email']), '=', small))
      case 'externalid':
        return rows.where('scim.externalID', '=', value)
      case 'id':
        return rows.where('u.id', '=', /^\d{1,15}$/.test(value) ? Number(value) : 0)
      default:
        throw new ScimError(400, `People can't be found by ${attribute}.`, 'invalidFilter')
    }
  }

  async #row(id: string) {
    const row = /^[1-9]\d{0,14}$/.test(id)
      ? await peopleRows(this.#parts.db).where('u.id', '=', Number(id)).executeTakeFirst()
      : undefined
    if (!row || row.deletedAt !== null) throw notThere(id)
    return row
  }

  async #groupsOf(ids: readonly number[]) {
    const rows = await this.#parts.db
      .selectFrom('userRoles')
      .innerJoin('roles', 'roles.id', 'userRoles.roleID')
      .where('userID', 'in', [0, ...ids])
      .orderBy('roles.id')
      .select(['userID', 'roles.id', 'roles.name'])
      .execute()
    return Map.groupBy(rows, ({ userID }) => userID)
  }

  #answer(
    row: Awaited<ReturnType<Rows['execute']>>[number],
    groups: readonly { readonly id: number; readonly name: string }[],
  ): Answer {
    const { id, email, mobile, externalID, legalName, displayName } = row
    const version = `W/"${row.version}"`
    return {
      version,
      resource: {
        ...{ schemas: [USER_SCHEMA], id: String(id) },
        ...(externalID !== null && { externalId: externalID }),
        ...{ userName: row.userName, displayName, name: { formatted: legalName || displayName } },
        ...{ active: row.status !== 'LEAVER', userType: row.userType },
        emails: email === null ? [] : [{ value: email, type: 'work', primary: true }],
        ...(mobile !== '' && { phoneNumbers: [{ value: mobile, type: 'mobile' }] }),
        groups: groups.map((role) => ({
          ...{ value: String(role.id), display: role.name, $ref: `${this.#base}/Groups/${role.id}` },
          type: 'direct',
        })),
        meta: {
          resourceType: 'User',
          created: new Date(row.createdAt).toISOString(),
          lastModified: new Date(row.changedAt ?? row.createdAt).toISOString(),
          location: `${this.#base}/Users/${id}`,
          version,
        },
      },
    }
  }

  #saving(caller: Caller): Saving {
    const { clock, sessions, signIns } = this.#parts
    return { actor: caller, at: clock(), reason: 'By the directory', sessions, signIns }
  }

  async #add(asked: ScimUser, caller: Caller): Promise<number> {
    const { db } = this.#parts
    const userType = userTypeOf(asked.userType) ?? 'INTERVIEWER'
    const role = await usualRole(db, userType)
    const values = cleanPerson(
      personValues.parse({ ...said(asked), userType, roleIDs: role, areaID: await firstArea(db) }),
    )
    const made = await keepingGrantor(db, async (trx) => {
      const directory = await openDirectory(trx)
      const [fault] = personFaults(values, null, directory, null)
      if (fault) throw fault.refusal
      const access = { passwordHash: '', temporaryUntil: null, signInMethod: 'SINGLE_SIGN_ON' as const }
      const added = await addPeople(trx, this.#saving(caller), directory, [{ values, ...access }])
      // What the directory gave it can take.
      await trx
        .updateTable('userRoles')
        .set({ source: 'DIRECTORY' })
        .where('userID', 'in', added.ids)
        .execute()
      return added
    })
    await tellPeople(this.#parts, made.aftermath)
    return made.ids[0] ?? 0
  }

  /** Somebody as the directory has them now. */
  async #write(userID: number, asked: ScimUser, caller: Caller): Promise<Answer> {
    const { db } = this.#parts
    await requireNoWayUp(db, caller, userID)
    const { status } = await this.#row(String(userID))
    if (asked.active && status === 'LEAVER') await this.#reinstate(userID, caller)
    const kept = (await readKept(db, [userID])).get(userID)
    if (!kept) throw notThere(String(userID))
    const values = cleanPerson({
      ...kept.values,
      ...said(asked),
      userType: userTypeOf(asked.userType) ?? kept.values.userType,
    })
    if (!isSame(values, kept.values)) {
      const aftermath = await keepingGrantor(db, async (trx) => {
        const directory = await openDirectory(trx)
        const [fault] = personFaults(values, kept, directory, null)
        if (fault) throw fault.refusal
        return changePeople(trx, this.#saving(caller), directory, [{ before: kept, values }])
      })
      await tellPeople(this.#parts, aftermath)
    }
    await this.#noteExternal(userID, asked)
    if (!asked.active && status !== 'LEAVER') await this.#leave(userID, caller)
    return this.get(String(userID))
  }

  async #noteExternal(userID: number, { externalId }: ScimUser): Promise<void> {
    const externalID = externalId || null
    await this.#parts.db.transaction().execute(async (trx) => {
      if (externalID !== null) {
        const other = await trx
          .selectFrom('scimUsers')
          .where('externalID', '=', externalID)
          .where('userID', '<>', userID)
          .select('userID')
          .executeTakeFirst()
        if (other) throw new ScimError(409, 'Somebody else has this externalId.', 'uniqueness')
      }
      await trx
        .insertInto('scimUsers')
        .values({ userID, externalID, deletedAt: null })
        .onConflict((conflict) => conflict.column('userID').doUpdateSet({ externalID }))
        .execute()
    })
  }

  /** Leaves as everybody does, for the reason DIRECTORY, with the manager as new holder (spec 5 §3.4). */
  async #leave(userID: number, caller: Caller): Promise<void> {
    const leaveDate = dayOf(this.#parts.clock())
    await deactivate(this.#parts, caller, {
      ...{ userID, leaveDate, reason: 'DIRECTORY', note: '', newHolder: 'MANAGER' },
    })
  }

  /**
   * Comes back as everybody does, from today on and without anything that they signed in with (spec 5 §3.5): with
   * the directory's roles alone, since what was given by hand is confirmed by a person.
   */
  async #reinstate(userID: number, caller: Caller): Promise<void> {
    const { db, clock, personChanged } = this.#parts
    const at = clock()
    const aftermath = await keepingGrantor(db, async (trx) => {
      const person = await trx
        .selectFrom('users as u')
        .leftJoin('areas as a', (join) => join.onRef('a.id', '=', 'u.areaID').on('a.isActive', '=', 1))
        .leftJoin('users as m', (join) => join.onRef('m.id', '=', 'u.managerID').on('m.isActive', '=', 1))
        .where('u.id', '=', userID)
        .select(['u.userType', 'u.contractTypeID', 'a.id as areaID', 'm.id as managerID'])
        .executeTakeFirstOrThrow()
      await trx
        .updateTable('users')
        .set({ signInMethod: 'SINGLE_SIGN_ON' })
        .where('id', '=', userID)
        .execute()
      await trx.deleteFrom('userRoles').where('userID', '=', userID).where('source', '=', 'HAND').execute()
      const left = await trx
        .selectFrom('userRoles')
        .where('userID', '=', userID)
        .select('roleID')
        .executeTakeFirst()
      if (!left)
        for (const roleID of await usualRole(trx, person.userType))
          await trx
            .insertInto('userRoles')
            .values({ userID, roleID, source: 'DIRECTORY', since: at, givenBy: null })
            .execute()
      return reinstate(trx, this.#parts, caller, {
        ...{ userID, roleIDs: 'ALL', startDate: dayOf(at), contractTypeID: person.contractTypeID },
        ...{ areaID: person.areaID ?? (await firstArea(trx)), managerID: person.managerID },
      })
    })
    await tellPeople(this.#parts, aftermath)
    personChanged(userID)
  }
}

/** The role that a person of that type begins with: the built-in one for it, else the interviewer's. */
async function usualRole(db: Database, userType: string): Promise<number[]> {
  const roles = await db
    .selectFrom('roles')
    .where('builtIn', 'is not', null)
    .orderBy('id')
    .select(['id', 'builtIn', 'defaultUserTypes'])
    .execute()
  const own = roles.find(({ builtIn }) => builtIn === userType)
  // Nobody becomes an administrator by a word of a directory's: a group says so.
  const isSafe = own !== undefined && userType !== 'ADMIN'
  const role = isSafe ? own : roles.find(({ builtIn }) => builtIn === 'INTERVIEWER')
  return role ? [role.id] : []
}

/** @throws ScimError 400 */
function readUser(body: unknown): ScimUser {
  const read = scimUser.safeParse(body)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new ScimError(400, `${issue?.path.join('.') || 'The user'} can't be read.`, 'invalidValue')
}

/** What the directory says of somebody, as our fields. */
function said(asked: ScimUser): Partial<PersonValues> & Pick<PersonValues, 'userName' | 'displayName'> {
  const { userName, name } = asked
  const joined = [name?.givenName, name?.familyName].filter(Boolean).join(' ')
  const legalName = (joined || name?.formatted || '').slice(0, 100)
  const displayName = (asked.displayName || legalName || userName).slice(0, 100)
  const email = primaryOf(asked.emails) || null
  const mobile = primaryOf(asked.phoneNumbers).slice(0, 40)
  return { userName, displayName, email, mobile, ...(legalName !== displayName && { legalName }) }
}

const isSame = (one: PersonValues, other: PersonValues): boolean =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(cleanPerson(other)).sort())
