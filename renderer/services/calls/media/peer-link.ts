import type { CallStream } from '#shared/domain/calls.ts'
import type { CallSignal } from '#shared/hubs/call-signal.ts'
import type { Timers } from '../../../ui/timers.ts'

/**
 * How two windows are connected: being connected, directly, through a server between them, not at the moment, or
 * not within half a minute.
 */
export type LinkState = 'CONNECTING' | 'DIRECT' | 'RELAYED' | 'RECONNECTING' | 'FAILED'

/** What is sent: a screen's picture and sound are one stream. */
export type SentTrack = 'VOICE' | 'CAMERA' | 'SCREEN' | 'SCREEN_SOUND'
const STREAM_OF: Readonly<Record<SentTrack, CallStream>> = {
  VOICE: 'VOICE',
  CAMERA: 'CAMERA',
  SCREEN: 'SCREEN',
  SCREEN_SOUND: 'SCREEN',
}

/** Figures of a link, as the browser counts them. */
export interface LinkFigures {
  /** Packets with the other one's voice, so far; null before the first. */
  readonly voicePackets: number | null
  /** There and back, in milliseconds; null where it isn't known. */
  readonly roundTripMs: number | null
  /** Of the packets since the last look, from 0 to 1. */
  readonly loss: number
}

export interface PeerLinkParts {
  readonly makePeer: () => RTCPeerConnection
  /** Of two windows one is polite: it takes back its offer where both made one at once. */
  readonly isPolite: boolean
  /** The streams under which this window's tracks travel, for all links the same. */
  readonly own: Readonly<Record<CallStream, MediaStream>>
  readonly send: (signal: CallSignal) => void
  /** Whether that reaches the other one at the moment. */
  readonly canSend: () => boolean
  readonly timers: Timers
  /** State or streams are otherwise. */
  readonly onChange: () => void
}

/** A short break mends itself; longer than that and another way is looked for, in milliseconds. */
export const BREAK_MS = 1500
/** From one look for another way to the next, in milliseconds. */
const RETRY_MS = 4000
/**
 * What was never connected is given twice as long each time, up to so many milliseconds: each look begins anew, and a
 * machine or network that takes longer than four seconds for one would never come to its end.
 */
const LONGEST_RETRY_MS = 8000
/**
 * A first offer may have come before the other window knew of this one, and is lost then. After so long without a way
 * it is made again, in milliseconds.
 */
export const UNANSWERED_MS = 6000
/**
 * How much longer the polite one waits for the other to look for another way: both notice a break at once, and where
 * both offer, a browser that takes its offer back may play nothing of a track that it had before (Chromium 156).
 */
const POLITE_MS = 2500
/** From then on it is said that there is no way, in milliseconds; it goes on being looked for. */
export const NO_WAY_MS = 30_000

/**
 * One window's connection with another, by the 'perfect negotiation' of WebRTC: either side may change what it sends
 * at any time, and a lost signal is mended by the next one.
 *
 * With one difference: until there is a way, the polite one leaves offers to the other. A browser that takes back its
 * very first offer while it looks for its own addresses may find none for as long as the connection lives (seen in
 * Chromium 156: it gathers for ever, and new ICE credentials don't help), and both would wait without an end.
 */
export class PeerLink {
  readonly #parts: PeerLinkParts
  readonly #peer: RTCPeerConnection
  readonly #senders = new Map<SentTrack, RTCRtpSender>()
  readonly #streams = new Map<CallStream, MediaStream>()
  /** What the other window's streams are, by their ids. */
  #kinds = new Map<string, CallStream>()
  #state: LinkState = 'CONNECTING'
  /** False for the polite one, until the other's first offer came or is late. */
  #mayOffer: boolean
  #isOffering = false
  #isTakingAnswer = false
  #ignoresOffer = false
  #isClosed = false
  #stopMending = () => {}
  #stopWaiting: () => void
  #wasUp = false
  /** Looks for a way so far, while there never was one. */
  #looks = 0
  #seen = { received: 0, lost: 0 }
  /** What the camera sees, sent or held back. */
  #camera: MediaStreamTrack | null = null
  #isCameraHeld = false
  /** Whether the voice is to be sent twice, and whether it is so since the last description. */
  #isTwice = false
  #wasTwice = false
  #stopTwice = () => {}

  constructor(parts: PeerLinkParts) {
    this.#parts = parts
    this.#mayOffer = !parts.isPolite
    const peer = parts.makePeer()
    this.#peer = peer
    peer.onnegotiationneeded = () => void this.#offer()
    peer.onicecandidate = ({ candidate }) => {
      if (candidate) this.#sendCandidate(candidate)
    }
    peer.onconnectionstatechange = () => void this.#follow()
    peer.oniceconnectionstatechange = () => void this.#follow()
    peer.ontrack = (event) => this.#came(event)
    this.#stopWaiting = parts.timers.after(NO_WAY_MS, () => this.#setState('FAILED'))
    this.#mend(UNANSWERED_MS)
  }

  get state(): LinkState {
    return this.#state
  }

  stream(kind: CallStream): MediaStream | null {
    return this.#streams.get(kind) ?? null
  }

  /** The browser's statistics of it. */
  report(): Promise<RTCStatsReport> {
    return this.#peer.getStats()
  }

  /** Whether the camera is held back from here, so that the voice comes through. */
  async holdCamera(isHeld: boolean): Promise<void> {
    if (this.#isCameraHeld === isHeld) return
    this.#isCameraHeld = isHeld
    await this.setTrack('CAMERA', this.#camera)
  }

  /**
   * Whether each packet of the voice has the one before it, too (RFC 2198): what is lost is in the next. A browser sends
   * what the other's description names first, so that is described anew. Choosing it for the sender itself is accepted
   * and does nothing (Chromium 156).
   */
  sendTwice(isOn: boolean): void {
    this.#isTwice = isOn
    this.#stopTwice()
    // Both may notice at once: with the other's offer the polite one has what it wants.
    this.#stopTwice = this.#parts.timers.after(this.#parts.isPolite ? POLITE_MS : 0, () => {
      const isPlain = this.#peer.signalingState === 'stable'
      if (!this.#isClosed && isPlain && this.#isTwice !== this.#wasTwice) void this.#offer()
    })
  }

  /** Sends this track from now on, in the place of the one before; null for none. */
  async setTrack(kind: SentTrack, wanted: MediaStreamTrack | null): Promise<void> {
    if (kind === 'CAMERA') this.#camera = wanted
    const track = kind === 'CAMERA' && this.#isCameraHeld ? null : wanted
    const sender = this.#senders.get(kind)
    if (!sender) {
      if (track) this.#senders.set(kind, this.#peer.addTrack(track, this.#parts.own[STREAM_OF[kind]]))
      return
    }
    await sender.replaceTrack(track)
    // The line stays for the next track: each new one would be described for the rest of the call.
    const line = this.#peer.getTransceivers().find((one) => one.sender === sender)
    const direction = track ? 'sendrecv' : 'recvonly'
    if (line && line.direction !== direction && kind !== 'VOICE') line.direction = direction
  }

  async take(signal: CallSignal): Promise<void> {
    if (this.#isClosed) return
    try {
      if (signal.kind === 'CANDIDATE') await this.#takeCandidate(signal)
      else if (signal.kind === 'DESCRIPTION') await this.#takeDescription(signal)
    } catch {
      // An answer to an offer that was made anew meanwhile, a candidate of another time, or nonsense: the link stays
      // as it is, and is mended by what follows.
    }
  }

  /** Other ways through the server, for what is looked for from now on. */
  setServers(iceServers: readonly RTCIceServer[]): void {
    if (!this.#isClosed)
      this.#peer.setConfiguration({ ...this.#peer.getConfiguration(), iceServers: [...iceServers] })
  }

  /** Signals may have been lost: what waits for an answer is sent again, and a broken way is looked for anew. */
  renew(): void {
    if (this.#isClosed) return
    if (this.#peer.signalingState === 'have-local-offer') this.#describe()
    else if (!this.#isUp()) this.#mend(0)
  }

  /** The network is another one: looks for a way at once. */
  restart(): void {
    if (this.#isClosed) return
    this.#peer.restartIce()
  }

  async figures(): Promise<LinkFigures> {
    let voicePackets: number | null = null
    let roundTripMs: number | null = null
    let [received, lost] = [0, 0]
    for (const entry of statsOf(await this.#peer.getStats())) {
      if (entry.type === 'candidate-pair' && entry.nominated && entry.currentRoundTripTime !== undefined)
        roundTripMs = Math.round(entry.currentRoundTripTime * 1000)
      if (entry.type !== 'inbound-rtp') continue
      received += entry.packetsReceived ?? 0
      lost += Math.max(0, entry.packetsLost ?? 0)
      if (entry.kind === 'audio') voicePackets = (voicePackets ?? 0) + (entry.packetsReceived ?? 0)
    }
    const [cameNow, lostNow] = [received - this.#seen.received, Math.max(0, lost - this.#seen.lost)]
    this.#seen = { received, lost }
    return { voicePackets, roundTripMs, loss: cameNow + lostNow > 0 ? lostNow / (cameNow + lostNow) : 0 }
  }

  /** How loud the other one is, from 0 to 1, as the browser measures it. */
  level(): number {
    const voice = this.#streams.get('VOICE')?.getAudioTracks()[0]
    const receiver = this.#peer.getReceivers().find(({ track }) => track === voice)
    return receiver?.getSynchronizationSources?.()[0]?.audioLevel ?? 0
  }

  close(): void {
    this.#isClosed = true
    this.#stopTwice()
    this.#stopMending()
    this.#stopWaiting()
    this.#peer.close()
  }

  async #offer(): Promise<void> {
    // The browser asks again once the other's offer is answered, where something is left to say.
    if (!this.#mayOffer) return
    try {
      this.#isOffering = true
      await this.#peer.setLocalDescription()
      this.#describe()
    } catch {
      // The other side's offer came meanwhile; the browser asks again where it is still needed.
    } finally {
      this.#isOffering = false
    }
  }

  #describe(): void {
    const { localDescription } = this.#peer
    if (this.#isClosed || !localDescription) return
    const { type, sdp } = localDescription
    if (type !== 'offer' && type !== 'answer') return
    const streams = [...new Set([...this.#senders.keys()].map((kind) => STREAM_OF[kind]))].map((stream) => ({
      id: this.#parts.own[stream].id,
      stream,
    }))
    this.#parts.send({ kind: 'DESCRIPTION', type, sdp, streams })
  }

  #sendCandidate({ candidate, sdpMid, sdpMLineIndex, usernameFragment }: RTCIceCandidate): void {
    this.#parts.send({ kind: 'CANDIDATE', candidate, sdpMid, sdpMLineIndex, usernameFragment })
  }

  async #takeDescription({ type, sdp, streams }: CallSignal & { kind: 'DESCRIPTION' }): Promise<void> {
    const peer = this.#peer
    const isReady = !this.#isOffering && (peer.signalingState === 'stable' || this.#isTakingAnswer)
    this.#ignoresOffer = type === 'offer' && !isReady && !this.#parts.isPolite
    if (this.#ignoresOffer) {
      // The polite one offers by itself where this one's offer didn't come.
      if (!this.#wasUp) this.#describe()
      return
    }
    this.#mayOffer = true
    this.#kinds = new Map(streams.map(({ id, stream }) => [id, stream]))
    this.#isTakingAnswer = type === 'answer'
    try {
      const isTwice = this.#isTwice
      await peer.setRemoteDescription({ type, sdp: orderVoice(sdp, isTwice) })
      this.#wasTwice = isTwice
    } finally {
      this.#isTakingAnswer = false
    }
    if (type !== 'offer') return
    await peer.setLocalDescription()
    this.#describe()
  }

  async #takeCandidate(signal: CallSignal & { kind: 'CANDIDATE' }): Promise<void> {
    const { candidate, sdpMid, sdpMLineIndex, usernameFragment } = signal
    try {
      await this.#peer.addIceCandidate({ candidate, sdpMid, sdpMLineIndex, usernameFragment })
    } catch (error) {
      if (!this.#ignoresOffer) throw error
    }
  }

  #came({ track, streams: [stream] }: RTCTrackEvent): void {
    const kind = stream && this.#kinds.get(stream.id)
    if (!stream || !kind) return
    this.#streams.set(kind, stream)
    stream.onremovetrack = () => {
      if (stream.getTracks().length > 0 || this.#streams.get(kind) !== stream) return
      this.#streams.delete(kind)
      this.#parts.onChange()
    }
    track.onunmute = () => this.#parts.onChange()
    this.#parts.onChange()
  }

  #isUp(): boolean {
    return this.#peer.connectionState === 'connected'
  }

  async #follow(): Promise<void> {
    if (this.#isClosed) return
    if (this.#isUp()) {
      this.#wasUp = true
      this.#stopMending()
      this.#stopMending = () => {}
      this.#stopWaiting()
      const isRelayed = await this.#isRelayed()
      if (this.#isUp() && !this.#isClosed) this.#setState(isRelayed ? 'RELAYED' : 'DIRECT')
      return
    }
    const { connectionState, iceConnectionState } = this.#peer
    const isBroken = connectionState === 'failed' || iceConnectionState === 'failed'
    if (!isBroken && connectionState !== 'disconnected') return
    if (this.#state === 'DIRECT' || this.#state === 'RELAYED') {
      this.#setState('RECONNECTING')
      this.#stopWaiting = this.#parts.timers.after(NO_WAY_MS, () => this.#setState('FAILED'))
    }
    this.#mend(isBroken ? 0 : BREAK_MS)
  }

  /** Looks for another way, again and again until there is one. */
  #mend(inMs: number): void {
    const { timers, isPolite, canSend } = this.#parts
    this.#stopMending()
    this.#stopMending = timers.after(inMs + (isPolite ? POLITE_MS : 0), () => {
      if (this.#isClosed || this.#isUp()) return
      // An offer that nobody gets would only be in the way of the other's.
      this.#mend(canSend() ? this.#lookForWay() : RETRY_MS)
    })
  }

  /** @returns when to look again if there is none then, in milliseconds */
  #lookForWay(): number {
    const { signalingState, connectionState } = this.#peer
    if (signalingState === 'have-local-offer') {
      this.#describe()
      return RETRY_MS
    }
    if (!this.#mayOffer) {
      // Restarting wouldn't make the browser ask for an offer: it has asked already.
      this.#mayOffer = true
      void this.#offer()
      return RETRY_MS
    }
    const isBegun = connectionState === 'new' || connectionState === 'connecting'
    if (!this.#parts.isPolite || this.#wasUp || !isBegun) this.#peer.restartIce()
    return this.#wasUp ? RETRY_MS : Math.min(RETRY_MS * 2 ** this.#looks++, LONGEST_RETRY_MS)
  }

  /** Whether what is sent goes through a server. */
  async #isRelayed(): Promise<boolean> {
    const entries = statsOf(await this.#peer.getStats())
    const chosen = entries.find(
      ({ type, selectedCandidatePairId }) => type === 'transport' && selectedCandidatePairId,
    )
    const pair = entries.find(({ id, type, nominated, state }) =>
      chosen
        ? id === chosen.selectedCandidatePairId
        : type === 'candidate-pair' && nominated && state === 'succeeded',
    )
    return entries.some(
      ({ id, candidateType }) =>
        candidateType === 'relay' && (id === pair?.localCandidateId || id === pair?.remoteCandidateId),
    )
  }

  #setState(state: LinkState): void {
    if (this.#isClosed || this.#state === state) return
    this.#state = state
    this.#parts.onChange()
  }
}

/**
 * A description whose lines of sound name redundant voice first, or after the plain one; as it is where the other one
 * can't.
 */
function orderVoice(sdp: string, isTwice: boolean): string {
  const redundant = /^a=rtpmap:(\d+) red\/48000/m.exec(sdp)?.[1]
  if (redundant === undefined) return sdp
  return sdp.replace(/^(m=audio \S+ \S+)((?: \d+)+)/gm, (line, head: string, list: string) => {
    const types = list.trim().split(' ')
    if (!types.includes(redundant)) return line
    const [plain = redundant, ...rest] = types.filter((type) => type !== redundant)
    return [head, ...(isTwice ? [redundant, plain] : [plain, redundant]), ...rest].join(' ')
  })
}

/** What of the browser's statistics is read here (W3C webrtc-stats). */
interface StatsEntry {
  readonly id: string
  readonly mid?: string
  readonly type: string
  readonly kind?: string
  readonly state?: string
  readonly nominated?: boolean
  readonly selectedCandidatePairId?: string
  readonly localCandidateId?: string
  readonly remoteCandidateId?: string
  readonly candidateType?: string
  readonly currentRoundTripTime?: number
  readonly packetsReceived?: number
  readonly packetsLost?: number
}

export function statsOf(report: Pick<RTCStatsReport, 'forEach'>): StatsEntry[] {
  const entries: StatsEntry[] = []
  report.forEach((entry: StatsEntry) => {
    entries.push(entry)
  })
  return entries
}
