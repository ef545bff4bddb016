import { afterEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { call } from '#shared/contract/http-call.ts'
import { noPayload } from '#shared/contract/primitives.ts'
import { type PermissionName, permissionsOf } from '#shared/domain/permissions.ts'
import type { Database } from '../db/database.ts'
import { openTestDatabase } from '../db/testing/test-database.ts'
import { Refusal, SessionOver } from '../refusal.ts'
import { directSender } from '../sender.ts'
import type { Caller } from './handlers.ts'
import { createHttpApp } from './http-app.ts'
import { Idempotency } from './idempotency.ts'
import type { DeclaredCall, HandlerTable } from './routes.ts'
import { Captured, post, readable } from './testing/test-server.ts'

const declared = { summary: 'Does it.', spec: '1 §7' } as const
const echo = call({
  ...declared,
  path: '/api/echo',
  request: z.object({ text: z.string().check(z.maxLength(10)), count: z.optional(z.int()) }),
  response: z.object({ text: z.string(), by: z.string() }),
})
const find = call({
  ...declared,
  method: 'GET',
  path: '/api/find',
  auth: 'optional',
  request: z.object({ name: z.string() }),
  response: z.object({ name: z.string(), by: z.string() }),
})
const file = call({
  ...declared,
  path: '/api/file',
  answers: 'blob',
  request: noPayload,
  response: z.unknown(),
})
const fail = call({
  ...declared,
  path: '/api/fail',
  auth: 'none',
  request: z.object({ how: z.string() }),
  response: z.object({ id: z.int() }),
})

const CALLS: DeclaredCall[] = Object.entries({ echo, find, file, fail }).map(([name, declaredCall]) => ({
  area: 'test',
  name,
  call: declaredCall,
}))

function callerOf(userID: number, ...held: PermissionName[]): Caller {
  const userName = `user ${userID}`
  const claims = {
    userId: userID,
    interviewerNameId: userName,
    name: userName,
    userName,
    manager: '',
    role: '',
    allowedPermissions: held.join(','),
    userType: '',
    tokenType: 'OTHER' as const,
    exp: 0,
  }
  return { sessionID: 's', userID, userName, displayName: userName, permissions: permissionsOf([]), claims }
}

const failures: Record<string, () => unknown> = {
  refused: () => {
    throw new Refusal(403, 'accessDenied')
  },
  first: () => {
    throw new Refusal(409, 'ticket.resolvedMeanwhile', { ticketID: 7, name: 'Priya Nair' })
  },
  ended: () => {
    throw new SessionOver()
  },
  broken: () => {
    throw new Error('connection to db-7.internal lost')
  },
  wrong: () => ({ id: 'seven' }),
}

let db: Database | undefined
let effects = 0
const log = new Captured()
const faults: unknown[] = []

async function start(handlers: HandlerTable = HANDLERS, calls = CALLS) {
  db = await openTestDatabase()
  const app = await createHttpApp({
    calls,
    handlers,
    authenticate: async (header) => (header === undefined ? null : callerOf(Number(header.slice(7)))),
    idempotency: new Idempotency(db, () => 0),
    build: 'b',
    logLevel: 'info',
    logStream: log,
    staticFolder: null,
    desktopOrigins: ['app://fieldwork'],
    isClaimed: async () => true,
    senderOf: directSender,
    isHostOfOurs: () => true,
    certificate: null,
    onFault: (error, fault) => void faults.push({ error, ...fault }),
    extend: () => undefined,
  })
  return { server: { app } } as unknown as Parameters<typeof post>[0]
}

const HANDLERS: HandlerTable = {
  test: {
    echo: ({ text }: { text: string }, { caller }: { caller: Caller }) => {
      effects += 1
      return { text: `${text} ${effects}`, by: caller.userName }
    },
    find: ({ name }: { name: string }, { caller }: { caller: Caller | null }) => ({
      name,
      by: caller?.userName ?? 'nobody',
    }),
    file: () => ({
      fileName: 'ü.bin',
      contentType: 'application/x-thing',
      content: new Uint8Array([0, 255]),
    }),
    fail: ({ how }: { how: string }) => failures[how]?.(),
  },
}

const ONE = { authorization: 'Bearer 1' }

afterEach(async () => {
  effects = 0
  log.text = ''
  faults.length = 0
  await db?.destroy()
})

test('a call without a handler keeps the server from starting; each is named', async () => {
  const { test: all = {} } = HANDLERS
  const { echo: _echo, find: _find, ...rest } = all
  await expect(start({ test: rest })).rejects.toThrow(
    "The server can't start: POST /api/echo (test.echo) has no handler; GET /api/find (test.find) has no handler",
  )
  await expect(start({})).rejects.toThrow('POST /api/fail (test.fail) has no handler')
})

test('a handler for no call keeps the server from starting', async () => {
  const extra = { test: { ...HANDLERS.test, ghost: () => 1 }, attic: { old: () => 1 } }
  await expect(start(extra)).rejects.toThrow(
    'the handler test.ghost belongs to no declared call; the handler attic.old belongs to no declared call',
  )
})

test('a POST reads its body, a GET its query', async () => {
  const server = await start()
  expect(await post(server, echo.path, { text: 'hi' }, ONE)).toMatchObject({
    status: 200,
    body: '{"text":"hi 1","by":"user 1"}',
  })
  const found = await server.server.app.inject(`${find.path}?name=a%20b`)
  expect(found.json()).toEqual({ name: 'a b', by: 'nobody' })
  const own = await server.server.app.inject({ url: `${find.path}?name=x`, headers: ONE })
  expect(own.json()).toEqual({ name: 'x', by: 'user 1' })
})

test('a file is answered with its bytes, type and a Content-Disposition header', async () => {
  const server = await start()
  const answer = await server.server.app.inject({ method: 'POST', url: file.path, headers: ONE })
  expect(answer.rawPayload).toEqual(Buffer.from([0, 255]))
  expect(answer.headers).toMatchObject({
    'content-type': 'application/x-thing',
    'content-disposition': `attachment; filename="_.bin"; filename*=UTF-8''%C3%BC.bin`,
  })
})

test.each([
  ['a missing field', {}, 'text: Invalid input: expected string, received undefined'],
  ['a wrong type', { text: 1 }, 'text: Invalid input: expected string, received number'],
  ['a list', [], 'Invalid input: expected object, received array'],
  ['nothing', undefined, 'Invalid input: expected object, received null'],
  ['too long a text', { text: 'secret-secret' }, 'text: Too big: expected string to have <=10 characters'],
  [
    'two faults',
    { text: null, count: 0.5 },
    'text: Invalid input: expected string, received null; count: Invalid input: expected int, received number',
  ],
])('%s is a bad request that says where, and not what was sent', async (_, payload, value) => {
  const { status, body } = await post(await start(), echo.path, payload, ONE)
  expect({ status, body: JSON.parse(body) }).toEqual({
    status: 400,
    body: {
      ...{ value, code: 'request.faults', params: { faults: value } },
      // The same by field, where it is about one.
      ...(value.includes(': Invalid') || value.includes(': Too')
        ? {
            fields: Object.fromEntries(
              value
                .split('; ')
                .map((part) => [part.split(': ')[0], { value: part.slice(part.indexOf(': ') + 2) }]),
            ),
          }
        : {}),
    },
  })
  expect(log.text).not.toContain('secret-secret')
})

test.each([
  ['broken JSON', '{"text":', 'application/json', 400, 'The body of the request is not valid JSON.'],
  [
    'a prototype',
    '{"__proto__":{"a":1}}',
    'application/json',
    400,
    'The body of the request is not valid JSON.',
  ],
  [
    'another type',
    'text=a',
    'application/x-www-form-urlencoded',
    415,
    'The body of a request must be JSON, with Content-Type application/json.',
  ],
  [
    'plain text',
    '{"text":"a"}',
    'text/plain',
    415,
    'The body of a request must be JSON, with Content-Type application/json.',
  ],
  ['too much', `{"text":"${'a'.repeat(1024 * 1024)}"}`, 'application/json', 413, 'The request is too large.'],
])('%s is refused in words', async (_, payload, contentType, status, value) => {
  const server = await start()
  const headers = { ...ONE, 'content-type': contentType }
  const answer = await server.server.app.inject({ method: 'POST', url: echo.path, headers, payload })
  expect({ status: answer.statusCode, body: readable(answer.json()) }).toEqual({ status, body: { value } })
})

test('who is not signed in gets 401 with no body before the body is read', async () => {
  const server = await start()
  const headers = { 'content-type': 'application/json' }
  const answer = await server.server.app.inject({ method: 'POST', url: echo.path, headers, payload: '{' })
  expect({ status: answer.statusCode, body: answer.body }).toEqual({ status: 401, body: '' })
})

test('an empty body counts as none, whatever its type says', async () => {
  const server = await start()
  const headers = { ...ONE, 'content-type': 'application/json' }
  const answer = await server.server.app.inject({ method: 'POST', url: file.path, headers, payload: '' })
  expect(answer.statusCode).toBe(200)
})

test.each([
  ['GET', '/api/nothing'],
  ['POST', '/api'],
  ['POST', '/api/'],
  ['GET', '/api/echo'],
  ['POST', '/api/echo/more'],
  ['POST', '/api?x=1'],
  ['PUT', '/api/echo'],
] as const)('%s %s, which no call has, is 404 with words', async (method, url) => {
  const server = await start()
  const answer = await server.server.app.inject({ method, url, headers: { accept: 'text/html' } })
  expect({ status: answer.statusCode, body: answer.json() }).toEqual({
    status: 404,
    body: { value: 'There is no such call.', code: 'request.noSuchCall' },
  })
})

test('an address that cannot be decoded is a bad request', async () => {
  const server = await start()
  const answer = await server.server.app.inject('/api/%zz')
  expect({ status: answer.statusCode, body: answer.json() }).toEqual({
    status: 400,
    body: { value: 'The request could not be read.', code: 'request.unreadable' },
  })
})

test("a handler's refusal is answered with its status and words", async () => {
  const server = await start()
  expect(await post(server, fail.path, { how: 'refused' })).toMatchObject({
    status: 403,
    body: '{"value":"access denied","code":"accessDenied"}',
  })
  const { status, body } = await post(server, fail.path, { how: 'first' })
  expect({ status, body: JSON.parse(body) }).toEqual({
    status: 409,
    body: {
      value: 'Ticket 7 was resolved by Priya Nair in the meantime.',
      code: 'ticket.resolvedMeanwhile',
      params: { ticketID: 7, name: 'Priya Nair' },
    },
  })
  expect(await post(server, fail.path, { how: 'ended' })).toMatchObject({ status: 401, body: '' })
})

test.each([
  ['broken', 'connection to db-7.internal lost'],
  ['wrong', 'answered what its contract does not say'],
])('a %s handler is a 500 without detail, which is in the log under the request id', async (how, detail) => {
  const { status, body, headers } = await post(await start(), fail.path, { how })
  expect({ status, body: JSON.parse(body) }).toEqual({
    status: 500,
    body: { value: 'There was an error with your request. Please contact support.', code: 'server.fault' },
  })
  const line = log.text.split('\n').find((text) => text.includes(detail))
  expect(line && JSON.parse(line)).toMatchObject({ level: 'error', reqId: headers['x-request-id'] })
})

test('A115 a fault is told with its call, request and person, and with all that was sent, so that none is kept', async () => {
  const broken = new Error('broken')
  const server = await start({
    test: {
      ...HANDLERS.test,
      echo: () => {
        throw broken
      },
    },
  })
  const { headers } = await post(server, echo.path, { text: 'my secret' }, { authorization: 'Bearer 7777' })
  await post(server, fail.path, { how: 'refused' })
  await post(server, echo.path, {}, ONE)
  expect(faults).toEqual([
    {
      ...{ error: broken, place: 'test.echo', requestID: headers['x-request-id'], personID: 7777 },
      ...{ names: ['user 7777', 'user 7777'], sent: ['my secret', '7777'] },
    },
  ])
})

test('a repeated POST with its key is answered again without effect; another use of the key is 422', async () => {
  const server = await start()
  const headers = { ...ONE, 'idempotency-key': 'key-1' }
  const answers = await Promise.all([1, 2, 3].map(() => post(server, echo.path, { text: 'hi' }, headers)))
  expect(new Set(answers.map(({ status, body }) => `${status} ${body}`))).toEqual(
    new Set(['200 {"text":"hi 1","by":"user 1"}']),
  )
  expect(answers.map((answer) => answer.headers['idempotency-replayed'])).toEqual([undefined, 'true', 'true'])
  expect(answers.map((answer) => answer.headers['content-type'])).toEqual(
    Array.from({ length: 3 }, () => 'application/json; charset=utf-8'),
  )
  expect(await post(server, echo.path, { text: 'ho' }, headers)).toMatchObject({
    status: 422,
    body: '{"value":"This Idempotency-Key was used for another request.","code":"request.keyReused"}',
  })
  expect(
    await post(server, echo.path, { text: 'hi' }, { ...headers, authorization: 'Bearer 2' }),
  ).toMatchObject({
    body: '{"text":"hi 2","by":"user 2"}',
  })
})

test('a key that is too long is a bad request', async () => {
  const headers = { ...ONE, 'idempotency-key': 'k'.repeat(129) }
  expect(await post(await start(), echo.path, { text: 'hi' }, headers)).toMatchObject({ status: 400 })
  expect(effects).toBe(0)
})
