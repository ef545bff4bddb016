import * as z from 'zod/mini'
import { type HubProtocol, ProtocolError } from './hub-protocol.ts'
import { decodeText, RECORD_SEPARATOR, RECORD_SEPARATOR_BYTE } from './record-separator.ts'

const request = z.object({ protocol: z.string(), version: z.int() })

/** The client's choice of protocol, and what followed in the same frame. */
export interface HandshakeRequest {
  readonly protocol: HubProtocol
  readonly rest: Uint8Array
}

function parseRequest(record: string): z.output<typeof request> {
  try {
    return request.parse(JSON.parse(record))
  } catch {
    throw new ProtocolError('The handshake is not valid.')
  }
}

/**
 * Reads a client's first frame, text or binary: a JSON record with a protocol and its version. @throws
 * ProtocolError whose text goes into the answer
 */
export function readHandshake(frame: Uint8Array, protocols: readonly HubProtocol[]): HandshakeRequest {
  const end = frame.indexOf(RECORD_SEPARATOR_BYTE)
  if (end === -1) throw new ProtocolError('The handshake is incomplete.')
  const { protocol: name, version } = parseRequest(decodeText(frame.subarray(0, end)))
  const protocol = protocols.find((known) => known.name === name)
  if (!protocol) throw new ProtocolError(`The protocol '${name.slice(0, 40)}' is not supported.`)
  if (version !== protocol.version) {
    throw new ProtocolError(`The protocol '${name}' is not supported in version ${version}.`)
  }
  return { protocol, rest: frame.subarray(end + 1) }
}

/** The answer to a handshake: empty, or with the reason why it failed. */
export function writeHandshakeAnswer(error?: string): Uint8Array {
  return Buffer.from(JSON.stringify(error === undefined ? {} : { error }) + RECORD_SEPARATOR)
}
