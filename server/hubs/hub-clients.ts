import type { Hub } from '#shared/hubs/hub.ts'
import type { Audience, Carrier, ConnectionBook, Except } from './delivery.ts'
import type { ServedHub } from './served-hub.ts'
import type { HubClients } from './types.ts'

/**
 * How the rest of the server reaches a hub's clients. An event is checked now and carried once the unit is
 * committed, to whoever is connected then.
 */
export function createHubClients<H extends Hub>(
  served: ServedHub,
  { carrier, book }: { readonly carrier: Carrier; readonly book: ConnectionBook | null },
): HubClients<H> {
  const hub = served.declaration.path
  const send = (to: Audience, event: string, args: readonly unknown[], except: Except | null = null) =>
    carrier.carry({ kind: 'event', hub, to, except, event, args: served.checked(event, args) })
  return {
    toGroup: (group, event, args, except) => send({ group }, event, args, except),
    toUser: (userID, event, args, except) => send({ userID }, event, args, except),
    toConnection: (connectionID, event, args) => send({ connectionID }, event, args),
    toAll: (event, args) => send('everybody', event, args),
    toAllHere: (event, args) => served.deliver('everybody', served.event(event, args), null),
    toUserHere: (userID, event, args, except) =>
      served.deliver({ userID }, served.event(event, args), except ?? null),
    joinUser: (userID, group) => carrier.carry({ kind: 'join', hub, userID, group }),
    leaveUser: (userID, group) => carrier.carry({ kind: 'leave', hub, userID, group }),
    note: (userIDs) => carrier.carry({ kind: 'note', hub, userIDs }),
    onNote: (listener) => served.onNote(listener),
    onlineUserIDs: served.onlineUserIDs,
    windowsOf: (userID) => served.windowsOf(userID),
    onPresence: (listener) => served.onPresence(listener),
    isConnected: async (userID) => (await book?.has(hub, userID)) ?? served.onlineUserIDs.has(userID),
  }
}
