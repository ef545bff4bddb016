import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { magicHub } from '#shared/hubs/magic.ts'
import { createLiveClients } from '../http/testing/live-clients.ts'
import {
  addPerson,
  PASSWORD,
  post,
  said,
  startTestServer,
  step,
  type TestServer,
} from '../http/testing/test-server.ts'
import type { ServerOptions } from '../options.ts'
import { Sealer } from './sealer.ts'

const SIGN_IN_LIFE_MS = 600_000

const ENDED = { status: 401, body: { value: 'This sign-in has ended. Please start again.' } }
const NOT_CONFIRMED = {
  status: 401,
  body: { value: 'The link of this sign-in was not confirmed. Please start again.' },
}
const NO_GOOD = {
  status: 403,
  body: { value: 'This link was used already, is too old or is not complete.' },
}

let folder: string
let server: TestServer
let url: string
const live = createLiveClients()

/** Starts over the same data, as after a crash. */
async function startAgain(options: Partial<ServerOptions> = {}): Promise<void> {
  const before = server?.clock.now
  await server?.server.close()
  server = await startTestServer({ databaseFile: join(folder, 'data.db'), ...options })
  if (before !== undefined) server.clock.now = before
  url = await server.server.listen(0, '127.0.0.1')
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fieldwork-magic-'))
  await startAgain()
  await addPerson(server, { userName: 'ann', displayName: 'Ann', permissions: ['AUTH_CAN_USE_PASSWORDLESS'] })
  await addPerson(server, { userName: 'bob', permissions: ['AUTH_CAN_USE_MAGIC_PASSWORD'] })
})
afterEach(async () => {
  await live.closeAll()
  await server.server.close()
  rmSync(folder, { recursive: true })
})

const wait = async (clientKey: string) => {
  const window = await live.openAnonymous(`${url}${magicHub.path}`, ['magicKeyConfirmed'])
  await window.client.invoke('onJoinQueue', clientKey)
  return window
}
/** The token of the newest mail's link. */
const mailed = () =>
  /\/public\/magic-link\/validate\/([\w-]+)/.exec(server.mails.at(-1)?.text ?? '')?.[1] ?? ''
const confirm = (token: string) => post(server, '/api/public/magic-link/validate', { token })
const login = (clientKey: string, magicKey: unknown, userName = 'ann', password = '') =>
  post(server, '/api/auth/login', { userName, password, clientKey, magicKey })
const begin = async () => (await step(server, 'confirm-username', { userName: 'ann' })).clientKey
async function keyHeardBy(window: Awaited<ReturnType<typeof wait>>): Promise<unknown> {
  await vi.waitFor(() => expect(window.heard).toHaveLength(1))
  return window.heard[0]?.[1]
}

test('S037 S148 a passwordless sign-in: the mail’s link confirms it, the waiting window hears its key, the key signs in', async () => {
  const { nextStage, clientKey } = await step(server, 'confirm-username', { userName: 'ann' })
  expect(nextStage).toBe('CONFIRM_MAGIC_LINK')
  expect(server.mails).toEqual([
    {
      to: 'ann@mail.example',
      subject: 'Your sign-in to Fieldwork',
      text: expect.stringMatching(
        /^Hello Ann,\n[\s\S]+\nhttp:\/\/localhost:80\/public\/magic-link\/validate\/[\w-]{43}\n/,
      ),
    },
  ])
  const window = await wait(clientKey)
  expect(said(await confirm(mailed()))).toEqual({ status: 200, body: { userName: 'ann' } })
  expect((await login(clientKey, await keyHeardBy(window))).status).toBe(200)
})

test('S147 after a password the link is asked for of who may use it, and the login wants both', async () => {
  const { nextStage, clientKey } = await step(server, 'confirm-password', {
    userName: 'bob',
    password: PASSWORD,
  })
  expect(nextStage).toBe('CONFIRM_MAGIC_LINK')
  const window = await wait(clientKey)
  // Neither the key before the link was opened, nor the opened link without its key.
  const keyToCome = (await Sealer.open(server.server.db)).hash(clientKey, 'magic key')
  for (const early of ['', keyToCome])
    expect(said(await login(clientKey, early, 'bob', PASSWORD))).toEqual(NOT_CONFIRMED)
  await confirm(mailed())
  const key = await keyHeardBy(window)
  for (const wrong of ['', mailed()])
    expect(said(await login(clientKey, wrong, 'bob', PASSWORD))).toEqual(NOT_CONFIRMED)
  expect(said(await login(clientKey, key, 'bob'))).toEqual({
    status: 400,
    body: { value: "User Name & Password can't be empty" },
  })
  expect((await login(clientKey, key, 'bob', 'wrong')).status).toBe(401)
  expect((await login(clientKey, key, 'bob', PASSWORD)).status).toBe(200)
})

test('S148 only windows that joined with the client key hear the key, however many wait', async () => {
  const [first, second] = [await begin(), await begin()]
  const token = mailed()
  const [mine, again, other] = [await wait(second), await wait(second), await wait(first)]
  const stranger = await live.openAnonymous(`${url}${magicHub.path}`, ['magicKeyConfirmed'])
  await confirm(token)
  const key = await keyHeardBy(mine)
  expect(await keyHeardBy(again)).toBe(key)
  await other.client.invoke('onJoinQueue', first)
  await expect(stranger.client.invoke('onJoinQueue', 'made-up')).rejects.toThrow('This sign-in has ended.')
  expect([other.heard, stranger.heard]).toEqual([[], []])
  expect(said(await login(first, key))).toEqual(NOT_CONFIRMED)
})

test('S148 who joins after the link was confirmed, or again after a lost connection, hears the key at once', async () => {
  const clientKey = await begin()
  const lost = await wait(clientKey)
  await lost.client.stop()
  await confirm(mailed())
  const key = await keyHeardBy(await wait(clientKey))
  expect(await keyHeardBy(await wait(clientKey))).toBe(key)
  expect((await login(clientKey, key)).status).toBe(200)
})

test('S148 the key signs in once, with its own client key and user name, after the link and not before', async () => {
  const clientKey = await begin()
  const token = mailed()
  expect(said(await login(clientKey, ''))).toEqual(NOT_CONFIRMED)
  expect(said(await login(clientKey, token))).toEqual(NOT_CONFIRMED)
  const keyToCome = (await Sealer.open(server.server.db)).hash(clientKey, 'magic key')
  expect(said(await login(clientKey, keyToCome))).toEqual(NOT_CONFIRMED)
  await confirm(token)
  const key = await keyHeardBy(await wait(clientKey))
  expect(key).toBe(keyToCome)
  expect(said(await login(clientKey, token))).toEqual(NOT_CONFIRMED)
  expect((await login(clientKey, key, 'bob')).status).toBe(400)
  expect(said(await login(clientKey, key, 'bob', PASSWORD))).toEqual(ENDED)
  expect(said(await login(await begin(), key))).toEqual(NOT_CONFIRMED)
  const both = await Promise.all([login(clientKey, key), login(clientKey, key)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
  await expect(wait(clientKey)).rejects.toThrow('This sign-in has ended.')
})

test('a link opened twice, too late, cut short or made up is refused with 403 in words', async () => {
  await begin()
  const used = mailed()
  const both = await Promise.all([confirm(used), confirm(used)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 403])
  expect(said(await confirm(used))).toEqual(NO_GOOD)
  await begin()
  const late = mailed()
  expect(said(await confirm(late.slice(1)))).toEqual(NO_GOOD)
  expect(said(await confirm('x'))).toEqual(NO_GOOD)
  server.clock.now += SIGN_IN_LIFE_MS
  expect(said(await confirm(late))).toEqual(NO_GOOD)
})

test('a link that is confirmed at the last moment leaves time to go on', async () => {
  const clientKey = await begin()
  server.clock.now += SIGN_IN_LIFE_MS - 1
  const window = await wait(clientKey)
  await confirm(mailed())
  server.clock.now += 60_000
  expect((await login(clientKey, await keyHeardBy(window))).status).toBe(200)
})

test('the server may be killed at each stage: the link, the queue and the key work after it', async () => {
  const clientKey = await begin()
  const token = mailed()
  await startAgain()
  const waiting = await wait(clientKey)
  expect((await confirm(token)).status).toBe(200)
  const key = await keyHeardBy(waiting)
  await startAgain()
  expect(await keyHeardBy(await wait(clientKey))).toBe(key)
  await startAgain()
  expect((await login(clientKey, key)).status).toBe(200)
})

test('neither the link nor its key is in the database', async () => {
  const clientKey = await begin()
  const token = mailed()
  await confirm(token)
  const key = String(await keyHeardBy(await wait(clientKey)))
  const { db } = server.server
  const rows = JSON.stringify([
    await db.selectFrom('signIns').selectAll().execute(),
    await db.selectFrom('mails').selectAll().execute(),
    await db.selectFrom('settings').selectAll().execute(),
  ])
  for (const hidden of [token, key]) expect(rows).not.toContain(hidden)
})

test('names that nobody has go on with PASSWORD, as those of most people', async () => {
  await addPerson(server, { userName: 'gone', permissions: ['AUTH_CAN_USE_PASSWORDLESS'], isActive: false })
  for (const userName of ['nobody', 'gone', 'bob'])
    expect((await step(server, 'confirm-username', { userName })).nextStage).toBe('PASSWORD')
  expect(server.mails).toEqual([])
})

test('who has no mail address signs in without links', async () => {
  await server.server.db.updateTable('users').set({ email: null }).execute()
  expect((await step(server, 'confirm-username', { userName: 'ann' })).nextStage).toBe('PASSWORD')
  const { nextStage } = await step(server, 'confirm-password', { userName: 'bob', password: PASSWORD })
  expect(nextStage).toBe('LOGIN')
})

test('nobody is mailed without end, and an account that was closed meanwhile is not signed in', async () => {
  const clientKey = await begin()
  const token = mailed()
  for (let i = 0; i < 4; i++) await begin()
  expect((await post(server, '/api/auth/confirm-username', { userName: 'ann' })).status).toBe(429)
  expect(server.mails).toHaveLength(5)
  await server.server.db.updateTable('users').set({ isActive: 0 }).execute()
  expect(said(await confirm(token))).toEqual(NO_GOOD)
  expect((await login(clientKey, '')).status).toBe(401)
})

test('guesses at links are limited by address, and a good link passes', async () => {
  await startAgain({
    signInLimits: {
      perUserName: { failures: 5, windowSeconds: 60 },
      perAddress: { failures: 3, windowSeconds: 60 },
    },
  })
  await begin()
  for (const guess of ['a', 'b', 'c']) expect((await confirm(guess)).status).toBe(403)
  expect((await confirm('d')).status).toBe(429)
  expect((await confirm(mailed())).status).toBe(200)
  const reset = { token: 'd', password: 'long enough to be one' }
  expect((await post(server, '/api/public/auth/reset-password', reset)).status).toBe(429)
})

test('S249 a mailed link after the password is no second factor: who must have one sets it up first', async () => {
  await addPerson(server, {
    userName: 'dan',
    permissions: ['AUTH_CAN_USE_MAGIC_PASSWORD', 'AUTH_ALWAYS_2FA'],
  })
  for (const [userName, status] of [
    ['bob', 200],
    ['dan', 403],
  ] as const) {
    const { nextStage, clientKey } = await step(server, 'confirm-password', { userName, password: PASSWORD })
    expect(nextStage).toBe('CONFIRM_MAGIC_LINK')
    const window = await wait(clientKey)
    expect((await confirm(mailed())).status).toBe(200)
    const { body } = await login(clientKey, await keyHeardBy(window), userName, PASSWORD)
    const { token } = JSON.parse(body) as { token: string }
    const asked = await post(server, '/api/auth/request-hub-token', {}, { authorization: `Bearer ${token}` })
    expect(asked.status, userName).toBe(status)
  }
})

test('what somebody may do for a time decides how they sign in until then, to the millisecond', async () => {
  const id = await addPerson(server, { userName: 'tim', permissions: ['AUTH_CAN_USE_PASSWORDLESS'] })
  const endsAt = server.clock.now + 60_000
  await server.server.db.updateTable('userPermissions').set({ endsAt }).where('userID', '=', id).execute()
  const stage = async () =>
    (
      said(await post(server, '/api/auth/confirm-username', { userName: 'tim' })).body as {
        nextStage: string
      }
    ).nextStage
  server.clock.now = endsAt - 1
  expect(await stage()).toBe('CONFIRM_MAGIC_LINK')
  server.clock.now = endsAt
  expect(await stage()).toBe('PASSWORD')
})
