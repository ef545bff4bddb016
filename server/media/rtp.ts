/**
 * RTP and RTCP as far as the engine reads and writes them (RFC 3550, 4585, 5104, 6464, 8285; draft-alvestrand-rmcat-remb).
 * What comes is others' bytes: whoever reads them gets null for what is none.
 */

/** Numbers of what is sent, the same in every connection: the engine makes all offers. */
export const PAYLOAD = { OPUS: 111, RED: 63, VP8: 96 } as const
/** Numbers of header extensions, in the same way. */
export const EXTENSION = { AUDIO_LEVEL: 1, SEND_TIME: 2 } as const
export const CLOCK_RATE = { audio: 48_000, video: 90_000 } as const

const VERSION = 0x80
const ONE_BYTE_PROFILE = 0xbede
const RTCP = { SR: 200, RR: 201, RTPFB: 205, PSFB: 206 } as const
const FORMAT = { NACK: 1, PLI: 1, FIR: 4, REMB: 15 } as const
/** Seconds from 1900 to 1970. */
const NTP_OFFSET = 2_208_988_800

export interface RtpHeader {
  readonly payloadType: number
  readonly sequence: number
  readonly timestamp: number
  readonly ssrc: number
  /** Where the payload begins, and ends without padding. */
  readonly start: number
  readonly end: number
  /** Loudness from 0 (loudest) to 127 (silent), as -dBov; null where it isn't said. */
  readonly level: number | null
  /** Where the three bytes of the time of sending are; -1 for nowhere. */
  readonly sendTimeAt: number
}

/** Whether a packet is RTCP: both come by one way (RFC 5761). */
export function isRtcp(bytes: Buffer): boolean {
  const type = bytes[1] ?? 0
  return type >= 192 && type <= 223
}

export function readRtp(bytes: Buffer): RtpHeader | null {
  if (bytes.length < 12 || bytes.readUInt8(0) >> 6 !== 2) return null
  const first = bytes.readUInt8(0)
  let start = 12 + 4 * (first & 0x0f)
  let level: number | null = null
  let sendTimeAt = -1
  if (first & 0x10) {
    if (bytes.length < start + 4) return null
    const [profile, words] = [bytes.readUInt16BE(start), bytes.readUInt16BE(start + 2)]
    const end = start + 4 + 4 * words
    if (bytes.length < end) return null
    if (profile === ONE_BYTE_PROFILE)
      for (let at = start + 4; at < end; ) {
        const head = bytes.readUInt8(at)
        if (head === 0) {
          at++
          continue
        }
        const [id, length] = [head >> 4, (head & 0x0f) + 1]
        if (id === 15 || at + 1 + length > end) break
        if (id === EXTENSION.AUDIO_LEVEL) level = bytes.readUInt8(at + 1) & 0x7f
        if (id === EXTENSION.SEND_TIME && length === 3) sendTimeAt = at + 1
        at += 1 + length
      }
    start = end
  }
  const padding = first & 0x20 ? bytes.readUInt8(bytes.length - 1) : 0
  const end = bytes.length - padding
  if (start > end) return null
  return {
    payloadType: bytes.readUInt8(1) & 0x7f,
    sequence: bytes.readUInt16BE(2),
    timestamp: bytes.readUInt32BE(4),
    ssrc: bytes.readUInt32BE(8),
    start,
    end,
    level,
    sendTimeAt,
  }
}

/** Writes what is another for each receiver into a copy of the packet. */
export function rewriteRtp(copy: Buffer, sequence: number, timestamp: number, ssrc: number): void {
  copy.writeUInt16BE(sequence & 0xffff, 2)
  copy.writeUInt32BE(timestamp >>> 0, 4)
  copy.writeUInt32BE(ssrc, 8)
}

/** The time of sending, in 64 s with 18 bits of a fraction, by which receivers see how wide their way is. */
export function stampSendTime(copy: Buffer, at: number, nowMs: number): void {
  copy.writeUIntBE(Math.floor((nowMs % 64_000) * 262.144) & 0xffffff, at, 3)
}

/** Whether a packet of VP8 begins a picture that needs none before it (RFC 7741 §4). */
export function isKeyframe(bytes: Buffer, { start, end }: RtpHeader): boolean {
  let at = start
  const head = bytes[at++]
  if (head === undefined || at > end) return false
  // Only the first packet of a picture says what kind it is.
  if (!(head & 0x10) || (head & 0x07) !== 0) return false
  if (head & 0x80) {
    const more = bytes[at++] ?? 0
    if (more & 0x80) at += (bytes[at] ?? 0) & 0x80 ? 2 : 1
    if (more & 0x40) at++
    if (more & 0x30) at++
  }
  return at < end && ((bytes[at] ?? 1) & 0x01) === 0
}

/** How far one number of a sequence is behind another, from -32768 to 32767. */
export const sequenceDistance = (from: number, to: number): number => ((to - from) << 16) >> 16

export interface ReportBlock {
  readonly ssrc: number
  /** Of all so far; what came twice counts against it. */
  readonly lost: number
  /** The highest number so far, with how often it began anew in the upper half. */
  readonly highest: number
  /** Of the clock of what is sent. */
  readonly jitter: number
}

/** What one compound packet says, as far as the engine acts on it. */
export interface Feedback {
  /** Sequence numbers that are missing, by what is sent. */
  readonly missing: { readonly ssrc: number; readonly sequences: readonly number[] }[]
  /** Of which a whole picture is wanted. */
  readonly pictures: number[]
  readonly reports: ReportBlock[]
  /** How much the receiver's way takes, in bits a second. */
  bandwidth: number | null
  /** When the sender's clock showed what. */
  senderReport: { readonly ssrc: number; readonly middle: number } | null
}

export function readRtcp(bytes: Buffer): Feedback {
  const feedback: Feedback = { missing: [], pictures: [], reports: [], bandwidth: null, senderReport: null }
  for (let at = 0; at + 8 <= bytes.length; ) {
    const size = 4 * (bytes.readUInt16BE(at + 2) + 1)
    if (bytes.readUInt8(at) >> 6 !== 2 || at + size > bytes.length) break
    readOne(bytes.subarray(at, at + size), feedback)
    at += size
  }
  return feedback
}

function readOne(bytes: Buffer, feedback: Feedback): void {
  const [count, type] = [bytes.readUInt8(0) & 0x1f, bytes.readUInt8(1)]
  if (type === RTCP.SR || type === RTCP.RR) {
    let at = type === RTCP.SR ? 28 : 8
    if (type === RTCP.SR && bytes.length >= 28)
      feedback.senderReport = { ssrc: bytes.readUInt32BE(4), middle: bytes.readUInt32BE(10) }
    for (let block = 0; block < count && at + 24 <= bytes.length; block++, at += 24)
      feedback.reports.push({
        ...{ ssrc: bytes.readUInt32BE(at), lost: bytes.readIntBE(at + 5, 3) },
        ...{ highest: bytes.readUInt32BE(at + 8), jitter: bytes.readUInt32BE(at + 12) },
      })
    return
  }
  if (bytes.length < 12) return
  const ssrc = bytes.readUInt32BE(8)
  if (type === RTCP.RTPFB && count === FORMAT.NACK) {
    const sequences: number[] = []
    for (let at = 12; at + 4 <= bytes.length; at += 4) {
      const [first, others] = [bytes.readUInt16BE(at), bytes.readUInt16BE(at + 2)]
      sequences.push(first)
      for (let bit = 0; bit < 16; bit++) if ((others >> bit) & 1) sequences.push((first + bit + 1) & 0xffff)
    }
    feedback.missing.push({ ssrc, sequences })
  } else if (type === RTCP.PSFB && count === FORMAT.PLI) feedback.pictures.push(ssrc)
  else if (type === RTCP.PSFB && count === FORMAT.FIR)
    for (let at = 12; at + 8 <= bytes.length; at += 8) feedback.pictures.push(bytes.readUInt32BE(at))
  else if (
    type === RTCP.PSFB &&
    count === FORMAT.REMB &&
    bytes.length >= 20 &&
    bytes.toString('latin1', 12, 16) === 'REMB'
  ) {
    const [, high = 0, middle = 0, low = 0] = bytes.subarray(16, 20)
    feedback.bandwidth = (((high & 0x03) << 16) | (middle << 8) | low) * 2 ** (high >> 2)
  }
}

function packet(count: number, type: number, words: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 + 4 * words.length)
  bytes.writeUInt8(VERSION | count, 0)
  bytes.writeUInt8(type, 1)
  bytes.writeUInt16BE(words.length, 2)
  for (const [place, word] of words.entries()) bytes.writeUInt32BE(word >>> 0, 4 + 4 * place)
  return bytes
}

/** What the engine calls itself where it only receives. */
const OWN_SSRC = 1

export const writePli = (ssrc: number): Buffer => packet(FORMAT.PLI, RTCP.PSFB, [OWN_SSRC, ssrc])

export function writeNack(ssrc: number, missing: readonly number[]): Buffer {
  const words: number[] = []
  for (let place = 0; place < missing.length; ) {
    const first = missing[place++] ?? 0
    let others = 0
    for (; place < missing.length; place++) {
      const ahead = sequenceDistance(first, missing[place] ?? 0)
      if (ahead < 1 || ahead > 16) break
      others |= 1 << (ahead - 1)
    }
    words.push((first << 16) | others)
  }
  return packet(FORMAT.NACK, RTCP.RTPFB, [OWN_SSRC, ssrc, ...words])
}

export interface Reception {
  readonly ssrc: number
  readonly lostOf256: number
  readonly lost: number
  /** With how often it began anew in the upper half. */
  readonly highest: number
  readonly jitter: number
  /** Of the last sender report: its time, and how long ago it came, in 1/65536 s. */
  readonly lastReport: number
  readonly sinceReport: number
}

/** What was received; and how much may be sent to the engine, in bits a second. */
export function writeReceiverReport(blocks: readonly Reception[], bandwidth: number): Buffer {
  const words = blocks.flatMap((one) => [
    one.ssrc,
    (one.lostOf256 << 24) | (one.lost & 0xffffff),
    one.highest,
    one.jitter,
    one.lastReport,
    one.sinceReport,
  ])
  const report = packet(blocks.length, RTCP.RR, [OWN_SSRC, ...words])
  let exponent = 0
  while (bandwidth / 2 ** exponent > 0x3ffff) exponent++
  const mantissa = Math.floor(bandwidth / 2 ** exponent)
  const remb = packet(FORMAT.REMB, RTCP.PSFB, [
    OWN_SSRC,
    0,
    Buffer.from('REMB').readUInt32BE(0),
    (blocks.length << 24) | (exponent << 18) | mantissa,
    ...blocks.map(({ ssrc }) => ssrc),
  ])
  return Buffer.concat([report, remb])
}

/** What of something is sent. */
export interface Sending {
  readonly ssrc: number
  readonly timestamp: number
  readonly packets: number
  readonly octets: number
}

export function writeSenderReport({ ssrc, timestamp, packets, octets }: Sending, nowMs: number): Buffer {
  const [seconds, fraction] = [Math.floor(nowMs / 1000) + NTP_OFFSET, ((nowMs % 1000) / 1000) * 2 ** 32]
  return packet(0, RTCP.SR, [ssrc, seconds, Math.floor(fraction), timestamp, packets, octets])
}
