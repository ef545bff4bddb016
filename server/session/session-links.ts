import type { mainHub } from '#shared/hubs/main.ts'
import type { HubConnection, HubIdentity } from '../hubs/types.ts'

type Connection = HubConnection<typeof mainHub>

/** The kinds of session that others of the same person are told about (spec 1 §4.4, §7). */
export type LinkKind = 'primary' | 'companion'

const EVENTS = {
  primary: { connected: 'primarySessionConnected', disconnected: 'primarySessionDisconnected' },
  companion: { connected: 'companionSessionConnected', disconnected: 'companionSessionDisconnected' },
} as const

const KINDS: Readonly<Record<HubIdentity['tokenType'], LinkKind | null>> = {
  OTHER: 'primary',
  COMPANION: 'companion',
  MOBILE_APP: null,
}

/** Which kinds of session people are connected with, and the word about it to their other windows. */
export interface SessionLinks {
  came(connection: Connection): void
  went(connection: Connection): void
  /** Tells this connection whether its person has a session of that kind connected. */
  tell(connection: Connection, kind: LinkKind): void
}

/** A second window of a kind is no news, nor is the end of one of two. */
export function createSessionLinks(): SessionLinks {
  const byUser = new Map<number, Set<Connection>>()

  const kindOf = ({ identity }: Connection): LinkKind | null => identity && KINDS[identity.tokenType]
  const ownOf = ({ identity }: Connection): ReadonlySet<Connection> =>
    byUser.get(identity?.userID ?? 0) ?? new Set()

  /** To the person's other connections, where none of them is of the kind. */
  function announce(connection: Connection, change: 'connected' | 'disconnected'): void {
    const kind = kindOf(connection)
    const others = [...ownOf(connection)].filter((own) => own !== connection)
    if (kind === null || others.some((other) => kindOf(other) === kind)) return
    for (const other of others) other.send(EVENTS[kind][change])
  }

  return {
    came(connection) {
      if (!connection.identity) return
      const { userID } = connection.identity
      const own = byUser.get(userID) ?? new Set()
      byUser.set(userID, own.add(connection))
      announce(connection, 'connected')
    },
    went(connection) {
      if (!connection.identity) return
      const { userID } = connection.identity
      const own = byUser.get(userID)
      if (!own?.delete(connection)) return
      announce(connection, 'disconnected')
      if (own.size === 0) byUser.delete(userID)
    },
    tell(connection, kind) {
      const isConnected = [...ownOf(connection)].some((own) => kindOf(own) === kind)
      connection.send(EVENTS[kind][isConnected ? 'connected' : 'disconnected'])
    },
  }
}
