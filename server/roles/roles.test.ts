import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { PERMISSION_ADMINS } from '#shared/domain/permission-admin.ts'
import { PERMISSIONS, type PermissionName } from '#shared/domain/permissions.ts'
import type { Database } from '../db/database.ts'
import { BEFORE_ROLES } from '../db/migrations/0046-roles.ts'
import { openTestDatabase } from '../db/testing/test-database.ts'
import { permissionsOfPerson } from '../seed/demo-accounts.ts'
import { PEOPLE } from '../seed/people.ts'
import { seedDatabase } from '../seed/seed.ts'
import { BUILT_IN_ROLES } from './built-in-roles.ts'
import {
  builtInNumbers,
  builtInRoleID,
  giveBuiltInRole,
  makeFirstRoles,
  settleRoles,
  writeRolePermissions,
} from './first-roles.ts'
import { isGrantor, keepingGrantor, somebodyCanGrant, someGrantorHasTwoFactor } from './grantors.ts'
import { settlePermissions } from './settle.ts'
import { addRole, giveRole } from './testing/role-fixture.ts'

const AT = Date.UTC(2026, 4, 4)
const PROVIDER = {
  ...({ version: 1, kind: 'SINGLE_SIGN_ON', name: 'Northgate ID', isEnabled: 1, settings: '{}' } as const),
  ...{ lastError: '', failuresInRow: 0, changedBy: null, changedAt: AT },
}

let db: Database
beforeEach(async () => {
  db = await openTestDatabase()
})
afterEach(() => db.destroy())

interface More {
  readonly isActive?: number
  readonly passwordHash?: string
  readonly lockedAt?: number
  readonly signInMethod?: 'SINGLE_SIGN_ON'
}

async function addUser(id: number, more: More = {}): Promise<number> {
  await db
    .insertInto('users')
    .values({
      id,
      userName: `person${id}`,
      displayName: `Person ${id}`,
      role: '',
      userType: 'INTERVIEWER',
      areaID: null,
      managerID: null,
      passwordHash: 'hash',
      isActive: 1,
      createdAt: AT,
      ...more,
    })
    .execute()
  return id
}

const numbersOf = async (userID: number) =>
  (
    await db
      .selectFrom('userPermissions')
      .where('userID', '=', userID)
      .select('permission')
      .orderBy('permission')
      .execute()
  ).map(({ permission }) => permission)

const named = (...names: PermissionName[]) => names.map((name) => PERMISSIONS[name]).sort((a, b) => a - b)

const decideAlone = (userID: number, name: PermissionName, isRefusal: 0 | 1, endsAt: number | null = null) =>
  db
    .insertInto('personalPermissions')
    .values({
      userID,
      permission: PERMISSIONS[name],
      isRefusal,
      reason: 'x',
      endsAt,
      since: AT,
      givenBy: null,
    })
    .execute()

describe('what somebody may do', () => {
  test('A067 is what all their roles and their own grants say, less their own refusals', async () => {
    const ann = await addUser(1)
    const bob = await addUser(2)
    const one = await addRole(db, 'One', 'CAN_USE_VAULT', 'CAN_USE_TODO')
    const two = await addRole(db, 'Two', 'CAN_USE_TODO', 'CAN_USE_FAQ', 'CAN_USE_VPN')
    await giveRole(db, ann, one)
    await giveRole(db, ann, two)
    await giveRole(db, bob, one)
    await decideAlone(ann, 'CAN_MAKE_CALL', 0)
    await decideAlone(ann, 'CAN_USE_TODO', 1)
    await decideAlone(ann, 'CAN_USE_POLLS', 1)
    const settled = await settlePermissions(db, [ann, bob], AT)
    const anns = named('CAN_USE_VAULT', 'CAN_USE_FAQ', 'CAN_USE_VPN', 'CAN_MAKE_CALL')
    expect(await numbersOf(ann)).toEqual(anns)
    expect(await numbersOf(bob)).toEqual(named('CAN_USE_VAULT', 'CAN_USE_TODO'))
    expect(settled.map(({ userID, gained, lost }) => [userID, gained.length, lost.length])).toEqual([
      [ann, 4, 0],
      [bob, 2, 0],
    ])
    expect(await settlePermissions(db, [ann, bob], AT)).toEqual([])
    await db.deleteFrom('userRoles').where('userID', '=', ann).where('roleID', '=', two).execute()
    expect(await settlePermissions(db, [ann], AT)).toEqual([
      { userID: ann, gained: [], lost: expect.arrayContaining(named('CAN_USE_FAQ', 'CAN_USE_VPN')) },
    ])
    expect(await numbersOf(ann)).toEqual(named('CAN_USE_VAULT', 'CAN_MAKE_CALL'))
  })

  test('A067 nobody of the demo company may do more or less than before there were roles', async () => {
    await seedDatabase(db, { hashPassword: async () => 'hash', now: AT })
    for (const person of PEOPLE)
      expect({ name: person.name, may: await numbersOf(person.id) }).toEqual({
        name: person.name,
        may: named(...permissionsOfPerson(person)),
      })
    const ids = PEOPLE.map(({ id }) => id)
    expect(await settlePermissions(db, ids, AT)).toEqual([])
    const held = await db.selectFrom('userRoles').select('userID').execute()
    expect(held.map(({ userID }) => userID).sort((a, b) => a - b)).toEqual(ids)
  })
})

describe('the first roles', () => {
  test('are the built-in ones, once, and the area ‘Head office’; Administrator makes a grantor', async () => {
    const ann = await addUser(1)
    const { headOfficeID } = await makeFirstRoles(db, AT)
    expect(await makeFirstRoles(db, AT)).toEqual({ headOfficeID })
    const names = (await db.selectFrom('roles').select('name').orderBy('id').execute()).map(
      ({ name }) => name,
    )
    expect(names).toEqual([
      'Interviewer',
      'Senior interviewer',
      'Supervisor',
      'Restricted supervisor',
      'Resource planner',
      'Recruiter',
      'Trainer',
      'HR',
      'Payroll',
      'Agency user',
      'Finance',
      'Researcher',
      'Support',
      'Administrator',
      'Recruit',
      'Sense viewer',
    ])
    expect(await db.selectFrom('areas').select('name').execute()).toEqual([{ name: 'Head office' }])
    expect(await somebodyCanGrant(db)).toBe(false)
    await giveBuiltInRole(db, ann, 'ADMINISTRATOR', { at: AT, by: null })
    expect(await numbersOf(ann)).toEqual(builtInNumbers('ADMINISTRATOR'))
    expect([await isGrantor(db, ann), await somebodyCanGrant(db)]).toEqual([true, true])
  })

  test('a server that was there before gives each person the role that is the same set, else grants', async () => {
    const [ann, bob] = [await addUser(1), await addUser(2)]
    const heldBefore = async (userID: number, numbers: readonly number[]) => {
      const rows = numbers.map((permission) => ({ userID, permission }))
      await db.insertInto('userPermissions').values(rows).execute()
      const rest = { isRefusal: 0, reason: BEFORE_ROLES, endsAt: null, since: AT, givenBy: null }
      await db
        .insertInto('personalPermissions')
        .values(rows.map((row) => ({ ...row, ...rest })))
        .execute()
    }
    const supervisor = builtInNumbers('SUPERVISOR')
    await heldBefore(ann, supervisor)
    await heldBefore(bob, supervisor.slice(1))
    await settleRoles(db, AT)
    expect(await db.selectFrom('userRoles').select(['userID', 'roleID']).execute()).toEqual([
      { userID: ann, roleID: await builtInRoleID(db, 'SUPERVISOR') },
    ])
    expect(await numbersOf(ann)).toEqual(supervisor)
    expect(await numbersOf(bob)).toEqual(supervisor.slice(1))
  })

  test('an empty installation gets no roles at its start', async () => {
    await settleRoles(db, AT)
    expect(await db.selectFrom('roles').select('id').execute()).toEqual([])
  })

  test('a new version’s permissions reach built-in roles that were left as they came, and no others', async () => {
    const [ann, bob] = [await addUser(1), await addUser(2)]
    await makeFirstRoles(db, AT)
    await giveBuiltInRole(db, ann, 'TRAINER', { at: AT, by: null })
    await giveBuiltInRole(db, bob, 'HR', { at: AT, by: null })
    // As an older version left them: it didn't know the last permission of each yet.
    for (const key of ['TRAINER', 'HR'] as const) {
      const id = await builtInRoleID(db, key)
      const older = builtInNumbers(key).slice(0, -1)
      await db
        .updateTable('roles')
        .set({ offered: JSON.stringify(older) })
        .where('id', '=', id)
        .execute()
      await writeRolePermissions(db, id, key === 'HR' ? older.slice(0, -1) : older, AT)
    }
    await settlePermissions(db, [ann, bob], AT)
    await settleRoles(db, AT)
    expect(await numbersOf(ann)).toEqual(builtInNumbers('TRAINER'))
    expect(await numbersOf(bob)).toEqual(builtInNumbers('HR').slice(0, -2))
  })

  test('Administrator has what makes a grantor', () => {
    for (const name of PERMISSION_ADMINS) expect(BUILT_IN_ROLES.ADMINISTRATOR.permissions).toContain(name)
  })
})

describe('the last grantor', () => {
  const away = (userID: number) =>
    keepingGrantor(db, async (trx) => {
      await trx.deleteFrom('userRoles').where('userID', '=', userID).execute()
      return settlePermissions(trx, [userID], AT)
    })
  const LAST = 'permission.lastGranter'

  test('A002 stays: who isn’t active, has no password, is locked, signs in elsewhere or holds it by a grant that ends doesn’t count', async () => {
    const ann = await addUser(1)
    const others = [
      await addUser(2, { isActive: 0 }),
      await addUser(3, { passwordHash: '' }),
      await addUser(5, { lockedAt: AT }),
      await addUser(6, { signInMethod: 'SINGLE_SIGN_ON' }),
    ]
    await makeFirstRoles(db, AT)
    for (const id of [ann, ...others]) await giveBuiltInRole(db, id, 'ADMINISTRATOR', { at: AT, by: null })
    const ending = await addUser(4)
    for (const name of PERMISSION_ADMINS) await decideAlone(ending, name, 0, AT + 1000)
    await settlePermissions(db, [ending], AT)
    await expect(away(ann)).rejects.toMatchObject({ status: 400, code: LAST })
    expect(await numbersOf(ann)).toEqual(builtInNumbers('ADMINISTRATOR'))
    await db.updateTable('users').set({ isActive: 1 }).where('id', '=', 2).execute()
    await away(ann)
    await expect(away(2)).rejects.toMatchObject({ code: LAST })
  })

  /** Whom this role has signs in at a provider alone. */
  async function signInElsewhere(roleID: number): Promise<void> {
    const { id: adaptorID } = await db
      .insertInto('adaptors')
      .values(PROVIDER)
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('ssoOnlyRoles').values({ roleID, adaptorID }).execute()
  }

  test('A002 whom a role sends to single sign-on, or who may do only a part of it, doesn’t count either', async () => {
    const [ann, bob, cat] = [await addUser(1), await addUser(2), await addUser(3)]
    await makeFirstRoles(db, AT)
    for (const id of [ann, bob]) await giveBuiltInRole(db, id, 'ADMINISTRATOR', { at: AT, by: null })
    const elsewhere = await addRole(db, 'Elsewhere', 'CAN_USE_TODO')
    await giveRole(db, bob, elsewhere)
    await decideAlone(cat, 'ADMIN_CAN_SEE_USERS', 0)
    await settlePermissions(db, [cat], AT)
    await signInElsewhere(elsewhere)
    await expect(away(ann)).rejects.toMatchObject({ status: 400, code: LAST })
    expect([await somebodyCanGrant(db), await somebodyCanGrant(db, ann)]).toEqual([true, false])
    expect(await somebodyCanGrant(db, bob)).toBe(true)
    await db.deleteFrom('ssoOnlyRoles').execute()
    expect(await somebodyCanGrant(db, ann)).toBe(true)
    await away(ann)
  })

  test('A002 where passwords sign nobody in, one counts who is active and keeps a password and a second factor', async () => {
    await makeFirstRoles(db, AT)
    const elsewhere = await addRole(db, 'Elsewhere', 'CAN_USE_TODO')
    await signInElsewhere(elsewhere)
    const twoFactor = async (userID: number, secret: string | null) =>
      db
        .insertInto('twoFactor')
        .values({ userID, secret, lastStep: 0, pendingSecret: null, pendingSince: null })
        .execute()
    const people: readonly (readonly [More, string | null])[] = [
      [{ isActive: 0 }, 'sealed'],
      [{ passwordHash: '' }, 'sealed'],
      [{}, null],
      [{}, 'sealed'],
    ]
    for (const [at, [more, secret]] of people.entries()) {
      const id = await addUser(at + 1, more)
      await giveBuiltInRole(db, id, 'ADMINISTRATOR', { at: AT, by: null })
      await twoFactor(id, secret)
    }
    // Who grants nothing doesn't count, whatever they sign in with.
    await twoFactor(await addUser(9), 'sealed')
    await giveRole(db, 4, elsewhere)
    expect(await someGrantorHasTwoFactor(db)).toBe(false)
    await db.deleteFrom('ssoOnlyRoles').execute()
    expect(await someGrantorHasTwoFactor(db)).toBe(true)
    await db.deleteFrom('twoFactor').where('userID', '=', 4).execute()
    expect(await someGrantorHasTwoFactor(db)).toBe(false)
  })

  test('A002 of two who give it up at once one stays, whichever', async () => {
    const people = [await addUser(1), await addUser(2)]
    await makeFirstRoles(db, AT)
    for (const id of people) await giveBuiltInRole(db, id, 'ADMINISTRATOR', { at: AT, by: null })
    const done = await Promise.allSettled(people.map(away))
    expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await somebodyCanGrant(db)).toBe(true)
    // The guard's row is what makes the second wait for the first, also on another server.
    const guard = await db.selectFrom('grantorGuard').selectAll().execute()
    expect(guard).toEqual([{ id: 1, changes: 1 }])
  })
})
