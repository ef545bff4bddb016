import type { CallStream } from '#shared/domain/calls.ts'
import type { CallSignal } from '#shared/hubs/call-signal.ts'
import type { Timers } from '../../../ui/timers.ts'

/** What is sent: a screen's picture and sound are one stream. */
export type SentTrack = 'VOICE' | 'CAMERA' | 'SCREEN' | 'SCREEN_SOUND'
const STREAM_OF: Readonly<Record<SentTrack, CallStream>> = {
  VOICE: 'VOICE',
  CAMERA: 'CAMERA',
  SCREEN: 'SCREEN',
  SCREEN_SOUND: 'SCREEN',
}

/** What two windows tell each other about one connection; the number of the attempt goes with it. */
export type LinkSignal = CallSignal & { readonly kind: 'DESCRIPTION' | 'CANDIDATE' }

export interface PeerAttemptParts {
  readonly attempt: number
  readonly peer: RTCPeerConnection
  /** Of two windows one is polite: it takes back its offer where both made one at once. */
  readonly isPolite: boolean
  /** False where the other window is to make the first offer. */
  readonly mayOffer: boolean
  /** The streams under which this window's tracks travel, for all links the same. */
  readonly own: Readonly<Record<CallStream, MediaStream>>
  /** What is sent from the beginning. */
  readonly tracks: ReadonlyMap<SentTrack, MediaStreamTrack>
  /** Whether the voice is to be sent twice from the beginning. */
  readonly isTwice: boolean
  readonly send: (signal: LinkSignal) => void
  readonly timers: Timers
  /** The connection's state is another one. */
  readonly onState: () => void
  /** The other one's streams are otherwise. */
  readonly onStreams: () => void
}

/**
 * How much longer the polite one waits for the other to begin: both notice at once, and where both offer, a browser
 * that takes its offer back may play nothing of a track that it had before (Chromium 156).
 */
export const POLITE_MS = 2500

/**
 * One connection between two windows, by the 'perfect negotiation' of WebRTC: either side may change what it sends at
 * any time, and a lost signal is mended by the next one.
 *
 * With one difference: its first offer is made by one of them alone. A browser that takes back its very first offer
 * while it looks for its own addresses may find none for as long as the connection lives (seen in Chromium 156: it
 * gathers for ever, and new ICE credentials don't help), and both would wait without an end.
 */
export class PeerAttempt {
  readonly #parts: PeerAttemptParts
  readonly #peer: RTCPeerConnection
  readonly #senders = new Map<SentTrack, RTCRtpSender>()
  readonly #streams = new Map<CallStream, MediaStream>()
  /** What the other window's streams are, by their ids. */
  #kinds = new Map<string, CallStream>()
  #mayOffer: boolean
  #isOffering = false
  #isTakingAnswer = false
  #ignoresOffer = false
  /** The other one's description was taken. */
  #isAgreed = false
  #isClosed = false
  /** Whether the voice is to be sent twice, and whether it is so since the last description. */
  #isTwice: boolean
  #wasTwice = false
  #stopTwice = () => {}

  constructor(parts: PeerAttemptParts) {
    this.#parts = parts
    this.#mayOffer = parts.mayOffer
    this.#isTwice = parts.isTwice
    const { peer } = parts
    this.#peer = peer
    peer.onnegotiationneeded = () => void this.#offer()
    peer.onicecandidate = ({ candidate }) => {
      if (candidate) this.#sendCandidate(candidate)
    }
    peer.onconnectionstatechange = () => this.#follow()
    peer.oniceconnectionstatechange = () => this.#follow()
    peer.ontrack = (event) => this.#came(event)
    for (const [kind, track] of parts.tracks) void this.setTrack(kind, track)
  }

  /** Both windows' number of it. */
  get attempt(): number {
    return this.#parts.attempt
  }

  get isUp(): boolean {
    return this.#peer.connectionState === 'connected'
  }

  get isBroken(): boolean {
    const { connectionState, iceConnectionState } = this.#peer
    return connectionState === 'failed' || iceConnectionState === 'failed'
  }

  /** Whether nothing comes by it at the moment, and it may mend itself. */
  get isInterrupted(): boolean {
    return this.#peer.connectionState === 'disconnected'
  }

  /** Whether both windows know of it, and it is neither up nor broken yet. */
  get isUnderWay(): boolean {
    const { connectionState } = this.#peer
    return this.#isAgreed && (connectionState === 'new' || connectionState === 'connecting')
  }

  stream(kind: CallStream): MediaStream | null {
    return this.#streams.get(kind) ?? null
  }

  /** The browser's statistics of it. */
  report(): Promise<RTCStatsReport> {
    return this.#peer.getStats()
  }

  /** Sends this track from now on, in the place of the one before; null for none. */
  async setTrack(kind: SentTrack, track: MediaStreamTrack | null): Promise<void> {
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

  /** Other ways through the server, for what is looked for from now on. */
  setServers(iceServers: readonly RTCIceServer[]): void {
    this.#peer.setConfiguration({ ...this.#peer.getConfiguration(), iceServers: [...iceServers] })
  }

  async take(signal: LinkSignal): Promise<void> {
    if (this.#isClosed) return
    try {
      if (signal.kind === 'CANDIDATE') await this.#takeCandidate(signal)
      else await this.#takeDescription(signal)
    } catch {
      // An answer to an offer that was made anew meanwhile, a candidate of another time, or nonsense: the connection
      // stays as it is, and is mended by what follows.
    }
  }

  /** Makes the first offer; later ones are made where the browser asks for them. */
  begin(): void {
    void this.#offer()
  }

  /** Sends an offer once more that wasn't answered yet. @returns whether there is one */
  repeat(): boolean {
    if (this.#peer.signalingState !== 'have-local-offer') return false
    this.#describe()
    return true
  }

  /** Packets with the other one's voice, so far; null before the first. */
  async voicePackets(): Promise<number | null> {
    let packets: number | null = null
    for (const { type, kind, packetsReceived = 0 } of statsOf(await this.#peer.getStats()))
      if (type === 'inbound-rtp' && kind === 'audio') packets = (packets ?? 0) + packetsReceived
    return packets
  }

  /** How loud the other one is, from 0 to 1, as the browser measures it. */
  level(): number {
    const voice = this.#streams.get('VOICE')?.getAudioTracks()[0]
    const receiver = this.#peer.getReceivers().find(({ track }) => track === voice)
    return receiver?.getSynchronizationSources?.()[0]?.audioLevel ?? 0
  }

  /** Whether what is sent goes through a server. */
  async isRelayed(): Promise<boolean> {
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

  close(): void {
    this.#isClosed = true
    this.#stopTwice()
    this.#peer.close()
  }

  #follow(): void {
    if (!this.#isClosed) this.#parts.onState()
  }

  async #offer(): Promise<void> {
    // The browser asks again once the other's offer is answered, where something is left to say.
    if (!this.#mayOffer || this.#isClosed) return
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
    this.#parts.send({ kind: 'DESCRIPTION', attempt: this.attempt, type, sdp, streams })
  }

  #sendCandidate({ candidate, sdpMid, sdpMLineIndex, usernameFragment }: RTCIceCandidate): void {
    const { attempt } = this
    this.#parts.send({ kind: 'CANDIDATE', attempt, candidate, sdpMid, sdpMLineIndex, usernameFragment })
  }

  async #takeDescription({ type, sdp, streams }: CallSignal & { kind: 'DESCRIPTION' }): Promise<void> {
    const peer = this.#peer
    const isReady = !this.#isOffering && (peer.signalingState === 'stable' || this.#isTakingAnswer)
    this.#ignoresOffer = type === 'offer' && !isReady && !this.#parts.isPolite
    // The polite one offers by itself where this one's offer didn't come.
    if (this.#ignoresOffer) return
    this.#mayOffer = true
    this.#kinds = new Map(streams.map(({ id, stream }) => [id, stream]))
    this.#isTakingAnswer = type === 'answer'
    try {
      const isTwice = this.#isTwice
      await peer.setRemoteDescription({ type, sdp: orderVoice(sdp, isTwice) })
      this.#wasTwice = isTwice
      this.#isAgreed = true
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
      this.#parts.onStreams()
    }
    track.onunmute = () => this.#parts.onStreams()
    this.#parts.onStreams()
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
