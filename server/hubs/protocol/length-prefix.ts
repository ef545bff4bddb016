import { ProtocolError } from './hub-protocol.ts'

/** Five groups of seven bits: enough for lengths up to 2^31 - 1, the protocol's bound. */
const MAX_PREFIX_BYTES = 5
const MAX_LENGTH = 2 ** 31 - 1

function readLength(frame: Uint8Array, start: number): { length: number; next: number } {
  let length = 0
  for (let i = 0; i < MAX_PREFIX_BYTES; i++) {
    const byte = frame[start + i]
    if (byte === undefined) throw new ProtocolError('The length of the message is cut off.')
    length += (byte & 0x7f) * 2 ** (7 * i)
    if ((byte & 0x80) === 0) return { length, next: start + i + 1 }
  }
  throw new ProtocolError('The length of the message is too long.')
}

/**
 * The messages of a binary frame, each after its length as a VarInt. @throws ProtocolError where a length or
 * message is cut off, or a message is empty
 */
export function splitLengthPrefixed(frame: Uint8Array): Uint8Array[] {
  const messages: Uint8Array[] = []
  for (let start = 0; start < frame.length; ) {
    const { length, next } = readLength(frame, start)
    if (length === 0 || length > MAX_LENGTH) throw new ProtocolError('The length of the message is invalid.')
    if (next + length > frame.length) throw new ProtocolError('The message is incomplete.')
    messages.push(frame.subarray(next, next + length))
    start = next + length
  }
  return messages
}

/** The message after its length. */
export function lengthPrefixed(message: Uint8Array): Uint8Array {
  const prefix: number[] = []
  let rest = message.length
  do {
    const more = rest > 0x7f
    prefix.push((rest & 0x7f) | (more ? 0x80 : 0))
    rest >>>= 7
  } while (rest > 0)
  return Buffer.concat([Uint8Array.from(prefix), message])
}
