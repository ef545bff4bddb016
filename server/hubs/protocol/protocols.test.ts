import { JsonHubProtocol, NullLogger } from '@microsoft/signalr'
import { MessagePackHubProtocol } from '@microsoft/signalr-protocol-msgpack'
import { describe, expect, test } from 'vitest'
import type { HubProtocol, OutgoingMessage } from './hub-protocol.ts'
import { createJsonProtocol } from './json.ts'
import { lengthPrefixed, splitLengthPrefixed } from './length-prefix.ts'
import { createMessagePackProtocol } from './messagepack.ts'

/** How the real client reads the server's messages. */
const readers = {
  json: (protocol: HubProtocol, message: OutgoingMessage) =>
    new JsonHubProtocol().parseMessages(Buffer.from(protocol.write(message)).toString(), NullLogger.instance),
  messagepack: (protocol: HubProtocol, message: OutgoingMessage) =>
    new MessagePackHubProtocol().parseMessages(
      new Uint8Array(protocol.write(message)).buffer,
      NullLogger.instance,
    ),
}

describe.each([createJsonProtocol(), createMessagePackProtocol()])('$name', (protocol) => {
  const read = (message: OutgoingMessage) => readers[protocol.name](protocol, message)

  test('the client reads what the server writes', () => {
    expect(read({ type: 'event', target: 'said', args: ['a', { b: undefined, c: null }] })).toMatchObject([
      { type: 1, target: 'said', arguments: ['a', { c: null }] },
    ])
    expect(read({ type: 'result', invocationID: '1', result: [1] })).toMatchObject([
      { type: 3, invocationId: '1', result: [1] },
    ])
    expect(read({ type: 'result', invocationID: '1', result: null })).toMatchObject([
      { type: 3, result: null },
    ])
    expect(read({ type: 'failure', invocationID: '1', error: 'no' })).toMatchObject([
      { type: 3, invocationId: '1', error: 'no' },
    ])
    expect(read({ type: 'ping' })).toEqual([{ type: 6 }])
  })

  test('a close carries its error and whether to come back', () => {
    expect(read({ type: 'close', error: 'no', allowReconnect: true })).toEqual([
      { type: 7, error: 'no', allowReconnect: true },
    ])
    const [close] = read({ type: 'close', error: null, allowReconnect: false })
    expect(close).toMatchObject({ type: 7, allowReconnect: false })
    expect(close && 'error' in close ? close.error : undefined).toBeFalsy()
  })

  test('several messages in one frame are read in order', () => {
    const ping = protocol.write({ type: 'ping' })
    const frame = Buffer.concat([ping, ping, protocol.write({ type: 'event', target: 'a', args: [] })])
    expect(protocol.parse(frame).map(({ type }) => type)).toEqual(['ping', 'ping', 'invocation'])
  })
})

test.each([1, 127, 128, 16_383, 16_384, 2_097_152])('a message of %d bytes keeps its length', (length) => {
  const message = Buffer.alloc(length, 7)
  const [only, ...others] = splitLengthPrefixed(lengthPrefixed(message))
  expect(only && message.equals(only)).toBe(true)
  expect(others).toEqual([])
})
