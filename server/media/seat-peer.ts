import { randomInt } from 'node:crypto'
import dataChannel, { type Audio, type PeerConnection, type Track, type Video } from 'node-datachannel'
import { ENGINE_LINES } from '#shared/hubs/call-engine.ts'
import { LINES, type Line, type RoomLink } from './room.ts'
import { EXTENSION, PAYLOAD } from './rtp.ts'
import { type Kind, Slot } from './source.ts'

export interface SeatPeerParts {
  readonly seat: string
  /** The engine's one port of UDP, and the address that it is bound to; null for all. */
  readonly port: number
  readonly bindAddress: string | null
  /** Candidates of the engine, as lines of a description. */
  readonly candidates: readonly string[]
  readonly onOffer: (sdp: string) => void
  readonly onConnected: () => void
  readonly onGone: () => void
  readonly onPacket: (line: Line, bytes: Buffer) => void
  readonly onFeedback: (slot: Slot, bytes: Buffer) => void
}

/** A line of sound that takes voices once and twice. */
const BOTH_VOICES = new RegExp(`^(m=audio \\d+ [A-Z/]+)(?: (?:${PAYLOAD.OPUS}|${PAYLOAD.RED})){2}$`)

/** Of an answer, what may go into the native library: one line is no longer than this, in characters. */
const LINE_MAX = 512

/**
 * One window's connection with the engine. The engine makes all offers, so that nobody's offers meet, and numbers of
 * payloads and extensions are the same for everybody: packets are passed on as they are but for their counts.
 */
export class SeatPeer implements RoomLink {
  readonly #parts: SeatPeerParts
  readonly #peer: PeerConnection
  readonly #slots: Slot[] = []
  /** By which something is sent, and comes. What nobody holds here, the native library lets go of. */
  readonly #tracks: Track[] = []
  readonly #incoming: Track[] = []
  #isConnected = false
  #isClosed = false
  #awaitsAnswer = false
  #isToOffer = false
  /** What was last said of how the window is to send its voice. */
  #isTwice = false
  takesTwice = false

  constructor(parts: SeatPeerParts) {
    this.#parts = parts
    this.#peer = new dataChannel.PeerConnection(parts.seat, {
      ...{ iceServers: [], enableIceUdpMux: true, disableAutoNegotiation: true },
      ...{ portRangeBegin: parts.port, portRangeEnd: parts.port },
      ...(parts.bindAddress !== null && { bindAddress: parts.bindAddress }),
    })
    this.#peer.onStateChange((state) => this.#changed(state))
    for (const line of Object.values(ENGINE_LINES)) this.#receive(line)
  }

  get isConnected(): boolean {
    return this.#isConnected && !this.#isClosed
  }

  get slots(): readonly Slot[] {
    return this.#slots
  }

  grow(kind: Kind, count: number): void {
    if (this.#isClosed) return
    const there = this.#slots.filter((slot) => slot.kind === kind).length
    for (let made = there; made < count; made++) this.#addSlot(kind)
    if (there < count) this.offer()
  }

  /** Once the answer to the offer before has come. */
  offer(): void {
    this.#isToOffer = true
    queueMicrotask(() => this.#offer())
  }

  #offer(): void {
    if (this.#isClosed || this.#awaitsAnswer || !this.#isToOffer || this.#slots.length === 0) return
    this.#isToOffer = false
    this.#awaitsAnswer = true
    this.#peer.setLocalDescription('offer')
    const { sdp = '' } = this.#peer.localDescription() ?? {}
    this.#parts.onOffer(offered(sdp, this.#parts.candidates, this.#isTwice))
  }

  askTwice(isTwice: boolean): void {
    if (this.#isClosed || this.#isTwice === isTwice) return
    this.#isTwice = isTwice
    this.offer()
  }

  /** @throws where it is none, which is the sender's matter */
  answer(sdp: string): void {
    if (this.#isClosed || !this.#awaitsAnswer) return
    this.#peer.setRemoteDescription(answered(sdp), 'answer')
    this.#awaitsAnswer = false
    // By a line that the engine sends.
    this.takesTwice = takesTwice(sdp)
    if (this.#isToOffer) this.#offer()
  }

  sendRtcp(bytes: Buffer): void {
    // A line by which only something comes sends nothing, not even that.
    const track = this.#tracks.find((one) => one.isOpen())
    if (this.isConnected) track?.sendMessageBinary(bytes)
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#peer.close()
  }

  #changed(state: string): void {
    if (this.#isClosed) return
    if (state === 'connected' && !this.#isConnected) {
      this.#isConnected = true
      this.#parts.onConnected()
    } else if (state === 'failed' || state === 'closed') {
      // The library ends the process where such a connection is asked for an offer.
      this.close()
      this.#parts.onGone()
    }
  }

  #receive(line: Line): void {
    const media = mediaOf(line, LINES[line].kind, 'RecvOnly')
    const track = this.#peer.addTrack(media)
    track.onMessage((bytes) => {
      if (!this.#isClosed) this.#parts.onPacket(line, bytes)
    })
    this.#incoming.push(track)
  }

  #addSlot(kind: Kind): void {
    const mid = `s${this.#slots.length}`
    const media = mediaOf(mid, kind, 'SendOnly')
    const ssrc = randomInt(0x1000, 0xffffffff)
    media.addSSRC(ssrc, mid, mid, mid)
    const track = this.#peer.addTrack(media)
    let isOpen = false
    track.onOpen(() => {
      isOpen = true
    })
    const slot = new Slot(
      mid,
      kind,
      ssrc,
      (bytes) => isOpen && !this.#isClosed && track.sendMessageBinary(bytes),
    )
    track.onMessage((bytes) => {
      if (!this.#isClosed) this.#parts.onFeedback(slot, bytes)
    })
    this.#slots.push(slot)
    this.#tracks.push(track)
  }
}

/** @param mid of a line; a screen's sound is sent once */
function mediaOf(mid: string, kind: Kind, direction: 'RecvOnly' | 'SendOnly'): Audio & Video {
  const isVoice = mid !== ENGINE_LINES.SCREEN_SOUND
  const media = (
    kind === 'audio' ? new dataChannel.Audio(mid, direction) : new dataChannel.Video(mid, direction)
  ) as Audio & Video
  if (kind === 'audio') {
    media.addOpusCodec(PAYLOAD.OPUS, 'minptime=10;useinbandfec=1')
    media.parseSdpLine(`a=rtcp-fb:${PAYLOAD.OPUS} nack`)
    if (isVoice) media.addAudioCodec(PAYLOAD.RED, 'red/48000/2', `${PAYLOAD.OPUS}/${PAYLOAD.OPUS}`)
    media.parseSdpLine(`a=extmap:${EXTENSION.AUDIO_LEVEL} urn:ietf:params:rtp-hdrext:ssrc-audio-level`)
  } else {
    media.addVP8Codec(PAYLOAD.VP8)
    media.parseSdpLine(
      `a=extmap:${EXTENSION.SEND_TIME} http://www.webrtc.org/experiments/rtp-hdrext/abs-send-time`,
    )
  }
  return media
}

/**
 * The library's own description, with the ways to the engine that we know. A browser sends what is named first, so how
 * a voice is to be sent is said by the order.
 */
function offered(sdp: string, candidates: readonly string[], isTwice: boolean): string {
  const order = isTwice ? [PAYLOAD.RED, PAYLOAD.OPUS] : [PAYLOAD.OPUS, PAYLOAD.RED]
  const lines = sdp
    .split('\r\n')
    .filter((line) => !/^a=(candidate:|end-of-candidates|group:LS)/.test(line))
    .map((line) => line.replace(BOTH_VOICES, `$1 ${order.join(' ')}`))
  const first = lines.findIndex((line) => line.startsWith('a=ice-pwd:'))
  lines.splice(first + 1, 0, ...candidates.map((candidate) => `a=${candidate}`), 'a=end-of-candidates')
  return lines.join('\r\n')
}

/**
 * What of an answer is needed. Ways to the window are left out: it finds the engine, and the engine looks nobody up at
 * a window's word.
 */
function answered(sdp: string): string {
  return sdp
    .split(/\r?\n/)
    .filter((line) => line.length <= LINE_MAX && /^[a-z]=[\x20-\x7e]*$/.test(line))
    .filter((line) => !/^a=(candidate:|end-of-candidates)/.test(line))
    .concat('')
    .join('\r\n')
}

/** Whether an answer takes voices twice by a line that it receives by. */
const takesTwice = (sdp: string): boolean =>
  sdp
    .split('\nm=')
    .some((media) => media.startsWith('audio') && /^a=recvonly\r?$/m.test(media) && RED_LINE.test(media))
const RED_LINE = new RegExp(`^a=rtpmap:${PAYLOAD.RED} red/48000`, 'm')
