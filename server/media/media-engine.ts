import type { CallLayer, EngineSlot } from '#shared/hubs/call-engine.ts'

/** What a seat may send. */
export type Published = Readonly<Record<'voice' | 'camera' | 'screen', boolean>>

/** A camera that somebody wants to see, and how large; others' voices and the screen come without being asked for. */
export interface WantedCamera {
  readonly seat: string
  readonly layer: CallLayer
}

/** Figures of one seat, since it joined; numbers, never sound. */
export interface SeatStatistics {
  readonly seat: string
  readonly isConnected: boolean
  readonly packetsIn: number
  readonly packetsOut: number
  /** Packets that were none, or of nothing that was agreed on. */
  readonly refused: number
  /** Of what it sent, how much never arrived, from 0 to 1. */
  readonly lossIn: number
  /** Packets that were sent to it once more. */
  readonly sentAgain: number
  /** How much its way takes, in bits a second; null before it said so. */
  readonly bandwidth: number | null
}

export interface RoomStatistics {
  readonly seats: readonly SeatStatistics[]
  /** Who is heard at the moment, the loudest first. */
  readonly speakers: readonly string[]
}

/** A run of the engine. */
export interface EngineRun {
  readonly id: string
  /** Of UDP. */
  readonly port: number
  /** The one address that it listens at; all of the machine's without. */
  readonly address?: string
}

/** What the engine says of its own accord. */
export interface EngineListener {
  /** It works, from now on, by that UDP port of this machine; each run has another name. Null: it doesn't, for now. */
  onRun(run: EngineRun | null): void
  /** For the seat's window, to be answered by `answer` with the same attempt. */
  onOffer(seat: string, attempt: number, sdp: string): void
  /** What is where in what the seat receives, whenever it is otherwise. */
  onSlots(seat: string, attempt: number, slots: readonly EngineSlot[]): void
}

/**
 * Takes sound and pictures of the people in a room and passes them on to the others. It runs beside the server: a
 * method returns at once, and what is asked of an engine that doesn't run is lost; whoever uses it joins its people anew
 * at the next run. Adapters: `process-engine.ts`. All of them pass `testing/engine-contract.ts`.
 */
export interface MediaEngine {
  /** Begins to run where it doesn't yet. */
  wake(): void
  /** A window comes into a room, or comes anew: by a higher attempt. It is offered a connection. */
  join(room: string, seat: string, attempt: number): void
  /** What the window says to an offer. */
  answer(seat: string, attempt: number, sdp: string): void
  /** Nothing but this is passed on of a seat. Nothing at first. */
  publish(seat: string, what: Published): void
  /** Cameras by layer; of those that aren't named, the engine chooses by how many there are. */
  subscribe(seat: string, cameras: readonly WantedCamera[]): void
  leave(seat: string): void
  statistics(room: string): Promise<RoomStatistics>
  close(): Promise<void>
}
