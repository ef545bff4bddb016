import type { ActivityAction } from '#shared/domain/activity.ts'
import type { MachineAway } from '#shared/domain/machine-away.ts'
import type { mainHub } from '#shared/hubs/main.ts'
import { dropActionWindow } from '../activity/action-windows.ts'
import type { CallBoard } from '../calls/call-board.ts'
import type { CallRoom } from '../calls/call-room.ts'
import type { CallSeats } from '../calls/call-seats.ts'
import type { CallStatistics } from '../calls/call-statistics.ts'
import { unreadCounts } from '../chat/reading.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { HubClients, HubConnection, HubHandlers } from '../hubs/types.ts'
import { keepWifi } from '../recorded/taking.ts'
import { SessionLinks } from '../session/session-links.ts'
import { PlanLooks } from '../shifts/plan-looks.ts'
import { keepMachine } from '../support/machines.ts'
import type { commandOutcomes } from '../support/remote-commands.ts'

export type MainConnection = HubConnection<typeof mainHub>

/** The version of the page behind a connection. */
export interface AppVersionSeen {
  readonly connectionID: string
  readonly userID: number | null
  readonly version: string
}

interface MainHubOptions {
  readonly db: Database
  readonly clock: Clock
  /** That a window does what activities ask for, and whether it is the desktop client's. */
  readonly takesActions: (connection: MainConnection, isDesktop: boolean) => Promise<void>
  /** Whether what the person's activity asks for is that window's to do. */
  readonly takeActions: (
    userID: number,
    takenBy: string,
    actions: readonly ActivityAction[],
  ) => Promise<boolean>
  /** That the machine of a window can't be used, or can again. */
  readonly machineAway: (connection: MainConnection, away: MachineAway | null) => Promise<void>
  /** That a window has gone, so that another one does what it didn't take. */
  readonly actionsAgain: (userID: number) => Promise<void>
  /** Told of each connection's version; an installation logs it. */
  readonly onAppVersion: (seen: AppVersionSeen) => void
  readonly calls: Pick<CallBoard, 'make' | 'cancelOf' | 'decline' | 'went'>
  readonly seats: Pick<CallSeats, 'take' | 'leave' | 'change' | 'signal' | 'went'>
  readonly room: Pick<CallRoom, 'raise' | 'react' | 'ask' | 'went'>
  readonly statistics: Pick<CallStatistics, 'keep' | 'went'>
  /** Keeps what a window says of a command that was sent to its person. */
  readonly commandOutcome: ReturnType<typeof commandOutcomes>
  /** What each part of the shell tells a window when it connects. */
  readonly greetings: readonly ((connection: MainConnection) => Promise<void>)[]
}

/** The group of one sign-in's windows; they are told when it ends. */
export function signInGroupName(signInID: string): string {
  return `sign-in:${signInID}`
}

/**
 * The shell's hub (spec 1 §7): tells a window the present state when it connects, tells people's windows
 * about their sessions, and carries calls.
 */
export const mainHubHandlers =
  (options: MainHubOptions) =>
  (clients: HubClients<typeof mainHub>): HubHandlers<typeof mainHub> => {
    const { db, clock, onAppVersion, calls, seats, room, statistics } = options
    const { commandOutcome, takesActions, greetings } = options
    const links = new SessionLinks(clients)
    const planLooks = new PlanLooks(db, clock, clients)

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
      },
      async disconnected(connection) {
        room.went(connection)
        statistics.went(connection)
        await seats.went(connection)
        await planLooks.leave(connection.id)
        await calls.went(connection)
        await dropActionWindow(db, connection.id)
        if (connection.identity) await options.actionsAgain(connection.identity.userID)
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
        takeCallSeat: (connection, meetingID, seat) => seats.take(connection, meetingID, seat),
        leaveCallSeat: (connection, seat) => seats.leave(connection, seat),
        changeCallSeat: (connection, seat, state) => seats.change(connection, seat, state),
        sendCallSignal: (connection, from, to, signal) => seats.signal(connection, from, to, signal),
        raiseCallHand: (connection, seat, isUp) => room.raise(connection, seat, isUp),
        sendCallReaction: (connection, seat, reaction) => room.react(connection, seat, reaction),
        askInCall: (connection, seat, request) => room.ask(connection, seat, request),
        keepCallFigures: (connection, seat, figures) => statistics.keep(connection, seat, figures),
        async remoteCommandDone({ identity }, commandID, outcome, answer) {
          if (identity) await commandOutcome(identity.userID, commandID, outcome, answer)
        },
        async setDesktopVersion({ identity }, desktopVersion) {
          if (identity) await keepMachine(db, identity.userID, { desktopVersion })
        },
        takesActivityActions: (connection, isDesktop) => takesActions(connection, isDesktop),
        takeActivityActions: async ({ identity }, takenBy, actions) =>
          identity !== null && (await options.takeActions(identity.userID, takenBy, actions)),
        setMachineAway: (connection, away) => options.machineAway(connection, away),
        lookAtPlan: (connection, selection) => planLooks.look(connection, selection),
        leavePlan: ({ id }) => planLooks.leave(id),
        async setWifiBand({ identity }, band) {
          if (identity && (await keepWifi(db, identity.userID, band, clock())))
            clients.toUser(identity.userID, 'recordedReading', [{ kind: 'WIFI' }])
        },
      },
    }
  }
