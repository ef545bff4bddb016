import { JsonHubProtocol } from '@microsoft/signalr'
import * as z from 'zod/mini'
import { toClientMessage } from './client-message.ts'
import { type HubProtocol, type IncomingMessage, messageType, ProtocolError } from './hub-protocol.ts'
import { decodeText, splitRecords } from './record-separator.ts'

const id = z.string().check(z.minLength(1))
const typed = z.looseObject({ type: z.int() })
const identified = z.looseObject({ invocationId: id })
const invocation = z.looseObject({
  invocationId: z.optional(z.nullable(id)),
  target: z.string().check(z.minLength(1)),
  arguments: z.array(z.unknown()),
  streamIds: z.optional(z.nullable(z.array(z.string()))),
})

function read<S extends z.ZodMiniType>(schema: S, message: unknown, what: string): z.output<S> {
  const read = schema.safeParse(message)
  if (!read.success) throw new ProtocolError(`Invalid payload for ${what} message.`)
  return read.data
}

function parseRecord(record: string): unknown {
  try {
    return JSON.parse(record)
  } catch {
    throw new ProtocolError('The message is not JSON.')
  }
}

function parseMessage(record: string): IncomingMessage {
  const message = parseRecord(record)
  switch (read(typed, message, 'hub').type) {
    case messageType.invocation: {
      const { invocationId, target, arguments: args, streamIds } = read(invocation, message, 'Invocation')
      const streams = (streamIds ?? []).length > 0
      return { type: 'invocation', invocationID: invocationId ?? null, target, args, streams }
    }
    case messageType.streamInvocation: {
      const { target } = read(invocation, message, 'StreamInvocation')
      const { invocationId } = read(identified, message, 'StreamInvocation')
      return { type: 'streamInvocation', invocationID: invocationId, target }
    }
    case messageType.streamItem:
      return { type: 'streamItem', invocationID: read(identified, message, 'StreamItem').invocationId }
    case messageType.cancelInvocation: {
      const { invocationId } = read(identified, message, 'CancelInvocation')
      return { type: 'cancelInvocation', invocationID: invocationId }
    }
    case messageType.completion:
      return { type: 'completion', invocationID: read(identified, message, 'Completion').invocationId }
    case messageType.ping:
      return { type: 'ping' }
    case messageType.close:
      return { type: 'close' }
    default:
      return { type: 'unknown' }
  }
}

/**
 * The hub protocol `json`, version 1. The client package's class writes it. It is read by our own code, since
 * that class reads only what clients receive.
 */
export function createJsonProtocol(): HubProtocol {
  const writer = new JsonHubProtocol()
  return {
    name: 'json',
    version: 1,
    binary: false,
    parse: (frame) => splitRecords(decodeText(frame)).map(parseMessage),
    write: (message) => Buffer.from(writer.writeMessage(toClientMessage(message))),
  }
}
