import type { chatHub } from '#shared/hubs/chat.ts'
import type { HubConnection } from '../hubs/types.ts'
import { systemSchedule } from '../schedule.ts'

type Connection = HubConnection<typeof chatHub>

/** Arrivals and departures within this time are announced together, in milliseconds. */
const PRESENCE_QUIET_MS = 500

/**
 * Who is connected to the chat, with which windows, and telling everybody. A person's second window isn't
 * announced.
 */
export class ChatPresence {
  readonly #connections = new Map<number, Set<Connection>>()
  readonly #announce: () => void
  #isPending = false

  /**
   * @param announce called at most once in PRESENCE_QUIET_MS, after somebody's first window came or their
   * last one went
   */
  constructor(announce: () => void) {
    this.#announce = announce
  }

  came(userID: number, connection: Connection): void {
    const own = this.#connections.get(userID)
    if (own) own.add(connection)
    else {
      this.#connections.set(userID, new Set([connection]))
      this.#changed()
    }
  }

  went(userID: number, connection: Connection): void {
    const own = this.#connections.get(userID)
    if (!own?.delete(connection) || own.size > 0) return
    this.#connections.delete(userID)
    this.#changed()
  }

  /** The person's connections but this one. */
  othersOf(userID: number, connection: Connection): readonly Connection[] {
    return [...(this.#connections.get(userID) ?? [])].filter((own) => own.id !== connection.id)
  }

  #changed(): void {
    if (this.#isPending) return
    this.#isPending = true
    systemSchedule(PRESENCE_QUIET_MS, () => {
      this.#isPending = false
      this.#announce()
    })
  }
}
