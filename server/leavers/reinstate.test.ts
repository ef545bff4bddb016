import { afterEach, beforeEach, expect, test } from 'vitest'
import { auditTold } from '../audit/testing/audit-actions.ts'
import {
  addGrantor,
  addPerson,
  NOON,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import { addRole, giveRole } from '../roles/testing/role-fixture.ts'

let server: TestServer
let annID: number
let tom: { authorization: string }
let areaID: number
let deskRole: number
let nightRole: number

beforeEach(async () => {
  server = await startTestServer()
  await addGrantor(server)
  await addPerson(server, {
    userName: 'tom',
    permissions: ['ADMIN_CAN_SEE_USERS', 'ADMIN_CAN_EDIT_USERS', 'ADMIN_CAN_REINSTATE_USERS'],
  })
  annID = await addPerson(server, { userName: 'ann', displayName: 'Ann Ash' })
  areaID = (
    await db()
      .insertInto('areas')
      .values({ name: 'Leeds', nameKey: 'leeds', changedAt: NOON })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
  deskRole = await addRole(db(), 'Desk', 'CAN_USE_FAQ')
  nightRole = await addRole(db(), 'Night', 'CAN_USE_VAULT')
  for (const role of [deskRole, nightRole]) await giveRole(db(), annID, role)
  await db().updateTable('users').set({ areaID }).where('id', '=', annID).execute()
  tom = await signIn(server, 'tom')
})
afterEach(() => server.server.close())

const db = () => server.server.db
const ask = async (name: string, payload: object) =>
  said(await post(server, `/api/admin/users/${name}`, payload, tom))
const leave = () =>
  ask('deactivate', { id: annID, leaveDate: '2026-05-04', reason: 'RESIGNED', note: '', newHolder: null })
const back = (over: object = {}) =>
  ask('reinstate', {
    ...{ id: annID, startDate: '2026-06-01', contractTypeID: null, areaID, managerID: null },
    ...{ roleIDs: [deskRole], ...over },
  })
const refusal = (status: number, value: string) => ({ status, body: { value } })

test('A059 somebody comes back with their id and history, the confirmed roles and an invitation, and nothing else', async () => {
  await db().insertInto('twoFactor').values({ userID: annID, secret: 'x', lastStep: 0 }).execute()
  await db()
    .insertInto('devices')
    .values({ deviceID: 'd1', userID: annID, pairedBy: null, pairedAt: NOON })
    .execute()
  const own = { userID: annID, reason: 'x', endsAt: null, since: NOON, givenBy: null }
  await db()
    .insertInto('personalPermissions')
    .values([
      { ...own, permission: 164, isRefusal: 0 },
      { ...own, permission: 165, isRefusal: 1 },
    ])
    .execute()
  await leave()
  await db()
    .updateTable('users')
    .set({ lockedAt: NOON, lockedBy: annID, lockReason: 'x', mustChangePassword: 1, temporaryUntil: NOON })
    .where('id', '=', annID)
    .execute()
  expect(await ask('leavers/get', { id: annID })).toMatchObject({
    status: 200,
    body: { roleList: [{ name: 'Desk' }, { name: 'Night' }], leaveDate: '2026-05-04', areaID },
  })
  expect(await back()).toEqual({ status: 200, body: { done: true } })
  const person = await db().selectFrom('users').where('id', '=', annID).selectAll().executeTakeFirstOrThrow()
  expect(person).toMatchObject({
    ...{ status: 'ACTIVE', isActive: 1, startDate: '2026-06-01', leaveDate: null, leaveReason: null },
    ...{ passwordHash: '', erasureDue: null, leftAt: null, deactivatedBy: null, mustChangePassword: 0 },
    ...{ temporaryUntil: null, lockedAt: null, lockedBy: null, lockReason: '', userName: 'ann' },
  })
  // What was granted in person doesn't come back; what was refused stays so.
  expect(
    await db().selectFrom('personalPermissions').where('userID', '=', annID).select('permission').execute(),
  ).toEqual([{ permission: 165 }])
  const roles = await db().selectFrom('userRoles').where('userID', '=', annID).select('roleID').execute()
  expect(roles).toEqual([{ roleID: deskRole }])
  for (const table of ['twoFactor', 'devices'] as const)
    expect(await db().selectFrom(table).where('userID', '=', annID).select('userID').execute()).toEqual([])
  expect(server.mails.map(({ to, text }) => [to, /public\/invitation\//.test(text)])).toEqual([
    ['ann@mail.example', true],
  ])
  const history = await db()
    .selectFrom('audit')
    .where('personID', '=', annID)
    .where('action', 'in', ['PERSON_DEACTIVATED', 'PERSON_REINSTATED'])
    .orderBy('id')
    .select('action')
    .execute()
  expect(history).toEqual([{ action: 'PERSON_DEACTIVATED' }, { action: 'PERSON_REINSTATED' }])
  expect(await back()).toEqual(refusal(409, 'Ann Ash works here already.'))
  expect(await auditTold(db())).toEqual([
    'PERSON_DEACTIVATED | admin.active-users | person | Ann Ash',
    'PERSON_CHANGED | admin.active-users | person | Ann Ash',
    'PERSON_REINSTATED | admin.active-users | person | Ann Ash',
  ])
})

test('A059 both roles come back where both are confirmed; nobody is invited who has no address or signs in elsewhere', async () => {
  for (const change of [
    { email: null },
    { email: 'ann@mail.example', signInMethod: 'SINGLE_SIGN_ON' },
  ] as const) {
    await leave()
    await db().updateTable('users').set(change).where('id', '=', annID).execute()
    const both = { roleIDs: [nightRole, deskRole], startDate: '2026-05-04' }
    expect(await back(both)).toEqual({ status: 200, body: { done: true } })
    const roles = await db().selectFrom('userRoles').where('userID', '=', annID).select('roleID').execute()
    expect(roles.map(({ roleID }) => roleID).toSorted((a, b) => a - b)).toEqual([deskRole, nightRole])
  }
  expect(server.mails).toEqual([])
})

test('A059 at least one role is confirmed, and none that they did not hold', async () => {
  const other = await addRole(db(), 'Other')
  await leave()
  expect(await back({ roleIDs: [] })).toEqual(refusal(400, 'Everybody has at least one role.'))
  expect(await back({ roleIDs: [other] })).toEqual(
    refusal(400, 'Only roles that they held before come back with them.'),
  )
  const person = await db().selectFrom('users').where('id', '=', annID).select('status').executeTakeFirst()
  expect(person).toEqual({ status: 'LEAVER' })
})

test('A001 who is no grantor brings nobody back as one', async () => {
  const role = await addRole(db(), 'Chief', 'ADMIN_CAN_SEE_USERS', 'ADMIN_CAN_EDIT_SETTINGS')
  await leave()
  await giveRole(db(), annID, role)
  expect(await back({ roleIDs: [role] })).toEqual(
    refusal(403, 'You cannot change somebody who may do more than you.'),
  )
  expect((await back()).status).toBe(200)
})

test('A060 an erased person is not reinstated; A027 the page lists leavers who were not erased', async () => {
  const benID = await addPerson(server, { userName: 'ben', isActive: false })
  await leave()
  const names = async () =>
    ((await ask('leavers/list', {})).body as { rows: { userName: string }[] }).rows.map(
      ({ userName }) => userName,
    )
  expect((await names()).sort()).toEqual(['ann', 'ben'])
  await db().updateTable('users').set({ erasedAt: NOON }).where('id', '=', benID).execute()
  expect(await names()).toEqual(['ann'])
  expect(await back({ id: benID })).toEqual(refusal(409, "This person's data was erased."))
  const [row] = ((await ask('leavers/list', {})).body as { rows: object[] }).rows
  expect(row).toMatchObject({
    ...{ leaveDate: '2026-05-04', leaveReason: 'RESIGNED', deactivatedByName: 'tom' },
    erasureDue: '2032-05-04',
  })
})
