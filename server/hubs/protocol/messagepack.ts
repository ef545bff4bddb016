import { MessagePackHubProtocol } from '@microsoft/signalr-protocol-msgpack'
import { Decoder, encode } from '@msgpack/msgpack'
import { toClientMessage } from './client-message.ts'
import { type HubProtocol, type IncomingMessage, messageType, ProtocolError } from './hub-protocol.ts'
import { lengthPrefixed, splitLengthPrefixed } from './length-prefix.ts'

/**
 * Most entries of one array or map. The decoder reserves memory as soon as it reads an array's claimed
 * length. Without this limit a few bytes of nested headers could claim gigabytes.
 */
const MAX_ENTRIES = 1024

/** Fields of a message, by their place in its array. */
class Fields {
  readonly #values: readonly unknown[]
  readonly #what: string

  constructor(values: readonly unknown[], what: string) {
    this.#values = values
    this.#what = what
  }

  #invalid(): ProtocolError {
    return new ProtocolError(`Invalid payload for ${this.#what} message.`)
  }

  text(index: number): string {
    const value = this.#values[index]
    if (typeof value !== 'string' || value === '') throw this.#invalid()
    return value
  }

  textOrNull(index: number): string | null {
    const value = this.#values[index]
    return value === null || value === '' ? null : this.text(index)
  }

  list(index: number): readonly unknown[] {
    const value = this.#values[index]
    if (!Array.isArray(value)) throw this.#invalid()
    return value
  }

  listIfAny(index: number): readonly unknown[] {
    const value = this.#values[index]
    return value === undefined || value === null ? [] : this.list(index)
  }
}

/** `[type, headers, invocationId, target, arguments, streamIds]`; headers are never used. */
function parseMessage(values: readonly unknown[]): IncomingMessage {
  switch (values[0]) {
    case messageType.invocation: {
      const fields = new Fields(values, 'Invocation')
      return {
        type: 'invocation',
        invocationID: fields.textOrNull(2),
        target: fields.text(3),
        args: fields.list(4),
        streams: fields.listIfAny(5).length > 0,
      }
    }
    case messageType.streamInvocation: {
      const fields = new Fields(values, 'StreamInvocation')
      return { type: 'streamInvocation', invocationID: fields.text(2), target: fields.text(3) }
    }
    case messageType.streamItem:
      return { type: 'streamItem', invocationID: new Fields(values, 'StreamItem').text(2) }
    case messageType.cancelInvocation:
      return { type: 'cancelInvocation', invocationID: new Fields(values, 'CancelInvocation').text(2) }
    case messageType.completion:
      return { type: 'completion', invocationID: new Fields(values, 'Completion').text(2) }
    case messageType.ping:
      return { type: 'ping' }
    case messageType.close:
      return { type: 'close' }
    default:
      if (!Number.isInteger(values[0])) throw new ProtocolError('Invalid payload for hub message.')
      return { type: 'unknown' }
  }
}

function createReader(): (message: Uint8Array) => IncomingMessage {
  const unbounded = undefined
  const decoder = new Decoder(unbounded, unbounded, unbounded, unbounded, MAX_ENTRIES, MAX_ENTRIES)
  const decode = (message: Uint8Array): unknown => {
    try {
      return decoder.decode(message)
    } catch {
      throw new ProtocolError('The message is not MessagePack.')
    }
  }
  return (message) => {
    const values = decode(message)
    if (!Array.isArray(values)) throw new ProtocolError('The message is not an array.')
    return parseMessage(values)
  }
}

/**
 * The hub protocol `messagepack`, version 1. The client package's class writes it, except for the close
 * message, which it leaves empty. It is read by our own code, since that class reads only what clients
 * receive. `undefined` fields are left out as in JSON, so that an optional field doesn't become null.
 */
export function createMessagePackProtocol(): HubProtocol {
  const writer = new MessagePackHubProtocol({ ignoreUndefined: true })
  const read = createReader()
  return {
    name: 'messagepack',
    version: 1,
    binary: true,
    parse: (frame) => splitLengthPrefixed(frame).map(read),
    write: (message) =>
      message.type === 'close'
        ? lengthPrefixed(encode([messageType.close, message.error, message.allowReconnect]))
        : new Uint8Array(writer.writeMessage(toClientMessage(message))),
  }
}
