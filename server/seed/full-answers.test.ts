import { afterAll, beforeAll, expect, test } from 'vitest'
import { allCalls } from '#shared/contract/all-calls.ts'
import type { Call } from '#shared/contract/http-call.ts'
import { bearerOf, post, startTestServer, type TestServer } from '../http/testing/test-server.ts'
import { DEMO_ACCOUNTS } from './demo-accounts.ts'

/** What a field of that name is given where a call wants one; of records and people the first. */
const FIELDS = { from: '2026-05-01', to: '2026-05-07', date: '2026-05-07', page: 1 }
const OF = { id: 1, userID: 1, projectID: 1, taskID: 1 }
/** Between them they may do nearly everything. */
const WHO = ['jamie.whitfield', 'stephen.booth', 'priya.nair', 'tom.hargreaves']
/** They end what the others go by. */
const ENDS = new Set(['/api/auth/logout', '/api/auth/renew-token'])

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ seed: true, demoSize: 'full' })
}, 120_000)
afterAll(() => server.server.close())

async function signedIn(userName: string) {
  const password = DEMO_ACCOUNTS.find((one) => one.userName === userName)?.password
  const { body } = await post(server, '/api/auth/confirm-password', { userName, password })
  const { clientKey } = JSON.parse(body)
  return bearerOf(await post(server, '/api/auth/login', { userName, password, clientKey }))
}

/** What a call takes that nothing has to have been done for. */
const requestOf = ({ request }: Call) => [{}, FIELDS, OF].find((one) => request.safeParse(one).success)

async function answer(call: Call, request: object, headers: Record<string, string>): Promise<number> {
  if (call.method === 'POST') return (await post(server, call.path, request, headers)).status
  const query = new URLSearchParams(Object.entries(request).map(([name, value]) => [name, String(value)]))
  return (await server.server.app.inject({ url: `${call.path}?${query}`, headers })).statusCode
}

test('what the full demo holds is nothing that a call can’t answer', async () => {
  const people = await Promise.all(WHO.map(signedIn))
  const failed: string[] = []
  const answered = new Set<string>()
  for (const { call } of allCalls) {
    const request = requestOf(call)
    if (!request || call.sends !== 'json' || ENDS.has(call.path)) continue
    for (const bearer of people) {
      const status = await answer(call, request, bearer)
      if (status >= 500) failed.push(`${status} ${call.path} ${JSON.stringify(request)}`)
      if (status !== 403) answered.add(call.path)
      // One who may is enough.
      if (status === 200) break
    }
  }
  expect(failed).toEqual([])
  expect(answered.size).toBeGreaterThan(300)
})
