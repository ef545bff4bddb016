import { ProtocolError } from './hub-protocol.ts'

/** Ends every text record: the handshake of both protocols and each JSON message. */
export const RECORD_SEPARATOR = '\u001e'
export const RECORD_SEPARATOR_BYTE = 0x1e

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** @throws ProtocolError where the bytes aren't UTF-8 */
export function decodeText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw new ProtocolError('The frame is not UTF-8 text.')
  }
}

/**
 * The records of a text frame.
 * @throws ProtocolError where the last record isn't ended
 */
export function splitRecords(text: string): string[] {
  if (!text.endsWith(RECORD_SEPARATOR)) throw new ProtocolError('The message is incomplete.')
  return text.slice(0, -1).split(RECORD_SEPARATOR)
}
