import type { mainHub } from '#shared/hubs/main.ts'
import type { Database } from '../db/database.ts'
import type { HubClients, HubConnection, HubHandlers } from '../hubs/types.ts'
import { createSessionLinks } from '../session/session-links.ts'
import { unreadCounts } from './reading.ts'

/** Which version of the application a connection runs. */
export interface AppVersionSeen {
  readonly connectionID: string
  readonly userID: number | null
  readonly version: string
}

interface MainHubOptions {
  readonly db: Database
  /** Told of each connection's version; an installation logs it. */
  readonly onAppVersion: (seen: AppVersionSeen) => void
}

/** The group of the windows that one sign-in opened; they are told when it ends. */
export function signInGroupName(signInID: string): string {
  return `sign-in:${signInID}`
}

/** What the shell's hub does (spec 1 §7): whoever connects is told how much they haven't
 * read, and people's windows hear of their sessions' connections. */
export const mainHubHandlers =
  ({ db, onAppVersion }: MainHubOptions) =>
  (_clients: HubClients<typeof mainHub>): HubHandlers<typeof mainHub> => {
    const links = createSessionLinks()

    async function tellUnread(connection: HubConnection<typeof mainHub>): Promise<void> {
      const { identity } = connection
      if (!identity?.permissions.can('GENERAL_CAN_USE_TEAM_CHAT')) return
      const counts = await unreadCounts(db, [identity.userID])
      connection.send('updateUnreadMessageCount', counts.get(identity.userID) ?? 0)
    }

    return {
      async connected(connection) {
        const { identity } = connection
        if (identity) connection.join(signInGroupName(identity.sessionID))
        await tellUnread(connection)
        // At the end: for a connection that fails above `disconnected` isn't called.
        links.came(connection)
      },
      disconnected: (connection) => links.went(connection),
      methods: {
        setAppVersion(connection, version) {
          onAppVersion({ connectionID: connection.id, userID: connection.identity?.userID ?? null, version })
        },
        requestPrimarySessionStatus: (connection) => links.tell(connection, 'primary'),
        requestCompanionSessionStatus: (connection) => links.tell(connection, 'companion'),
      },
    }
  }
