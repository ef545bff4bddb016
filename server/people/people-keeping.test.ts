import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { addAgency } from '../agencies/testing/agency-fixture.ts'
import { auditTold } from '../audit/testing/audit-actions.ts'
import {
  addGrantor,
  addPerson,
  bearerOf,
  NOON,
  PASSWORD,
  post,
  said,
  signIn,
  startTestServer,
  step,
  type TestServer,
} from '../http/testing/test-server.ts'
import { TEMPLATES_OF } from '../legal/templates.ts'
import { giveBuiltInRole, makeFirstRoles } from '../roles/first-roles.ts'
import { addRole, giveRole } from '../roles/testing/role-fixture.ts'
import { SuspensionEnds } from './suspensions.ts'
import { addArea, NEW_PERSON, OWN_PASSWORD } from './testing/people-fixture.ts'

const HOUR = 3_600_000

let server: TestServer
let leeds: number
let interviewer: number
let editor: { authorization: string }
let grantorID: number
let grantor: { authorization: string }
beforeEach(async () => {
  server = await startTestServer()
  const { db } = server.server
  await makeFirstRoles(db, NOON)
  leeds = await addArea(db, 'Leeds')
  interviewer = (await roleCalled('Interviewer')).id
  grantorID = await addGrantor(server)
  await db.updateTable('users').set({ areaID: leeds }).where('id', '=', grantorID).execute()
  await addPerson(server, {
    userName: 'eddie',
    displayName: 'Eddie Ash',
    permissions: ['ADMIN_CAN_EDIT_USERS', 'ADMIN_CAN_SEE_USERS'],
  })
  editor = await signIn(server, 'eddie')
  grantor = await signIn(server, 'grantor')
})
afterEach(() => server.server.close())

const roleCalled = (name: string) =>
  server.server.db.selectFrom('roles').where('name', '=', name).select('id').executeTakeFirstOrThrow()
const call = async (name: string, payload: object, as = editor) =>
  said(await post(server, `/api/admin/users/${name}`, payload, as))
const person = (values: object = {}) => ({
  ...NEW_PERSON,
  areaID: leeds,
  roleIDs: [interviewer],
  access: 'SINGLE_SIGN_ON',
  ...values,
})
const add = (values: object = {}, as = editor) => call('new', person(values), as)
const idOf = ({ body }: { body: unknown }) => (body as { person: { id: number } }).person.id
async function added(values: object = {}, as = editor): Promise<number> {
  const answer = await add(values, as)
  expect(answer.status).toBe(200)
  return idOf(answer)
}
const refused = (value: string, status = 400) => ({ status, body: { value } })
const row = (id: number) =>
  server.server.db.selectFrom('users').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
const update = async (id: number, values: object, as = editor) =>
  call('update', { ...person(values), id, version: (await row(id)).version }, as)
const entries = (personID: number) =>
  server.server.db
    .selectFrom('audit')
    .where('personID', '=', personID)
    .orderBy('id')
    .select(['action', 'actorName', 'changes', 'reason'])
    .execute()

describe('A033 a user name', () => {
  test.each([
    ['ab', false],
    ['abc', true],
    ['x'.repeat(60), true],
    ['x'.repeat(61), false],
    ['A.b_c-d@9', true],
    ['with space', false],
    ['né', false],
    ['néa', false],
    ['semi;colon', false],
  ])('%s: %s', async (userName, isGood) => {
    expect(await add({ userName })).toMatchObject(
      isGood
        ? { status: 200 }
        : refused('A user name has 3 to 60 letters, digits, dots, underscores, hyphens or @.'),
    )
  })

  test('A033 is unique regardless of case, leavers and erased people included', async () => {
    const first = await added({ userName: 'nia' })
    const taken = refused('This user name is taken.')
    expect(await add({ userName: 'NIA', email: null })).toEqual(taken)
    await server.server.db
      .updateTable('users')
      .set({ status: 'LEAVER', isActive: 0 })
      .where('id', '=', first)
      .execute()
    expect(await add({ userName: 'Nia', email: null })).toEqual(taken)
    await server.server.db.updateTable('users').set({ erasedAt: NOON }).where('id', '=', first).execute()
    expect(await add({ userName: 'nia', email: null })).toEqual(taken)
    // Somebody keeps their own name, also in other letters.
    const other = await added({ userName: 'olga', email: null })
    expect(await update(other, { userName: 'Olga', email: null })).toMatchObject({ status: 200 })
  })
})

test('A034 an address of another ACTIVE person is refused, that of somebody who left is free', async () => {
  const first = await added({ displayName: 'Nia North', email: 'nia@mail.example' })
  expect(await add({ userName: 'two', email: 'NIA@mail.example' })).toEqual(
    refused('This address belongs to Nia North.'),
  )
  const two = await added({ userName: 'two', email: 'two@mail.example' })
  expect(await update(two, { userName: 'two', email: 'nia@mail.example' })).toEqual(
    refused('This address belongs to Nia North.'),
  )
  await server.server.db
    .updateTable('users')
    .set({ status: 'LEAVER', isActive: 0 })
    .where('id', '=', first)
    .execute()
  expect(await update(two, { userName: 'two', email: 'nia@mail.example' })).toMatchObject({ status: 200 })
  expect(await add({ userName: 'six', email: 'no address' })).toEqual(
    refused('This is not an e-mail address.'),
  )
  expect(await auditTold(server.server.db)).toEqual([
    'PERSON_CREATED | admin.active-users | person | Nia North',
    'PERSON_CREATED | admin.active-users | person | Nia North',
    'PERSON_CHANGED | admin.active-users | person | Nia North',
  ])
})

test('A035 a chain of managers that comes back to the person is refused, also over others', async () => {
  const [ann, ben] = [
    await added({ userName: 'ann', displayName: 'Ann Ash', email: null }),
    await added({ userName: 'ben', displayName: 'Ben Birch', email: null }),
  ]
  const cat = await added({ userName: 'cat', email: null, managerID: ben })
  expect(await update(ben, { userName: 'ben', email: null, managerID: ann })).toMatchObject({ status: 200 })
  const circle = refused('That would make Ann Ash their own manager.')
  for (const managerID of [ann, ben, cat])
    expect(await update(ann, { userName: 'ann', displayName: 'Ann Ash', email: null, managerID })).toEqual(
      circle,
    )
  expect(await update(ann, { userName: 'ann', email: null, managerID: 999 })).toEqual(
    refused('This manager does not work here.'),
  )
  expect((await row(ann)).managerID).toBeNull()
  // A manager who left stays somebody's, and becomes nobody's.
  const { db } = server.server
  await db.updateTable('users').set({ status: 'LEAVER', isActive: 0 }).where('id', '=', ann).execute()
  expect(
    await update(ben, { userName: 'ben', displayName: 'Ben B', email: null, managerID: ann }),
  ).toMatchObject({ status: 200 })
  expect(await update(cat, { userName: 'cat', email: null, managerID: ann })).toEqual(
    refused('This manager does not work here.'),
  )
  expect(await auditTold(server.server.db)).toEqual([
    'PERSON_CREATED | admin.active-users | person | Ann Ash',
    'PERSON_CREATED | admin.active-users | person | Ben Birch',
    'PERSON_CREATED | admin.active-users | person | Nia North',
    'PERSON_CHANGED | admin.active-users | person | Nia North',
    'PERSON_CHANGED | admin.active-users | person | Ben B',
  ])
})

test('A036 an agency if and only if the contract type is an agency one', async () => {
  const { db } = server.server
  await addAgency(db)
  const types = await db
    .insertInto('contractTypes')
    .values(
      (['AGENCY', 'EMPLOYEE'] as const).map((kind) => ({
        ...{ name: kind, nameKey: kind.toLowerCase(), kind, version: 1, changedBy: null, changedAt: NOON },
      })),
    )
    .returning('id')
    .execute()
  const [agency = 0, employee = 0] = types.map(({ id }) => id)
  expect(await add({ contractTypeID: agency })).toEqual(refused('An agency contract needs an agency.'))
  const notNeeded = refused('Only agency contracts have an agency.')
  expect(await add({ contractTypeID: employee, agencyID: 1 })).toEqual(notNeeded)
  expect(await add({ contractTypeID: null, agencyID: 1 })).toEqual(notNeeded)
  const id = await added({ contractTypeID: agency, agencyID: 1 })
  // The same where it is changed.
  expect(await update(id, { contractTypeID: agency, agencyID: null })).toEqual(
    refused('An agency contract needs an agency.'),
  )
  expect(await update(id, { contractTypeID: employee, agencyID: 1 })).toEqual(notNeeded)
  expect(await add({ userName: 'emp', email: null, contractTypeID: employee })).toMatchObject({ status: 200 })
  // An agency's own people work for it, so they have no contract with the company.
  const user = { userName: 'gem', email: null, userType: 'AGENCY', agencyID: 1 }
  expect(await add(user)).toMatchObject({ status: 200 })
  expect(await add({ ...user, userName: 'geo', contractTypeID: employee })).toEqual(notNeeded)
  expect(await auditTold(db)).toEqual([
    'PERSON_CREATED | admin.active-users | person | Nia North',
    'PERSON_CREATED | admin.active-users | person | Nia North',
    'PERSON_CREATED | admin.active-users | person | Nia North',
  ])
})

test('area, roles, start date and what else a person needs', async () => {
  const { db } = server.server
  const { id: york } = await db
    .insertInto('areas')
    .values({ name: 'York', nameKey: 'york', isActive: 0, changedAt: NOON })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(await add({ areaID: null })).toEqual(refused('Everybody belongs to an area.'))
  expect(await add({ areaID: york })).toEqual(refused('There is no such active area.'))
  expect(await add({ roleIDs: [] })).toEqual(refused('Everybody has at least one role.'))
  expect(await add({ roleIDs: [999] })).toEqual(refused('There is no such role.'))
  expect(await add({ startDate: '2026-02-30' })).toEqual(refused('This is not a day.'))
  expect(await add({ weeklyHours: 61 })).toEqual(refused('Weekly hours are between 0 and 60.'))
  expect(await add({ displayName: '  ' })).toEqual(refused('A display name is needed.'))
  expect(await add({ skillIDs: [9] })).toEqual(refused('There is no such active skill.'))
  const id = await added({ startDate: '2026-05-01', weeklyHours: 37.5, languages: ['Welsh', 'Welsh', ''] })
  expect(await row(id)).toMatchObject({
    ...{ startDate: '2026-05-01', weeklyHours: 37.5, languages: '["Welsh"]', role: 'Interviewer' },
    ...{ areaID: leeds, status: 'ACTIVE', isActive: 1, signInMethod: 'SINGLE_SIGN_ON', passwordHash: '' },
  })
  await db.updateTable('users').set({ leaveDate: '2026-06-01' }).where('id', '=', id).execute()
  expect(await update(id, { startDate: '2026-06-02' })).toEqual(
    refused('The leave date is before the start date.'),
  )
  expect(await update(id, { startDate: '2026-06-01' })).toMatchObject({ status: 200 })
})

test('A037 SUPPORT_CAN_ADD_AGENTS alone makes interviewers with the role Interviewer, and changes nobody', async () => {
  await addPerson(server, { userName: 'sue', permissions: ['SUPPORT_CAN_ADD_AGENTS'] })
  const sue = await signIn(server, 'sue')
  const supervisor = (await roleCalled('Supervisor')).id
  const only = refused('You can add interviewers with the role Interviewer, and nobody else.', 403)
  expect(await add({ userType: 'SUPERVISOR' }, sue)).toEqual(only)
  expect(await add({ roleIDs: [supervisor] }, sue)).toEqual(only)
  expect(await add({ roleIDs: [interviewer, supervisor] }, sue)).toEqual(only)
  // Without a word about roles they get the one that there is.
  const id = await added({ roleIDs: [] }, sue)
  expect(
    await server.server.db.selectFrom('userRoles').where('userID', '=', id).select('roleID').execute(),
  ).toEqual([{ roleID: interviewer }])
  for (const [name, rest] of [
    ['update', person()],
    ['suspend', { reason: 'x' }],
    ['lift-suspension', {}],
    ['invite', {}],
  ] as const)
    expect((await call(name, { ...rest, id, version: 1 }, sue)).status).toBe(403)
  await addPerson(server, { userName: 'nobody' })
  expect((await add({ userName: 'more' }, await signIn(server, 'nobody'))).status).toBe(403)
  expect(await auditTold(server.server.db)).toEqual([
    'PERSON_CREATED | admin.active-users | person | Nia North',
  ])
})

test('who is no grantor gives no role that may do more than they, and changes nobody’s', async () => {
  const { db } = server.server
  const beyond = refused('You cannot give a role that may do more than you.', 403)
  expect(await add({ roleIDs: [(await roleCalled('Administrator')).id] })).toEqual(beyond)
  const same = await addRole(db, 'Same', 'ADMIN_CAN_SEE_USERS')
  const more = await addRole(db, 'More', 'ADMIN_CAN_SEE_USERS', 'CAN_USE_TODO')
  expect(await add({ roleIDs: [more] })).toEqual(beyond)
  const id = await added({ roleIDs: [same] })
  expect(await update(id, { roleIDs: [interviewer] })).toEqual(
    refused('Only somebody who may grant permissions changes roles.', 403),
  )
  expect(await update(id, { roleIDs: [same], displayName: 'Nia N.' })).toMatchObject({ status: 200 })
  await db
    .insertInto('personalPermissions')
    .values({
      ...{ userID: grantorID, permission: 164, isRefusal: 0, reason: 'x', endsAt: null },
      ...{ since: NOON, givenBy: null },
    })
    .execute()
  await db.insertInto('userPermissions').values({ userID: grantorID, permission: 164 }).execute()
  expect(await update(id, { roleIDs: [more, interviewer] }, grantor)).toMatchObject({
    status: 200,
    body: { roleList: [{ name: 'Interviewer' }, { name: 'More' }] },
  })
})

test('A001 A002 a grantor’s address and name are no other’s to change, and the last one stays', async () => {
  const mayDoMore = refused('You cannot change somebody who may do more than you.', 403)
  await giveRole(server.server.db, grantorID, interviewer)
  const own = { userName: 'grantor', displayName: 'grantor', email: 'grantor@mail.example' }
  expect(await update(grantorID, { ...own, email: 'mine@mail.example' })).toEqual(mayDoMore)
  expect(await update(grantorID, { ...own, userName: 'other' })).toEqual(mayDoMore)
  expect(await update(grantorID, { ...own, mobile: '07700 900123' })).toMatchObject({ status: 200 })
  expect(await call('suspend', { id: grantorID, version: 2, reason: 'x' })).toEqual(mayDoMore)
  expect(await call('invite', { id: grantorID })).toEqual(mayDoMore)
})

describe('A038 an invitation', () => {
  const linkIn = (text = '') => /\/public\/invitation\/([\w-]+)/.exec(text)?.[1] ?? ''
  async function invited(): Promise<{ id: number; token: string }> {
    const id = await added({ access: 'INVITATION' })
    const mail = server.mails.at(-1)
    expect(mail).toMatchObject({ to: 'nia@mail.example' })
    return { id, token: linkIn(mail?.text) }
  }
  const open = async (token: string) => said(await post(server, '/api/public/invitation/open', { token }))
  const accept = async (token: string, values: object = {}) =>
    said(
      await post(server, '/api/public/invitation/accept', {
        ...{ token, password: OWN_PASSWORD, agreement: TEMPLATES_OF },
        ...values,
      }),
    )
  const noGood = refused('This link was used already, is too old or is not complete.', 403)

  test('A038 sets a password and accepts the agreement, once', async () => {
    const { id, token } = await invited()
    expect(
      (await post(server, '/api/auth/confirm-password', { userName: 'nia.north', password: 'x' })).status,
    ).toBe(401)
    expect(await open(token)).toMatchObject({
      status: 200,
      body: { displayName: 'Nia North', userName: 'nia.north', agreement: { lastUpdated: TEMPLATES_OF } },
    })
    expect(await accept(token, { password: 'short' })).toEqual(
      refused('A password has at least 12 characters.'),
    )
    expect(await accept(token, { password: 'nia.north nia' })).toMatchObject({ status: 400 })
    expect(await accept(token, { agreement: '2020-01-01T00:00:00.000Z' })).toMatchObject({ status: 409 })
    expect(await accept(token)).toEqual({ status: 200, body: { done: true } })
    expect(await accept(token)).toEqual(noGood)
    expect(await open(token)).toEqual(noGood)
    const { clientKey } = await step(server, 'confirm-password', {
      userName: 'nia.north',
      password: OWN_PASSWORD,
    })
    expect(
      await post(server, '/api/auth/login', { userName: 'nia.north', password: OWN_PASSWORD, clientKey }),
    ).toMatchObject({ status: 200 })
    expect(await server.server.db.selectFrom('agreementAcceptances').selectAll().execute()).toMatchObject([
      { userID: id, lastUpdated: TEMPLATES_OF, acceptedAt: NOON },
    ])
    expect((await entries(id)).map(({ action, actorName }) => [action, actorName])).toEqual([
      ['PERSON_CREATED', 'Eddie Ash'],
      ['INVITATION_ACCEPTED', 'Nia North'],
    ])
  })

  test('A038 ends after 72 hours, and with the next one', async () => {
    const { id, token } = await invited()
    server.clock.now = NOON + 72 * HOUR - 1
    expect((await open(token)).status).toBe(200)
    server.clock.now += 1
    expect(await open(token)).toEqual(noGood)
    expect(await accept(token)).toEqual(noGood)
    editor = await signIn(server, 'eddie')
    expect(await call('invite', { id })).toEqual({ status: 200, body: { done: true } })
    const second = linkIn(server.mails.at(-1)?.text)
    expect(await call('invite', { id })).toMatchObject({ status: 200 })
    expect(await open(second)).toEqual(noGood)
    expect(await accept(linkIn(server.mails.at(-1)?.text))).toMatchObject({ status: 200 })
    expect(await auditTold(server.server.db)).toEqual([
      'PERSON_CREATED | admin.active-users | person | Nia North',
      'PERSON_INVITED | admin.active-users | person | Nia North',
      'PERSON_INVITED | admin.active-users | person | Nia North',
      'INVITATION_ACCEPTED |  | person | Nia North',
    ])
  })

  test('A038 of two who use it at once, one does', async () => {
    const { token } = await invited()
    const both = await Promise.all([accept(token), accept(token)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 403])
  })

  test('needs an address, and somebody active who has a password', async () => {
    expect(await add({ access: 'INVITATION', email: '' })).toEqual(
      refused('An invitation needs an e-mail address.'),
    )
    const only = refused('Only active people who sign in with a password are invited.')
    const id = await added()
    expect(await call('invite', { id })).toEqual(only)
    const { token } = await (async () => {
      const other = await added({ userName: 'two', email: 'two@mail.example', access: 'INVITATION' })
      const made = linkIn(server.mails.at(-1)?.text)
      await call('suspend', { id: other, version: 1, reason: 'x' })
      return { token: made }
    })()
    expect(await open(token)).toEqual(noGood)
  })
})

describe('A039 a temporary password', () => {
  async function made(): Promise<{ id: number; password: string }> {
    const answer = await add({ access: 'TEMPORARY_PASSWORD' })
    const { temporaryPassword } = answer.body as { temporaryPassword: string }
    expect(temporaryPassword).toMatch(/^([A-HJ-NP-Z2-9]{4}-){3}[A-HJ-NP-Z2-9]{4}$/)
    return { id: idOf(answer), password: temporaryPassword }
  }
  const first = (password: string) =>
    post(server, '/api/auth/confirm-password', { userName: 'nia.north', password })
  const login = async (password: string, rest: object = {}) => {
    const { clientKey } = JSON.parse((await first(password)).body) as { clientKey: string }
    return post(server, '/api/auth/login', { userName: 'nia.north', password, clientKey, ...rest })
  }

  test('A039 works for 24 hours', async () => {
    const { password } = await made()
    server.clock.now = NOON + 24 * HOUR - 1
    expect(JSON.parse((await first(password)).body)).toMatchObject({ mustChangePassword: true })
    server.clock.now += 1
    expect(said(await first(password))).toEqual(
      refused('This temporary password has ended. Please contact support.', 401),
    )
  })

  test('A039 has to be changed before anything is reachable: without that there is no session', async () => {
    const { id, password } = await made()
    expect(said(await login(password))).toEqual(refused('Please choose a password of your own.', 403))
    expect(said(await login(password, { newPassword: 'short' })).status).toBe(400)
    expect(said(await login(password, { newPassword: password }))).toEqual(
      refused('Please choose a password that is not the present one.'),
    )
    expect(
      await server.server.db.selectFrom('sessions').where('userID', '=', id).selectAll().execute(),
    ).toEqual([])
    const answer = await login(password, { newPassword: OWN_PASSWORD })
    expect(answer.status).toBe(200)
    expect((await post(server, '/api/auth/request-hub-token', undefined, bearerOf(answer))).status).toBe(200)
    expect(await row(id)).toMatchObject({ mustChangePassword: 0, temporaryUntil: null })
    expect((await first(password)).status).toBe(401)
    expect((await login(OWN_PASSWORD)).status).toBe(200)
    expect(await auditTold(server.server.db)).toEqual([
      'PERSON_CREATED | admin.active-users | person | Nia North',
      'PASSWORD_CHANGED |  | person | Nia North',
    ])
  })

  test('A039 a session that is there ends for everything when the password has to be changed', async () => {
    const { password } = await made()
    const bearer = bearerOf(await login(password, { newPassword: OWN_PASSWORD }))
    const hub = () => post(server, '/api/auth/request-hub-token', undefined, bearer)
    expect((await hub()).status).toBe(200)
    await server.server.db
      .updateTable('users')
      .set({ mustChangePassword: 1 })
      .where('userName', '=', 'nia.north')
      .execute()
    expect((await hub()).status).toBe(401)
  })

  test('it is told once: no record, list or audit entry holds it', async () => {
    const { id, password } = await made()
    expect(JSON.stringify(await entries(id))).not.toContain(password)
    expect(server.log.text).not.toContain(password)
    expect(JSON.stringify((await call('get', { id })).body)).not.toContain(password)
  })
})

test('single sign-on only: no password lets them in, and none is mailed', async () => {
  await added()
  await server.server.db
    .updateTable('users')
    .set({ passwordHash: (await row(grantorID)).passwordHash })
    .where('userName', '=', 'nia.north')
    .execute()
  expect(
    (await post(server, '/api/auth/confirm-password', { userName: 'nia.north', password: PASSWORD })).status,
  ).toBe(401)
  const mails = server.mails.length
  await post(server, '/api/auth/forgot-password', { userName: 'nia.north' })
  await new Promise((resolve) => setImmediate(resolve))
  expect(server.mails).toHaveLength(mails)
})

test('A040 a new person’s checklist holds the tasks for everybody and for their user type', async () => {
  const task = {
    responsible: 'USER',
    actionNeeded: 'NONE',
    requiredApproval: 0,
    createdBy: grantorID,
  } as const
  await server.server.db
    .insertInto('onboardingTasks')
    .values(
      ['', 'INTERVIEWER', 'RESOURCE'].map((applyTo) => ({
        ...{ ...task, task: `For ${applyTo || 'all'}`, applyTo, createdAt: NOON },
      })),
    )
    .execute()
  const id = await added()
  expect((await call('checklist', { id })).body).toMatchObject({
    tasks: [{ task: 'For all' }, { task: 'For INTERVIEWER' }],
  })
})

describe('A041 a suspended person', () => {
  let mia: number
  let nia: number
  let session: { authorization: string }
  beforeEach(async () => {
    mia = await added({ userName: 'mia', email: null })
    nia = await addPerson(server, { userName: 'nia', managerID: mia })
    session = await signIn(server, 'nia')
  })
  const suspend = (values: object = {}, as = editor) =>
    call('suspend', { id: nia, version: 1, reason: 'Under investigation', ...values }, as)
  const isIn = async () =>
    (await post(server, '/api/auth/request-hub-token', undefined, session)).status === 200
  const maySignIn = async () =>
    (await post(server, '/api/auth/confirm-password', { userName: 'nia', password: PASSWORD })).status === 200

  test('A041 has no session, can’t sign in, and keeps their team', async () => {
    const report = await added({ userName: 'rob', email: null, managerID: nia })
    expect(await isIn()).toBe(true)
    expect(await suspend()).toMatchObject({
      status: 200,
      body: { status: 'SUSPENDED', suspendReason: 'Under investigation', suspendedUntil: null },
    })
    expect([await isIn(), await maySignIn()]).toEqual([false, false])
    expect((await row(report)).managerID).toBe(nia)
    expect(await suspend({ version: 2 })).toEqual(refused('Only active people are suspended.'))
    expect(await call('lift-suspension', { id: nia, version: 2 })).toMatchObject({
      status: 200,
      body: { status: 'ACTIVE', suspendReason: '' },
    })
    expect([await isIn(), await maySignIn()]).toEqual([false, true])
    expect(await call('lift-suspension', { id: nia, version: 3 })).toEqual(
      refused('This person is not suspended.'),
    )
    expect((await entries(nia)).map(({ action, reason }) => [action, reason])).toEqual([
      ['PERSON_SUSPENDED', 'Under investigation'],
      ['SUSPENSION_LIFTED', ''],
    ])
  })

  test('A041 comes back by itself at the moment that was named', async () => {
    const until = NOON + HOUR
    expect(await suspend({ until: new Date(NOON).toISOString() })).toEqual(
      refused('The suspension would be over already.'),
    )
    await suspend({ until: new Date(until).toISOString() })
    const ended = async () => {
      const runs = await server.server.db
        .selectFrom('backgroundRuns')
        .where('key', '=', 'SUSPENSION_ENDS')
        .where('endedAt', 'is not', null)
        .select('id')
        .execute()
      return runs.length
    }
    const tick = async () => {
      const before = await ended()
      await post(
        server,
        '/api/admin/configuration/background-services/run',
        { key: 'SUSPENSION_ENDS' },
        grantor,
      )
      await vi.waitFor(async () => expect(await ended()).toBeGreaterThan(before))
    }
    server.clock.now = until - 1
    await tick()
    expect(await maySignIn()).toBe(false)
    server.clock.now = until
    await tick()
    expect(await maySignIn()).toBe(true)
    expect((await entries(nia)).at(-1)).toMatchObject({ actorName: 'Ends of suspensions' })
    expect(await auditTold(server.server.db)).toEqual([
      'PERSON_CREATED | admin.active-users | person | Nia North',
      'PERSON_SUSPENDED | admin.active-users | person | nia',
      'BACKGROUND_SERVICE_RUN | admin.configuration.background-services | backgroundService | Ends of suspensions',
      'BACKGROUND_SERVICE_RUN | admin.configuration.background-services | backgroundService | Ends of suspensions',
      'SUSPENSION_LIFTED | admin.active-users | person | nia',
    ])
  })

  test('A041 whose address is another’s by now stays suspended, and keeps nobody else from coming back', async () => {
    const { db } = server.server
    const owen = await addPerson(server, { userName: 'owen' })
    await db.updateTable('users').set({ email: 'nia@x.example' }).where('id', '=', nia).execute()
    const people = [mia, nia, owen]
    const until = new Date(NOON + HOUR).toISOString()
    for (const id of people) expect((await suspend({ until, id })).status).toBe(200)
    await added({ userName: 'nia2', email: 'Nia@x.example' })
    const told: string[] = []
    const changed: number[] = []
    const personChanged = (id: number) => void changed.push(id)
    await new SuspensionEnds({ db, clock: () => NOON + HOUR, personChanged }).tend({
      log: (line) => void told.push(line),
    })
    const states = await Promise.all(people.map(async (id) => (await row(id)).status))
    expect(states).toEqual(['ACTIVE', 'SUSPENDED', 'ACTIVE'])
    expect(changed.toSorted()).toEqual([mia, owen])
    expect(told.toSorted()).toEqual([
      '1 lifted',
      '1 lifted',
      `Person ${nia} stays suspended: This address belongs to Nia North.`,
    ])
  })

  test('nobody suspends themselves, without a reason, on an older version, or without the permission', async () => {
    const eddie = await server.server.db
      .selectFrom('users')
      .where('userName', '=', 'eddie')
      .select('id')
      .executeTakeFirstOrThrow()
    expect(await suspend({ id: eddie.id })).toEqual(refused('You cannot suspend yourself.'))
    expect((await suspend({ reason: ' ' })).status).toBe(400)
    expect((await suspend({ version: 7 })).status).toBe(409)
    expect((await suspend({}, session)).status).toBe(403)
    expect(await maySignIn()).toBe(true)
  })
})

describe('what a change brings along', () => {
  const told = () =>
    server.server.db.selectFrom('notifications').orderBy('id').select(['userID', 'subject']).execute()
  const roomOf = async (userID: number) =>
    (
      await server.server.db
        .selectFrom('threadMembers')
        .innerJoin('threads', 'threads.id', 'threadMembers.threadID')
        .where('userID', '=', userID)
        .select('displayLabel')
        .execute()
    ).map(({ displayLabel }) => displayLabel)

  test('5 §4.4 who comes to an agency is in its room, with those who were there before it had one; who goes elsewhere leaves it', async () => {
    const { db } = server.server
    await addAgency(db)
    await addAgency(db, 'Peak People')
    const gem = { userName: 'gem', email: null, userType: 'AGENCY' }
    const before = await addPerson(server, { userName: 'before' })
    await db.updateTable('users').set({ agencyID: 1 }).where('id', '=', before).execute()
    const membersOf = async (agencyID: number) =>
      (
        await db
          .selectFrom('threadMembers')
          .innerJoin('agencies', 'agencies.roomID', 'threadMembers.threadID')
          .where('agencies.id', '=', agencyID)
          .orderBy('userID')
          .select('userID')
          .execute()
      ).map(({ userID }) => userID)
    const id = await added({ ...gem, agencyID: 1 })
    expect(await membersOf(1)).toEqual([before, id])
    const { displayLabel } = await db
      .selectFrom('threads')
      .innerJoin('agencies', 'agencies.roomID', 'threads.id')
      .select('displayLabel')
      .executeTakeFirstOrThrow()
    expect(displayLabel).toBe('Bright Staffing')
    const moved = await update(id, { ...gem, agencyID: 2 })
    expect(moved.status).toBe(200)
    expect([await membersOf(1), await membersOf(2)]).toEqual([[before], [id]])
  })

  test('both managers are told, and the person is in the new area’s room', async () => {
    const york = await addArea(server.server.db, 'York')
    const [old, next] = [
      await added({ userName: 'old', email: null }),
      await added({ userName: 'next', email: null }),
    ]
    const id = await added({ managerID: old })
    expect(await roomOf(id)).toEqual(['Leeds'])
    await update(id, { managerID: next, areaID: york })
    expect(await told()).toEqual([
      { userID: next, subject: 'Nia North now reports to you' },
      { userID: old, subject: 'Nia North no longer reports to you' },
    ])
    expect([await roomOf(id), await roomOf(old)]).toEqual([['York'], ['Leeds']])
    await update(id, { managerID: next, areaID: leeds })
    expect((await told()).at(-1)).toEqual({ userID: next, subject: 'Nia North moved to Leeds' })
    await update(id, { managerID: next, areaID: leeds, mobile: '1' })
    expect(await told()).toHaveLength(3)
  })

  test('a new user name ends the person’s sessions, another field doesn’t', async () => {
    const id = await addPerson(server, { userName: 'nia' })
    await giveRole(server.server.db, id, interviewer)
    const own = { userName: 'nia', email: 'nia@mail.example' }
    const session = await signIn(server, 'nia')
    const isIn = async () =>
      (await post(server, '/api/auth/request-hub-token', undefined, session)).status === 200
    expect(await update(id, { ...own, mobile: '07700 900123' })).toMatchObject({ status: 200 })
    expect(await isIn()).toBe(true)
    expect(await update(id, { ...own, userName: 'nia2' })).toMatchObject({ status: 200 })
    expect(await isIn()).toBe(false)
  })

  test('the audit has what was made and changed, in words', async () => {
    const id = await added({ managerID: grantorID })
    await update(id, { managerID: null, displayName: 'Nia Nu', isOptedOut48: true })
    const [made, changed] = (await entries(id)).map(({ changes }) => JSON.parse(changes))
    expect(made).toContainEqual({ field: 'area', before: null, after: 'Leeds' })
    expect(made).toContainEqual({ field: 'manager', before: null, after: 'grantor' })
    expect(made).not.toContainEqual(expect.objectContaining({ field: 'mobile' }))
    expect(changed).toEqual([
      { field: 'displayName', before: 'Nia North', after: 'Nia Nu' },
      { field: 'isOptedOut48', before: false, after: true },
      { field: 'manager', before: 'grantor', after: null },
    ])
  })

  test('of two who save at once, one is refused and says who was first', async () => {
    const id = await added()
    const both = await Promise.all(
      ['One', 'Two'].map((displayName) => call('update', { ...person({ displayName }), id, version: 1 })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('somebody of an agency changes nobody of another', async () => {
    const { db } = server.server
    await addAgency(db)
    const names: PermissionName[] = ['ADMIN_CAN_EDIT_USERS', 'ADMIN_CAN_SEE_USERS']
    const gem = await addPerson(server, { userName: 'gem', permissions: names })
    await db.updateTable('users').set({ userType: 'AGENCY', agencyID: 1 }).where('id', '=', gem).execute()
    const as = await signIn(server, 'gem')
    const id = await added()
    expect(await update(id, {}, as)).toEqual(refused('There is no such person.', 404))
    expect((await call('suspend', { id, version: 1, reason: 'x' }, as)).status).toBe(404)
    expect((await call('invite', { id }, as)).status).toBe(404)
  })
})

test('the form offers what there is, and roles that the caller may give', async () => {
  await giveBuiltInRole(server.server.db, grantorID, 'ADMINISTRATOR', { at: NOON, by: null })
  const options = (await call('options', {})).body as {
    roles: { name: string; mayGive: boolean }[]
    areas: unknown[]
  }
  expect(options.areas).toContainEqual({ id: leeds, name: 'Leeds' })
  expect(options.roles.filter(({ mayGive }) => mayGive).map(({ name }) => name)).toContain('Interviewer')
  expect(options.roles.find(({ name }) => name === 'Administrator')).toMatchObject({ mayGive: false })
  expect((await call('managers', { searchTerm: 'EDD' })).body).toMatchObject({
    people: [{ displayName: 'Eddie Ash' }],
  })
})
