import { afterEach, describe, expect, test } from 'vitest'
import { allCalls } from '#shared/contract/all-calls.ts'
import { writeSetting } from '../db/settings.ts'
import { askedLevel, LEVEL_SETTING, takeLogLevel } from './log-level.ts'
import { REQUESTS } from './testing/good-requests.ts'
import { addPerson, NOON, post, signIn, startTestServer, type TestServer } from './testing/test-server.ts'

let server: TestServer
afterEach(() => server.server.close())

const lines = () =>
  server.log.text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>)

describe('A147 the log', () => {
  test('is a line of JSON a request: time, level, its id, call, status and milliseconds', async () => {
    server = await startTestServer()
    const { headers } = await post(server, '/api/auth/confirm-username', { userName: 'ann' })
    const line = lines().find(({ call }) => call === 'auth.confirmUsername')
    expect(line).toMatchObject({ level: 'info', status: 200, ms: expect.any(Number), method: 'POST' })
    expect(line?.reqId).toBe(headers['x-request-id'])
    expect(Math.abs(Date.parse(String(line?.time)) - Date.now())).toBeLessThan(60_000)
  })

  test('gets another level while the server runs', async () => {
    server = await startTestServer({ logLevel: 'error' })
    const { app, db } = server.server
    await post(server, '/api/auth/confirm-username', { userName: 'ann' })
    expect(server.log.text).toBe('')
    await writeSetting(db, LEVEL_SETTING, askedLevel('info', NOON - 1))
    await takeLogLevel(db, app.log, NOON)
    expect(app.log.level).toBe('error')
    await writeSetting(db, LEVEL_SETTING, askedLevel('info', NOON))
    await takeLogLevel(db, app.log, NOON)
    await post(server, '/api/auth/confirm-username', { userName: 'ann' })
    expect(lines()).toMatchObject([{ call: 'auth.confirmUsername' }])
    await writeSetting(db, LEVEL_SETTING, `loud ${NOON}`)
    await takeLogLevel(db, app.log, NOON)
    expect(app.log.level).toBe('info')
  })

  test('hides a secret by its field, in what is logged and up to two levels below', async () => {
    server = await startTestServer()
    const names = [
      ...['authorization', 'password', 'diallerPassword', 'confirmitPassword', 'passwordHash', 'token'],
      ...['access_token', 'clientKey', 'magicKey', 'secret', 'twoFactorSecret', 'recoveryCodes'],
    ]
    const secrets = Object.fromEntries(names.map((name) => [name, 'planted-secret']))
    server.server.app.log.info({ ...secrets, user: { ...secrets, of: secrets } }, 'planted')
    const hidden = Object.fromEntries(names.map((name) => [name, '[secret]']))
    expect(lines()).toMatchObject([{ ...hidden, msg: 'planted', user: { ...hidden, of: hidden } }])
  })

  test('has nothing of what calls are sent, in body, query and headers, at any level', async () => {
    server = await startTestServer({ logLevel: 'trace' })
    await addPerson(server, { userName: 'ann', permissions: ['GENERAL_CAN_USE_TEAM_CHAT'] })
    const held = await signIn(server, 'ann')
    const planted = (value: unknown): unknown => {
      if (typeof value === 'string') return `planted-secret ${value}`
      if (Array.isArray(value)) return value.map(planted)
      if (value !== null && typeof value === 'object' && !(value instanceof Blob))
        return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, planted(one)]))
      return value
    }
    const headers = {
      ...held,
      cookie: 'a=planted-secret',
      'x-api-key': 'planted-secret',
      origin: 'https://a.example',
    }
    for (const { area, name, call } of allCalls) {
      if (call.sends !== 'json') continue
      const request = REQUESTS[`${area}.${name}`]
      for (const payload of [
        request,
        planted(request),
        { password: 'planted-secret', text: 'planted-secret' },
      ]) {
        if (call.method === 'GET')
          await server.server.app.inject({
            url: `${call.path}?token=planted-secret&access_token=planted-secret`,
            headers,
          })
        else
          await server.server.app.inject({
            method: 'POST',
            url: call.path,
            headers,
            payload: (payload ?? {}) as object,
          })
      }
      await server.server.app.inject({
        method: 'POST',
        url: call.path,
        headers: { ...headers, authorization: 'Bearer planted-secret', 'content-type': 'application/json' },
        payload: '{"password":"planted-secret',
      })
    }
    expect(lines().length).toBeGreaterThan(allCalls.length)
    expect(server.log.text).not.toContain('planted-secret')
    expect(server.log.text).not.toContain(held.authorization.slice('Bearer '.length))
  })
})
