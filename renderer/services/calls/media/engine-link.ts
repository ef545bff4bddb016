import type { CallStream } from '#shared/domain/calls.ts'
import { type CallLayer, ENGINE_LINES, type EngineSlot, type EngineStream } from '#shared/hubs/call-engine.ts'
import type { CallSignal } from '#shared/hubs/call-signal.ts'
import type { Timers } from '../../../ui/timers.ts'
import { type SentTrack, statsOf } from './peer-attempt.ts'
import { BREAK_MS, type LinkState, NO_WAY_MS } from './peer-link.ts'

export interface EngineLinkParts {
  readonly makePeer: () => RTCPeerConnection
  readonly newStream: () => MediaStream
  readonly send: (signal: CallSignal) => void
  /** Whether that reaches the server at the moment. */
  readonly canSend: () => boolean
  readonly timers: Timers
  /** State or streams are otherwise. */
  readonly onChange: () => void
}

/** A camera that is shown here, and how large. */
export interface WantedCamera {
  readonly seat: string
  readonly layer: CallLayer
}

/** A connection that doesn't stand after so long is begun anew, in milliseconds. */
const RETRY_MS = 6000

/** A camera's two sizes, and a screen, as they are sent: bits a second, and by how much smaller than they are. */
const ENCODINGS: Readonly<Record<string, RTCRtpEncodingParameters>> = {
  [ENGINE_LINES.CAMERA]: { maxBitrate: 900_000 },
  [ENGINE_LINES.CAMERA_SMALL]: { maxBitrate: 120_000, scaleResolutionDownBy: 3, maxFramerate: 15 },
  [ENGINE_LINES.SCREEN]: { maxBitrate: 1_500_000 },
}
const SENT_BY: Readonly<Record<string, SentTrack>> = {
  [ENGINE_LINES.VOICE]: 'VOICE',
  [ENGINE_LINES.CAMERA]: 'CAMERA',
  [ENGINE_LINES.CAMERA_SMALL]: 'CAMERA',
  [ENGINE_LINES.SCREEN]: 'SCREEN',
  [ENGINE_LINES.SCREEN_SOUND]: 'SCREEN_SOUND',
}
const STREAMS_OF: Readonly<Record<CallStream, readonly EngineStream[]>> = {
  VOICE: ['VOICE'],
  CAMERA: ['CAMERA'],
  SCREEN: ['SCREEN', 'SCREEN_SOUND'],
}

/**
 * This window's one connection with the server's media engine, by which everybody is heard and seen. The engine offers;
 * where the way breaks, the window comes anew.
 */
export class EngineLink {
  readonly #parts: EngineLinkParts
  readonly #tracks = new Map<SentTrack, MediaStreamTrack | null>()
  readonly #streams = new Map<
    string,
    { readonly tracks: readonly MediaStreamTrack[]; readonly stream: MediaStream }
  >()
  /** Packets of each voice, by its line. */
  #packets = new Map<string, number>()
  #roundTripMs: number | null = null
  #slots: readonly EngineSlot[] = []
  #peer: RTCPeerConnection | null = null
  /** Which attempt that connection is of, and which of them was told what is wanted. */
  #peerAttempt = -1
  #wantedBy = -1
  #wanted: readonly WantedCamera[] = []
  /** The voice comes first: the camera isn't sent. */
  #isCameraHeld = false
  #attempt: number
  #state: LinkState = 'CONNECTING'
  #isClosed = false
  /** Offers are answered one after the other. */
  #answering: Promise<void> = Promise.resolve()
  #stopRetrying = () => {}
  #stopWaiting = () => {}

  /** @param firstAttempt higher than those of the link before, if there was one */
  constructor(parts: EngineLinkParts, firstAttempt: number) {
    this.#parts = parts
    this.#attempt = firstAttempt
    this.#wait()
  }

  get state(): LinkState {
    return this.#state
  }

  get attempt(): number {
    return this.#attempt
  }

  get isUp(): boolean {
    return this.#state === 'DIRECT' || this.#state === 'RELAYED'
  }

  /** Asks for a connection: the first one, or another one in the place of one that broke. */
  begin(): void {
    if (this.#isClosed) return
    this.#attempt++
    if (this.#parts.canSend()) this.#parts.send({ kind: 'ENGINE_JOIN', attempt: this.#attempt })
    this.#retryIn(RETRY_MS)
  }

  /** Signals may have been lost: comes anew where nothing stands, else says once more what is wanted. */
  renew(): void {
    if (this.isUp) this.#tellWanted()
    else this.begin()
  }

  setTrack(kind: SentTrack, track: MediaStreamTrack | null): void {
    this.#tracks.set(kind, track)
    for (const line of this.#peer?.getTransceivers() ?? [])
      if (SENT_BY[line.mid ?? ''] === kind) void line.sender.replaceTrack(this.#sent(kind)).catch(() => {})
  }

  /** Whether the camera is held back, so that the voice comes through. */
  holdCamera(isHeld: boolean): void {
    this.#isCameraHeld = isHeld
    this.setTrack('CAMERA', this.#tracks.get('CAMERA') ?? null)
  }

  /** Cameras as large as they are shown. */
  want(cameras: readonly WantedCamera[]): void {
    if (JSON.stringify(cameras) === JSON.stringify(this.#wanted)) return
    this.#wanted = cameras
    // The engine knows who has answered.
    if (this.#wantedBy === this.#attempt) this.#tellWanted()
  }

  /** The browser's statistics of it. */
  report(): Promise<RTCStatsReport> {
    return this.#peer?.getStats() ?? Promise.reject(new Error('there is no connection yet'))
  }

  take(signal: CallSignal): void {
    if (this.#isClosed || !('attempt' in signal) || signal.attempt !== this.#attempt) return
    if (signal.kind === 'ENGINE_OFFER') {
      const { attempt, sdp } = signal
      // One that can't be answered is followed by another attempt.
      this.#answering = this.#answering.then(() => this.#answer(attempt, sdp)).catch(() => {})
    } else if (signal.kind === 'ENGINE_SLOTS') {
      this.#slots = signal.slots
      this.#parts.onChange()
    }
  }

  /** Whether somebody's voice comes by this link. */
  has(seat: string): boolean {
    return this.isUp && this.#receiverOf(seat, 'VOICE') !== null
  }

  stream(seat: string, kind: CallStream): MediaStream | null {
    const tracks = STREAMS_OF[kind].flatMap((stream) => this.#receiverOf(seat, stream)?.track ?? [])
    const name = `${seat} ${kind}`
    const before = this.#streams.get(name)
    // By themselves: the next connection's tracks have the same ids as this one's.
    if (
      before?.tracks.length === tracks.length &&
      before.tracks.every((track, place) => track === tracks[place])
    )
      return before.stream
    this.#streams.delete(name)
    // A screen's sound alone is no screen.
    if (tracks.length === 0 || tracks[0] !== this.#receiverOf(seat, STREAMS_OF[kind][0] ?? 'VOICE')?.track)
      return null
    const stream = this.#parts.newStream()
    for (const track of tracks) stream.addTrack(track)
    this.#streams.set(name, { tracks, stream })
    return stream
  }

  /** How loud somebody is, from 0 to 1. */
  level(seat: string): number {
    return this.#receiverOf(seat, 'VOICE')?.getSynchronizationSources?.()[0]?.audioLevel ?? 0
  }

  /** Counts what came; then `voicePackets` gives it for each person. */
  async measure(): Promise<void> {
    const packets = new Map<string, number>()
    for (const entry of statsOf((await this.#peer?.getStats()) ?? new Map())) {
      if (entry.type === 'inbound-rtp' && entry.mid !== undefined)
        packets.set(entry.mid, entry.packetsReceived ?? 0)
      if (entry.type === 'candidate-pair' && entry.nominated && entry.currentRoundTripTime !== undefined)
        this.#roundTripMs = Math.round(entry.currentRoundTripTime * 1000)
    }
    this.#packets = packets
  }

  get roundTripMs(): number | null {
    return this.#roundTripMs
  }

  voicePackets(seat: string): number | null {
    const slot = this.#slots.find((one) => one.seat === seat && one.stream === 'VOICE')
    return (slot && this.#packets.get(slot.mid)) ?? null
  }

  close(): void {
    this.#isClosed = true
    this.#stopRetrying()
    this.#stopWaiting()
    this.#peer?.close()
  }

  #receiverOf(seat: string, stream: EngineStream): RTCRtpReceiver | null {
    const slot = this.#slots.find((one) => one.seat === seat && one.stream === stream)
    const line = slot && this.#peer?.getTransceivers().find(({ mid }) => mid === slot.mid)
    return line?.receiver ?? null
  }

  async #answer(attempt: number, sdp: string): Promise<void> {
    const peer = this.#peerOf(attempt)
    if (!peer) return
    await peer.setRemoteDescription({ type: 'offer', sdp })
    for (const line of peer.getTransceivers()) {
      const kind = SENT_BY[line.mid ?? '']
      if (!kind || line.direction === 'sendonly') continue
      line.direction = 'sendonly'
      await line.sender.replaceTrack(this.#sent(kind))
    }
    await peer.setLocalDescription()
    if (this.#isClosed || attempt !== this.#attempt) return
    this.#parts.send({ kind: 'ENGINE_ANSWER', attempt, sdp: shortened(peer.localDescription?.sdp ?? '') })
    if (this.#wantedBy !== attempt) {
      this.#wantedBy = attempt
      if (this.#wanted.length > 0) this.#tellWanted()
    }
    await Promise.all(peer.getTransceivers().map(limit))
    this.#parts.onChange()
  }

  #sent(kind: SentTrack): MediaStreamTrack | null {
    return kind === 'CAMERA' && this.#isCameraHeld ? null : (this.#tracks.get(kind) ?? null)
  }

  #tellWanted(): void {
    const cameras = this.#wanted.map((camera) => ({ ...camera }))
    if (!this.#isClosed && this.#parts.canSend()) this.#parts.send({ kind: 'ENGINE_WANT', cameras })
  }

  /** The connection of an attempt; null for one that is over. */
  #peerOf(attempt: number): RTCPeerConnection | null {
    if (this.#isClosed || attempt !== this.#attempt) return null
    if (this.#peer && this.#peerAttempt === attempt) return this.#peer
    const peer = this.#parts.makePeer()
    this.#peer?.close()
    this.#peer = peer
    this.#peerAttempt = attempt
    // Its lines may be other people's.
    this.#slots = []
    const follow = () => void this.#follow(peer)
    peer.onconnectionstatechange = follow
    peer.oniceconnectionstatechange = follow
    return peer
  }

  async #follow(peer: RTCPeerConnection): Promise<void> {
    if (this.#isClosed || peer !== this.#peer) return
    const { connectionState, iceConnectionState } = peer
    if (connectionState === 'connected' && iceConnectionState !== 'disconnected') {
      this.#stopRetrying()
      this.#stopWaiting()
      // Through the server in any case: by its engine.
      this.#setState('RELAYED')
      return
    }
    const isBroken = connectionState === 'failed' || iceConnectionState === 'failed'
    if (!isBroken && connectionState !== 'disconnected' && iceConnectionState !== 'disconnected') return
    if (this.isUp) this.#broke()
    this.#retryIn(isBroken ? 0 : BREAK_MS)
  }

  /** The engine is another one, or the network: comes anew at once. */
  restart(): void {
    if (this.#isClosed) return
    if (this.isUp) this.#broke()
    this.begin()
  }

  #broke(): void {
    this.#setState('RECONNECTING')
    this.#wait()
  }

  #wait(): void {
    this.#stopWaiting()
    this.#stopWaiting = this.#parts.timers.after(NO_WAY_MS, () => this.#setState('FAILED'))
  }

  #retryIn(ms: number): void {
    this.#stopRetrying()
    this.#stopRetrying = this.#parts.timers.after(ms, () => this.begin())
  }

  #setState(state: LinkState): void {
    if (this.#isClosed || this.#state === state) return
    this.#state = state
    this.#parts.onChange()
  }
}

/** How wide what a line sends may be. */
async function limit({ mid, sender }: RTCRtpTransceiver): Promise<void> {
  const encoding = ENCODINGS[mid ?? '']
  if (!encoding) return
  const parameters = sender.getParameters()
  const [first] = parameters.encodings
  if (!first || first.maxBitrate === encoding.maxBitrate) return
  Object.assign(first, encoding)
  await sender.setParameters(parameters).catch(() => {})
}

/** An answer without what each of its lines says again, and without ways to this window: it finds the engine. */
function shortened(sdp: string): string {
  const seen = new Set<string>()
  return sdp
    .split('\r\n')
    .filter((line) => {
      if (/^a=(candidate|end-of-candidates|rtcp:|msid|extmap-allow-mixed)/.test(line)) return false
      if (!/^a=(ice-|fingerprint|setup)/.test(line)) return true
      const isFirst = !seen.has(line)
      seen.add(line)
      return isFirst
    })
    .join('\r\n')
}
