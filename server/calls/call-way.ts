import {
  CALL_ROOM_MAX,
  CALL_SEATS_MAX,
  CALL_SERVED_FROM,
  type CallMicrophone,
  type CallWayName,
} from '#shared/domain/calls.ts'
import type { CallSignal } from '#shared/hubs/call-signal.ts'
import type { EngineListener, MediaEngine } from '../media/media-engine.ts'

export type MakeEngine = (listener: EngineListener) => MediaEngine

/** An engine that doesn't come back within this is given up for now, in milliseconds. */
const GRACE_MS = 8000

interface SeatRow {
  readonly id: string
  readonly connectionID: string
  readonly microphone: CallMicrophone
  readonly camera: number
  readonly screen: number
}

interface Parts {
  readonly send: (connectionID: string, seat: string, signal: CallSignal) => void
  /** The engine has come or gone: everybody in a call is told by which way it goes. */
  readonly onChange: () => void
}

export const isForEngine = ({ kind }: CallSignal): boolean => kind.startsWith('ENGINE_')

/**
 * By which way each call goes: two people's directly, more people's through the media engine, if there is one; and where
 * there is none, directly as long as they are few. A call that began to go through it stays so until all have left.
 * What is kept here is this process's own: with the engine it is gone, and people come anew.
 */
export class CallWay {
  readonly #parts: Parts
  readonly #engine: MediaEngine | null
  /** Calls that go through the engine, with what it was told of each seat. */
  readonly #calls = new Map<number, Map<string, string>>()
  /** Everybody who is in a call, through it or not; and their windows' connections. */
  readonly #seats = new Map<number, readonly string[]>()
  readonly #connections = new Map<string, string>()
  #run: string | null = null
  /** It may come any moment. */
  #isComing = false
  #grace: NodeJS.Timeout | null = null

  constructor(makeEngine: MakeEngine | null, parts: Parts) {
    this.#parts = parts
    const send = (seat: string, signal: CallSignal) => {
      const connectionID = this.#connections.get(seat)
      if (connectionID !== undefined) parts.send(connectionID, seat, signal)
    }
    this.#engine =
      makeEngine?.({
        onRun: (run) => this.#ran(run?.id ?? null),
        onOffer: (seat, attempt, sdp) => send(seat, { kind: 'ENGINE_OFFER', attempt, sdp }),
        onSlots: (seat, attempt, slots) => send(seat, { kind: 'ENGINE_SLOTS', attempt, slots: [...slots] }),
      }) ?? null
  }

  /** How many people can be in one call. */
  get most(): number {
    return this.#engine && (this.#run !== null || this.#isComing) ? CALL_ROOM_MAX : CALL_SEATS_MAX
  }

  /** Tells the engine who is in a call; gives by which way it goes. */
  follow(meetingID: number, seats: readonly SeatRow[]): { way: CallWayName; engineRun: string | null } {
    const direct = { way: 'DIRECT', engineRun: null } as const
    if (!this.#engine) return direct
    for (const { id, connectionID } of seats) this.#connections.set(id, connectionID)
    // Before the third one comes it is ready.
    if (seats.length > 1) this.#wake()
    this.#forget(meetingID, seats)
    const isServed = this.#calls.has(meetingID) || seats.length >= CALL_SERVED_FROM
    const isThere = this.#run !== null || this.#isComing
    if (!isServed || (!isThere && seats.length <= CALL_SEATS_MAX)) return direct
    const told = this.#calls.get(meetingID) ?? new Map<string, string>()
    this.#calls.set(meetingID, told)
    for (const { id, microphone, camera, screen } of seats) {
      const what = { voice: microphone === 'ON', camera: camera === 1, screen: screen === 1 }
      if (told.get(id) !== JSON.stringify(what)) this.#engine.publish(id, what)
      told.set(id, JSON.stringify(what))
    }
    return { way: 'SERVER', engineRun: this.#run }
  }

  /** What a seat of the call says to the engine. False for what windows don't say. */
  take(meetingID: number, seat: string, signal: CallSignal): boolean {
    if (signal.kind === 'ENGINE_OFFER' || signal.kind === 'ENGINE_SLOTS' || !isForEngine(signal)) return false
    // A window that hasn't heard yet that its call goes another way.
    if (!this.#engine || !this.#calls.has(meetingID)) return true
    if (signal.kind === 'ENGINE_JOIN') this.#engine.join(String(meetingID), seat, signal.attempt)
    else if (signal.kind === 'ENGINE_ANSWER') this.#engine.answer(seat, signal.attempt, signal.sdp)
    else if (signal.kind === 'ENGINE_WANT') this.#engine.subscribe(seat, signal.cameras)
    return true
  }

  async close(): Promise<void> {
    if (this.#grace) clearTimeout(this.#grace)
    await this.#engine?.close()
  }

  #wake(): void {
    if (this.#run === null && !this.#grace) this.#await()
    this.#engine?.wake()
  }

  /** Until then its calls wait for it. */
  #await(): void {
    this.#isComing = true
    this.#grace = setTimeout(() => {
      this.#isComing = false
      this.#parts.onChange()
    }, GRACE_MS).unref()
  }

  #ran(run: string | null): void {
    this.#run = run
    // What it was told is gone with it.
    for (const told of this.#calls.values()) told.clear()
    if (run !== null) {
      if (this.#grace) clearTimeout(this.#grace)
      this.#grace = null
      this.#isComing = false
    } else if (!this.#grace) this.#await()
    this.#parts.onChange()
  }

  /** Who was there and is not any more. */
  #forget(meetingID: number, seats: readonly SeatRow[]): void {
    const here = seats.map(({ id }) => id)
    for (const seat of this.#seats.get(meetingID) ?? [])
      if (!here.includes(seat)) {
        this.#calls.get(meetingID)?.delete(seat)
        this.#connections.delete(seat)
        this.#engine?.leave(seat)
      }
    this.#seats.set(meetingID, here)
    if (here.length > 0) return
    this.#seats.delete(meetingID)
    this.#calls.delete(meetingID)
  }
}
