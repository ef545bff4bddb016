import type { chatHub } from '#shared/hubs/chat.ts'
import type { HubConnection } from '../hubs/types.ts'
import { systemSchedule } from '../schedule.ts'

type Connection = HubConnection<typeof chatHub>

/** Comings and goings within this time are told as one, in milliseconds. */
export const PRESENCE_QUIET_MS = 500

/** Who is connected to the chat with which windows, and the word about it to everybody. */
interface Presence {
  came(userID: number, connection: Connection): void
  went(userID: number, connection: Connection): void
  /** The person's connections but this one. */
  othersOf(userID: number, connection: Connection): readonly Connection[]
}

/**
 * Keeps who is connected. `announce` is called at most once in PRESENCE_QUIET_MS, after somebody's
 * first window came or last one went; a second window of the same person is no news.
 */
export function createPresence(announce: () => void): Presence {
  const connections = new Map<number, Set<Connection>>()
  let isPending = false

  function changed(): void {
    if (isPending) return
    isPending = true
    systemSchedule(PRESENCE_QUIET_MS, () => {
      isPending = false
      announce()
    })
  }

  return {
    came(userID, connection) {
      const own = connections.get(userID)
      if (own) own.add(connection)
      else {
        connections.set(userID, new Set([connection]))
        changed()
      }
    },
    went(userID, connection) {
      const own = connections.get(userID)
      if (!own?.delete(connection) || own.size > 0) return
      connections.delete(userID)
      changed()
    },
    othersOf(userID, connection) {
      return [...(connections.get(userID) ?? [])].filter((own) => own.id !== connection.id)
    },
  }
}
