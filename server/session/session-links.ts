import type { mainHub } from '#shared/hubs/main.ts'
import type { HubConnection, HubIdentity } from '../hubs/types.ts'

type Connection = HubConnection<typeof mainHub>

/** Kinds of session whose connections are announced to the person's other windows (spec 1 §4.4, §7). */
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

/**
 * The kinds of session with which people are connected, and telling their other windows. Only the first and
 * the last window of a kind matter.
 */
export class SessionLinks {
  readonly #byUser = new Map<number, Set<Connection>>()

  came(connection: Connection): void {
    if (!connection.identity) return
    const { userID } = connection.identity
    const own = this.#byUser.get(userID) ?? new Set()
    this.#byUser.set(userID, own.add(connection))
    this.#announce(connection, 'connected')
  }

  went(connection: Connection): void {
    if (!connection.identity) return
    const { userID } = connection.identity
    const own = this.#byUser.get(userID)
    if (!own?.delete(connection)) return
    this.#announce(connection, 'disconnected')
    if (own.size === 0) this.#byUser.delete(userID)
  }

  /** Tells this connection whether its person has a session of that kind connected. */
  tell(connection: Connection, kind: LinkKind): void {
    const isConnected = [...this.#ownOf(connection)].some((own) => kindOf(own) === kind)
    connection.send(EVENTS[kind][isConnected ? 'connected' : 'disconnected'])
  }

  #ownOf({ identity }: Connection): ReadonlySet<Connection> {
    return this.#byUser.get(identity?.userID ?? 0) ?? new Set()
  }

  /** Tells the person's other connections, unless one of them is of that kind. */
  #announce(connection: Connection, change: 'connected' | 'disconnected'): void {
    const kind = kindOf(connection)
    const others = [...this.#ownOf(connection)].filter((own) => own !== connection)
    if (kind === null || others.some((other) => kindOf(other) === kind)) return
    for (const other of others) other.send(EVENTS[kind][change])
  }
}

const kindOf = ({ identity }: Connection): LinkKind | null => identity && KINDS[identity.tokenType]
