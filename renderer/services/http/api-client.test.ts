import { describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { confirmUsername, requestHubToken } from '#shared/contract/auth.ts'
import { downloadAttachment } from '#shared/contract/chat.ts'
import { call } from '#shared/contract/http-call.ts'
import { updateJson } from '#shared/contract/shell.ts'
import { refusals as invented } from '#shared/texts/testing/invented.ts'
import { type ApiClientServices, ApiError, createApiClient, type FailedCall } from './api-client.ts'
import { createRefusalWords } from './refusal-words.ts'

type Answer = Response | Error | (() => Promise<Response>)

function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json', ...headers },
  })
}

/** A client whose server gives these answers in turn, the last again and again. */
function clientOf(answers: Answer[], changes: Partial<ApiClientServices> = {}) {
  const sent: { url: string; init: RequestInit }[] = []
  const waits: number[] = []
  const errors: ApiError[] = []
  const noted: FailedCall[] = []
  const expired: string[] = []
  const active: number[] = []
  let keys = 0
  const services: ApiClientServices = {
    baseUrl: 'http://server',
    fetch: async (url, init) => {
      sent.push({ url: String(url), init: init ?? {} })
      const answer = answers[Math.min(sent.length, answers.length) - 1]
      if (answer === undefined || answer instanceof Error) throw answer ?? new TypeError('no answer')
      return typeof answer === 'function' ? await answer() : answer.clone()
    },
    newUpload: () => {
      throw new Error('only forms are uploaded')
    },
    token: () => 'Bearer abc',
    newKey: () => `key-${++keys}`,
    wait: async (ms) => {
      waits.push(ms)
    },
    onError: (error) => errors.push(error),
    onFailed: (failed) => noted.push(failed),
    onSessionExpired: (token) => {
      expired.push(token)
      return null
    },
    onActiveChange: (count) => active.push(count),
    ...changes,
  }
  const headerOf = (at: number, name: string) => new Headers(sent[at]?.init.headers).get(name)
  return { client: createApiClient(services), sent, waits, errors, noted, expired, active, headerOf }
}

const ping = call({
  path: '/api/ping',
  request: z.object({ n: z.number() }),
  response: z.object({ pong: z.number() }),
  summary: 'test',
  spec: 'test',
})

async function failureOf(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.then(
    () => new Error('it went through'),
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(ApiError)
  return error as ApiError
}

const refusal = async (status: number, body: Response) => {
  const { client, errors, expired } = clientOf([body])
  const error = await failureOf(client.call(ping, { n: 1 }))
  expect(error).toMatchObject({ failure: 'refused', status })
  return { message: error.message, shown: errors.map((e) => e.message), expired }
}

describe('calls', () => {
  test('S254 W167 W168 C179 a call is a JSON POST with the bearer token; sign-in calls carry none', async () => {
    const bearer = clientOf([json(200, { pong: 1 })])
    expect(await bearer.client.call(ping, { n: 1 })).toEqual({ pong: 1 })
    expect(bearer.sent[0]).toMatchObject({
      url: 'http://server/api/ping',
      init: { method: 'POST', body: '{"n":1}' },
    })
    expect(bearer.headerOf(0, 'Authorization')).toBe('Bearer abc')
    expect(bearer.headerOf(0, 'Content-Type')).toBe('application/json')

    const open = clientOf([json(200, { nextStage: 'PASSWORD', clientKey: 'k' })])
    await open.client.call(confirmUsername, { userName: 'amelia' })
    expect(open.headerOf(0, 'Authorization')).toBeNull()
  })

  test('S254 an optional token is left out where there is none; a GET has neither body nor key', async () => {
    const { client, sent, headerOf } = clientOf([json(200, { build: '7' })], { token: () => null })
    expect(await client.call(updateJson, undefined)).toEqual({ build: '7' })
    expect(sent[0]?.init.method).toBe('GET')
    expect(sent[0]?.init.body).toBeUndefined()
    expect(headerOf(0, 'Authorization')).toBeNull()
    expect(headerOf(0, 'Idempotency-Key')).toBeNull()
  })

  test('a text answer comes as text, a file with the name it was given', async () => {
    const text = clientOf([new Response('hub-token')])
    expect(await text.client.call(requestHubToken, undefined)).toBe('hub-token')

    const disposition = `attachment; filename="r.csv"; filename*=UTF-8''r%C3%A9sum%C3%A9.csv`
    const file = clientOf([new Response('a,b', { headers: { 'Content-Disposition': disposition } })])
    const answer = await file.client.call(downloadAttachment, { id: 1, source: 'PROJECT', sourceID: 2 })
    expect(answer.fileName).toBe('résumé.csv')
    expect(await answer.blob.text()).toBe('a,b')
  })

  test.each([
    ['attachment; filename="calls.csv"', 'calls.csv'],
    ['attachment; filename=calls.csv', 'calls.csv'],
    ['attachment; filename="said \\"hi\\"; \\\\.csv"', 'said "hi"; \\.csv'],
    [`attachment; filename="a_b.csv"; filename*=utf-8''a%22b.csv`, 'a"b.csv'],
    ['attachment', 'download'],
    ['attachment; filename=""', 'download'],
  ])('the header %s names the file %s', async (disposition, name) => {
    const file = clientOf([new Response('a,b', { headers: { 'Content-Disposition': disposition } })])
    const answer = await file.client.call(downloadAttachment, { id: 1, source: 'PROJECT', sourceID: 2 })
    expect(answer.fileName).toBe(name)
  })

  test('an answer that the contract does not know is an error, not data', async () => {
    const { client } = clientOf([json(200, { pong: 'one' })])
    expect(await failureOf(client.call(ping, { n: 1 }))).toMatchObject({ failure: 'nonsense' })
    const notJson = clientOf([new Response('<html>')])
    expect(await failureOf(notJson.client.call(ping, { n: 1 }))).toMatchObject({ failure: 'nonsense' })
  })

  test('a request that the contract does not know is not sent', async () => {
    const { client, sent } = clientOf([json(200, { pong: 1 })])
    const error = await failureOf(client.call(ping, { n: 'one' } as never))
    expect(error).toMatchObject({ failure: 'refused', status: 400, message: 'Bad request' })
    expect(sent).toEqual([])
  })

  test('a request that breaks a rule with words of its own is not sent, and says them', async () => {
    const small = z.file().check(z.refine((file) => file.size <= 2, { error: 'At most 2 bytes.' }))
    const upload = call({
      path: '/api/upload',
      request: z.object({ file: small, other: z.optional(z.string().check(z.refine(() => false))) }),
      response: z.object({ done: z.literal(true) }),
      summary: 'Takes a file.',
      spec: '5 §3.3',
      sends: 'multipart',
    })
    const { client, sent } = clientOf([json(200, { done: true })])
    const tooLarge = { file: new File(['abc'], 'people.csv') }
    expect(await failureOf(client.call(upload, tooLarge))).toMatchObject({
      ...{ failure: 'refused', status: 400, message: 'At most 2 bytes.' },
    })
    const wordless = { file: new File(['a'], 'people.csv'), other: 'x' }
    expect(await failureOf(client.call(upload, wordless))).toMatchObject({ message: 'Bad request' })
    expect(sent).toEqual([])
  })
})

describe('retries', () => {
  test.each([503, 504, 419])(
    'S255 status %i is retried 10 times, 5000 ms apart, with the same key',
    async (status) => {
      const { client, sent, waits, headerOf } = clientOf([new Response('', { status })])
      await failureOf(client.call(ping, { n: 1 }))
      expect(sent).toHaveLength(11)
      expect(waits).toEqual(Array(10).fill(5000))
      expect(new Set(sent.map((_, at) => headerOf(at, 'Idempotency-Key')))).toEqual(new Set(['key-1']))
    },
  )

  test('S255 the answer to the tenth retry counts, one to an eleventh is never asked for', async () => {
    const busy = (times: number) => Array.from({ length: times }, () => new Response('', { status: 503 }))
    const tenth = clientOf([...busy(10), json(200, { pong: 2 })])
    expect(await tenth.client.call(ping, { n: 1 })).toEqual({ pong: 2 })
    const eleventh = clientOf([...busy(11), json(200, { pong: 2 })])
    await failureOf(eleventh.client.call(ping, { n: 1 }))
    expect([tenth.sent.length, eleventh.sent.length]).toEqual([11, 11])
  })

  test('go with the token of their moment: one that was renewed meanwhile would end the sign-in', async () => {
    const send = async (options?: { readonly thisTokenOnly: boolean }) => {
      let token = 'Bearer old'
      const { client, headerOf } = clientOf([new Response('', { status: 503 }), json(200, { pong: 2 })], {
        token: () => token,
        wait: async () => {
          token = 'Bearer new'
        },
      })
      await client.call(ping, { n: 1 }, options)
      return [0, 1].map((at) => [headerOf(at, 'Authorization'), headerOf(at, 'Idempotency-Key')])
    }
    expect(await send()).toEqual([
      ['Bearer old', 'key-1'],
      ['Bearer new', 'key-1'],
    ])
    // What is about the token itself.
    expect((await send({ thisTokenOnly: true })).map(([token]) => token)).toEqual([
      'Bearer old',
      'Bearer old',
    ])
  })

  test('S255 the first good answer ends the retries', async () => {
    const { client, sent } = clientOf([new Response('', { status: 503 }), json(200, { pong: 2 })])
    expect(await client.call(ping, { n: 1 })).toEqual({ pong: 2 })
    expect(sent).toHaveLength(2)
  })

  test('S255 other statuses and lost connections are not retried', async () => {
    const refused = clientOf([json(500, {})])
    await failureOf(refused.client.call(ping, { n: 1 }))
    expect(refused.sent).toHaveLength(1)
    const lost = clientOf([new TypeError('Failed to fetch')])
    expect(await failureOf(lost.client.call(ping, { n: 1 }))).toMatchObject({
      failure: 'unreachable',
      message: 'The server cannot be reached, please check your network.',
    })
    expect(lost.sent).toHaveLength(1)
  })

  test('S255 giving up while waiting for a retry ends the call', async () => {
    const given = new AbortController()
    const { client, sent, errors } = clientOf([new Response('', { status: 503 })], {
      wait: async () => {
        given.abort()
        throw given.signal.reason
      },
    })
    expect(await failureOf(client.call(ping, { n: 1 }, { signal: given.signal }))).toMatchObject({
      failure: 'aborted',
    })
    expect(sent).toHaveLength(1)
    expect(errors).toEqual([])
  })
})

describe('the table of refusals', () => {
  test.each([400, 401, 403, 429])('S302 a %i shows the value of its body', async (status) => {
    const { message, shown } = await refusal(status, json(status, { value: 'Not on Mondays' }))
    expect([message, shown]).toEqual(['Not on Mondays', ['Not on Mondays']])
  })

  test('S302 S303 a 401 whose body has a value shows it', async () => {
    const { message, shown, expired } = await refusal(401, json(401, { value: 'Wrong key' }))
    expect([message, shown, expired]).toEqual(['Wrong key', ['Wrong key'], []])
  })

  test('S304 a 401 with a readable body and no value shows the 40101 default', async () => {
    const { message, expired } = await refusal(401, json(401, {}))
    expect(message).toBe('Unknown issue with auth service. Please contact support. Quote code 40101')
    expect(expired).toEqual([])
  })

  test('S305 a 401 with an unreadable body ends the session of the token that was sent', async () => {
    const { message, expired } = await refusal(401, new Response('', { status: 401 }))
    expect([message, expired]).toEqual(['Your session is no longer valid.', ['Bearer abc']])
  })

  test('S306 a 429 shows its value, the default, or the fallback', async () => {
    expect((await refusal(429, json(429, { value: 'Slow down' }))).message).toBe('Slow down')
    expect((await refusal(429, json(429, {}))).message).toBe(
      'You have made too many failed requests. Please contact support.',
    )
    expect((await refusal(429, new Response('<html>', { status: 429 }))).message).toBe('Too many requests')
  })

  test("S307 a 403 'access denied' names the url", async () => {
    expect((await refusal(403, json(403, { value: 'access denied' }))).message).toBe(
      '/api/ping - Access denied',
    )
  })

  test('S308 any other 403 shows its value or the contact message', async () => {
    expect((await refusal(403, json(403, { value: 'Not yours' }))).message).toBe('Not yours')
    expect((await refusal(403, json(403, {}))).message).toBe(
      'There was an error with your request. Please contact support.',
    )
  })

  test('S309 a 503 says that the server is busy', async () => {
    expect((await refusal(503, json(503, { value: 'x' }))).message).toBe(
      'The server is currently busy or is doing an update, please try again in a few moments.',
    )
  })

  test('S310 a 404 says that the server cannot be reached', async () => {
    expect((await refusal(404, json(404, { value: 'x' }))).message).toBe(
      'The server cannot be reached, please check your network.',
    )
  })

  test("S311 a 400 shows its value or 'Bad request'", async () => {
    expect((await refusal(400, json(400, { value: 'No name' }))).message).toBe('No name')
    expect((await refusal(400, json(400, {}))).message).toBe('Bad request')
  })

  test.each([500, 418, 504, 419])('S312 status %i gives the contact message', async (status) => {
    expect((await refusal(status, json(status, { value: 'x' }))).message).toBe(
      'There was an error with your request. Please contact support.',
    )
  })
})

test('a quiet call leaves the telling to its caller', async () => {
  const { client, errors } = clientOf([json(400, { value: 'No' })])
  await failureOf(client.call(ping, { n: 1 }, { quiet: true }))
  expect(errors).toEqual([])
})

test('S189 the count of calls under way goes up and down and never below 0', async () => {
  const { client, active } = clientOf([json(200, { pong: 1 })])
  await Promise.all([client.call(ping, { n: 1 }), client.call(ping, { n: 2 })])
  expect(active).toEqual([1, 2, 1, 0])
})

test('S189 a call that fails, is given up or is not sent takes its own from the count, and no more', async () => {
  const given = new AbortController()
  const { client, active } = clientOf([
    json(500, {}),
    new TypeError('Failed to fetch'),
    new Response('<html>'),
    () => {
      given.abort()
      throw new DOMException('given up', 'AbortError')
    },
  ])
  for (let failing = 0; failing < 3; failing++) await failureOf(client.call(ping, { n: 1 }))
  await failureOf(client.call(ping, { n: 1 }, { signal: given.signal }))
  await failureOf(client.call(ping, { n: 'one' } as never))
  expect(active.slice(0, 8)).toEqual([1, 0, 1, 0, 1, 0, 1, 0])
  expect(active.at(-1)).toBe(0)
  expect(Math.min(...active)).toBe(0)
})

test('an attempt that takes too long is given up', async () => {
  vi.useFakeTimers()
  try {
    const never: ApiClientServices['fetch'] = (_, init) =>
      new Promise((_resolve, reject) =>
        init?.signal?.addEventListener('abort', () => reject(new Error('aborted'))),
      )
    const { client } = clientOf([], { fetch: never })
    const failure = failureOf(client.call(ping, { n: 1 }))
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await failure).toMatchObject({ failure: 'unreachable' })
  } finally {
    vi.useRealTimers()
  }
})

describe('a session that the server no longer knows', () => {
  const unreadable = () => new Response('<html>', { status: 401 })

  test("S305 a 401 with an unreadable body ends the session: 'Your session is no longer valid.'", async () => {
    const { client, expired, errors } = clientOf([unreadable()])
    const failure = await failureOf(client.call(ping, { n: 1 }))
    expect(failure.message).toBe('Your session is no longer valid.')
    expect(failure.sessionOver).toBe(true)
    expect(expired).toEqual(['Bearer abc'])
    // Whoever ends the session tells of it.
    expect(errors).toEqual([])
  })

  test('a token that was renewed in the meantime is tried once, with the same key', async () => {
    const { client, sent, headerOf } = clientOf([unreadable(), json(200, { pong: 1 })], {
      onSessionExpired: () => 'Bearer fresh',
    })
    expect(await client.call(ping, { n: 1 })).toEqual({ pong: 1 })
    expect(sent).toHaveLength(2)
    expect(headerOf(1, 'Authorization')).toBe('Bearer fresh')
    expect(headerOf(1, 'Idempotency-Key')).toBe(headerOf(0, 'Idempotency-Key'))
  })

  test('a call about the very token is not made again with another', async () => {
    const { client, sent } = clientOf([unreadable()], { onSessionExpired: () => 'Bearer fresh' })
    await failureOf(client.call(ping, { n: 1 }, { thisTokenOnly: true }))
    expect(sent).toHaveLength(1)
  })

  test('a server that refuses each token is not asked for ever', async () => {
    const { client, sent } = clientOf([unreadable()], { onSessionExpired: () => 'Bearer fresh' })
    await failureOf(client.call(ping, { n: 1 }))
    expect(sent).toHaveLength(2)
  })

  test('S254 the token goes in a header and never in an address', async () => {
    const { client, sent } = clientOf([json(200, { pong: 1, build: '1' })], {
      token: () => 'Bearer secret.a.b',
    })
    await client.call(ping, { n: 1 })
    await client.call(updateJson, undefined)
    expect(sent.map(({ url }) => url)).toEqual(['http://server/api/ping', 'http://server/update.json'])
  })
})

test('every failure is told for support, quiet ones too, with the id by which the server knows the call', async () => {
  const refusal = (id: string) => new Response('{}', { status: 500, headers: { 'x-request-id': id } })
  const nonsense = new Response('{}', { headers: { 'x-request-id': 'r-3' } })
  const { client, noted } = clientOf([
    refusal('r-1'),
    refusal('no id <b>'),
    nonsense,
    new TypeError('no answer'),
  ])
  for (let n = 0; n < 4; n++) await failureOf(client.call(ping, { n }, { quiet: true }))
  expect(noted.map(({ error: { failure, status, requestId } }) => [failure, status, requestId])).toEqual([
    ['refused', 500, 'r-1'],
    ['refused', 500, ''],
    ['nonsense', 200, 'r-3'],
    ['unreachable', 0, ''],
  ])
  expect(noted[0]).toMatchObject({ method: 'POST', path: '/api/ping' })
})

test('what was given up is no failure', async () => {
  const gone = new AbortController()
  const { client, noted } = clientOf([
    () => {
      gone.abort()
      throw gone.signal.reason
    },
  ])
  await failureOf(client.call(ping, { n: 1 }, { signal: gone.signal }))
  expect(noted).toEqual([])
})

describe('the words of a refusal', () => {
  const refusal = {
    value: 'The board holds 100 notes. Please delete some first.',
    code: 'note.full',
    params: { max: 100 },
  }
  const words = createRefusalWords(async () => ({ refusals: invented }))
  const reason = (answer: Response, changes?: Partial<ApiClientServices>) =>
    clientOf([answer], changes)
      .client.call(ping, { n: 1 })
      .catch((error: unknown) => error)

  test('are those of the page’s language, under the same code', async () => {
    const said = 'zz note.full 100'
    const told = { status: 400, message: said, value: said, code: 'note.full' }
    expect(await reason(json(400, refusal), { words })).toMatchObject(told)
    expect(await reason(json(400, refusal))).toMatchObject({
      ...told,
      message: refusal.value,
      value: refusal.value,
    })
  })

  test('S307 without access are this client’s own in any language', async () => {
    const denied = json(403, { value: 'access denied', code: 'accessDenied' })
    expect(await reason(denied, { words })).toMatchObject({ message: '/api/ping - Access denied' })
  })
})
