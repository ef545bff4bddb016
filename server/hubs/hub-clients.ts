import type { Hub } from '#shared/hubs/hub.ts'
import type { Connection } from './connection.ts'
import type { OutgoingFrame } from './protocol/frame.ts'
import type { ServedHub } from './served-hub.ts'
import type { HubClients } from './types.ts'

function deliver(frame: OutgoingFrame, connections: Iterable<Connection>, exceptID?: string): void {
  for (const connection of connections) {
    if (connection.id !== exceptID) connection.write(frame)
  }
}

/** How the rest of the server reaches the clients of a served hub. */
export function createHubClients<H extends Hub>(served: ServedHub): HubClients<H> {
  return {
    toGroup: (group, event, args, except) =>
      deliver(served.event(event, args), served.membersOf(group), except?.id),
    toUser: (userID, event, args) => deliver(served.event(event, args), served.connectionsOf(userID)),
    toAll: (event, args) => deliver(served.event(event, args), served.connections),
    joinUser: (userID, group) => {
      for (const connection of served.connectionsOf(userID)) served.join(group, connection)
    },
    leaveUser: (userID, group) => {
      for (const connection of served.connectionsOf(userID)) served.leave(group, connection)
    },
    onlineUserIDs: served.onlineUserIDs,
  }
}
