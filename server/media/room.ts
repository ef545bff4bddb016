import type { ENGINE_LINES, EngineSlot, EngineStream } from '#shared/hubs/call-engine.ts'
import type { Published, RoomStatistics, WantedCamera } from './media-engine.ts'
import { unpackTwice } from './red.ts'
import {
  type Feedback,
  isKeyframe,
  isRtcp,
  PAYLOAD,
  type RtpHeader,
  readRtcp,
  readRtp,
  writeNack,
  writePli,
  writeReceiverReport,
  writeSenderReport,
} from './rtp.ts'
import { type Come, type Kind, of256, type Slot, Source } from './source.ts'

/** A line by which a window sends. */
export type Line = (typeof ENGINE_LINES)[keyof typeof ENGINE_LINES]

/** Each line with what it is; a part of `Published` lets it through. */
export const LINES: Readonly<Record<Line, { kind: Kind; published: keyof Published }>> = {
  voice: { kind: 'audio', published: 'voice' },
  camera: { kind: 'video', published: 'camera' },
  'camera-small': { kind: 'video', published: 'camera' },
  screen: { kind: 'video', published: 'screen' },
  'screen-sound': { kind: 'audio', published: 'screen' },
}

/** A seat's connection, as the room needs it. */
export interface RoomLink {
  readonly isConnected: boolean
  readonly slots: readonly Slot[]
  /** So many slots of a kind are to be there; those that aren't are offered. */
  grow(kind: Kind, count: number): void
  sendRtcp(bytes: Buffer): void
  /** Whether the window takes voices twice. */
  readonly takesTwice: boolean
  /** The window is to send its voice twice, or once, from now on. */
  askTwice(isTwice: boolean): void
}

export interface RoomSeat {
  readonly seat: string
  readonly link: RoomLink
  readonly tellSlots: (slots: readonly EngineSlot[]) => void
}

/** So many people are heard at once; of more, the loudest. */
const VOICES_MAX = 25
/** With no more cameras than this, all are sent large to who didn't ask for anything else. */
const LARGE_MAX = 4
/** Who sends no sound: of so many packets one goes on, so that the others know that they are there. */
const SILENT_AFTER = 25
const SILENT_EACH = 10
/** What one seat may send, in packets and bytes a second. */
const INCOMING_MAX = { packets: 1500, bytes: 1_000_000 } as const
/** What its browser may send at most, in bits a second. */
const UPLINK = 2_500_000
/** Slots are made in groups, so that not everybody who comes is offered about. */
const GROUP = { audio: 4, video: 2 } as const

const REPORT_MS = 1000
/** A camera goes back to a larger size after so long without trouble, in milliseconds. */
const CALM_MS = 10_000
/** A receiver loses more than this, of 256: cameras are shed. */
const LOSSY = 26
/** From this loss on, of 256, a voice is sent twice; below the other one, for so many milliseconds, once again. */
const TWICE = { from: 13, below: 5, calmMs: 20_000 } as const

/** What is lost is judged by no fewer packets than these: browsers report right after each one that they miss. */
const JUDGED_BY = 40

/** Whether a way loses so much that a voice is sent twice by it. */
class LossyWay {
  isLossy = false
  #lossyAt = 0

  /** @param lostOf256 since the last time */
  note(lostOf256: number, now: number): void {
    if (lostOf256 >= (this.isLossy ? TWICE.below : TWICE.from)) {
      this.isLossy = true
      this.#lossyAt = now
    } else if (now - this.#lossyAt >= TWICE.calmMs) this.isLossy = false
  }
}

interface Assigned {
  readonly seat: string
  readonly stream: EngineStream
}

class Member {
  readonly of: RoomSeat
  readonly sources = new Map<Line, Source>()
  published: Published = { voice: false, camera: false, screen: false }
  wanted = new Map<string, WantedCamera['layer']>()
  readonly assigned = new Map<Slot, Assigned>()
  refused = 0
  packetsIn = 0
  bandwidth: number | null = null
  /** So many times one camera was made smaller, or left out. */
  shed = 0
  shedAt = 0
  readonly wayIn = new LossyWay()
  readonly wayOut = new LossyWay()
  #told = ''
  #come: Come = { sent: 0, came: 0 }
  #budget = { packets: 0, bytes: 0, since: 0 }

  constructor(of: RoomSeat) {
    this.of = of
  }

  source(line: Line): Source {
    const there = this.sources.get(line)
    if (there) return there
    const source = new Source(LINES[line].kind)
    this.sources.set(line, source)
    return source
  }

  mayCome(bytes: number, now: number): boolean {
    if (now - this.#budget.since >= 1000) this.#budget = { packets: 0, bytes: 0, since: now }
    this.#budget.packets++
    this.#budget.bytes += bytes
    return this.#budget.packets <= INCOMING_MAX.packets && this.#budget.bytes <= INCOMING_MAX.bytes
  }

  /** Tells the window what is where, where that is otherwise. */
  tell(): void {
    const slots = [...this.assigned].map(([{ mid }, { seat, stream }]) => ({ mid, seat, stream }))
    const text = JSON.stringify(slots)
    if (text === this.#told) return
    this.#told = text
    this.of.tellSlots(slots)
  }

  /** Of 256, what was lost of all that was sent to it lately. */
  lossOut(): number {
    for (const slot of this.assigned.keys()) {
      const { sent, came } = slot.come()
      this.#come = { sent: this.#come.sent + sent, came: this.#come.came + came }
    }
    if (this.#come.sent < JUDGED_BY) return 0
    const lost = of256(this.#come.sent, this.#come.came)
    this.#come = { sent: 0, came: 0 }
    return lost
  }

  sentRate(): number {
    return [...this.assigned.keys()].reduce((sum, { target }) => sum + (target?.rate ?? 0), 0)
  }
}

/**
 * What one room's people send goes to its others: sound of all, the screen, and of each camera the size that is wanted.
 * Nothing of how it travels is in here.
 */
export class Room {
  readonly #members = new Map<string, Member>()
  readonly #now: () => number
  #reportedAt = 0
  /** Who is heard where too many make a sound. */
  #heard: ReadonlySet<Source> | null = null

  constructor(now: () => number) {
    this.#now = now
  }

  get size(): number {
    return this.#members.size
  }

  add(of: RoomSeat): void {
    const before = this.#members.get(of.seat)
    const member = new Member(of)
    if (before) {
      member.published = before.published
      member.wanted = before.wanted
      this.#unsubscribeFrom(before)
    }
    this.#members.set(of.seat, member)
    this.#grow(member)
  }

  remove(seat: string): void {
    const member = this.#members.get(seat)
    if (!member) return
    this.#members.delete(seat)
    for (const slot of member.assigned.keys()) slot.point(null)
    this.#unsubscribeFrom(member)
    this.assign()
  }

  publish(seat: string, published: Published): void {
    const member = this.#members.get(seat)
    if (!member) return
    member.published = published
    this.assign()
  }

  subscribe(seat: string, cameras: readonly WantedCamera[]): void {
    const member = this.#members.get(seat)
    if (!member) return
    member.wanted = new Map(cameras.map(({ seat: whose, layer }) => [whose, layer]))
    this.#assignTo(member)
  }

  /** What came by a line of a seat's. */
  take(seat: string, line: Line, bytes: Buffer): void {
    const member = this.#members.get(seat)
    if (!member) return
    const now = this.#now()
    const source = member.source(line)
    if (isRtcp(bytes)) {
      source.reported(readRtcp(bytes), now)
      return
    }
    const header = readRtp(bytes)
    const { kind, published } = LINES[line]
    const isTwice = kind === 'audio' && header?.payloadType === PAYLOAD.RED
    const type = kind === 'audio' ? PAYLOAD.OPUS : PAYLOAD.VP8
    const isTaken = header !== null && (isTwice || header.payloadType === type)
    const packets = isTaken && (isTwice ? unpackTwice(bytes, header) : [bytes])
    if (!packets || !member.mayCome(bytes.length, now)) {
      member.refused++
      return
    }
    member.packetsIn++
    const mayPass = member.published[published]
    for (const packet of packets) {
      const own = isTwice ? readRtp(packet) : header
      if (own) this.#pass(source, mayPass, packet, own, own.sequence !== header.sequence, now)
    }
  }

  /** @param isRecovered another packet brought it */
  #pass(
    source: Source,
    mayPass: boolean,
    bytes: Buffer,
    header: RtpHeader,
    isRecovered: boolean,
    now: number,
  ): void {
    // What came before the first one was never missing.
    if (isRecovered && (source.packets === 0 || source.ssrc !== header.ssrc)) return
    if (!source.take(bytes, header, now, isRecovered)) return
    if (source.receivers.size === 0) return
    if (!mayPass || !this.#isHeard(source)) {
      for (const slot of source.receivers) slot.skip(source, header)
      return
    }
    const isKey = () => isKeyframe(bytes, header)
    const copy = Buffer.from(bytes)
    for (const slot of source.receivers) slot.forward(source, copy, header, isKey, now)
  }

  /** What a receiver says about what it gets by a slot. */
  takeFeedback(seat: string, slot: Slot, bytes: Buffer): void {
    const member = this.#members.get(seat)
    if (!member || !isRtcp(bytes)) return
    const now = this.#now()
    const feedback: Feedback = readRtcp(bytes)
    if (feedback.bandwidth !== null) member.bandwidth = feedback.bandwidth
    for (const { ssrc, sequences } of feedback.missing) if (ssrc === slot.ssrc) slot.again(sequences, now)
    for (const ssrc of feedback.pictures) if (ssrc === slot.ssrc) this.#askKeyframe(slot, now)
    for (const report of feedback.reports) if (report.ssrc === slot.ssrc) slot.reported(report)
  }

  /** Several times a second: asks for what is missing, and once a second says what came. */
  tend(): void {
    const now = this.#now()
    for (const member of this.#members.values()) {
      if (!member.of.link.isConnected) continue
      for (const source of member.sources.values()) {
        const missing = source.missing(now)
        if (missing.length > 0 && source.ssrc !== null)
          member.of.link.sendRtcp(writeNack(source.ssrc, missing))
      }
      for (const slot of member.assigned.keys()) if (slot.waitsFor) this.#askKeyframe(slot, now)
    }
    if (now - this.#reportedAt < REPORT_MS) return
    const seconds = (now - this.#reportedAt) / 1000
    this.#reportedAt = now
    this.#chooseVoices()
    for (const member of this.#members.values()) {
      if (!member.of.link.isConnected) continue
      this.#report(member, now, seconds)
      const lossOut = member.lossOut()
      this.#sendTwice(member, lossOut, now)
      this.#shed(member, lossOut, now)
    }
    this.assign()
  }

  /** Gives each seat's slots to what it is to get. */
  assign(): void {
    for (const member of this.#members.values()) {
      this.#grow(member)
      this.#assignTo(member)
    }
  }

  statistics(): RoomStatistics {
    const seats = [...this.#members.values()].map((member) => {
      const { link } = member.of
      const sum = (of: (slot: Slot) => number) => link.slots.reduce((all, slot) => all + of(slot), 0)
      return {
        ...{ seat: member.of.seat, isConnected: link.isConnected, packetsIn: member.packetsIn },
        ...{
          packetsOut: sum(({ packets }) => packets),
          refused: member.refused,
          bandwidth: member.bandwidth,
        },
        lossIn: Math.max(0, ...[...member.sources.values()].map(({ loss }) => loss)),
        sentAgain: sum(({ sentAgain }) => sentAgain),
      }
    })
    return { seats, speakers: this.#speakers().map(({ of }) => of.seat) }
  }

  #speakers(): Member[] {
    const loudness = (member: Member) => member.sources.get('voice')?.loudness ?? 0
    return [...this.#members.values()]
      .filter((member) => member.published.voice && member.sources.get('voice')?.speaks)
      .sort((one, other) => loudness(other) - loudness(one))
  }

  #unsubscribeFrom(member: Member): void {
    for (const other of this.#members.values())
      for (const [slot, { seat }] of other.assigned)
        if (seat === member.of.seat) {
          slot.point(null)
          other.assigned.delete(slot)
        }
  }

  #isHeard(source: Source): boolean {
    if (source.kind === 'video') return true
    if (this.#heard && !this.#heard.has(source)) return false
    return source.silentFor < SILENT_AFTER || source.silentFor % SILENT_EACH === 0
  }

  #chooseVoices(): void {
    const voices = [...this.#members.values()].flatMap(({ published, sources }) => {
      const voice = published.voice ? sources.get('voice') : null
      return voice ? [voice] : []
    })
    const loudest = voices.sort((one, other) => other.loudness - one.loudness).slice(0, VOICES_MAX)
    const screens = [...this.#members.values()].flatMap(({ sources }) => sources.get('screen-sound') ?? [])
    this.#heard = voices.length > VOICES_MAX ? new Set([...loudest, ...screens]) : null
  }

  #askKeyframe(slot: Slot, now: number): void {
    const source = slot.target
    if (!source || slot.kind !== 'video' || source.ssrc === null || !source.asksKeyframe(now)) return
    for (const { of, sources } of this.#members.values())
      if ([...sources.values()].includes(source)) of.link.sendRtcp(writePli(source.ssrc))
  }

  /** A voice is sent twice by a way that loses much: each way by itself. */
  #sendTwice({ of: { link }, wayIn, wayOut, assigned }: Member, lossOut: number, now: number): void {
    wayOut.note(lossOut, now)
    link.askTwice(wayIn.isLossy)
    for (const [slot, { stream }] of assigned)
      slot.isTwice = wayOut.isLossy && link.takesTwice && stream === 'VOICE'
  }

  #report({ of, sources, assigned, wayIn }: Member, now: number, seconds: number): void {
    const blocks = [...sources.values()].flatMap((source) => source.report(now, seconds) ?? [])
    // What was asked for and came again got lost all the same: without that, a way that loses a fifth seems whole.
    wayIn.note(sources.get('voice')?.lostAtFirst ?? 0, now)
    if (blocks.length > 0) of.link.sendRtcp(writeReceiverReport(blocks, UPLINK))
    for (const slot of assigned.keys()) {
      const sending = slot.sending(now)
      if (sending) of.link.sendRtcp(writeSenderReport(sending, now))
    }
  }

  /** Sound first: where the way is too narrow, one camera after the other gets smaller, and comes back later. */
  #shed(member: Member, lossOut: number, now: number): void {
    const { bandwidth } = member
    const isNarrow = (bandwidth !== null && bandwidth < 0.85 * member.sentRate()) || lossOut > LOSSY
    if (isNarrow && now - member.shedAt >= 2 * REPORT_MS) {
      member.shed = Math.min(member.shed + 1, 2 * this.#members.size)
      member.shedAt = now
    } else if (!isNarrow && member.shed > 0 && now - member.shedAt >= CALM_MS) {
      member.shed--
      member.shedAt = now
    }
  }

  /** The cameras that a seat gets, by whose they are. */
  #cameras(member: Member): Map<string, 'SMALL' | 'LARGE'> {
    const speakers = this.#speakers()
    const others = [...this.#others(member)].filter(({ published }) => published.camera)
    const usual = others.length <= LARGE_MAX ? 'LARGE' : 'SMALL'
    const cameras = new Map<string, 'SMALL' | 'LARGE'>()
    for (const other of others) {
      const layer = member.wanted.get(other.of.seat) ?? usual
      if (layer !== 'NONE') cameras.set(other.of.seat, layer)
    }
    // Who speaks is kept longest.
    const order = others.sort(
      (one, other) => Number(speakers.includes(one)) - Number(speakers.includes(other)),
    )
    let steps = member.shed
    for (const { of } of order)
      if (steps > 0 && cameras.get(of.seat) === 'LARGE') {
        cameras.set(of.seat, 'SMALL')
        steps--
      }
    for (const { of } of order) if (steps > 0 && cameras.delete(of.seat)) steps--
    return cameras
  }

  *#others(member: Member): Generator<Member> {
    for (const other of this.#members.values()) if (other !== member && other.of.link.isConnected) yield other
  }

  #grow(member: Member): void {
    const { link } = member.of
    const others = Math.max(1, this.#members.size - 1)
    const shared = [...this.#members.values()].filter(({ published }) => published.screen).length
    const cameras = [...this.#members.values()].filter(({ published }) => published.camera).length
    const grouped = (count: number, kind: Kind) => Math.ceil(count / GROUP[kind]) * GROUP[kind]
    link.grow('audio', grouped(others + shared, 'audio'))
    link.grow('video', grouped(Math.min(others, cameras) + shared, 'video'))
  }

  #assignTo(member: Member): void {
    if (!member.of.link.isConnected) return
    const wanted: (Assigned & { readonly source: Source })[] = []
    const cameras = this.#cameras(member)
    for (const other of this.#others(member)) {
      const { seat } = other.of
      wanted.push({ seat, stream: 'VOICE', source: other.source('voice') })
      if (other.published.screen)
        wanted.push(
          { seat, stream: 'SCREEN', source: other.source('screen') },
          { seat, stream: 'SCREEN_SOUND', source: other.source('screen-sound') },
        )
      const layer = cameras.get(seat)
      if (layer) wanted.push({ seat, stream: 'CAMERA', source: this.#cameraOf(other, layer) })
    }
    const isSame = (one: Assigned, other: Assigned) => one.seat === other.seat && one.stream === other.stream
    for (const [slot, assigned] of member.assigned)
      if (!wanted.some((one) => isSame(one, assigned))) {
        slot.point(null)
        member.assigned.delete(slot)
      }
    const held = new Map([...member.assigned].map(([slot, { seat, stream }]) => [`${seat} ${stream}`, slot]))
    for (const { seat, stream, source } of wanted) {
      const slot =
        held.get(`${seat} ${stream}`) ??
        member.of.link.slots.find((one) => one.kind === source.kind && !member.assigned.has(one))
      if (!slot) continue
      member.assigned.set(slot, { seat, stream })
      slot.point(source)
    }
    member.tell()
    const now = this.#now()
    for (const slot of member.assigned.keys()) if (slot.waitsFor) this.#askKeyframe(slot, now)
  }

  /** In the size that is wanted, or the other one where its browser doesn't send that. */
  #cameraOf(other: Member, layer: 'SMALL' | 'LARGE'): Source {
    const [large, small] = [other.source('camera'), other.source('camera-small')]
    const [wanted, else_] = layer === 'LARGE' ? [large, small] : [small, large]
    const now = this.#now()
    const isThere = (source: Source) => source.packets > 0 && now - source.arrivedAt < 2 * REPORT_MS
    return !isThere(wanted) && isThere(else_) ? else_ : wanted
  }
}
