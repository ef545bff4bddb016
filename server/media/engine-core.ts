import type { EngineListener, MediaEngine, Published, RoomStatistics, WantedCamera } from './media-engine.ts'
import { Room } from './room.ts'
import { SeatPeer } from './seat-peer.ts'

/** How often what is missing is asked for, in milliseconds. */
const TEND_MS = 20

export interface EngineCoreParts {
  readonly port: number
  readonly bindAddress: string | null
  readonly candidates: readonly string[]
  readonly listener: Pick<EngineListener, 'onOffer' | 'onSlots'>
}

interface Seated {
  readonly name: string
  readonly room: Room
  readonly attempt: number
  readonly peer: SeatPeer
}

/** The engine itself, in the process that it is in. */
export class EngineCore implements Omit<MediaEngine, 'wake' | 'statistics' | 'close'> {
  readonly #parts: EngineCoreParts
  readonly #rooms = new Map<string, Room>()
  readonly #seats = new Map<string, Seated>()
  readonly #published = new Map<string, Published>()
  readonly #timer: NodeJS.Timeout

  constructor(parts: EngineCoreParts) {
    this.#parts = parts
    this.#timer = setInterval(() => {
      for (const room of this.#rooms.values()) room.tend()
    }, TEND_MS)
  }

  join(name: string, seat: string, attempt: number): void {
    const before = this.#seats.get(seat)
    if (before && before.name === name && before.attempt >= attempt) return
    before?.peer.close()
    if (before && before.name !== name) this.leave(seat)
    const room = this.#rooms.get(name) ?? new Room(() => performance.now())
    this.#rooms.set(name, room)
    const { listener, ...way } = this.#parts
    const peer: SeatPeer = new SeatPeer({
      ...{ ...way, seat },
      onOffer: (sdp) => listener.onOffer(seat, attempt, sdp),
      onConnected: () => room.assign(),
      // It comes anew, or is taken out of the call.
      onGone: () => room.assign(),
      onPacket: (line, bytes) => room.take(seat, line, bytes),
      onFeedback: (slot, bytes) => room.takeFeedback(seat, slot, bytes),
    })
    this.#seats.set(seat, { name, room, attempt, peer })
    room.add({ seat, link: peer, tellSlots: (slots) => listener.onSlots(seat, attempt, slots) })
    const published = this.#published.get(seat)
    if (published) room.publish(seat, published)
    else room.assign()
  }

  answer(seat: string, attempt: number, sdp: string): void {
    const seated = this.#seats.get(seat)
    if (seated?.attempt !== attempt) return
    try {
      seated.peer.answer(sdp)
    } catch {
      // Nonsense, or of another connection: its window has no way, and comes anew.
    }
  }

  publish(seat: string, what: Published): void {
    this.#published.set(seat, what)
    this.#seats.get(seat)?.room.publish(seat, what)
  }

  subscribe(seat: string, cameras: readonly WantedCamera[]): void {
    this.#seats.get(seat)?.room.subscribe(seat, cameras)
  }

  leave(seat: string): void {
    this.#published.delete(seat)
    const seated = this.#seats.get(seat)
    if (!seated) return
    this.#seats.delete(seat)
    seated.peer.close()
    seated.room.remove(seat)
    if (seated.room.size === 0) this.#rooms.delete(seated.name)
  }

  statisticsOf(name: string): RoomStatistics {
    return this.#rooms.get(name)?.statistics() ?? { seats: [], speakers: [] }
  }

  close(): void {
    clearInterval(this.#timer)
    for (const { peer } of this.#seats.values()) peer.close()
  }
}
