import { ENGINE_LINES } from '#shared/hubs/call-engine.ts'

interface FakeSender {
  track: { readonly id: string } | null
  readonly encodings: RTCRtpEncodingParameters[]
  replaceTrack(track: FakeSender['track']): Promise<void>
  getParameters(): { encodings: RTCRtpEncodingParameters[] }
  setParameters(parameters: { encodings: RTCRtpEncodingParameters[] }): Promise<void>
}

/** So many lines come from the engine. */
const SLOTS = 4

/** A connection with the media engine that a test moves: its lines are those of the engine's offer. */
export class EnginePeer {
  /** What each of them answers. */
  static answer = 'v=0'
  connectionState = 'new'
  iceConnectionState = 'new'
  localDescription: { sdp: string } | null = null
  isClosed = false
  stats: object[] = []
  readonly levels = new Map<string, number>()
  /** So many offers were taken at once, at most. */
  most = 0
  lines: ReturnType<EnginePeer['line']>[] = []
  onconnectionstatechange = () => {}
  oniceconnectionstatechange = () => {}
  #taking = 0

  /** What is sent, by line. */
  sends(): Record<string, string | null> {
    const sending = this.lines.filter(({ mid }) => !/^s\d/.test(mid))
    return Object.fromEntries(sending.map(({ mid, sender }) => [mid, sender.track?.id ?? null]))
  }

  getTransceivers = () => this.lines
  getStats = async () => this.stats

  async setRemoteDescription({ sdp }: { sdp: string }): Promise<void> {
    if (sdp === 'garbage') throw new DOMException('', 'OperationError')
    this.most = Math.max(this.most, ++this.#taking)
    await Promise.resolve()
    const mids = [...Object.values(ENGINE_LINES), ...Array.from({ length: SLOTS }, (_, place) => `s${place}`)]
    if (this.lines.length === 0) this.lines = mids.map((mid) => this.line(mid))
  }

  async setLocalDescription(): Promise<void> {
    await Promise.resolve()
    this.#taking--
    this.localDescription = { sdp: EnginePeer.answer }
  }

  line(mid: string) {
    const sender: FakeSender = {
      track: null,
      encodings: [{}],
      async replaceTrack(track) {
        sender.track = track
      },
      getParameters: () => ({ encodings: sender.encodings.map((one) => ({ ...one })) }),
      async setParameters({ encodings }) {
        sender.encodings.splice(0, 1, ...encodings)
      },
    }
    const receiver = {
      track: { id: mid },
      getSynchronizationSources: () => [{ audioLevel: this.levels.get(mid) ?? 0 }],
    }
    return { mid, direction: 'recvonly', sender, receiver }
  }

  close(): void {
    this.isClosed = true
  }

  is(state: string): void {
    this.connectionState = state
    this.iceConnectionState = state
    this.onconnectionstatechange()
  }
}
