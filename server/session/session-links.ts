import type { mainHub } from '#shared/hubs/main.ts'
import type { KnownConnection } from '../hubs/delivery.ts'
import type { HubClients, HubConnection, HubIdentity } from '../hubs/types.ts'

type Clients = Pick<HubClients<typeof mainHub>, 'onPresence' | 'windowsOf' | 'toUserHere'>

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

const kindOf = ({ tokenType }: Pick<KnownConnection, 'tokenType'>): LinkKind | null => KINDS[tokenType]

/**
 * The kinds of session with which people are connected, and telling their other windows. Only the first and the
 * last window of a kind matter. Each server tells its own windows.
 */
export class SessionLinks {
  readonly #clients: Clients

  constructor(clients: Clients) {
    this.#clients = clients
    clients.onPresence({
      came: (connection) => this.#announce(connection, 'connected'),
      went: (connection) => this.#announce(connection, 'disconnected'),
    })
  }

  /** Tells this connection whether its person has a session of that kind connected. */
  tell(connection: HubConnection<typeof mainHub>, kind: LinkKind): void {
    const own = connection.identity ? this.#clients.windowsOf(connection.identity.userID) : []
    const isConnected = own.some((one) => kindOf(one) === kind)
    connection.send(EVENTS[kind][isConnected ? 'connected' : 'disconnected'])
  }

  /** Tells the person's other connections, unless one of them is of that kind. */
  #announce(connection: KnownConnection, change: 'connected' | 'disconnected'): void {
    const { id, userID } = connection
    const kind = kindOf(connection)
    const others = this.#clients.windowsOf(userID).filter((own) => own.id !== id)
    if (kind === null || others.some((other) => kindOf(other) === kind)) return
    this.#clients.toUserHere(userID, EVENTS[kind][change], [], { id })
  }
}
