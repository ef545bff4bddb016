import { decodeJwt } from 'jose'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PERMISSIONS, type PermissionName } from '#shared/domain/permissions.ts'
import { mainHub } from '#shared/hubs/main.ts'
import { issueToken } from '../auth/issue-token.ts'
import { RENEWED_GRACE_MS, Sessions } from '../auth/sessions.ts'
import { Tokens } from '../auth/tokens.ts'
import { createLiveClients } from '../http/testing/live-clients.ts'
import {
  addPerson,
  bearerOf,
  holdAlone,
  NOON,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import { EventLog } from './event-log.ts'

const EVENTS_KEPT = 1000

const DONE = { status: 200, body: { done: true } }
const DENIED = { status: 403, body: { value: 'access denied' } }
const NOBODY = { status: 400, body: { value: 'There is nobody with this id.' } }
const OVER = { status: 401, body: '' }
const EVENTS = [
  'primarySessionConnected',
  'primarySessionDisconnected',
  'companionSessionConnected',
  'companionSessionDisconnected',
  'loggedOut',
  'loggedOutMobile',
  'REMOTE_COMMAND',
]
type Bearer = { authorization: string }

let server: TestServer
let url: string
let annID: number
const live = createLiveClients()

beforeEach(async () => {
  server = await startTestServer()
  url = `${await server.server.listen(0, '127.0.0.1')}${mainHub.path}`
  annID = await person('ann', 'AUTH_CAN_USE_MULTI_TOKEN')
  await person(
    'desk',
    'SUPPORT_CAN_EDIT_USER_SETTINGS',
    'SUPPORT_CAN_LOCK_ACCOUNT',
    'SUPPORT_CAN_ENABLE_COMPANION_APP',
    'SUPPORT_CAN_DISABLE_COMPANION_APP',
  )
})
afterEach(async () => {
  await live.closeAll()
  await server.server.close()
})

const person = (userName: string, ...permissions: PermissionName[]) =>
  addPerson(server, { userName, permissions })
const open = async (bearer: Bearer) => {
  const window = await live.open(server, url, bearer, EVENTS)
  // Once this is answered, the server has handled the connection.
  await window.client.invoke('setAppVersion', '1')
  return window
}
const hubToken = (bearer: Bearer) => post(server, '/api/auth/request-hub-token', {}, bearer)
const companionToken = (deviceID: string) => post(server, '/api/auth/companion-token', { deviceID })
const pair = async (userID: number, deviceID: string) =>
  post(server, '/api/support/companion/enable', { userID, deviceID }, await signIn(server, 'desk'))

/** A mobile session. The documents don't say how one begins, so it is started here. */
async function mobileSession(userID: number): Promise<Bearer> {
  const { db } = server.server
  const clock = () => server.clock.now
  const session = await new Sessions(db, clock).start({ userID, tokenType: 'MOBILE_APP', deviceID: null })
  const token = await issueToken({ db, clock, tokens: await Tokens.open(db, clock) }, session)
  return { authorization: `Bearer ${token}` }
}

describe('companions', () => {
  test('nobody pairs a device with somebody who may do more: it would sign in as them', async () => {
    await holdAlone(server.server.db, annID, ['ADMIN_CAN_SEE_USERS', 'ADMIN_CAN_EDIT_SETTINGS'])
    expect(said(await pair(annID, 'device-1'))).toEqual({
      status: 403,
      body: { value: 'You cannot change somebody who may do more than you.' },
    })
  })

  test('S259 S004 companion-token takes the deviceID and gives a token of the type COMPANION', async () => {
    expect(said(await pair(annID, 'device-1'))).toEqual(DONE)
    const bearer = bearerOf(await companionToken('device-1'))
    expect(decodeJwt(bearer.authorization.slice(7))).toMatchObject({ userId: annID, tokenType: 'COMPANION' })
    expect((await hubToken(bearer)).status).toBe(200)
    const { body } = await post(server, '/api/auth/renew-token', {}, bearer)
    expect(decodeJwt(body)).toMatchObject({ tokenType: 'COMPANION' })
  })

  test('S259 a device that is not paired, was unpaired, or whose person is gone, gets 401 in words', async () => {
    const refused = {
      status: 401,
      body: { value: 'This device is not paired with anybody. Please sign in, or ask the service desk.' },
    }
    expect(said(await companionToken('device-1'))).toEqual(refused)
    await pair(annID, 'device-1')
    await server.server.db.updateTable('users').set({ isActive: 0 }).where('id', '=', annID).execute()
    expect(said(await companionToken('device-1'))).toEqual(refused)
    await server.server.db.updateTable('users').set({ isActive: 1 }).where('id', '=', annID).execute()
    const bearer = bearerOf(await companionToken('device-1'))
    const window = await open(bearer)
    const unpair = { userID: annID }
    expect(
      said(await post(server, '/api/support/companion/disable', unpair, await signIn(server, 'desk'))),
    ).toEqual(DONE)
    expect(said(await companionToken('device-1'))).toEqual(refused)
    expect(said(await hubToken(bearer))).toEqual(OVER)
    await vi.waitFor(() => expect(window.closed()).toBe(true))
    expect(window.heard).toEqual([['loggedOut']])
  })

  test('S004 another device takes the place of the first; a device of somebody else’s is refused', async () => {
    await pair(annID, 'device-1')
    const first = bearerOf(await companionToken('device-1'))
    expect(said(await pair(annID, 'device-2'))).toEqual(DONE)
    expect((await companionToken('device-1')).status).toBe(401)
    expect(said(await hubToken(first))).toEqual(OVER)
    const second = bearerOf(await companionToken('device-2'))
    expect(said(await pair(annID, 'device-2'))).toEqual(DONE)
    expect((await hubToken(second)).status).toBe(200)
    const bobID = await person('bob')
    expect(said(await pair(bobID, 'device-2'))).toEqual({
      status: 409,
      body: { value: 'This device is paired with ann.' },
    })
  })
})

describe('mobile sessions', () => {
  test('S221 S004 without CAN_USE_MOBILE_APP every bearer call is refused in the words of the document', async () => {
    const bearer = await mobileSession(annID)
    const refused = { status: 403, body: { value: 'Access denied: Invalid mobile session' } }
    for (const path of ['request-hub-token', 'renew-token', 'logout', 'two-factor/state'])
      expect(said(await post(server, `/api/auth/${path}`, {}, bearer))).toEqual(refused)
    await server.server.db
      .insertInto('userPermissions')
      .values({ userID: annID, permission: PERMISSIONS.CAN_USE_MOBILE_APP })
      .execute()
    const token = await hubToken(bearer)
    expect(token.status).toBe(200)
    await server.server.db.deleteFrom('userPermissions').execute()
    await expect(live.openAnonymous(url, [], token.body)).rejects.toThrow('401')
  })

  test('S295 S004 the end of mobile sessions is told as loggedOutMobile to the person’s windows', async () => {
    await mobileSession(annID)
    const window = await open(await signIn(server, 'ann'))
    await post(server, '/api/support/end-sessions', { userID: annID }, await signIn(server, 'desk'))
    await vi.waitFor(() => expect(window.closed()).toBe(true))
    expect(window.heard.map(([event]) => event).sort()).toEqual(['loggedOut', 'loggedOutMobile'])
  })
})

describe('what windows hear of each other', () => {
  test('S288 the first and the last window of a kind are told to the person’s others; more of a kind are no news', async () => {
    await pair(annID, 'device-1')
    const desktop = await open(await signIn(server, 'ann'))
    const stranger = await open(await signIn(server, 'desk'))
    const companion = bearerOf(await companionToken('device-1'))
    const first = await open(companion)
    const second = await open(companion)
    await vi.waitFor(() => expect(desktop.heard).toEqual([['companionSessionConnected']]))
    await first.client.stop()
    await second.client.stop()
    await vi.waitFor(() =>
      expect(desktop.heard).toEqual([['companionSessionConnected'], ['companionSessionDisconnected']]),
    )
    const third = await open(companion)
    await desktop.client.stop()
    await vi.waitFor(() => expect(third.heard).toEqual([['primarySessionDisconnected']]))
    await open(await signIn(server, 'ann'))
    await vi.waitFor(() => expect(third.heard.at(-1)).toEqual(['primarySessionConnected']))
    expect(stranger.heard).toEqual([])
  })

  test('S283 who asks is told the state, and nobody else is', async () => {
    await pair(annID, 'device-1')
    const desktop = await open(await signIn(server, 'ann'))
    const other = await open(await signIn(server, 'ann'))
    await desktop.client.invoke('requestPrimarySessionStatus')
    await desktop.client.invoke('requestCompanionSessionStatus')
    const companion = await open(bearerOf(await companionToken('device-1')))
    await desktop.client.invoke('requestCompanionSessionStatus')
    await companion.client.invoke('requestPrimarySessionStatus')
    await vi.waitFor(() =>
      expect(desktop.heard).toEqual([
        ['primarySessionConnected'],
        ['companionSessionDisconnected'],
        ['companionSessionConnected'],
        ['companionSessionConnected'],
      ]),
    )
    await vi.waitFor(() => expect(companion.heard).toEqual([['primarySessionConnected']]))
    expect(other.heard).toEqual([['companionSessionConnected']])
  })
})

describe('being signed in twice', () => {
  test('with AUTH_CAN_USE_MULTI_TOKEN both sessions go on', async () => {
    const first = await signIn(server, 'ann')
    const window = await open(first)
    await signIn(server, 'ann')
    expect((await hubToken(first)).status).toBe(200)
    await window.client.invoke('setAppVersion', '2')
    expect(window.heard).toEqual([])
  })

  test('S295 without it a new sign-in ends the others, renewed ones too, and not the companion’s', async () => {
    const bobID = await person('bob')
    await pair(bobID, 'device-b')
    const companion = bearerOf(await companionToken('device-b'))
    const first = await signIn(server, 'bob')
    const window = await open(first)
    const renewed = {
      authorization: `Bearer ${(await post(server, '/api/auth/renew-token', {}, first)).body}`,
    }
    const ann = await signIn(server, 'ann')
    const second = await signIn(server, 'bob')
    await vi.waitFor(() => expect(window.closed()).toBe(true))
    expect(window.heard).toEqual([['loggedOut']])
    for (const ended of [first, renewed]) expect(said(await hubToken(ended))).toEqual(OVER)
    for (const kept of [companion, ann, second]) expect((await hubToken(kept)).status).toBe(200)
  })

  test('S295 of two that sign in at once one is left', async () => {
    await person('bob')
    const bearers = await Promise.all([signIn(server, 'bob'), signIn(server, 'bob')])
    const answers = await Promise.all(bearers.map(hubToken))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
  })
})

/** The first remote command of a server. */
const SENT = { status: 200, body: { commandID: 1 } }

describe('what the service desk does', () => {
  test('S159 a remote command reaches all windows of the person and nobody else', async () => {
    const windows = [await open(await signIn(server, 'ann')), await open(await signIn(server, 'ann'))]
    const desk = await signIn(server, 'desk')
    const other = await open(desk)
    const remoteCommand = { command: 'HOST', hostCommand: 'exit' }
    const send = (userID: number) =>
      post(server, '/api/support/remote-command', { userID, remoteCommand }, desk)
    expect(said(await send(annID))).toEqual(SENT)
    for (const { heard } of windows)
      await vi.waitFor(() => expect(heard).toEqual([['REMOTE_COMMAND', { ...remoteCommand, commandID: 1 }]]))
    expect(said(await send(99))).toEqual(NOBODY)
    expect(other.heard).toEqual([])
    const unknown = { userID: annID, remoteCommand: { command: 'FORMAT_DISK' } }
    expect((await post(server, '/api/support/remote-command', unknown, desk)).status).toBe(400)
  })

  test('a command that was retried with its key reaches the windows once', async () => {
    const window = await open(await signIn(server, 'ann'))
    const headers = { ...(await signIn(server, 'desk')), 'idempotency-key': 'command-1' }
    const request = { userID: annID, remoteCommand: { command: 'REFRESH_UI' } }
    for (let i = 0; i < 2; i++) await post(server, '/api/support/remote-command', request, headers)
    await window.client.invoke('setAppVersion', '2')
    expect(window.heard).toHaveLength(1)
  })

  const host = (hostCommand: string) => ({ command: 'HOST', hostCommand })
  test.each([
    ['W162', 'ADMIN_CAN_SEE_MODULE', 'the badge test', host('testBadge'), true],
    ['W162', 'ADMIN_CAN_SEE_MODULE', 'the dialler', host('launchDialler'), true],
    ['W162', 'ADMIN_CAN_SEE_MODULE', 'quick assist', host('remoteAssist'), true],
    ['W162', 'ADMIN_CAN_SEE_MODULE', 'starting the VPN', host('startVPN'), true],
    ['W162', 'ADMIN_CAN_SEE_MODULE', 'stopping the VPN', host('stopVPN'), true],
    ['W162', 'ADMIN_CAN_SEE_MODULE', 'the soft reset', { command: 'REFRESH_UI' }, false],
    ['W162', 'ADMIN_CAN_SEE_MODULE', 'closing the client', host('exit'), false],
    ['W163', 'ISUPERVISOR_CAN_SEE_MODULE', 'launching the dialler', host('launchDialler'), true],
    ['W163', 'ISUPERVISOR_CAN_SEE_MODULE', 'the soft reset', { command: 'REFRESH_UI' }, true],
    ['W163', 'ISUPERVISOR_CAN_SEE_MODULE', 'the badge test', host('testBadge'), false],
    ['W163', 'ISUPERVISOR_CAN_SEE_MODULE', 'quick assist', host('remoteAssist'), false],
    ['W163', 'ISUPERVISOR_CAN_SEE_MODULE', 'starting the VPN', host('startVPN'), false],
    ['W163', 'ISUPERVISOR_CAN_SEE_MODULE', 'stopping the VPN', host('stopVPN'), false],
    ['W163', 'ISUPERVISOR_CAN_SEE_MODULE', 'signing somebody out', { command: 'LOGOUT' }, false],
  ] as const)('%s %s and %s at somebody’s machine', async (_id, permission, _what, remoteCommand, may) => {
    const bossID = await person('boss', permission)
    await person('nobody')
    // Supervisors send to their own people alone.
    await server.server.db.updateTable('users').set({ managerID: bossID }).where('id', '=', annID).execute()
    const window = await open(await signIn(server, 'ann'))
    const send = async (userName: string) => {
      const bearer = await signIn(server, userName)
      return said(await post(server, '/api/support/remote-command', { userID: annID, remoteCommand }, bearer))
    }
    expect(await send('nobody')).toEqual(DENIED)
    expect(await send('boss')).toEqual(may ? SENT : DENIED)
    if (may)
      await vi.waitFor(() =>
        expect(window.heard).toEqual([['REMOTE_COMMAND', { ...remoteCommand, commandID: 1 }]]),
      )
    await window.client.invoke('setAppVersion', '2')
    expect(window.heard).toHaveLength(may ? 1 : 0)
    const log = await server.server.db
      .selectFrom('eventLog')
      .where('userID', '=', annID)
      .where('actionName', '=', 'Remote command')
      .select('description')
      .execute()
    expect(log).toHaveLength(may ? 1 : 0)
    if (may) expect(log[0]?.description).toMatch(/, sent by boss \(\d+\)$/)
  })

  test('S295 ending sessions ends the tokens and closes the windows; the next sign-in is good', async () => {
    const bearer = await signIn(server, 'ann')
    const window = await open(bearer)
    const desk = await signIn(server, 'desk')
    const end = (userID: number) => post(server, '/api/support/end-sessions', { userID }, desk)
    expect(said(await end(annID))).toEqual(DONE)
    await vi.waitFor(() => expect(window.closed()).toBe(true))
    expect(window.heard).toEqual([['loggedOut']])
    expect(said(await hubToken(bearer))).toEqual(OVER)
    expect(said(await end(99))).toEqual(NOBODY)
    expect((await hubToken(await signIn(server, 'ann'))).status).toBe(200)
  })

  test.each([
    ['remote-command', { remoteCommand: { command: 'LOGOUT' } }],
    ['end-sessions', {}],
    ['companion/enable', { deviceID: 'd' }],
    ['companion/disable', {}],
  ])('%s is refused without its permission', async (name, request) => {
    const path = `/api/support/${name}`
    const bearer = await signIn(server, 'ann')
    expect(said(await post(server, path, { userID: annID, ...request }, bearer))).toEqual(DENIED)
    expect((await hubToken(bearer)).status).toBe(200)
  })
})

describe('a renewed token', () => {
  const renew = (bearer: Bearer) => post(server, '/api/auth/renew-token', {}, bearer)
  const renewedFrom = async (bearer: Bearer) => ({ authorization: `Bearer ${(await renew(bearer)).body}` })

  test('answers what was under way for 30 s and cannot be renewed again; used after that it ends the sign-in', async () => {
    const old = await signIn(server, 'ann')
    const renewed = await renewedFrom(old)
    expect((await hubToken(renewed)).status).toBe(200)
    server.clock.now += RENEWED_GRACE_MS - 1
    expect((await hubToken(old)).status).toBe(200)
    // The answer has a body, as an empty one would end the session (spec 1 §8).
    expect(said(await renew(old))).toEqual({
      status: 401,
      body: { value: 'This session was renewed already.' },
    })
    server.clock.now += 1
    for (const call of [hubToken, renew]) expect(said(await call(old))).toEqual(OVER)
    expect(said(await hubToken(renewed))).toEqual(OVER)
  })

  test('ends with the sign-out of the one that came after it', async () => {
    const old = await signIn(server, 'ann')
    const renewed = await renewedFrom(old)
    const next = await renewedFrom(renewed)
    expect((await post(server, '/api/auth/logout', {}, next)).status).toBe(200)
    for (const bearer of [old, renewed, next]) expect(said(await hubToken(bearer))).toEqual(OVER)
  })

  test('a sign-out with the old token ends the new one, too', async () => {
    const old = await signIn(server, 'ann')
    const { body } = await post(server, '/api/auth/renew-token', {}, old)
    expect((await post(server, '/api/auth/logout', {}, old)).status).toBe(200)
    for (const bearer of [old, { authorization: `Bearer ${body}` }])
      expect(said(await hubToken(bearer))).toEqual(OVER)
  })
})

describe('the licence and the event log', () => {
  const licence = async (bearer: Bearer) =>
    (await server.server.app.inject({ url: '/api/license', headers: bearer })).json()

  test('S126 the licence ends a year after the first start, or when the settings say', async () => {
    const bearer = await signIn(server, 'ann')
    server.clock.now += 60_000
    const year = 365 * 24 * 60 * 60 * 1000
    expect(await licence(bearer)).toEqual({ expiryDate: new Date(NOON + year).toISOString() })
    const value = '2026-05-01T00:00:00Z'
    await server.server.db
      .updateTable('settings')
      .set({ value })
      .where('name', '=', 'licenceExpiryDate')
      .execute()
    expect(await licence(bearer)).toEqual({ expiryDate: '2026-05-01T00:00:00.000Z' })
  })

  test('S281 log-event keeps what a client reports under its person, the newest of them', async () => {
    const event = { actionName: 'OFFLINE', description: 'for 5 s' }
    const path = '/api/communication/notification/log-event'
    expect(said(await post(server, path, event, await signIn(server, 'ann')))).toEqual(DONE)
    const { db } = server.server
    expect(await db.selectFrom('eventLog').selectAll().execute()).toEqual([
      { id: 1, userID: annID, ...event, at: NOON },
    ])
    const log = new EventLog(db, () => NOON)
    const other = await person('bob')
    await log.add({ userID: other, ...event })
    for (let i = 0; i < EVENTS_KEPT; i++) await log.add({ userID: annID, ...event })
    const kept = await db.selectFrom('eventLog').select(['id', 'userID']).execute()
    expect(kept.filter(({ userID }) => userID === annID)).toHaveLength(EVENTS_KEPT)
    expect(kept.find(({ id }) => id === 1)).toBeUndefined()
    expect(kept.filter(({ userID }) => userID === other)).toHaveLength(1)
  })
})
