import { afterEach, beforeEach, expect, test } from 'vitest'
import { allCalls } from '#shared/contract/all-calls.ts'
import type { Call } from '#shared/contract/http-call.ts'
import { addRooms } from './chat/testing/requests.ts'
import {
  addPerson,
  PASSWORD,
  post,
  signIn,
  startTestServer,
  type TestServer,
} from './http/testing/test-server.ts'

let server: TestServer

beforeEach(async () => {
  server = await startTestServer()
  for (const userName of ['ann', 'bob'])
    await addPerson(server, { userName, permissions: ['GENERAL_CAN_USE_TEAM_CHAT'] })
})
afterEach(() => server.server.close())

test('S254 C179 W167 W168 exactly the calls of sign-in, set-up and the privacy names go without a token, and calls are JSON POSTs', () => {
  const named = (wanted: (call: Call) => boolean) =>
    new Set(allCalls.filter(({ call }) => !call.extension && wanted(call)).map(({ call }) => call.path))
  expect(named((call) => call.auth === 'none')).toEqual(
    new Set([
      '/api/auth/confirm-username',
      '/api/auth/confirm-password',
      '/api/auth/login',
      '/api/auth/privacy-policy-name',
      '/api/auth/privacy-notice-name',
      '/api/auth/companion-token',
      '/api/auth/sso/providers',
      '/api/auth/sso/start',
      '/api/setup/state',
      '/api/setup/check-address',
      '/api/setup/check-mail',
      '/api/setup/finish',
      '/api/public/invitation/open',
      '/api/public/invitation/accept',
      '/api/public/offer/open',
      '/api/public/offer/answer',
    ]),
  )
  expect(named((call) => call.auth === 'optional')).toEqual(
    new Set(['/update.json', '/api/public/wurkshare/widget/redemtion/preview']),
  )
  expect(named((call) => call.method === 'GET')).toEqual(
    new Set([
      '/api/auth/privacy-policy-name',
      '/api/auth/privacy-notice-name',
      '/api/auth/sso/providers',
      '/api/auth/sso/start',
      '/api/igamification/my-level',
      '/api/passport-validation/activity-state',
      '/api/broadcast/forme',
      '/api/broadcast/defcon-alerts',
      '/api/communication/notification/get-all-user-help-messages',
      '/api/help-centre/ticket-escalation-types',
      '/api/device-health/settings/device-connectivity-thresholds',
      '/api/license',
      '/api/passport-validation/task/current',
      '/api/passport-validation/settings/theme-light',
      '/api/passport-validation/settings/theme-dark',
      '/api/passport-validation/settings/screen-thresholds',
      '/api/passport-validation/settings/project-targets',
      '/api/settings/get-audio-setting',
      '/api/iresearch/task-scheduler/get-task-config',
      '/api/ijoborder/joborder-management/get-config',
      '/api/services/request-external-wurkforce-accounts',
      '/update.json',
      '/api/passport-validation/settings/ui-labels',
      '/api/services/view-vpn',
      '/api/setup/state',
    ]),
  )
})

test('a message sent twice with one key is one message, also when both come at once', async () => {
  await addRooms(server.server.db, 1, 2)
  const headers = { ...(await signIn(server, 'ann')), 'idempotency-key': 'send-1' }
  const send = () =>
    post(server, '/api/communication/chat/send-message-to-thread', { message: 'once', threadID: 2 }, headers)
  const answers = [...(await Promise.all([send(), send()])), await send()]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
  const rows = await server.server.db.selectFrom('messages').select('id').where('text', '=', 'once').execute()
  expect(rows).toHaveLength(1)
})

test('C192 an attachment is a file blob named by its Content-Disposition header', async () => {
  await addRooms(server.server.db, 1, 2)
  const bearer = await signIn(server, 'ann')
  const request = { id: 1, sourceID: 7, source: 'PROJECT' }
  const { body, headers } = await post(server, '/api/my-team-chatroom/download-attachment', request, bearer)
  expect(body).toBe('notes')
  expect(headers).toMatchObject({
    'content-type': 'text/plain',
    'content-disposition': `attachment; filename="notes.txt"; filename*=UTF-8''notes.txt`,
  })
})

test('tokens are not kept for repetition', async () => {
  const headers = { ...(await signIn(server, 'ann')), 'idempotency-key': 'key' }
  expect((await post(server, '/api/auth/request-hub-token', {}, headers)).status).toBe(200)
  expect(await server.server.db.selectFrom('idempotency').selectAll().execute()).toEqual([])
})

test('S125 W218 update.json names the build', async () => {
  expect((await server.server.app.inject('/update.json')).json()).toEqual({ build: 'build-1' })
})

test('neither passwords, tokens, client keys nor queries reach the log', async () => {
  const { authorization } = await signIn(server, 'ann')
  const bearer = { authorization }
  const hub = await post(server, '/api/auth/request-hub-token', {}, bearer)
  await post(server, `/api/hubs/chat/negotiate?negotiateVersion=1&access_token=${hub.body}`, {}, bearer)
  await post(server, '/api/auth/confirm-password', { userName: 'ann', password: 'hunter2-hunter2' })
  await server.server.app.inject(`/nowhere?token=${hub.body}`)
  server.server.app.log.info({
    password: 'hunter2-hunter2',
    headers: { authorization },
    deep: { a: { token: hub.body } },
  })
  const { text } = server.log
  expect(text).toContain('"path":"/api/auth/confirm-password"')
  for (const secret of [PASSWORD, 'hunter2-hunter2', authorization.slice(7), hub.body])
    expect(text).not.toContain(secret)
})

test.each([
  ['the desktop client', 'app://fieldwork', 'app://fieldwork'],
  ['another scheme', 'app://other', undefined],
  ['a web page', 'https://evil.example', undefined],
  ['a look-alike', 'app://fieldwork.evil.example', undefined],
  ['a page without origin', 'null', undefined],
])('%s (%s) is told whether it may call', async (_, origin, allowed) => {
  const preflight = await server.server.app.inject({
    method: 'OPTIONS',
    url: '/api/auth/login',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers':
        'authorization,content-type,idempotency-key,range,x-requested-with,x-signalr-user-agent',
    },
  })
  expect(preflight.headers['access-control-allow-origin']).toBe(allowed)
  const answer = await post(server, '/api/auth/confirm-username', { userName: 'ann' }, { origin })
  expect(answer.headers['access-control-allow-origin']).toBe(allowed)
  if (allowed === undefined) return
  expect(preflight.statusCode).toBe(204)
  expect(String(preflight.headers['access-control-allow-headers']).toLowerCase()).toBe(
    'authorization, content-type, idempotency-key, range, x-requested-with, x-signalr-user-agent',
  )
  expect(answer.headers['access-control-expose-headers']).toBe(
    'Content-Disposition, Accept-Ranges, Content-Range, x-request-id',
  )
})

test('other origins may call when they are given, and then the default may not', async () => {
  const other = await startTestServer({ desktopOrigins: ['https://fieldwork.app.invalid'] })
  const originOf = async (origin: string) =>
    (await other.server.app.inject({ url: '/update.json', headers: { origin } })).headers[
      'access-control-allow-origin'
    ]
  expect(await originOf('https://fieldwork.app.invalid')).toBe('https://fieldwork.app.invalid')
  expect(await originOf('app://fieldwork')).toBeUndefined()
  await other.server.close()
})

test('a hub is negotiated with a hub token, from the desktop client too', async () => {
  const bearer = await signIn(server, 'ann')
  const { body: token } = await post(server, '/api/auth/request-hub-token', {}, bearer)
  const path = '/api/hubs/chat/negotiate?negotiateVersion=1'
  for (const origin of ['app://fieldwork', undefined]) {
    const headers = { authorization: `Bearer ${token}`, ...(origin && { origin }) }
    expect(await post(server, path, undefined, headers)).toMatchObject({ status: 200 })
  }
  expect((await post(server, path, undefined, bearer)).status).toBe(401)
  const evil = { authorization: `Bearer ${token}`, origin: 'https://evil.example' }
  expect((await post(server, path, undefined, evil)).status).toBe(403)
})
