import type { EventArgs, EventName } from '#shared/hubs/hub.ts'
import type { mainHub } from '#shared/hubs/main.ts'
import type { HubClients } from '../hubs/types.ts'

type Main = typeof mainHub

/** How the parts of the shell reach people's windows. It exists before the hub that it uses. */
export interface MainPublisher {
  toUser<N extends EventName<Main>>(userID: number, event: N, ...args: EventArgs<Main, N>): void
  /** To a person's windows but one. */
  toOthers<N extends EventName<Main>>(
    userID: number,
    connectionID: string,
    event: N,
    ...args: EventArgs<Main, N>
  ): void
  /** To one window. */
  toConnection<N extends EventName<Main>>(connectionID: string, event: N, ...args: EventArgs<Main, N>): void
  toGroup<N extends EventName<Main>>(group: string, event: N, ...args: EventArgs<Main, N>): void
  toAll<N extends EventName<Main>>(event: N, ...args: EventArgs<Main, N>): void
  /** Everybody who has a window open. */
  online(): readonly number[]
  /** Who has a window open. */
  isOnline(userID: number): boolean
  /** The person's windows, by connection, the newest last. */
  windowsOf(userID: number): readonly string[]
  /** The same by the database: where something is decided by it. */
  isConnected(userID: number): Promise<boolean>
  /** Whether this window of the person's is connected to any server. */
  isThere(userID: number, connectionID: string): boolean
}

/** @param hub called each time; null until the hub is served */
export function mainPublisher(hub: () => HubClients<Main> | null): MainPublisher {
  return {
    toUser: (userID, event, ...args) => hub()?.toUser(userID, event, args),
    toOthers: (userID, id, event, ...args) => hub()?.toUser(userID, event, args, { id }),
    toConnection: (connectionID, event, ...args) => hub()?.toConnection(connectionID, event, args),
    toGroup: (group, event, ...args) => hub()?.toGroup(group, event, args),
    toAll: (event, ...args) => hub()?.toAll(event, args),
    online: () => [...(hub()?.onlineUserIDs ?? [])],
    isOnline: (userID) => hub()?.onlineUserIDs.has(userID) ?? false,
    windowsOf: (userID) => (hub()?.windowsOf(userID) ?? []).map(({ id }) => id),
    isConnected: async (userID) => (await hub()?.isConnected(userID)) ?? false,
    isThere: (userID, connectionID) =>
      hub()
        ?.windowsOf(userID)
        .some(({ id }) => id === connectionID) ?? false,
  }
}
