import type { ChatAddress } from '#shared/contract/chat-entities.ts'
import type { chatHub } from '#shared/hubs/chat.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { ACCESS_DENIED } from '../http/handlers.ts'
import { type HubClients, type HubConnection, type HubHandlers, HubRefusal } from '../hubs/types.ts'
import { findMemberThread, memberIDs, threadGroupName } from './access.ts'
import { contactsOf } from './people.ts'
import { createPresence } from './presence.ts'

type Connection = HubConnection<typeof chatHub>

interface ChatHubOptions {
  readonly db: Database
  readonly clock: Clock
}

/** @throws HubRefusal without GENERAL_CAN_USE_TEAM_CHAT (spec 2 §6). */
function requireIdentity({ identity }: Connection) {
  if (!identity?.permissions.can('GENERAL_CAN_USE_TEAM_CHAT')) throw new HubRefusal(ACCESS_DENIED)
  return identity
}

/**
 * What the chat hub does (spec 2 §7). A message in one of a person's conversations reaches the
 * connections that called joinTeamChat; who types or looks is told to the other members only.
 */
export const chatHubHandlers =
  ({ db, clock }: ChatHubOptions) =>
  (clients: HubClients<typeof chatHub>): HubHandlers<typeof chatHub> => {
    const presence = createPresence(() => clients.toAll('refreshContactList', []))

    /** Who else of the conversation is connected. */
    async function othersOnline(userID: number, address: ChatAddress): Promise<number[]> {
      const thread = await findMemberThread(db, userID, address)
      if (!thread) throw new HubRefusal(ACCESS_DENIED)
      const members = await memberIDs(db, thread.id)
      return members.filter((id) => id !== userID && clients.onlineUserIDs.has(id))
    }

    return {
      connected(connection) {
        if (connection.identity) presence.came(connection.identity.userID, connection)
      },
      disconnected(connection) {
        if (connection.identity) presence.went(connection.identity.userID, connection)
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
          for (const own of presence.othersOf(userID, connection))
            own.send('focusedSomewhere', { source, sourceID })
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
