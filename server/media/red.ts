import { PAYLOAD, type RtpHeader } from './rtp.ts'

/** A voice that is sent twice: each packet brings the one before it, too (RFC 2198). */

/** What a header's 14 bits and 10 bits can say. */
const OFFSET_MAX = 0x3fff
const LENGTH_MAX = 0x3ff
/** More packets before are sent by nobody; what has more is nonsense. */
const BLOCKS_MAX = 4

interface Block {
  /** How much earlier than the packet it belongs, by the voice's clock. */
  readonly offset: number
  readonly start: number
  readonly end: number
}

/** What a packet brings, the earliest first, itself last; null for what is none, or brings something else than voices. */
function blocksOf(bytes: Buffer, { start, end }: RtpHeader): Block[] | null {
  const heads: { offset: number; length: number }[] = []
  let at = start
  for (;;) {
    const first = bytes[at]
    if (first === undefined || at >= end || (first & 0x7f) !== PAYLOAD.OPUS) return null
    if ((first & 0x80) === 0) break
    if (at + 4 > end || heads.length === BLOCKS_MAX) return null
    const word = bytes.readUIntBE(at + 1, 3)
    heads.push({ offset: word >> 10, length: word & LENGTH_MAX })
    at += 4
  }
  at++
  const blocks: Block[] = []
  for (const { offset, length } of heads) {
    if (at + length > end) return null
    blocks.push({ offset, start: at, end: at + length })
    at += length
  }
  return at > end ? null : [...blocks, { offset: 0, start: at, end }]
}

/** The header as it is, with its extensions, and another payload. */
function packetOf(bytes: Buffer, { start }: RtpHeader, type: number, payload: readonly Buffer[]): Buffer {
  const packet = Buffer.concat([bytes.subarray(0, start), ...payload])
  // Without padding.
  packet.writeUInt8(packet.readUInt8(0) & ~0x20, 0)
  packet.writeUInt8((packet.readUInt8(1) & 0x80) | type, 1)
  return packet
}

/**
 * The voices in a packet of redundant ones, each as a packet of its own, the earliest first; null for nonsense. Those
 * before it have the numbers before its own.
 */
export function unpackTwice(bytes: Buffer, header: RtpHeader): Buffer[] | null {
  const blocks = blocksOf(bytes, header)
  if (blocks === null) return null
  return blocks.flatMap(({ offset, start, end }, place) => {
    const back = blocks.length - 1 - place
    // Nothing was said then.
    if (start === end && back > 0) return []
    const packet = packetOf(bytes, header, PAYLOAD.OPUS, [bytes.subarray(start, end)])
    packet.writeUInt16BE((header.sequence - back) & 0xffff, 2)
    packet.writeUInt32BE((header.timestamp - offset) >>> 0, 4)
    return [packet]
  })
}

/**
 * A voice's packet that brings the one before it.
 *
 * @param before as it came, with its header; null for none
 * @returns the packet as it is where there is none, or they are too far apart
 */
export function packTwice(
  bytes: Buffer,
  header: RtpHeader,
  before: { readonly bytes: Buffer; readonly header: RtpHeader } | null,
): Buffer {
  const offset = before === null ? 0 : (header.timestamp - before.header.timestamp) >>> 0
  const length = before === null ? 0 : before.header.end - before.header.start
  if (before === null || offset === 0 || offset > OFFSET_MAX || length === 0 || length > LENGTH_MAX)
    return bytes
  const heads = Buffer.alloc(5)
  heads.writeUInt8(0x80 | PAYLOAD.OPUS, 0)
  heads.writeUIntBE((offset << 10) | length, 1, 3)
  heads.writeUInt8(PAYLOAD.OPUS, 4)
  return packetOf(bytes, header, PAYLOAD.RED, [
    heads,
    before.bytes.subarray(before.header.start, before.header.end),
    bytes.subarray(header.start, header.end),
  ])
}
