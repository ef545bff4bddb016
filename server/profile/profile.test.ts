import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PERMISSIONS } from '#shared/domain/permissions.ts'
import {
  addPerson,
  holdAlone,
  NOON,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'

const DISPLAY_NAME_MAX = 100
const CONTACT_VALUE_MAX = 300
const CONTACTS_MAX = 30

const DONE = { status: 200, body: { done: true } }
const refusedWith = (value: string) => ({ status: 400, body: { value } })
let server: TestServer
let annID: number
let ann: { authorization: string }
let ben: { authorization: string }
let tom: { authorization: string }
let tomID: number

beforeAll(async () => {
  server = await startTestServer()
  const permissions = ['CAN_EDIT_PROFILE'] as const
  annID = await addPerson(server, { userName: 'ann', displayName: 'Ann Lee', permissions })
  await addPerson(server, { userName: 'ben', permissions, managerID: annID })
  tomID = await addPerson(server, { userName: 'tom', permissions: [...permissions, 'ADMIN_CAN_SEE_USERS'] })
  await addPerson(server, { userName: 'cat' })
  ann = await signIn(server, 'ann')
  ben = await signIn(server, 'ben')
  tom = await signIn(server, 'tom')
})
afterAll(() => server.server.close())
beforeEach(async () => {
  const { db } = server.server
  for (const table of ['contactDetails', 'profileChanges', 'notifications'] as const)
    await db.deleteFrom(table).execute()
  await db.updateTable('users').set({ displayName: 'Ann Lee', email: null }).where('id', '=', annID).execute()
})

const ask = async (name: string, payload: object = {}, bearer = ann) =>
  said(await post(server, `/api/profile/${name}`, payload, bearer))
interface Change {
  readonly id: number
}
const askFor = (field: string, value: string, bearer = ann) => ask('changes/ask', { field, value }, bearer)
const idOf = ({ body }: { body: unknown }) => (body as Change).id
const pending = async () => ((await ask('changes/pending', {}, tom)).body as Change[]).map(({ id }) => id)

test('whom mail doesn’t reach reads it at their own details until their address is another one, and nobody else does', async () => {
  const { db } = server.server
  const at = async (bearer = ann) =>
    ((await ask('personal-details', {}, bearer)).body as { emailUnreachedAt: string | null }).emailUnreachedAt
  const set = (values: object) => db.updateTable('users').set(values).where('id', '=', annID).execute()
  await set({ unreachedEmail: 'ann@mail.example', unreachedAt: NOON })
  // Without an address there is none that isn't reached.
  expect(await at()).toBe(null)
  await set({ email: 'Ann@mail.example' })
  expect([await at(), await at(ben)]).toEqual([new Date(NOON).toISOString(), null])
  await set({ email: 'ann@home.example' })
  expect(await at()).toBe(null)
  await set({ email: null, unreachedEmail: null, unreachedAt: null })
})

describe('contact details', () => {
  const save = (contact: object, bearer = ann) => ask('contacts/save', contact, bearer)
  const MOBILE = { type: 'MOBILE', label: 'Private', value: '+44 7700 900123' }

  test('W023 S127 every type is kept, changed and deleted, for its person alone', async () => {
    const values = {
      EMAIL: 'ann@home.example',
      TELEPHONE: '0113 496 0000',
      ADDRESS: '1 High Street\nLeeds',
      EMERGENCY_CONTACT: '0113 496 0001',
      FACEBOOK: 'ann.lee',
      TWITTER: '@ann',
      INSTAGRAM: 'ann',
      LINKEDIN: 'ann-lee',
      MOBILE: '+44 7700 900123',
    }
    for (const [type, value] of Object.entries(values))
      expect(await save({ type, label: 'Sam', value })).toMatchObject({ status: 200, body: { type, value } })
    const details = (await ask('personal-details')).body as { contacts: { id: number; value: string }[] }
    expect(details.contacts.map(({ value }) => value)).toEqual(Object.values(values))
    const [first] = details.contacts
    expect(await save({ id: first?.id, ...MOBILE })).toEqual({
      status: 200,
      body: { id: first?.id, ...MOBILE },
    })
    expect(await save({ id: first?.id, ...MOBILE }, ben)).toEqual(refusedWith('This is no longer there.'))
    expect(await ask('contacts/delete', { id: first?.id }, ben)).toEqual(DONE)
    expect(((await ask('personal-details')).body as typeof details).contacts).toHaveLength(9)
    expect(await ask('contacts/delete', { id: first?.id })).toEqual(DONE)
    expect(((await ask('personal-details')).body as typeof details).contacts).toHaveLength(8)
    expect(((await ask('personal-details', {}, ben)).body as typeof details).contacts).toEqual([])
  })

  test.each([
    ['EMAIL', '', 'ann', 'This is not an e-mail address.'],
    ['EMAIL', '', 'ann@home', 'This is not an e-mail address.'],
    ['MOBILE', '', '123456', 'A telephone number has 7 to 15 digits.'],
    ['TELEPHONE', '', '1234567890123456', 'A telephone number has 7 to 15 digits.'],
    ['MOBILE', '', '0770 0900 12x', 'A telephone number has 7 to 15 digits.'],
    ['EMERGENCY_CONTACT', ' ', '0113 496 0001', 'Please say who this is.'],
    ['ADDRESS', '', '  ', 'Please enter 1 to 300 characters.'],
  ])('a %s of %j %j is refused', async (type, label, value, message) => {
    const { status, body } = await save({ type, label, value })
    expect(status).toBe(400)
    expect(JSON.stringify(body)).toContain(message)
  })

  test('S127 the limits hold to the last', async () => {
    for (const value of ['1234567', '123456789012345'])
      expect(await save({ type: 'MOBILE', label: '', value })).toMatchObject({ status: 200 })
    const longest = { type: 'ADDRESS', label: '', value: 'a'.repeat(CONTACT_VALUE_MAX) }
    expect(await save(longest)).toMatchObject({ status: 200 })
    expect(await save({ ...longest, value: `${longest.value}a` })).toMatchObject({ status: 400 })
    for (let kept = 3; kept < CONTACTS_MAX; kept++) expect(await save(MOBILE)).toMatchObject({ status: 200 })
    expect(await save(MOBILE)).toEqual(refusedWith('You can have 30 contact details at most.'))
    expect(await save(MOBILE, ben)).toMatchObject({ status: 200 })
  })
})

describe('what somebody else decides', () => {
  test('the e-mail address of somebody who may do more is changed by somebody who may as much', async () => {
    const { db } = server.server
    const id = idOf(await askFor('email', 'ann@home.example'))
    const admin = ['ADMIN_CAN_SEE_USERS', 'ADMIN_CAN_EDIT_SETTINGS'] as const
    await holdAlone(db, annID, admin)
    expect(await ask('changes/decide', { id, approve: true }, tom)).toEqual({
      status: 403,
      body: { value: 'You cannot change somebody who may do more than you.' },
    })
    await holdAlone(db, tomID, admin)
    expect(await ask('changes/decide', { id, approve: true }, tom)).toEqual(DONE)
    for (const table of ['personalPermissions', 'userPermissions'] as const)
      await db.deleteFrom(table).where('permission', '=', PERMISSIONS.ADMIN_CAN_EDIT_SETTINGS).execute()
    for (const table of ['personalPermissions', 'userPermissions'] as const)
      await db.deleteFrom(table).where('userID', '=', annID).where('permission', '=', 143).execute()
  })

  test('W023 a name is asked for, waits, is approved by somebody else, and the person is told', async () => {
    const asked = await askFor('displayName', 'Ann Other')
    expect(asked).toMatchObject({
      status: 200,
      body: { name: 'Ann Lee', before: 'Ann Lee', value: 'Ann Other', state: 'PENDING', decidedBy: '' },
    })
    const id = idOf(asked)
    expect(await pending()).toEqual([id])
    expect((await ask('changes/pending')).status).toBe(403)
    expect(await ask('changes/decide', { id, approve: true })).toMatchObject({ status: 403 })
    expect(await ask('changes/decide', { id, approve: true, reason: 'Congratulations' }, tom)).toEqual(DONE)
    expect((await ask('personal-details')).body).toMatchObject({
      displayName: 'Ann Other',
      changes: [{ id, state: 'APPROVED', decidedBy: 'tom', reason: 'Congratulations' }],
    })
    expect(await server.server.db.selectFrom('notifications').selectAll().execute()).toMatchObject([
      { userID: annID, subject: 'Your change to ‘Ann Other’ is approved', body: 'Congratulations' },
    ])
    // Only once.
    expect(await ask('changes/decide', { id, approve: false }, tom)).toEqual(
      refusedWith('This has been decided already.'),
    )
    expect(await ask('changes/cancel', { id })).toEqual(refusedWith('This has been decided already.'))
  })

  test('what is declined or taken back changes nothing', async () => {
    const declined = idOf(await askFor('displayName', 'Queen Ann'))
    await ask('changes/decide', { id: declined, approve: false, reason: 'No' }, tom)
    const taken = idOf(await askFor('email', 'ann@home.example'))
    expect(await ask('changes/cancel', { id: taken }, ben)).toEqual(
      refusedWith('This has been decided already.'),
    )
    expect(await ask('changes/cancel', { id: taken })).toEqual(DONE)
    expect(await ask('changes/decide', { id: taken, approve: true }, tom)).toEqual(
      refusedWith('This has been decided already.'),
    )
    expect((await ask('personal-details')).body).toMatchObject({
      displayName: 'Ann Lee',
      email: '',
      changes: [{ state: 'CANCELLED' }, { state: 'DECLINED' }],
    })
    expect(await pending()).toEqual([])
  })

  test('one of each waits at a time, and what it is now can’t be asked for', async () => {
    expect(await askFor('displayName', 'Ann Lee')).toEqual(refusedWith('That is what it is now.'))
    expect(await askFor('displayName', 'Ann A')).toMatchObject({ status: 200 })
    expect(await askFor('displayName', 'Ann B')).toEqual(
      refusedWith('You have asked for this already. Cancel that first to ask for something else.'),
    )
    expect(await askFor('email', 'ann@home.example')).toMatchObject({ status: 200 })
    expect(await askFor('displayName', 'Ben A', ben)).toMatchObject({ status: 200 })
    expect(await pending()).toHaveLength(3)
  })

  test('nobody gets an address that somebody else has, when asking or when it is approved', async () => {
    const id = idOf(await askFor('email', 'shared@home.example'))
    const { db } = server.server
    await db.updateTable('users').set({ email: 'Shared@Home.example' }).where('id', '=', tomID).execute()
    expect(await ask('changes/decide', { id, approve: true }, tom)).toEqual(
      refusedWith('Somebody else has this e-mail address.'),
    )
    expect(await askFor('email', 'SHARED@home.example', ben)).toEqual(
      refusedWith('Somebody else has this e-mail address.'),
    )
    await db.updateTable('users').set({ email: null }).where('id', '=', tomID).execute()
    expect(await ask('changes/decide', { id, approve: true }, tom)).toEqual(DONE)
    expect((await ask('personal-details')).body).toMatchObject({ email: 'shared@home.example' })
  })

  test('nobody decides their own', async () => {
    const id = idOf(await askFor('displayName', 'Tom the Great', tom))
    expect(await pending()).toEqual([])
    expect(await ask('changes/decide', { id, approve: true }, tom)).toMatchObject({ status: 403 })
    expect((await ask('personal-details', {}, tom)).body).toMatchObject({ displayName: 'tom' })
  })

  test('a name has 1 to 100 characters', async () => {
    const name = 'a'.repeat(DISPLAY_NAME_MAX)
    for (const wrong of ['', '  ', `${name}a`]) expect((await askFor('displayName', wrong)).status).toBe(400)
    expect((await askFor('displayName', name)).status).toBe(200)
  })

  test('two who decide at once decide once', async () => {
    const id = idOf(await askFor('displayName', 'Ann C'))
    const answers = await Promise.all(
      [true, false].map((approve) => ask('changes/decide', { id, approve }, tom)),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
    expect(await server.server.db.selectFrom('notifications').selectAll().execute()).toHaveLength(1)
  })
})

test('the details name area, manager and job; who may not edit may still read', async () => {
  expect((await ask('personal-details', {}, ben)).body).toMatchObject({
    userName: 'ben',
    displayName: 'ben',
    manager: 'Ann Lee',
    jobTitle: 'Telephone Interviewer',
    area: '',
  })
  const cat = await signIn(server, 'cat')
  expect((await ask('personal-details', {}, cat)).status).toBe(200)
  expect((await ask('contacts/save', { type: 'MOBILE', label: '', value: '07700900123' }, cat)).status).toBe(
    403,
  )
})
