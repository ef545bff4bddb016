import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  bearerOf,
  codeAt,
  NOON,
  post,
  startTestServer,
  step,
  type TestServer,
} from '../http/testing/test-server.ts'
import { DEMO_ACCOUNTS, type DemoAccount } from '../seed/demo-accounts.ts'

let folder: string
let server: TestServer

/** Starts over the same database, as after a crash. */
async function restart(): Promise<void> {
  await server?.server.close()
  server = await startTestServer({ databaseFile: join(folder, 'data.db'), seed: true })
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fieldwork-restart-'))
  await restart()
})
afterEach(async () => {
  await server.server.close()
  rmSync(folder, { recursive: true })
})

function accountOf(kind: DemoAccount['kind']): DemoAccount {
  const account = DEMO_ACCOUNTS.find((one) => one.kind === kind)
  if (!account) throw new Error(`no account is ${kind}`)
  return account
}

test('the server may be killed after each step of a sign-in by password or by code, and of its session', async () => {
  for (const kind of ['interviewer', 'two-factor'] as const) {
    const { userName, password, twoFactorSecret = '' } = accountOf(kind)
    expect((await step(server, 'confirm-username', { userName })).nextStage).toBe('PASSWORD')
    await restart()
    const { clientKey, nextStage } = await step(server, 'confirm-password', { userName, password })
    expect(nextStage).toBe(kind === 'two-factor' ? '2FA' : 'LOGIN')
    await restart()
    const magicKey = kind === 'two-factor' ? codeAt(twoFactorSecret, NOON) : ''
    const request = { userName, password, clientKey, magicKey }
    const bearer = bearerOf(await post(server, '/api/auth/login', request))
    await restart()
    expect((await post(server, '/api/auth/login', request)).status).toBe(401)
    expect((await post(server, '/api/auth/request-hub-token', {}, bearer)).status).toBe(200)
  }
})

test('each account of the list signs in its own way', async () => {
  const stages = async ({ userName, password }: DemoAccount) => [
    (await step(server, 'confirm-username', { userName })).nextStage,
    (await step(server, 'confirm-password', { userName, password })).nextStage,
  ]
  const found = Object.fromEntries(
    await Promise.all(DEMO_ACCOUNTS.map(async (account) => [account.kind, await stages(account)] as const)),
  )
  expect(found).toEqual({
    interviewer: ['PASSWORD', 'LOGIN'],
    supervisor: ['PASSWORD', 'LOGIN'],
    'agency user': ['PASSWORD', 'LOGIN'],
    admin: ['PASSWORD', 'LOGIN'],
    'service desk': ['PASSWORD', 'LOGIN'],
    planner: ['PASSWORD', 'LOGIN'],
    manager: ['PASSWORD', 'LOGIN'],
    recruiter: ['PASSWORD', 'LOGIN'],
    'two-factor': ['PASSWORD', '2FA'],
    passwordless: ['CONFIRM_MAGIC_LINK', 'LOGIN'],
    'magic-password': ['PASSWORD', 'CONFIRM_MAGIC_LINK'],
    'companion-required': ['PASSWORD', 'LOGIN'],
    'no-multi-token': ['PASSWORD', 'LOGIN'],
  })
  const { deviceID } = accountOf('companion-required')
  expect((await post(server, '/api/auth/companion-token', { deviceID })).status).toBe(200)
})
