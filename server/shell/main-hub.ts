import type { mainHub } from '#shared/hubs/main.ts'
import type { CallBoard } from '../calls/call-board.ts'
import { unreadCounts } from '../chat/reading.ts'
import type { Database } from '../db/database.ts'
import type { HubClients, HubConnection, HubHandlers } from '../hubs/types.ts'
import { SessionLinks } from '../session/session-links.ts'

export type MainConnection = HubConnection<typeof mainHub>

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
  readonly calls: Pick<CallBoard, 'make' | 'cancelOf' | 'decline' | 'went'>
  /** What each part of the shell tells a window that connects. */
  readonly greetings: readonly ((connection: MainConnection) => Promise<void>)[]
}

/** The group of the windows that one sign-in opened; they are told when it ends. */
export function signInGroupName(signInID: string): string {
  return `sign-in:${signInID}`
}

/** What the shell's hub does (spec 1 §7): whoever connects is told how things stand, people's
 * windows hear of their sessions' connections, and calls go through it. */
export const mainHubHandlers =
  ({ db, onAppVersion, calls, greetings }: MainHubOptions) =>
  (_clients: HubClients<typeof mainHub>): HubHandlers<typeof mainHub> => {
    const links = new SessionLinks()

    async function tellUnread(connection: MainConnection): Promise<void> {
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
        for (const greet of greetings) await greet(connection)
        // At the end: for a connection that fails above `disconnected` isn't called.
        links.came(connection)
      },
      async disconnected(connection) {
        links.went(connection)
        await calls.went(connection)
      },
      methods: {
        setAppVersion(connection, version) {
          onAppVersion({ connectionID: connection.id, userID: connection.identity?.userID ?? null, version })
        },
        requestPrimarySessionStatus: (connection) => links.tell(connection, 'primary'),
        requestCompanionSessionStatus: (connection) => links.tell(connection, 'companion'),
        makeCall: (connection, userID, meetingID, title, screenShare) =>
          calls.make(connection, { calleeID: userID, title, meeting: { ID: meetingID, screenShare } }),
        cancelCall: (connection) => calls.cancelOf(connection),
        declineCallOffer: (connection, callerID, words) => calls.decline(connection, callerID, words),
        // Taken as documented and kept nowhere yet: a reading of somebody's machine is kept on shift only,
        // by a policy that says whether, why, for whom and until when (spec 4 §2.7, recorded reading), and
        // there are neither shifts nor that policy before the working day.
        setWifiBand: () => {},
      },
    }
  }
