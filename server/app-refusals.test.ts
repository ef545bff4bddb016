import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { allCalls } from '#shared/contract/all-calls.ts'
import type { Call } from '#shared/contract/http-call.ts'
import { namesOf, type PermissionRule } from '#shared/domain/permission-rule.ts'
import { PERMISSIONS, type PermissionName } from '#shared/domain/permissions.ts'
import { addPerson, post, signIn, startTestServer, type TestServer } from './http/testing/test-server.ts'

// One server is enough, since nothing here has an effect; and one that nobody lives in, for the calls of set-up.
let server: TestServer
let empty: TestServer
let annID: number
let bearer: { authorization: string }
beforeAll(async () => {
  server = await startTestServer()
  annID = await addPerson(server, { userName: 'ann' })
  bearer = await signIn(server, 'ann')
  empty = await startTestServer({ isUnclaimed: true })
})
afterAll(async () => {
  await server.server.close()
  await empty.server.close()
})
const serverOf = ({ path }: Call) => (path.startsWith('/api/setup/') ? empty : server)

async function mayOnly(names: readonly PermissionName[]): Promise<void> {
  const { db } = server.server
  await db.deleteFrom('userPermissions').where('userID', '=', annID).execute()
  const rows = names.map((name) => ({ userID: annID, permission: PERMISSIONS[name] }))
  if (rows.length > 0) await db.insertInto('userPermissions').values(rows).execute()
}

async function make(call: Call, payload: unknown, headers: Record<string, string> = {}) {
  if (call.method === 'POST') return post(serverOf(call), call.path, payload, headers)
  const answer = await serverOf(call).server.app.inject({ url: call.path, headers })
  return { status: answer.statusCode, headers: answer.headers, body: answer.body }
}

/** Every permission that a call declares. */
const EVERYTHING = [
  ...new Set(allCalls.flatMap(({ call: { permission } }) => (permission ? namesOf(permission) : []))),
].filter((name) => name !== 'AUTH_ALWAYS_2FA')

beforeEach(() => mayOnly(EVERYTHING))

const bearerCalls = allCalls.filter(({ call }) => call.auth === 'bearer')
const withFields = allCalls.filter(({ call }) => !call.request.safeParse({}).success)
test.each(bearerCalls)('S254 W167 C179 $area $name without a token is 401 with no body', async ({ call }) => {
  expect(await make(call, {})).toMatchObject({ status: 401, body: '' })
})

test('C179 every call of the chat asks for a bearer token, and is answered with one', async () => {
  const ofChat = allCalls.flatMap(({ area, call }) => (area.startsWith('chat') ? [call] : []))
  expect(ofChat.length).toBeGreaterThan(50)
  expect(ofChat.flatMap(({ auth, path }) => (auth === 'bearer' ? [] : [path]))).toEqual([])
  const contacts = ofChat.filter(({ path }) => path === '/api/my-team-chatroom/my-contacts')
  const answers = await Promise.all(contacts.map((call) => make(call, {}, bearer)))
  expect(answers).toMatchObject([{ status: 200 }])
})

const guardedCalls = allCalls.flatMap(({ area, name, call }) =>
  call.permission === null ? [] : [{ area, name, call, permission: call.permission }],
)

/** Sets of permissions that are just enough, and sets that lack one of them. */
function aroundRule(rule: PermissionRule): { enough: PermissionName[][]; tooLittle: PermissionName[][] } {
  const names = namesOf(rule)
  if (typeof rule !== 'string' && 'anyOf' in rule)
    return { enough: names.map((name) => [name]), tooLittle: [[]] }
  return { enough: [[...names]], tooLittle: names.map((name) => names.filter((other) => other !== name)) }
}

test.each(guardedCalls)(
  'S005 $area $name is refused with 403 to who lacks its permission, before its body is read, and to nobody else',
  async ({ call, permission }) => {
    const { enough, tooLittle } = aroundRule(permission)
    for (const names of tooLittle) {
      await mayOnly(names)
      const { status, body } = await make(call, '{', { ...bearer, 'content-type': 'application/json' })
      expect({ status, body: JSON.parse(body) }).toEqual({
        status: 403,
        body: { value: 'access denied', code: 'accessDenied' },
      })
    }
    for (const names of enough) {
      await mayOnly(names)
      const { status } = await make(call, '{', { ...bearer, 'content-type': 'application/json' })
      // A query can't be broken as a body can.
      if (call.method === 'POST') expect(status).toBe(400)
      else expect(status).not.toBe(403)
    }
  },
)

test('every call of the chat, the service desk (but its guided tours) and the admins declares its permission', () => {
  const open = allCalls.filter(({ call }) => call.auth === 'bearer' && call.permission === null)
  const guarded =
    /^\/api\/(my-team-chatroom|communication\/chat|support(?!\/faq)|admin|public-links|recruitment)\//
  expect(open.map(({ call }) => call.path).filter((path) => guarded.test(path))).toEqual([])
})

test.each(withFields)(
  '$area $name refuses nothing, an empty object, a list and wrong types in words',
  async ({ call }) => {
    const wrong = [
      undefined,
      {},
      [],
      { userName: 1, source: 1, sourceID: 'x', threadID: -1, message: {}, records: 1, users: 'all' },
    ]
    for (const payload of wrong) {
      const { status, body } = await make(call, payload, bearer)
      const { fields = {}, ...said } = JSON.parse(body) as { fields?: Record<string, unknown> }
      // What is wrong with a field is said by its name, too.
      for (const fault of Object.values(fields)) expect(fault).toEqual({ value: expect.stringMatching(/\w/) })
      expect({ status, body: said }).toEqual({
        // JSON is of the wrong type where a form is expected, before its content matters.
        status: call.sends === 'multipart' ? 415 : 400,
        body: {
          value: expect.stringMatching(/\w/),
          code: expect.stringMatching(/^request\./),
          ...(call.sends !== 'multipart' && { params: { faults: expect.stringMatching(/\w/) } }),
        },
      })
    }
  },
)

// Calls with large files: server/chat/files/attachments.test.ts.
test.each(allCalls.filter(({ call }) => call.method === 'POST' && call.fileMax === null))(
  '$area $name refuses a body of more than its limit, 1 MiB where it has none of its own, with 413',
  async ({ call }) => {
    const most = call.bodyMax ?? 1024 * 1024
    expect((await make(call, { userName: 'x'.repeat(most) }, bearer)).status).toBe(413)
  },
)
