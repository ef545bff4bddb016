import type { Hub } from '#shared/hubs/hub.ts'
import { afterCommit } from '../db/unit-of-work.ts'
import type { Connection } from './connection.ts'
import type { OutgoingFrame } from './protocol/frame.ts'
import type { ServedHub } from './served-hub.ts'
import type { HubClients } from './types.ts'

function deliver(frame: OutgoingFrame, connections: Iterable<Connection>, exceptID?: string): void {
  for (const connection of connections) {
    if (connection.id !== exceptID) connection.write(frame)
  }
}

/**
 * How the rest of the server reaches a hub's clients. An event is serialised now and sent once the unit is
 * committed, to whoever is connected then.
 */
export function createHubClients<H extends Hub>(served: ServedHub): HubClients<H> {
  return {
    toGroup: (group, event, args, except) => {
      const frame = served.event(event, args)
      void afterCommit(() => deliver(frame, served.membersOf(group), except?.id))
    },
    toUser: (userID, event, args) => {
      const frame = served.event(event, args)
      void afterCommit(() => deliver(frame, served.connectionsOf(userID)))
    },
    toAll: (event, args) => {
      const frame = served.event(event, args)
      void afterCommit(() => deliver(frame, served.connections))
    },
    joinUser: (userID, group) =>
      void afterCommit(() => {
        for (const connection of served.connectionsOf(userID)) served.join(group, connection)
      }),
    leaveUser: (userID, group) =>
      void afterCommit(() => {
        for (const connection of served.connectionsOf(userID)) served.leave(group, connection)
      }),
    onlineUserIDs: served.onlineUserIDs,
  }
}
