import {
  CALL_ROOM_MAX,
  CALL_SEATS_MAX,
  CALL_SERVED_FROM,
  type CallMicrophone,
  type CallWayName,
} from '#shared/domain/calls.ts'
import type { CallSignal } from '#shared/hubs/call-signal.ts'
import type { Wire } from '../cluster/wire.ts'
import type { Database } from '../db/database.ts'
import { withinUnit } from '../db/unit-of-work.ts'
import type { EngineListener, MediaEngine } from '../media/media-engine.ts'
import { CallHosts, type OwnEngine } from './call-hosts.ts'

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
  readonly db: Database
  readonly wire: Wire
  readonly send: (connectionID: string, seat: string, signal: CallSignal) => void
  /** The engine has come or gone: everybody in a call is told by which way it goes. */
  readonly onChange: () => void
  readonly seatsOf: (meetingID: number) => Promise<readonly SeatRow[]>
  /** Another server has let go of a call, or died with it. */
  readonly onFree: (meetingID: number) => Promise<void>
  readonly onTrouble: (error: unknown) => void
}

interface Followed {
  readonly way: CallWayName
  readonly engineRun: string | null
  readonly serve: (seats: readonly SeatRow[]) => void
}

/** What a call's servers tell each other of it: who is in it is otherwise, a seat says something, nobody has it. */
type CallWord =
  | { readonly about: 'CALL_CHANGED' | 'CALL_FREE'; readonly meetingID: number }
  | {
      readonly about: 'CALL_SIGNAL'
      readonly meetingID: number
      readonly seat: string
      readonly signal: CallSignal
    }

export const isForEngine = ({ kind }: CallSignal): boolean => kind.startsWith('ENGINE_')

/**
 * By which way each call goes: two people's directly, more people's through the media engine, if there is one; and where
 * there is none, directly as long as they are few. A call that began to go through it stays so until all have left.
 * Of several servers one has the call (`CallHosts`), and the others tell it what their windows say. What is kept here is
 * this process's own: with the engine it is gone, and people come anew.
 */
export class CallWay {
  readonly #parts: Parts
  readonly #hosts: CallHosts
  readonly #engine: MediaEngine | null
  /** Calls that go through this server's engine, with what it was told of each seat. */
  readonly #calls = new Map<number, Map<string, string>>()
  /** The connections of those seats' windows. */
  readonly #connections = new Map<string, string>()
  #run: string | null = null
  /** It may come any moment. */
  #isComing = false
  #isClosed = false
  #grace: NodeJS.Timeout | null = null
  /** What other servers say is done one after the other. */
  #hearing: Promise<void> = Promise.resolve()

  constructor(makeEngine: MakeEngine | null, parts: Parts) {
    this.#parts = parts
    this.#hosts = new CallHosts({ db: parts.db, serverID: parts.wire.id })
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
    parts.wire.hear((content) => {
      this.#hearing = this.#hearing
        .then(() => this.#hear(content as CallWord))
        .catch((error: unknown) => parts.onTrouble(error))
    })
  }

  /** How many people can be in the call. */
  async mostOf(meetingID: number): Promise<number> {
    const isServed = this.#own.isThere || (await this.#hosts.find(meetingID))?.isThere
    return isServed ? CALL_ROOM_MAX : CALL_SEATS_MAX
  }

  /**
   * Sees to it that one server has the call; gives by which way it goes, and what tells the engine who is in it: called
   * with the seats as they are now, without waiting in between.
   */
  async follow(meetingID: number, count: number): Promise<Followed> {
    // Before the third one comes it is ready, also where nothing rang.
    if (count > 1) this.expect()
    const host = await (count > 1 ? this.#hosts.take(meetingID, this.#own) : this.#hosts.find(meetingID))
    const isServed = host !== null && (host.isServed || count >= CALL_SERVED_FROM)
    const isByServer = isServed && (host.isThere || count > CALL_SEATS_MAX)
    if (count === 0) await this.#hosts.end(meetingID)
    else if (isByServer && !host.isServed) await this.#hosts.serve(meetingID)
    if (host && !host.isOwn) this.#say(host.serverID, { about: 'CALL_CHANGED', meetingID })
    const isHere = isByServer && host.isOwn
    return {
      way: isByServer ? 'SERVER' : 'DIRECT',
      engineRun: isByServer ? host.engineRun : null,
      serve: (seats) => this.#serve(meetingID, isHere ? seats : []),
    }
  }

  /** What a seat of the call says to the engine. False for what windows don't say. */
  async take(meetingID: number, seat: string, signal: CallSignal): Promise<boolean> {
    if (signal.kind === 'ENGINE_OFFER' || signal.kind === 'ENGINE_SLOTS' || !isForEngine(signal)) return false
    if (this.#tell(meetingID, seat, signal)) return true
    const host = await this.#hosts.find(meetingID)
    // Else it is a window that hasn't heard yet that its call goes another way.
    if (host && !host.isOwn) this.#say(host.serverID, { about: 'CALL_SIGNAL', meetingID, seat, signal })
    return true
  }

  /** The engine is begun, if it doesn't run. */
  expect(): void {
    if (!this.#engine || this.#isClosed) return
    if (this.#run === null && !this.#grace) this.#await()
    this.#engine.wake()
  }

  /** Calls of servers that are gone find another one. */
  async adopt(): Promise<void> {
    for (const meetingID of await this.#hosts.orphans()) await this.#parts.onFree(meetingID)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    if (this.#grace) clearTimeout(this.#grace)
    if (this.#engine) {
      await withinUnit(async () => {
        const left = await this.#hosts.leave()
        for (const meetingID of left) this.#say(null, { about: 'CALL_FREE', meetingID })
      })
    }
    await this.#engine?.close()
    await this.#hearing
  }

  get #own(): OwnEngine {
    const isThere = this.#engine !== null && !this.#isClosed && (this.#run !== null || this.#isComing)
    return { run: isThere ? this.#run : null, isThere }
  }

  #say(to: string | null, word: CallWord): void {
    this.#parts.wire.say(to, word)
  }

  async #hear(word: CallWord): Promise<void> {
    if (this.#isClosed) return
    const { meetingID } = word
    if (word.about === 'CALL_FREE') return this.#parts.onFree(meetingID)
    if (word.about !== 'CALL_CHANGED' && word.about !== 'CALL_SIGNAL') return
    if (word.about === 'CALL_CHANGED' || !this.#calls.has(meetingID)) {
      const host = await this.#hosts.find(meetingID)
      const isHere = host?.isOwn === true && host.isServed && host.isThere
      this.#serve(meetingID, isHere ? await this.#parts.seatsOf(meetingID) : [])
    }
    if (word.about === 'CALL_SIGNAL') this.#tell(meetingID, word.seat, word.signal)
  }

  /** False where the call doesn't go through this server's engine. */
  #tell(meetingID: number, seat: string, signal: CallSignal): boolean {
    if (!this.#engine || !this.#calls.get(meetingID)?.has(seat)) return false
    if (signal.kind === 'ENGINE_JOIN') this.#engine.join(String(meetingID), seat, signal.attempt)
    else if (signal.kind === 'ENGINE_ANSWER') this.#engine.answer(seat, signal.attempt, signal.sdp)
    else if (signal.kind === 'ENGINE_WANT') this.#engine.subscribe(seat, signal.cameras)
    return true
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
    if (this.#isClosed) return
    this.#run = run
    // What it was told is gone with it.
    for (const told of this.#calls.values()) for (const seat of told.keys()) told.set(seat, '')
    if (run !== null) {
      if (this.#grace) clearTimeout(this.#grace)
      this.#grace = null
      this.#isComing = false
    } else if (!this.#grace) this.#await()
    this.#parts.onChange()
  }

  /** Tells this server's engine who is in a call; nobody where it doesn't go through it. */
  #serve(meetingID: number, seats: readonly SeatRow[]): void {
    if (!this.#engine) return
    const told = this.#calls.get(meetingID) ?? new Map<string, string>()
    for (const seat of [...told.keys()])
      if (!seats.some(({ id }) => id === seat)) {
        told.delete(seat)
        this.#connections.delete(seat)
        this.#engine.leave(seat)
      }
    if (seats.length === 0) this.#calls.delete(meetingID)
    else this.#calls.set(meetingID, told)
    for (const { id, connectionID, microphone, camera, screen } of seats) {
      this.#connections.set(id, connectionID)
      const what = { voice: microphone === 'ON', camera: camera === 1, screen: screen === 1 }
      if (told.get(id) !== JSON.stringify(what)) this.#engine.publish(id, what)
      told.set(id, JSON.stringify(what))
    }
  }
}
