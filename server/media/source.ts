import { packTwice } from './red.ts'
import {
  CLOCK_RATE,
  type Feedback,
  type Reception,
  type ReportBlock,
  type RtpHeader,
  readRtp,
  rewriteRtp,
  type Sending,
  sequenceDistance,
  stampSendTime,
} from './rtp.ts'

export type Kind = 'audio' | 'video'

/** How many packets of each are kept to be sent again: a second of sound, and about as much of pictures. */
const KEPT = { audio: 64, video: 512 } as const
/** A gap is asked for so often, and no gap larger than this. */
const ASKS = 4
const ASK_MS = 40
const GAP_MAX = 64
/** From one whole picture that is asked for to the next, in milliseconds. */
const KEYFRAME_MS = 500
/** Loudness is from 0 to 127; above this somebody speaks. */
const SPEAKS = 70

/** Of 256, how many of those that were due didn't come. */
export const of256 = (due: number, came: number): number =>
  due > 0 ? Math.min(255, Math.floor((256 * Math.max(0, due - came)) / due)) : 0

const NONE: readonly number[] = []

interface Gap {
  asked: number
  askedAt: number
}

/** One stream as it comes from its sender. */
export class Source {
  readonly kind: Kind
  readonly receivers = new Set<Slot>()
  ssrc: number | null = null
  packets = 0
  bytes = 0
  /** Bits a second, of the last second. */
  rate = 0
  arrivedAt = 0
  /** From 0 (silent) to 127, falling slowly. */
  loudness = 0
  /** How many packets without any sound came one after the other. */
  silentFor = 0
  readonly #kept: (Buffer | undefined)[]
  readonly #gaps = new Map<number, Gap>()
  #first = 0
  /** Packets that got lost and came with another one. */
  #recovered = 0
  /** Packets that got lost and came when they were asked for. */
  #repaired = 0
  /** Of 256, what got lost by itself since the report before, whatever of it came later. */
  lostAtFirst = 0
  #highest = 0
  #cycles = 0
  #jitter = 0
  #transit: number | null = null
  #keyframeAskedAt = -KEYFRAME_MS
  #before = { expected: 0, packets: 0, bytes: 0, repaired: 0 }
  #report = { middle: 0, at: 0 }

  constructor(kind: Kind) {
    this.kind = kind
    this.#kept = new Array<Buffer | undefined>(KEPT[kind])
  }

  /**
   * Counts a packet and keeps it. False for one that came before.
   *
   * @param isRecovered it got lost, and another one brought it
   */
  take(bytes: Buffer, header: RtpHeader, now: number, isRecovered = false): boolean {
    const { sequence } = header
    if (this.ssrc !== header.ssrc) this.#beginAnew(header)
    const ahead = sequenceDistance(this.#highest, sequence)
    if (this.packets > 0 && ahead <= 0 && this.kept(sequence)) return false
    if (ahead > 0 || this.packets === 0) {
      if (sequence < this.#highest && this.packets > 0) this.#cycles++
      for (let gap = Math.max(1, ahead - GAP_MAX); gap < ahead; gap++)
        this.#gaps.set((this.#highest + gap) & 0xffff, { asked: 0, askedAt: -ASK_MS })
      this.#highest = sequence
    } else {
      if (!isRecovered && this.#gaps.get(sequence)?.asked) this.#repaired++
      this.#gaps.delete(sequence)
    }
    this.packets++
    if (isRecovered) this.#recovered++
    this.bytes += bytes.length
    this.arrivedAt = now
    this.#kept[sequence % this.#kept.length] = bytes
    const transit = (now * CLOCK_RATE[this.kind]) / 1000 - header.timestamp
    if (this.#transit !== null)
      this.#jitter += (Math.min(CLOCK_RATE[this.kind], Math.abs(transit - this.#transit)) - this.#jitter) / 16
    this.#transit = transit
    if (header.level !== null) {
      this.loudness = Math.max(127 - header.level, this.loudness * 0.97)
      this.silentFor = header.level === 127 ? this.silentFor + 1 : 0
    }
    return true
  }

  get speaks(): boolean {
    return this.loudness > SPEAKS
  }

  /** The packet with that number, as it came. */
  kept(sequence: number): Buffer | null {
    const bytes = this.#kept[sequence % this.#kept.length]
    return bytes && bytes.readUInt16BE(2) === sequence ? bytes : null
  }

  /** The one before the packet with that number; null where it isn't there. */
  before(sequence: number): { readonly bytes: Buffer; readonly header: RtpHeader } | null {
    const bytes = this.kept((sequence - 1) & 0xffff)
    const header = bytes && readRtp(bytes)
    return bytes && header ? { bytes, header } : null
  }

  /** What is missing and is to be asked for now. */
  missing(now: number): readonly number[] {
    if (this.#gaps.size === 0) return NONE
    const asked: number[] = []
    for (const [sequence, gap] of this.#gaps) {
      const isOver = gap.asked >= ASKS || sequenceDistance(sequence, this.#highest) > KEPT[this.kind]
      if (isOver) this.#gaps.delete(sequence)
      else if (now - gap.askedAt >= ASK_MS) {
        asked.push(sequence)
        this.#gaps.set(sequence, { asked: gap.asked + 1, askedAt: now })
      }
    }
    return asked
  }

  /** Whether a whole picture may be asked for, which counts as having asked. */
  asksKeyframe(now: number): boolean {
    if (this.ssrc === null || now - this.#keyframeAskedAt < KEYFRAME_MS) return false
    this.#keyframeAskedAt = now
    return true
  }

  reported({ senderReport }: Feedback, now: number): void {
    if (senderReport && senderReport.ssrc === this.ssrc)
      this.#report = { middle: senderReport.middle, at: now }
  }

  /** Of all that was sent, how much never came, from 0 to 1. */
  get loss(): number {
    const expected = this.#expected()
    return expected === 0 ? 0 : Math.max(0, expected - this.#arrived) / expected
  }

  get #arrived(): number {
    return this.packets - this.#recovered
  }

  #expected = (): number => (this.packets === 0 ? 0 : this.#cycles * 65_536 + this.#highest - this.#first + 1)

  /** What came since the last time; null before anything came. @param seconds since the last time */
  report(now: number, seconds: number): Reception | null {
    if (this.ssrc === null) return null
    const expected = this.#expected()
    const [due, came] = [expected - this.#before.expected, this.#arrived - this.#before.packets]
    this.rate = ((this.bytes - this.#before.bytes) * 8) / seconds
    this.lostAtFirst = of256(due, came - (this.#repaired - this.#before.repaired))
    this.#before = { expected, packets: this.#arrived, bytes: this.bytes, repaired: this.#repaired }
    const { middle, at } = this.#report
    return {
      ssrc: this.ssrc,
      lostOf256: of256(due, came),
      lost: Math.max(0, expected - this.#arrived),
      highest: this.#cycles * 65_536 + this.#highest,
      jitter: Math.round(this.#jitter),
      lastReport: middle,
      sinceReport: middle === 0 ? 0 : Math.round(((now - at) * 65_536) / 1000),
    }
  }

  #beginAnew({ ssrc, sequence }: RtpHeader): void {
    this.ssrc = ssrc
    this.packets = 0
    this.#recovered = 0
    this.#repaired = 0
    this.lostAtFirst = 0
    this.#cycles = 0
    this.#first = sequence
    this.#highest = sequence
    this.#transit = null
    this.#jitter = 0
    this.#gaps.clear()
    this.#kept.fill(undefined)
    this.#before = { expected: 0, packets: 0, bytes: this.bytes, repaired: 0 }
    for (const slot of this.receivers) slot.sourceBeganAnew()
  }
}

/** As many as a receiver can ask for again. */
const SENT = 512
/** Nothing comes this much later than what came after it. */
const LATE_MAX = 1024
/** How many packets were sent, each time anew where one was sent again, and how many came. */
export interface Come {
  readonly sent: number
  readonly came: number
}

const NOTHING: Come = { sent: 0, came: 0 }

/** A line by which something is sent to one receiver: whose it is may change, what is sent goes on without a break. */
export class Slot {
  readonly mid: string
  readonly kind: Kind
  readonly ssrc: number
  readonly #send: (bytes: Buffer) => boolean
  /** What is wanted here; and what is sent, until the wanted one begins with a whole picture. */
  #target: Source | null = null
  #source: Source | null = null
  #sequenceOffset = 0
  #timestampOffset = 0
  /** Nothing before this of the source is sent. It follows the source: numbers begin anew after 65,535. */
  #base = 0
  readonly #last = { sequence: 0, timestamp: 0, at: 0 }
  /** Written over: a packet to each receiver is too often for something new each time. */
  readonly #sent = new Array<
    { out: number; sequence: number; source: Source; timestamp: number; count: number } | undefined
  >(SENT)
  /** Of `packets`, as it was at the last report. */
  #reportedPackets = 0
  /** Of what the receiver said last, and had said when `come` was asked last; but for a constant. */
  #said: Come | null = null
  #asked: Come | null = null
  packets = 0
  octets = 0
  sentAgain = 0
  /** Each packet of a voice brings the one before it. */
  isTwice = false

  constructor(mid: string, kind: Kind, ssrc: number, send: (bytes: Buffer) => boolean) {
    this.mid = mid
    this.kind = kind
    this.ssrc = ssrc
    this.#send = send
  }

  get target(): Source | null {
    return this.#target
  }

  /** The one whose whole picture is wanted. */
  get waitsFor(): Source | null {
    return this.kind === 'video' && this.#target !== this.#source ? this.#target : null
  }

  point(target: Source | null): void {
    if (this.#target === target) return
    const unused = this.#target === this.#source ? null : this.#target
    unused?.receivers.delete(this)
    this.#target = target
    if (target) target.receivers.add(this)
    // A camera goes on in the size that it had, until the other one has come.
    else this.#cut()
  }

  /** Nothing of this person's is sent any more. */
  #cut(): void {
    this.#source?.receivers.delete(this)
    this.#source = null
  }

  sourceBeganAnew(): void {
    this.#source = null
  }

  /** @param copy of the packet, to write into */
  forward(source: Source, copy: Buffer, header: RtpHeader, isKey: () => boolean, now: number): void {
    if (source !== this.#source) {
      if (source !== this.#target || (this.kind === 'video' && !isKey())) return
      this.#change(source, header, now)
    }
    const ahead = sequenceDistance(this.#base, header.sequence)
    if (ahead < 0) return
    if (ahead > LATE_MAX) this.#base = (header.sequence - LATE_MAX) & 0xffff
    const out = (header.sequence + this.#sequenceOffset) & 0xffff
    const timestamp = (header.timestamp + this.#timestampOffset) >>> 0
    rewriteRtp(copy, out, timestamp, this.ssrc)
    if (header.sendTimeAt >= 0) stampSendTime(copy, header.sendTimeAt, now)
    const bytes = this.isTwice ? packTwice(copy, header, source.before(header.sequence)) : copy
    if (!this.#send(bytes)) return
    this.packets++
    this.octets += bytes.length
    this.#note(out, header.sequence, source, timestamp)
    const last = this.#last
    if (this.packets > 1 && sequenceDistance(last.sequence, out) <= 0) return
    last.sequence = out
    last.timestamp = timestamp
    last.at = now
  }

  #note(out: number, sequence: number, source: Source, timestamp: number): void {
    const count = this.packets + this.sentAgain
    const sent = this.#sent[out % SENT]
    if (!sent) {
      this.#sent[out % SENT] = { out, sequence, source, timestamp, count }
      return
    }
    sent.out = out
    sent.sequence = sequence
    sent.source = source
    sent.timestamp = timestamp
    sent.count = count
  }

  /** A packet isn't sent: those after it close up. */
  skip(source: Source, { sequence }: RtpHeader): void {
    if (source !== this.#source || sequenceDistance(this.#base, sequence) < 0) return
    this.#base = (sequence + 1) & 0xffff
    this.#sequenceOffset--
  }

  /** Sends once more what didn't arrive, as far as it is kept. */
  again(sequences: readonly number[], now: number): void {
    for (const out of sequences) {
      const sent = this.#sent[out % SENT]
      const kept = sent?.out === out ? sent.source.kept(sent.sequence) : null
      if (!sent || !kept) continue
      const copy = Buffer.from(kept)
      rewriteRtp(copy, out, sent.timestamp, this.ssrc)
      const { sendTimeAt = -1 } = readRtp(copy) ?? {}
      if (sendTimeAt >= 0) stampSendTime(copy, sendTimeAt, now)
      if (this.#send(copy)) this.sentAgain++
    }
  }

  /** A receiver's report on this line. */
  reported({ highest, lost }: ReportBlock): void {
    const out = highest & 0xffff
    const last = this.#sent[out % SENT]
    // How many came before the first report stays unknown: only what is between two is used.
    if (last?.out === out) this.#said = { sent: last.count, came: highest - lost }
    this.#asked ??= this.#said
  }

  /**
   * What of all that was sent has come since this was asked last, as far as the receiver has said. What never came to
   * the engine wasn't sent, though the receiver misses it.
   */
  come(): Come {
    const [said, asked] = [this.#said, this.#asked]
    this.#asked = said
    return said && asked ? { sent: said.sent - asked.sent, came: said.came - asked.came } : NOTHING
  }

  /** What is sent here, for a report; null where nothing was since the last one (RFC 3550 §6.4). */
  sending(now: number): Sending | null {
    if (this.packets === this.#reportedPackets) return null
    this.#reportedPackets = this.packets
    const passed = Math.round(((now - this.#last.at) * CLOCK_RATE[this.kind]) / 1000)
    return {
      ...{ ssrc: this.ssrc, packets: this.packets, octets: this.octets },
      timestamp: (this.#last.timestamp + passed) >>> 0,
    }
  }

  #change(source: Source, header: RtpHeader, now: number): void {
    if (this.#source && this.#source !== source) this.#source.receivers.delete(this)
    this.#source = source
    this.#base = header.sequence
    if (this.packets === 0) return
    const passed = Math.max(1, Math.round(((now - this.#last.at) * CLOCK_RATE[this.kind]) / 1000))
    this.#sequenceOffset = this.#last.sequence + 1 - header.sequence
    this.#timestampOffset = this.#last.timestamp + passed - header.timestamp
  }
}
