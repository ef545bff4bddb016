import type { Generated } from 'kysely'
import type { KnownConnection } from '../../hubs/delivery.ts'
import type { Time } from './time.ts'

/** A server that runs, or ran a moment ago. All times of these tables are the database's. */
export interface ServerTable {
  id: string
  startedAt: Time
  /** Others take its place then. */
  leaseUntil: Time
}

/** A person's window that is connected to a hub. */
export interface HubConnectionTable {
  id: string
  serverID: string
  /** The hub's path. */
  hub: string
  userID: number
  sessionID: string
  tokenType: KnownConnection['tokenType']
  openedAt: Time
  /** It has ended, and what it left isn't cleared away yet. */
  goneAt: Time | null
  /** Its server died, and the named one clears away what it left. */
  isTakenOver: Generated<number>
}

/** Something for hubs' clients, in the order of commits. Kept for some minutes. */
export interface HubEventTable {
  id: Generated<number>
  /** Whose it is. */
  serverID: string
  /** JSON (`server/cluster/hub-events.ts`). */
  content: string
  at: Time
}

/** The server whose media engine a call of two people or more goes through; deleted when all have left. */
export interface CallHostTable {
  meetingID: number
  serverID: string
  /** Its engine's run; null while that isn't there. */
  engineRun: string | null
  /** 1: the engine runs, or may any moment. */
  isThere: number
  /** 1: the call goes through the engine, and stays so. */
  isServed: number
}

/** A server's media engine, by what servers reach it at: its machine's address and its port of UDP. */
export interface MediaEngineTable {
  serverID: string
  /** The last part of its name in the block that no network routes. */
  place: number
  host: string
  port: number
}
