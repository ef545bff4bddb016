import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ACCESS_PERMISSIONS } from '#shared/domain/account-access.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { mainHub } from '#shared/hubs/main.ts'
import { auditTold } from '../audit/testing/audit-actions.ts'
import { hashPassword } from '../auth/passwords.ts'
import { Sealer } from '../auth/sealer.ts'
import { createLiveClients } from '../http/testing/live-clients.ts'
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
  TEST_COST,
  type TestServer,
} from '../http/testing/test-server.ts'
import { sealDetails } from '../tools/tool-credentials.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DESK: readonly PermissionName[] = [
  'ADMIN_CAN_SEE_USERS',
  'SUPPORT_CAN_LOCK_ACCOUNT',
  'SUPPORT_CAN_UNLOCK_ACCOUNT',
  'SUPPORT_CAN_RESET_PASSWORD',
  'SUPPORT_CAN_EDIT_USER_SETTINGS',
  'SUPPORT_CAN_ENABLE_COMPANION_APP',
  'SUPPORT_CAN_DISABLE_COMPANION_APP',
  'SUPPORT_CAN_CLEAR_DEVICE_ID',
  'SUPPORT_CAN_EXCLUDE_DEVICE_ID',
  'SUPPORT_CAN_EXPORT_SURVEY_TOOL_DETAILS',
]
const REASON = 'Asked by phone'

let server: TestServer
let annID: number
let grantorID: number
let desk: { authorization: string }
const live = createLiveClients()

beforeEach(async () => {
  server = await startTestServer()
  grantorID = await addGrantor(server)
  await addPerson(server, { userName: 'desk', permissions: DESK })
  annID = await addPerson(server, { userName: 'ann', displayName: 'Ann Ash', permissions: ['AUTH_USE_2FA'] })
  desk = await signIn(server, 'desk')
})
afterEach(async () => {
  await live.closeAll()
  await server.server.close()
})

const db = () => server.server.db
const ask = async (path: string, payload: object, as = desk) =>
  said(await post(server, `/api/support/${path}`, payload, as))
const DONE = { status: 200, body: { done: true } }
const refusal = (status: number, value: string) => ({ status, body: { value } })
const isIn = async (bearer: { authorization: string }) =>
  (await post(server, '/api/auth/request-hub-token', {}, bearer)).status === 200
const auditOf = (action: string) =>
  db().selectFrom('audit').where('action', '=', action).selectAll().execute()
const confirm = async (password = PASSWORD, deviceID?: string) =>
  said(await post(server, '/api/auth/confirm-password', { userName: 'ann', password, deviceID }))
async function signInFrom(userName: string, deviceID: string) {
  const { clientKey } = await step(server, 'confirm-password', { userName, password: PASSWORD })
  return bearerOf(
    await post(server, '/api/auth/login', { userName, password: PASSWORD, clientKey, deviceID }),
  )
}

describe('a locked account', () => {
  test('A062 sign-in says it only after the right password, and unlocking lets them in again', async () => {
    const ann = await signIn(server, 'ann')
    expect(await ask('account/lock', { userID: annID, reason: REASON })).toEqual(DONE)
    expect(await isIn(ann)).toBe(false)
    expect(await confirm('not the password')).toEqual(refusal(401, 'The user name or password is not right.'))
    expect(await confirm()).toEqual(refusal(403, 'Your account is locked. Please contact support.'))
    expect(await ask('account/lock', { userID: annID, reason: REASON })).toEqual(
      refusal(409, 'This account is locked already.'),
    )
    expect(await ask('account/unlock', { userID: annID })).toEqual(DONE)
    expect(await ask('account/unlock', { userID: annID })).toEqual(
      refusal(409, 'This account is not locked.'),
    )
    expect(await isIn(await signIn(server, 'ann'))).toBe(true)
    expect((await auditOf('ACCOUNT_LOCKED')).map(({ reason, recordID }) => [reason, recordID])).toEqual([
      [REASON, annID],
    ])
    expect(await auditOf('ACCOUNT_UNLOCKED')).toHaveLength(1)
    expect(server.mails.map(({ to, subject }) => `${to} ${subject}`)).toEqual([
      'ann@mail.example Your account for Fieldwork was locked',
      'ann@mail.example Your account for Fieldwork was unlocked',
    ])
    expect(server.mails.map(({ text }) => text)).toEqual([
      expect.stringContaining('was locked, and you were signed out everywhere. Please contact support.'),
      expect.stringContaining('Your account was unlocked. You can sign in again.'),
    ])
    expect(await auditTold(db())).toEqual([
      'ACCOUNT_LOCKED | admin.active-users | person | Ann Ash',
      'ACCOUNT_UNLOCKED | admin.active-users | person | Ann Ash',
    ])
  })

  test('A062 a sign-in that was under way, and a paired device, stay outside', async () => {
    const { clientKey } = await step(server, 'confirm-password', { userName: 'ann', password: PASSWORD })
    await db()
      .insertInto('devices')
      .values({ deviceID: 'd1', userID: annID, pairedBy: null, pairedAt: NOON })
      .execute()
    await ask('account/lock', { userID: annID, reason: REASON })
    const login = await post(server, '/api/auth/login', { userName: 'ann', password: PASSWORD, clientKey })
    expect(login.status).toBeGreaterThanOrEqual(400)
    expect((await post(server, '/api/auth/companion-token', { deviceID: 'd1' })).status).toBe(401)
  })

  test('A002 the last grantor is not locked, and nobody locks themselves', async () => {
    const boss = await addPerson(server, {
      userName: 'boss',
      permissions: [...DESK, 'ADMIN_CAN_EDIT_SETTINGS'],
    })
    const as = await signIn(server, 'boss')
    expect(await ask('account/lock', { userID: boss, reason: REASON }, as)).toEqual(
      refusal(400, 'You cannot lock yourself.'),
    )
    await db().updateTable('users').set({ passwordHash: '' }).where('id', '=', boss).execute()
    expect(await ask('account/lock', { userID: grantorID, reason: REASON }, as)).toEqual(
      refusal(400, 'At least one active person must be able to grant permissions.'),
    )
  })
})

test.each([
  ['account/lock', { reason: REASON }],
  ['account/unlock', {}],
  ['account/reset-password', { way: 'LINK', reason: REASON }],
  ['account/reset-password', { way: 'TEMPORARY_PASSWORD', reason: REASON }],
  ['account/reset-two-factor', { reason: REASON }],
  ['account/end-session', { id: 'x', reason: REASON }],
  ['end-sessions', {}],
  ['companion/enable', { deviceID: 'd9' }],
  ['device/clear', { deviceID: 'd9', reason: REASON }],
])('A001 %s of a grantor is refused to who is none', async (path, payload) => {
  expect(await ask(path, { userID: grantorID, ...payload })).toEqual(
    refusal(403, 'You cannot change somebody who may do more than you.'),
  )
})

describe('resetting a password', () => {
  test('A061 by link: 60 minutes, once; all sessions end and the person is mailed', async () => {
    const ann = await signIn(server, 'ann')
    expect(await ask('account/reset-password', { userID: annID, way: 'LINK', reason: REASON })).toEqual({
      status: 200,
      body: { temporaryPassword: null },
    })
    expect(await isIn(ann)).toBe(false)
    const [mail] = server.mails
    expect(mail).toMatchObject({ to: 'ann@mail.example', subject: 'Choose a new password for Fieldwork' })
    expect(mail?.text).toContain('within 60 minutes')
    const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
    const complete = async () =>
      said(
        await post(server, '/api/public/auth/reset-password', { token, password: 'a whole new password 1' }),
      ).status
    server.clock.now = NOON + 60 * MINUTE - 1
    expect(await complete()).toBe(200)
    expect(await complete()).toBe(403)
  })

  test('A061 a link, an invitation and a pairing of before are good for nothing afterwards', async () => {
    await ask('account/reset-password', { userID: annID, way: 'LINK', reason: REASON })
    await ask('companion/enable', { userID: annID, deviceID: 'd1' })
    await db()
      .insertInto('invitations')
      .values({ userID: annID, tokenHash: 'x', createdAt: NOON, expiresAt: NOON + HOUR })
      .execute()
    const token = /token=([\w-]+)/.exec(server.mails[0]?.text ?? '')?.[1]
    await ask('account/reset-password', { userID: annID, way: 'TEMPORARY_PASSWORD', reason: REASON })
    const answer = await post(server, '/api/public/auth/reset-password', {
      ...{ token, password: 'a whole new password 1' },
    })
    expect(answer.status).toBe(403)
    for (const table of ['invitations', 'devices'] as const)
      expect(await db().selectFrom(table).where('userID', '=', annID).selectAll().execute()).toEqual([])
    expect(await auditTold(db())).toEqual([
      'PASSWORD_RESET | admin.active-users | person | Ann Ash',
      'COMPANION_PAIRED | admin.active-users | person | Ann Ash',
      'PASSWORD_RESET | admin.active-users | person | Ann Ash',
    ])
  })

  test('A061 the link ends after 60 minutes', async () => {
    await ask('account/reset-password', { userID: annID, way: 'LINK', reason: REASON })
    const token = /token=([\w-]+)/.exec(server.mails[0]?.text ?? '')?.[1]
    server.clock.now = NOON + 60 * MINUTE
    const answer = await post(server, '/api/public/auth/reset-password', {
      ...{ token, password: 'a whole new password 1' },
    })
    expect(answer.status).toBe(403)
  })

  test('A061 a temporary password is told once, kept for 24 hours and to be changed', async () => {
    const ann = await signIn(server, 'ann')
    const { status, body } = await ask('account/reset-password', {
      ...{ userID: annID, way: 'TEMPORARY_PASSWORD', reason: REASON },
    })
    const { temporaryPassword } = body as { temporaryPassword: string }
    expect(status).toBe(200)
    expect(temporaryPassword).toMatch(/^(\w{4}-){3}\w{4}$/)
    expect(await isIn(ann)).toBe(false)
    expect((await confirm()).status).toBe(401)
    expect(await confirm(temporaryPassword)).toMatchObject({
      status: 200,
      body: { mustChangePassword: true },
    })
    const row = await db()
      .selectFrom('users')
      .where('id', '=', annID)
      .select(['mustChangePassword', 'temporaryUntil'])
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ mustChangePassword: 1, temporaryUntil: NOON + 24 * HOUR })
    expect(server.mails.map(({ subject }) => subject)).toEqual(['Your password for Fieldwork was reset'])
    const everything = JSON.stringify([server.mails, await db().selectFrom('audit').selectAll().execute()])
    expect(everything + server.log.text).not.toContain(temporaryPassword)
    expect(await auditOf('PASSWORD_RESET')).toHaveLength(1)
  })

  test('A061 without an address a link is refused, and whoever left or comes by single sign-on has none', async () => {
    const reset = (way: string) => ask('account/reset-password', { userID: annID, way, reason: REASON })
    const set = (values: object) => db().updateTable('users').set(values).where('id', '=', annID).execute()
    await set({ email: null })
    expect(await reset('LINK')).toEqual(
      refusal(400, 'This person has no e-mail address. Give them a temporary password.'),
    )
    await set({ signInMethod: 'SINGLE_SIGN_ON' })
    expect((await reset('TEMPORARY_PASSWORD')).status).toBe(409)
    await set({ status: 'LEAVER', isActive: 0 })
    expect(await reset('TEMPORARY_PASSWORD')).toEqual(refusal(409, 'Ann Ash has left already.'))
  })
})

test('two-factor is reset with a reason: secret and recovery codes go, and the person is mailed', async () => {
  const reset = () => ask('account/reset-two-factor', { userID: annID, reason: REASON })
  expect(await reset()).toEqual(refusal(409, 'This person has not set up two-factor sign-in.'))
  for (const userID of [annID, grantorID]) {
    await db().insertInto('twoFactor').values({ userID, secret: 'x', lastStep: 0 }).execute()
    await db()
      .insertInto('recoveryCodes')
      .values({ userID, codeHash: `h${userID}` })
      .execute()
  }
  expect((await ask('account/reset-two-factor', { userID: annID, reason: '  ' })).status).toBe(400)
  expect(await reset()).toEqual(DONE)
  for (const table of ['twoFactor', 'recoveryCodes'] as const)
    expect(await db().selectFrom(table).select('userID').execute()).toEqual([{ userID: grantorID }])
  expect(server.mails.map(({ subject }) => subject)).toEqual(['Two-factor sign-in for Fieldwork was reset'])
})

test('whom mail doesn’t reach reads of a lock, an unlocking and a reset when they next sign in', async () => {
  let seen = 0
  const done = async () => {
    await db().insertInto('twoFactor').values({ userID: annID, secret: 'x', lastStep: 0 }).execute()
    for (const [path, more] of [
      ['account/lock', { reason: REASON }],
      ['account/unlock', {}],
      ['account/reset-two-factor', { reason: REASON }],
      ['account/reset-password', { way: 'TEMPORARY_PASSWORD', reason: REASON }],
    ] as const)
      expect((await ask(path, { userID: annID, ...more })).status).toBe(200)
    const told = await db()
      .selectFrom('notifications')
      .orderBy('id')
      .select(['userID', 'subject', 'isRead'])
      .execute()
    await db().deleteFrom('notifications').execute()
    const mailed = server.mails.slice(seen).map(({ subject }) => subject)
    seen = server.mails.length
    return [told, mailed]
  }
  const texts = [
    'Your account for Fieldwork was locked',
    'Your account for Fieldwork was unlocked',
    'Two-factor sign-in for Fieldwork was reset',
    'Your password for Fieldwork was reset',
  ]
  const notes = texts.map((subject) => ({ userID: annID, subject, isRead: 0 }))
  const set = (values: object) => db().updateTable('users').set(values).where('id', '=', annID).execute()
  expect(await done()).toEqual([[], texts])
  await set({ email: 'Ann@mail.example', unreachedEmail: 'ann@mail.example', unreachedAt: NOON })
  expect(await done()).toEqual([notes, texts])
  await set({ email: 'other@mail.example' })
  expect(await done()).toEqual([[], texts])
  await set({ email: null })
  expect(await done()).toEqual([notes, []])
})

describe('sessions', () => {
  const list = async () =>
    (await ask('account/sessions', { userID: annID })).body as {
      sessions: { id: string; deviceID: string | null; lastUsedAt: string; startedAt: string }[]
      devices: { deviceID: string; isCompanion: boolean; excludedFor: string | null }[]
    }

  test('A063 are listed with device, address, start, last use and token type, and ended one or all', async () => {
    await db()
      .insertInto('personalPermissions')
      .values({
        ...{ userID: annID, permission: 0, isRefusal: 0, reason: '', endsAt: null },
        ...{ since: NOON, givenBy: null },
      })
      .execute()
    await db().deleteFrom('personalPermissions').where('permission', '=', 0).execute()
    const { PERMISSIONS } = await import('#shared/domain/permissions.ts')
    await db()
      .insertInto('userPermissions')
      .values({ userID: annID, permission: PERMISSIONS.AUTH_CAN_USE_MULTI_TOKEN })
      .execute()
    const first = await signInFrom('ann', 'laptop-1')
    server.clock.now = NOON + 10 * MINUTE
    const second = await signIn(server, 'ann')
    server.clock.now = NOON + 30 * MINUTE
    expect(await isIn(first)).toBe(true)
    const { sessions, devices } = await list()
    expect(sessions).toEqual([
      {
        ...{ id: expect.any(String), tokenType: 'OTHER', deviceID: 'laptop-1', address: '127.0.0.1' },
        startedAt: new Date(NOON).toISOString(),
        lastUsedAt: new Date(NOON + 30 * MINUTE).toISOString(),
        isOwn: false,
      },
      expect.objectContaining({ deviceID: null, startedAt: new Date(NOON + 10 * MINUTE).toISOString() }),
    ])
    expect(devices).toEqual([
      expect.objectContaining({ deviceID: 'laptop-1', isCompanion: false, excludedFor: null }),
    ])
    const end = (id: string) => ask('account/end-session', { userID: annID, id, reason: REASON })
    expect(await end(sessions[0]?.id ?? '')).toEqual(DONE)
    expect([await isIn(first), await isIn(second)]).toEqual([false, true])
    expect(await end(sessions[0]?.id ?? '')).toEqual(refusal(409, 'This session has ended already.'))
    expect(await ask('end-sessions', { userID: annID, reason: REASON })).toEqual(DONE)
    expect(await isIn(second)).toBe(false)
    expect((await list()).sessions).toEqual([])
    const told = await db()
      .selectFrom('notifications')
      .where('userID', '=', annID)
      .orderBy('id')
      .select('subject')
      .execute()
    expect(told.map(({ subject }) => subject)).toEqual([
      `desk signed you out on one device: ${REASON}`,
      `desk signed you out everywhere: ${REASON}`,
    ])
    for (const action of ['SESSION_ENDED', 'SESSIONS_ENDED'])
      expect((await auditOf(action)).map(({ reason }) => reason)).toEqual([REASON])
    expect(await auditTold(db())).toEqual([
      'SESSION_ENDED | admin.active-users | person | Ann Ash',
      'SESSIONS_ENDED | admin.active-users | person | Ann Ash',
    ])
  })

  test('sessions and their addresses are listed to who may change people’s settings; others see devices alone', async () => {
    await signInFrom('ann', 'laptop-1')
    const listedTo = async (permissions: readonly PermissionName[]) => {
      const userName = permissions.at(-1)?.toLowerCase() ?? ''
      await addPerson(server, { userName, permissions: ['ADMIN_CAN_SEE_USERS', ...permissions] })
      return ask('account/sessions', { userID: annID }, await signIn(server, userName))
    }
    const others = ACCESS_PERMISSIONS.filter((one) => one !== 'SUPPORT_CAN_EDIT_USER_SETTINGS')
    expect(others).toHaveLength(8)
    const hidden = await listedTo(others)
    expect(hidden).toEqual({
      status: 200,
      body: { sessions: null, devices: [expect.objectContaining({ deviceID: 'laptop-1' })] },
    })
    expect(JSON.stringify(hidden.body)).not.toContain('127.0.0.1')
    expect(await listedTo(['SUPPORT_CAN_EDIT_USER_SETTINGS'])).toMatchObject({
      body: { sessions: [{ deviceID: 'laptop-1', address: '127.0.0.1' }] },
    })
    expect((await listedTo(['CAN_SEARCH_ALL_USERS'])).status).toBe(403)
  })

  test('A063 somebody else’s session isn’t ended under a wrong person, and its window closes when it is ended', async () => {
    const url = await server.server.listen(0, '127.0.0.1')
    const ann = await signIn(server, 'ann')
    const { sessions } = await list()
    const id = sessions[0]?.id ?? ''
    const other = await addPerson(server, { userName: 'other' })
    expect(await ask('account/end-session', { userID: other, id, reason: REASON })).toEqual(
      refusal(409, 'This session has ended already.'),
    )
    const window = await live.open(server, `${url}${mainHub.path}`, ann, ['loggedOut'])
    await ask('account/end-session', { userID: annID, id, reason: REASON })
    await vi.waitFor(() => expect(window.heard).toEqual([['loggedOut']]))
  })
})

describe('devices', () => {
  test('A064 pairing a device that another holds names the holder, and moves it only when asked again', async () => {
    const ben = await addPerson(server, { userName: 'ben', displayName: 'Ben Birch' })
    expect(await ask('companion/enable', { userID: ben, deviceID: 'd1' })).toEqual(DONE)
    const companion = bearerOf(await post(server, '/api/auth/companion-token', { deviceID: 'd1' }))
    expect(await ask('companion/enable', { userID: annID, deviceID: 'd1' })).toEqual(
      refusal(409, 'This device is paired with Ben Birch.'),
    )
    const holders = () => db().selectFrom('devices').select(['deviceID', 'userID']).execute()
    expect(await holders()).toEqual([{ deviceID: 'd1', userID: ben }])
    expect(await ask('companion/enable', { userID: annID, deviceID: 'd1', isMoved: true })).toEqual(DONE)
    expect(await holders()).toEqual([{ deviceID: 'd1', userID: annID }])
    expect(await isIn(companion)).toBe(false)
    expect(await auditTold(db())).toEqual([
      'COMPANION_PAIRED | admin.active-users | person | Ben Birch',
      'COMPANION_PAIRED | admin.active-users | person | Ann Ash',
    ])
  })

  test('A065 an excluded device is refused to everybody, by password and by pairing, until it is allowed again', async () => {
    await ask('companion/enable', { userID: annID, deviceID: 'd1' })
    const ann = await signInFrom('ann', 'd1')
    expect(await ask('device/exclude', { deviceID: 'd1', reason: 'Stolen' })).toEqual(DONE)
    expect(await isIn(ann)).toBe(false)
    const no = refusal(403, 'This device is not allowed.')
    expect(await confirm(PASSWORD, 'd1')).toEqual(no)
    expect(await confirm('wrong', 'd1')).toEqual(no)
    const login = { userName: 'desk', password: PASSWORD, clientKey: 'x', deviceID: 'd1' }
    expect(said(await post(server, '/api/auth/login', login))).toEqual(no)
    expect(said(await post(server, '/api/auth/companion-token', { deviceID: 'd1' }))).toEqual(no)
    expect(await ask('companion/enable', { userID: annID, deviceID: 'd1' })).toEqual(no)
    expect((await confirm(PASSWORD, 'd2')).status).toBe(200)
    expect(await ask('device/exclude', { deviceID: 'd1', reason: 'Again' })).toEqual(
      refusal(409, 'This device is excluded already.'),
    )
    expect((await ask('device/excluded', {})).body).toEqual({
      devices: [{ deviceID: 'd1', reason: 'Stolen', by: 'desk', at: new Date(NOON).toISOString() }],
    })
    expect(await ask('device/allow', { deviceID: 'd1' })).toEqual(DONE)
    expect(await ask('device/allow', { deviceID: 'd1' })).toEqual(
      refusal(409, 'This device is not excluded.'),
    )
    expect((await confirm(PASSWORD, 'd1')).status).toBe(200)
    expect([(await auditOf('DEVICE_EXCLUDED')).length, (await auditOf('DEVICE_ALLOWED')).length]).toEqual([
      1, 1,
    ])
    expect(await auditTold(db())).toEqual([
      'COMPANION_PAIRED | admin.active-users | person | Ann Ash',
      'DEVICE_EXCLUDED | admin.active-users | device | d1',
      'DEVICE_ALLOWED | admin.active-users | device | d1',
    ])
  })

  test('A065 no session begins on a device that is excluded while somebody signs in', async () => {
    const { clientKey } = await step(server, 'confirm-password', { userName: 'ann', password: PASSWORD })
    // Checking this password takes so long that the device is excluded meanwhile.
    const passwordHash = await hashPassword(PASSWORD, { ...TEST_COST, N: 2 ** 16, r: 8 })
    await db().updateTable('users').set({ passwordHash }).where('id', '=', annID).execute()
    const login = { userName: 'ann', password: PASSWORD, clientKey, deviceID: 'd1' }
    const going = post(server, '/api/auth/login', login)
    await ask('device/excluded', {})
    expect(await ask('device/exclude', { deviceID: 'd1', reason: 'Stolen' })).toEqual(DONE)
    expect((await going).status).toBe(403)
    const live = await db()
      .selectFrom('sessions')
      .where('userID', '=', annID)
      .where('deviceID', '=', 'd1')
      .where('revokedAt', 'is', null)
      .select('id')
      .execute()
    expect(live).toEqual([])
  })

  test('A001 a device from which a grantor is signed in is not excluded by who is none', async () => {
    await signInFrom('grantor', 'd1')
    expect(await ask('device/exclude', { deviceID: 'd1', reason: 'Stolen' })).toEqual(
      refusal(403, 'You cannot change somebody who may do more than you.'),
    )
  })

  test('clearing a device id forgets it: its session and pairing end, and the next sign-in knows it anew', async () => {
    await ask('companion/enable', { userID: annID, deviceID: 'd1' })
    const ann = await signInFrom('ann', 'd1')
    const known = async () =>
      (await db().selectFrom('knownPlaces').where('userID', '=', annID).select('key').execute()).length
    const before = await known()
    expect(await ask('device/clear', { userID: annID, deviceID: 'd1', reason: REASON })).toEqual(DONE)
    expect(await isIn(ann)).toBe(false)
    expect(await known()).toBe(before - 1)
    const { devices } = (await ask('account/sessions', { userID: annID })).body as { devices: unknown[] }
    expect(devices).toEqual([])
    await signInFrom('ann', 'd1')
    expect(await known()).toBe(before)
  })
})

test('A066 the survey-tool file has user names, those of the tools, and never a password', async () => {
  const sealer = await Sealer.open(db())
  for (const tool of ['DIALLER', 'SURVEY_TOOL', 'VPN'] as const)
    await db()
      .insertInto('toolCredentials')
      .values({
        ...{ userID: annID, tool, place: 0, isAutoConnect: 0, forceReload: 0 },
        sealed: sealDetails(sealer, annID, tool, 0, {
          ...{ userName: `ann-${tool.toLowerCase()}`, password: 'tool-secret', url: '' },
        }),
      })
      .execute()
  await addPerson(server, { userName: 'gone', isActive: false })
  const path = '/api/support/account/export-survey-tool-details'
  const { status, body, headers } = await post(server, path, {}, desk)
  expect(status).toBe(200)
  // By the company's clock, an hour ahead of UTC in May.
  expect(headers['content-disposition']).toContain('"Survey-tool details 2026-05-04 1300.csv"')
  expect(body.replace('\uFEFF', '').trim().split('\r\n')).toEqual([
    'User name,Dialler user name,Survey tool user name',
    'ann,ann-dialler,ann-survey_tool',
    'desk,,',
    'grantor,,',
  ])
  expect(body).not.toContain('tool-secret')
  expect(await auditTold(db())).toEqual([
    'EXPORTED | admin.active-users | toolCredentials | Survey-tool details',
  ])
})

test('personal settings of somebody are read and changed, told and written down; the same again is nothing', async () => {
  const read = async (set?: object) =>
    (await ask('account/settings', { userID: annID, ...(set && { set }) })).body as {
      audio: { newMessageSound: string }
      quietHours: { isEnabled: boolean; from: string }
    }
  const before = await read()
  const set = {
    audio: { ...before.audio, newMessageSound: 'NONE' },
    quietHours: { ...before.quietHours, isEnabled: true, from: '20:30' },
  }
  expect(await read(set)).toEqual(set)
  expect(await read(set)).toEqual(set)
  expect(await auditOf('PERSONAL_SETTINGS_CHANGED')).toHaveLength(1)
  const told = await db().selectFrom('notifications').where('userID', '=', annID).select('subject').execute()
  expect(told).toEqual([{ subject: 'desk changed how you are told of messages' }])
})
