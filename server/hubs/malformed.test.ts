import { encode } from '@msgpack/msgpack'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { randomFrom } from '#shared/domain/random.ts'
import { lengthPrefixed } from './protocol/length-prefix.ts'
import { RawClient, WAIT } from './testing/raw-client.ts'
import { createRealClient } from './testing/real-client.ts'
import { startTestServer, type TestServer } from './testing/test-server.ts'

const SEPARATOR = '\u001e'
const options = { headers: { authorization: 'Bearer raw:9' } }
const bystander = { headers: { authorization: 'Bearer bystander:1' } }

let server: TestServer
let other: RawClient
let invocations = 0

beforeAll(async () => {
  server = await startTestServer()
  other = await RawClient.connect(server.url, bystander)
})
afterAll(() => server.close())

/** The server must still work, and another connection be undisturbed. */
afterEach(async () => {
  const invocationId = `alive${invocations++}`
  other.send({ type: 1, invocationId, target: 'echo', arguments: ['alive'] })
  expect(await other.completion(invocationId)).toMatchObject({ result: 'alive' })
  await vi.waitFor(() => expect([...server.clients.onlineUserIDs]).toEqual([1]), WAIT)
})

async function open(): Promise<RawClient> {
  const client = new RawClient(server.url, options)
  await client.opened()
  return client
}

describe('before the handshake', () => {
  test.each([
    ['garbage', 'hello', 'The handshake is incomplete.'],
    ['JSON that is no handshake', `[]${SEPARATOR}`, 'The handshake is not valid.'],
    ['bad JSON', `{"protocol":${SEPARATOR}`, 'The handshake is not valid.'],
    ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x1e]), 'The frame is not UTF-8 text.'],
    ['nothing', '', 'The handshake is incomplete.'],
    ['an invocation', `{"type":1,"target":"echo","arguments":[]}${SEPARATOR}`, 'The handshake is not valid.'],
    [
      'another protocol',
      `{"protocol":"xml","version":1}${SEPARATOR}`,
      "The protocol 'xml' is not supported.",
    ],
    [
      'another version',
      `{"protocol":"json","version":2}${SEPARATOR}`,
      "The protocol 'json' is not supported in version 2.",
    ],
  ])('%s is answered with an error', async (_what, frame, error) => {
    const client = await open()
    client.socket.send(frame)
    expect(await client.received(() => true)).toEqual({ error })
    expect(await client.ended()).toEqual({ code: 1002, reason: error })
  })

  test('messages may follow the handshake in its frame', async () => {
    const client = await open()
    client.send(
      { protocol: 'json', version: 1 },
      { type: 1, invocationId: 'a', target: 'echo', arguments: ['x'] },
    )
    expect(await client.completion('a')).toEqual({ type: 3, invocationId: 'a', result: 'x' })
    client.socket.terminate()
  })
})

describe('over JSON', () => {
  test.each([
    ['bad JSON', `{"type":1${SEPARATOR}`, 'The message is not JSON.'],
    ['no separator at the end', '{"type":6}', 'The message is incomplete.'],
    ['an empty frame', '', 'The message is incomplete.'],
    ['no object', `7${SEPARATOR}`, 'Invalid payload for hub message.'],
    ['null', `null${SEPARATOR}`, 'Invalid payload for hub message.'],
    ['no type', `{}${SEPARATOR}`, 'Invalid payload for hub message.'],
    ['no target', `{"type":1,"arguments":[]}${SEPARATOR}`, 'Invalid payload for Invocation message.'],
    ['no arguments', `{"type":1,"target":"echo"}${SEPARATOR}`, 'Invalid payload for Invocation message.'],
    ['no id of a stream', `{"type":4,"target":"echo","arguments":[]}${SEPARATOR}`, /StreamInvocation/],
    ['no id to cancel', `{"type":5}${SEPARATOR}`, /CancelInvocation/],
    ['deep nesting', `${'['.repeat(30_000)}${SEPARATOR}`, 'The message is not JSON.'],
    ['binary', Buffer.from(`{"type":6}${SEPARATOR}`), "The protocol 'json' has no such frames."],
    ['a large message', `"${'x'.repeat(33_000)}"${SEPARATOR}`, 'The message is larger than 32768 bytes.'],
  ])('%s closes the connection with an error', async (_what, frame, error) => {
    const client = await RawClient.connect(server.url, options)
    client.socket.send(frame)
    const close = await client.received((record) => record.type === 7)
    expect(close).toEqual({ type: 7, error: expect.stringMatching(error), allowReconnect: false })
    expect((await client.ended()).code).toBe(1002)
  })

  test('a huge frame and text that is not UTF-8 are cut off by their WebSocket codes', async () => {
    const huge = await RawClient.connect(server.url, options)
    huge.socket.send('x'.repeat(1_000_000))
    expect((await huge.ended()).code).toBe(1009)
    const broken = await RawClient.connect(server.url, options)
    broken.socket.send(Buffer.from([0xff, 0xff]), { binary: false })
    expect((await broken.ended()).code).toBe(1007)
  })

  test('later message types are passed over', async () => {
    const client = await RawClient.connect(server.url, options)
    client.send({ type: 9, sequenceId: 1 }, { type: 99 }, { type: 6 }, { type: 3, invocationId: 'gone' })
    client.send({ type: 1, invocationId: 'a', target: 'echo', arguments: ['x'] })
    expect(await client.completion('a')).toMatchObject({ result: 'x' })
    client.send({ type: 7 })
    expect((await client.ended()).code).toBe(1000)
  })

  test('streams in any form are refused, and the connection lives', async () => {
    const client = await RawClient.connect(server.url, options)
    const error = 'This server does not stream.'
    client.send({ type: 4, invocationId: 'a', target: 'echo', arguments: ['x'] })
    client.send({ type: 1, invocationId: 'b', target: 'echo', arguments: [], streamIds: ['c'] })
    client.send({ type: 2, invocationId: 'c', item: 1 }, { type: 5, invocationId: 'd' })
    for (const invocationId of ['a', 'b', 'c', 'd']) {
      expect(await client.completion(invocationId)).toEqual({ type: 3, invocationId, error })
    }
    client.send({ type: 1, invocationId: 'e', target: 'echo', arguments: ['x'] })
    expect(await client.completion('e')).toMatchObject({ result: 'x' })
    client.socket.terminate()
  })

  test('cancelling an ordinary invocation leaves it its one answer', async () => {
    const client = await RawClient.connect(server.url, options)
    client.send(
      { type: 1, invocationId: 'a', target: 'wait', arguments: ['x'] },
      { type: 5, invocationId: 'a' },
    )
    client.send({ type: 5, invocationId: 'b' })
    await client.completion('b')
    await vi.waitFor(() => expect(server.state.waiting).toHaveLength(1), WAIT)
    server.state.waiting.pop()?.()
    expect(await client.completion('a')).toEqual({ type: 3, invocationId: 'a', result: 'x' })
    expect(client.records.filter((record) => record.invocationId === 'a')).toHaveLength(1)
    client.socket.terminate()
  })

  test('a failed invocation that wants no answer gets none, and is logged', async () => {
    const client = await RawClient.connect(server.url, options)
    client.send({ type: 1, target: 'sum', arguments: ['x'] })
    client.send({ type: 1, invocationId: 'a', target: 'echo', arguments: ['x'] })
    await client.completion('a')
    expect(client.records.filter((record) => record.type === 3)).toHaveLength(1)
    expect(server.logs.at(-1)).toMatchObject({ level: 'warn', message: 'hub invocation failed' })
    client.socket.terminate()
  })
})

describe('over MessagePack', () => {
  async function connect(): Promise<RawClient> {
    const client = await open()
    client.send({ protocol: 'messagepack', version: 1 })
    await client.received((record) => Object.keys(record).length === 0)
    return client
  }

  const nested = Buffer.alloc(30_000, Buffer.from([0xdc, 0xff, 0xff]))
  test.each([
    ['a text frame', `{"type":6}${SEPARATOR}`],
    ['a length that is cut off', Buffer.from([0x80])],
    ['a length that is too long', Buffer.from([0x80, 0x80, 0x80, 0x80, 0x80, 0x01])],
    ['a length of nothing', Buffer.from([0x00])],
    ['a length beyond the frame', Buffer.from([0x05, 0x91, 0x06])],
    ['no array', lengthPrefixed(encode({ type: 6 }))],
    ['an empty array', lengthPrefixed(encode([]))],
    ['no type', lengthPrefixed(encode(['x']))],
    ['no target', lengthPrefixed(encode([1, {}, null, 3, []]))],
    ['no arguments', lengthPrefixed(encode([1, {}, null, 'echo', 'x']))],
    ['bytes after the message', Buffer.from([0x03, 0x91, 0x06, 0x06])],
    ['a byte that means nothing', Buffer.from([0x01, 0xc1])],
    ['arrays that claim gigabytes', lengthPrefixed(nested)],
    ['a __proto__ key', lengthPrefixed(Buffer.from([0x81, 0xa9, ...Buffer.from('__proto__'), 0xc0]))],
  ])('%s closes the connection with an error', async (_what, frame) => {
    const client = await connect()
    client.socket.send(frame)
    expect(await client.ended()).toEqual({ code: 1002, reason: expect.stringMatching(/\.$/) })
  })

  test('the real client is told the error of a close', async () => {
    const client = createRealClient(server.url, { protocol: 'messagepack', token: 'raw:9' })
    const closed = vi.fn()
    client.onclose(closed)
    await client.start()
    await client.send('echo', 'x'.repeat(33_000))
    await vi.waitFor(() => expect(closed).toHaveBeenCalled(), WAIT)
    expect(String(closed.mock.lastCall?.[0])).toContain('The message is larger than 32768 bytes.')
  })
})

describe('noise', () => {
  const HANDSHAKES = [null, { protocol: 'json', version: 1 }, { protocol: 'messagepack', version: 1 }]
  const VALID = [
    Buffer.from(`{"type":1,"invocationId":"a","target":"echo","arguments":["x"]}${SEPARATOR}`),
    Buffer.from(`{"type":6}${SEPARATOR}`),
    lengthPrefixed(encode([1, {}, 'a', 'echo', ['x']])),
    lengthPrefixed(encode([6])),
  ]

  /** Random bytes, or a valid message with some bytes changed. */
  function noise(random: () => number): Buffer {
    const valid = VALID[random() % (VALID.length * 2)]
    if (!valid) return Buffer.from(Array.from({ length: random() % 64 }, () => random() & 0xff))
    const frame = Buffer.from(valid)
    for (let changes = random() % 3; changes > 0; changes--) frame[random() % frame.length] = random() & 0xff
    return frame
  }

  test('two thousand frames of it leave the server as it was', async () => {
    const next = randomFrom(20_260_101)
    const random = () => Math.floor(next() * 2 ** 32)
    const failures = (): number => server.logs.filter((line) => line.level === 'error').length
    const before = failures()
    let sent = 0
    for (let client: RawClient | null = null; sent < 2000; sent++) {
      if (!client || client.socket.readyState !== client.socket.OPEN) {
        client = await open()
        const handshake = HANDSHAKES[random() % HANDSHAKES.length]
        if (handshake) client.send(handshake)
      }
      client.socket.send(noise(random), { binary: random() % 2 === 0 })
      // Every few frames, waits for the server's reaction.
      if (random() % 4 === 0) await Promise.race([client.ended(), client.pong()])
      if (sent === 1999) client.socket.terminate()
    }
    expect(sent).toBe(2000)
    expect(failures()).toBe(before)
  })
})
