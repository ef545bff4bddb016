import type { ChatAddress } from '#shared/contract/chat-address.ts'
import type { chatHub } from '#shared/hubs/chat.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { type HubClients, type HubConnection, type HubHandlers, HubRefusal } from '../hubs/types.ts'
import { findMemberThread, memberIDs, threadGroupName } from './access.ts'
import { markDelivered, settleDeliveries } from './delivery.ts'
import { contactsOf } from './people.ts'
import { announcePresence } from './presence.ts'

type Connection = HubConnection<typeof chatHub>

/** Calls somebody into a meeting (server/calls/call-board.ts). */
type MakeCall = (
  connection: Connection,
  call: { calleeID: number; title: string; meeting: { ID: number; screenShare: boolean } },
) => Promise<void>

interface ChatHubOptions {
  readonly db: Database
  readonly clock: Clock
  /** Without it calls are refused. */
  readonly makeCall?: MakeCall
}

/** @throws HubRefusal without GENERAL_CAN_USE_TEAM_CHAT (spec 2 §6). */
function requireIdentity({ identity }: Connection) {
  if (!identity?.permissions.can('GENERAL_CAN_USE_TEAM_CHAT')) throw new HubRefusal('accessDenied')
  return identity
}

/**
 * The chat hub's methods (spec 2 §7). Messages go to the connections that called joinTeamChat. Who is typing
 * or looking is told to the other members only.
 */
export const chatHubHandlers =
  ({ db, clock, makeCall }: ChatHubOptions) =>
  (clients: HubClients<typeof chatHub>): HubHandlers<typeof chatHub> => {
    announcePresence(clients)

    const told = {
      get onlineUserIDs() {
        return clients.onlineUserIDs
      },
      statusesChanged: (userID: number, messageIDs: readonly number[]) =>
        clients.toUser(userID, 'refreshMessageStatus', [{ messageIDs: [...messageIDs] }]),
    }

    /** The other members who are connected. */
    async function othersOnline(userID: number, address: ChatAddress): Promise<number[]> {
      const thread = await findMemberThread(db, userID, address)
      if (!thread) throw new HubRefusal('accessDenied')
      const members = await memberIDs(db, thread.id)
      return members.filter((id) => id !== userID && clients.onlineUserIDs.has(id))
    }

    return {
      async disconnected({ identity }) {
        // The last connection goes: until now they received everything.
        if (identity && !(await clients.isConnected(identity.userID)))
          await markDelivered(db, identity.userID)
      },
      methods: {
        async joinTeamChat(connection) {
          const { userID } = requireIdentity(connection)
          const threads = await db
            .selectFrom('threadMembers')
            .where('userID', '=', userID)
            .select('threadID')
            .execute()
          for (const { threadID } of threads) connection.join(threadGroupName(threadID))
          await markDelivered(db, userID)
          await settleDeliveries(db, told, userID)
        },

        async requestContactList(connection) {
          const { userID } = requireIdentity(connection)
          connection.send('recievedContactList', await contactsOf(db, userID, clients.onlineUserIDs))
        },

        async focusOnThread(connection, source, sourceID) {
          const { userID, displayName } = requireIdentity(connection)
          const others = await othersOnline(userID, { source, sourceID })
          const readTime = new Date(clock()).toISOString()
          const focused = { source, sourceID, userID, userName: displayName, readTime }
          for (const other of others) clients.toUser(other, 'someoneFocused', [focused])
          clients.toUser(userID, 'focusedSomewhere', [{ source, sourceID }], connection)
        },

        async makeCall(connection, userID, meetingID, title, screenShare) {
          requireIdentity(connection)
          if (!makeCall) throw new HubRefusal('call.none')
          await makeCall(connection, { calleeID: userID, title, meeting: { ID: meetingID, screenShare } })
        },

        async onKeyStroke(connection, source, sourceID) {
          const { userID, displayName } = requireIdentity(connection)
          const typing = { source, sourceID, userID, userName: displayName }
          for (const other of await othersOnline(userID, { source, sourceID }))
            clients.toUser(other, 'someoneTyping', [typing])
        },
      },
    }
  }
