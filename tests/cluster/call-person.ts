import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { HubConnection } from '@microsoft/signalr'
import { ENGINE_SEAT, type EngineSlot } from '#shared/hubs/call-engine.ts'
import type { CallRelayAccess, CallSeat, CallSeats, CallSignal } from '#shared/hubs/call-signal.ts'
import { mainHub } from '#shared/hubs/main.ts'
import { createRealClient } from '../../server/hubs/testing/real-client.ts'
import { type RelayAt, SyntheticPeer } from '../../server/media/testing/synthetic-peer.ts'
import { post } from './over-http.ts'

/** How long a connection with the engine may take before another one is asked for, as a window does. */
const RETRY_MS = 4000
/** What a signal to an engine of another server takes at most. */
const ON_ITS_WAY_MS = 250

/** Somebody in a call without a browser: by the real client at one of the servers, with the engine by real packets. */
export class CallPerson {
  readonly seat = randomUUID()
  readonly name: string
  readonly #token: string
  readonly #meetingID: number
  #client: HubConnection | null = null
  #peer: SyntheticPeer | null = null
  #slots: readonly EngineSlot[] = []
  #attempt = 0
  #retry: NodeJS.Timeout | undefined
  #talk: NodeJS.Timeout | undefined
  /** What was last told of the call. */
  seen: CallSeats | null = null
  /** Runs of the engine that were joined, in their order. */
  readonly runs: string[] = []

  /** Goes by the relay of its server alone. */
  #relay: RelayAt | null = null
  #isSeated = false

  constructor(name: string, token: string, meetingID: number) {
    this.name = name
    this.#token = token
    this.#meetingID = meetingID
  }

  /** Takes the seat at that server; the same one, where it had one. */
  async sit(url: string, isRelayed = false): Promise<void> {
    const before = this.#client
    this.#client = null
    this.#isSeated = false
    await before?.stop().catch(() => {})
    const token = await post<string>(url, '/api/auth/request-hub-token', {}, this.#token)
    const client = createRealClient(url + mainHub.path, { token })
    client.on('callSeats', (seen: CallSeats) => this.#told(seen))
    client.on('callSignal', (_from: string, _to: string, signal: CallSignal) => this.#heard(signal))
    client.onclose(() => {})
    await client.start()
    this.#client = client
    const access: CallRelayAccess = await client.invoke('takeCallSeat', this.#meetingID, this.seat)
    const { username, credential: password } = access
    this.#isSeated = true
    this.#relay = isRelayed ? { port: Number(new URL(url).port), username, password } : null
    if (this.seen) this.#told(this.seen)
    await client.invoke('changeCallSeat', this.seat, { microphone: 'ON', camera: false, screen: false })
    this.#talk ??= setInterval(() => this.#peer?.send('voice', Buffer.from(this.name)), 20)
  }

  async leave(): Promise<void> {
    clearInterval(this.#talk)
    clearTimeout(this.#retry)
    this.#peer?.close()
    await this.#client?.invoke('leaveCallSeat', this.seat).catch(() => {})
    await this.#client?.stop().catch(() => {})
  }

  get people(): readonly CallSeat[] {
    return this.seen?.seats ?? []
  }

  /** What arrived since the last time that it was asked for, from whom. */
  hears(): string[] {
    const voices = this.#slots.filter(({ stream }) => stream === 'VOICE').map(({ mid }) => mid)
    const arrived = this.#peer?.arrived.splice(0) ?? []
    return [
      ...new Set(arrived.filter(({ mid }) => voices.includes(mid)).map(({ payload }) => `${payload}`)),
    ].sort()
  }

  #told(seen: CallSeats): void {
    this.seen = seen
    const run = seen.way === 'SERVER' ? seen.engineRun : null
    // Before the seat is answered nothing is known of the relay.
    if (!this.#isSeated || run === null || run === this.runs.at(-1)) return
    this.runs.push(run)
    this.#join()
  }

  #join(): void {
    clearTimeout(this.#retry)
    this.#peer?.close()
    const attempt = ++this.#attempt
    this.#peer = new SyntheticPeer(
      this.seat,
      async (sdp) => {
        await this.#say({ kind: 'ENGINE_ANSWER', attempt, sdp })
        await delay(ON_ITS_WAY_MS)
      },
      this.#relay,
    )
    void this.#say({ kind: 'ENGINE_JOIN', attempt })
    this.#retry = setTimeout(() => {
      if (!this.#peer?.isConnected) this.#join()
    }, RETRY_MS)
  }

  #heard(signal: CallSignal): void {
    if (!('attempt' in signal) || signal.attempt !== this.#attempt) return
    if (signal.kind === 'ENGINE_SLOTS') this.#slots = signal.slots
    if (signal.kind === 'ENGINE_OFFER') void this.#peer?.take(signal.sdp).catch(() => {})
  }

  async #say(signal: CallSignal): Promise<void> {
    // A server that has died takes nothing: another attempt follows.
    await this.#client?.invoke('sendCallSignal', this.seat, ENGINE_SEAT, signal).catch(() => {})
  }
}
