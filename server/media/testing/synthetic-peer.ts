import { randomInt } from 'node:crypto'
import dataChannel, { type Audio, type PeerConnection, type Track, type Video } from 'node-datachannel'
import { ENGINE_LINES } from '#shared/hubs/call-engine.ts'
import type { Line } from '../room.ts'
import { CLOCK_RATE, EXTENSION, type Feedback, isRtcp, PAYLOAD, readRtcp, readRtp } from '../rtp.ts'

const KINDS: Readonly<Record<Line, 'audio' | 'video'>> = {
  ...{ voice: 'audio', camera: 'video', 'camera-small': 'video', screen: 'video', 'screen-sound': 'audio' },
}

/** A relay of this machine, by UDP; who has one goes by it alone. */
export interface RelayAt {
  readonly port: number
  readonly username: string
  readonly password: string
}

/** One packet as it arrived. */
export interface Arrived {
  readonly mid: string
  readonly sequence: number
  readonly timestamp: number
  readonly payload: Buffer
}

const CANDIDATE = /^a=(candidate:.*)\r\n/gm
/** Who begins the handshake (RFC 8842). */
const EITHER_BEGINS = /^a=setup:actpass(?=\r?$)/gm

/**
 * Somebody in a room without a browser: sends what it is told to, and counts what arrives. It looks for the engine when
 * that has its answer. A browser goes on asking until both know of each other; the library here asks once, and where
 * that comes before the answer neither asks again.
 *
 * It leaves the beginning of the handshake to the engine. The engine has its way up to 50 ms after this one has, and
 * what comes before that is lost: a browser says it again after 50 ms, the library here after a second.
 */
export class SyntheticPeer {
  readonly arrived: Arrived[] = []
  readonly feedback: (Feedback & { readonly line: Line })[] = []
  onArrived: (arrived: Arrived) => void = (arrived) => void this.arrived.push(arrived)
  readonly #peer: PeerConnection
  readonly #tracks = new Map<Line, { track: Track; ssrc: number; sequence: number; timestamp: number }>()
  readonly #received = new Map<string, { track: Track; ssrc: number }>()
  readonly #answer: (sdp: string) => Promise<unknown>
  /** The library goes directly, too, wherever it is let: it is to know no other way than the relay's. */
  readonly #takesWay: (way: string) => boolean
  #isClosed = false

  /** @param answer resolves when the engine has it */
  constructor(name: string, answer: (sdp: string) => Promise<unknown>, relay: RelayAt | null = null) {
    this.#answer = answer
    this.#takesWay = (way) => relay === null || way.includes(' 198.51.100.')
    this.#peer = new dataChannel.PeerConnection(name, {
      iceServers: relay === null ? [] : [{ hostname: '127.0.0.1', relayType: 'TurnUdp', ...relay }],
      iceTransportPolicy: relay === null ? 'all' : 'relay',
      disableAutoNegotiation: true,
    })
    for (const line of Object.values(ENGINE_LINES)) this.#add(line)
    this.#peer.onTrack((track) => this.#receive(track))
  }

  /** What the engine offers. */
  async take(sdp: string): Promise<void> {
    // The library ends the process where a closed connection is asked for an answer.
    if (this.#isClosed) return
    const ways = this.isConnected
      ? []
      : [...sdp.matchAll(CANDIDATE)].map(([, way = '']) => way).filter(this.#takesWay)
    this.#peer.setRemoteDescription(
      sdp.replace(CANDIDATE, '').replace(EITHER_BEGINS, 'a=setup:active'),
      'offer',
    )
    if (this.#peer.signalingState() !== 'have-remote-offer')
      throw new Error(`offered while ${this.#peer.signalingState()} ${sdp}`)
    this.#peer.setLocalDescription('answer')
    const { sdp: own = '' } = this.#peer.localDescription() ?? {}
    await this.#answer(own)
    if (!this.#isClosed) for (const way of ways) this.#peer.addRemoteCandidate(way, 'voice')
  }

  get isConnected(): boolean {
    return this.#peer.state() === 'connected'
  }

  /** Sends one packet. @param level loudness as -dBov, for sound */
  send(line: Line, payload: Buffer, { level = 20, step = 1 }: { level?: number; step?: number } = {}): void {
    const sender = this.#tracks.get(line)
    if (!sender) return
    sender.sequence = (sender.sequence + step) & 0xffff
    const isSound = KINDS[line] === 'audio'
    sender.timestamp = (sender.timestamp + CLOCK_RATE[KINDS[line]] / (isSound ? 50 : 10)) >>> 0
    this.sendRaw(line, rtp(sender, isSound ? PAYLOAD.OPUS : PAYLOAD.VP8, isSound ? level : null, payload))
  }

  /** Sends a packet of that number once more. */
  sendAgain(line: Line, sequence: number, payload: Buffer): void {
    const sender = this.#tracks.get(line)
    if (sender) this.sendRaw(line, rtp({ ...sender, sequence }, PAYLOAD.OPUS, 20, payload))
  }

  /** The header of the next packet of sound. */
  headerOf(line: Line): Buffer {
    const sender = this.#tracks.get(line)
    if (!sender) throw new Error(`nothing is sent by ${line}`)
    return rtp({ ...sender, sequence: sender.sequence + 1 }, PAYLOAD.OPUS, 20, Buffer.alloc(0))
  }

  sequenceOf(line: Line): number {
    return this.#tracks.get(line)?.sequence ?? 0
  }

  /** False where the library itself refuses to send it. */
  sendRaw(line: Line, bytes: Buffer): boolean {
    const track = this.#tracks.get(line)?.track
    try {
      return Boolean(track?.isOpen() && track.sendMessageBinary(bytes))
    } catch {
      return false
    }
  }

  /** Says that packets by a line of the engine's are missing. */
  miss(mid: string, sequences: readonly number[]): void {
    const from = this.#received.get(mid)
    const words = sequences.map((sequence) => sequence << 16)
    this.#say(205, 1, [1, from?.ssrc ?? 0, ...words])
  }

  /** Asks for a whole picture. */
  askPicture(mid: string): void {
    this.#say(206, 1, [1, this.#received.get(mid)?.ssrc ?? 0])
  }

  close(): void {
    this.#isClosed = true
    this.#peer.close()
  }

  #say(type: number, format: number, words: readonly number[]): void {
    const bytes = Buffer.alloc(4 + 4 * words.length)
    bytes.writeUInt8(0x80 | format, 0)
    bytes.writeUInt8(type, 1)
    bytes.writeUInt16BE(words.length, 2)
    for (const [place, word] of words.entries()) bytes.writeUInt32BE(word >>> 0, 4 + 4 * place)
    this.sendRaw('voice', bytes)
  }

  #add(line: Line): void {
    const isSound = KINDS[line] === 'audio'
    const media = (
      isSound ? new dataChannel.Audio(line, 'SendOnly') : new dataChannel.Video(line, 'SendOnly')
    ) as Audio & Video
    if (isSound) media.addOpusCodec(PAYLOAD.OPUS)
    else media.addVP8Codec(PAYLOAD.VP8)
    const ssrc = randomInt(0x1000, 0xffffffff)
    media.addSSRC(ssrc, line, line, line)
    const track = this.#peer.addTrack(media)
    track.onMessage((bytes) => {
      if (isRtcp(bytes)) this.feedback.push({ ...readRtcp(bytes), line })
    })
    this.#tracks.set(line, { track, ssrc, sequence: randomInt(0x10000), timestamp: randomInt(0xffffffff) })
  }

  #receive(track: Track): void {
    const mid = track.mid()
    const received = { track, ssrc: 0 }
    this.#received.set(mid, received)
    track.onMessage((bytes) => {
      if (isRtcp(bytes)) return
      const header = readRtp(bytes)
      if (!header) return
      received.ssrc = header.ssrc
      const { sequence, timestamp, start, end } = header
      this.onArrived({ mid, sequence, timestamp, payload: bytes.subarray(start, end) })
    })
  }
}

function rtp(
  { ssrc, sequence, timestamp }: { ssrc: number; sequence: number; timestamp: number },
  payloadType: number,
  level: number | null,
  payload: Buffer,
): Buffer {
  const header = Buffer.alloc(level === null ? 12 : 20)
  header.writeUInt8(level === null ? 0x80 : 0x90, 0)
  header.writeUInt8(payloadType, 1)
  header.writeUInt16BE(sequence & 0xffff, 2)
  header.writeUInt32BE(timestamp >>> 0, 4)
  header.writeUInt32BE(ssrc, 8)
  if (level !== null) {
    header.writeUInt16BE(0xbede, 12)
    header.writeUInt16BE(1, 14)
    header.writeUInt8(EXTENSION.AUDIO_LEVEL << 4, 16)
    header.writeUInt8(level, 17)
  }
  return Buffer.concat([header, payload])
}
