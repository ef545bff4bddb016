import type { CallRelayAccess } from '#shared/hubs/call-signal.ts'
import { mainHub } from '#shared/hubs/main.ts'
import { visitorHub } from '#shared/hubs/visitor.ts'
import { Activities } from '../activity/activities.ts'
import { activityHandlers, idleHandlers, myDayHandlers } from '../activity/activity-handlers.ts'
import { enterMeeting } from '../activity/in-meeting.ts'
import { alertsHandlers } from '../alerts/alerts-handlers.ts'
import { ShellMessages } from '../alerts/shell-messages.ts'
import type { Background } from '../background.ts'
import { greetJobWatcher } from '../background-services/watchers.ts'
import { broadcastHandlers, greetSupervisor, SUPERVISORS } from '../broadcast/broadcast-handlers.ts'
import { Broadcasts } from '../broadcast/broadcasts.ts'
import { CallBoard, type WantedCall } from '../calls/call-board.ts'
import { CallRoom } from '../calls/call-room.ts'
import { CallSeats } from '../calls/call-seats.ts'
import { CallStatistics } from '../calls/call-statistics.ts'
import { CallVisitors, visitorConnection } from '../calls/call-visitors.ts'
import type { MakeEngine } from '../calls/call-way.ts'
import { callsHandlers } from '../calls/calls-handlers.ts'
import { MissedCalls } from '../calls/missed-calls.ts'
import { visitorHubHandlers } from '../calls/visitor-hub.ts'
import type { Clock } from '../clock.ts'
import type { Wire } from '../cluster/wire.ts'
import type { Database } from '../db/database.ts'
import { greetErrorWatcher } from '../error-log/watchers.ts'
import { greetFlagWatcher } from '../flags/watchers.ts'
import { greetQuestWatcher } from '../gamification/watchers.ts'
import type { AllHandlers } from '../http/handlers.ts'
import type { HubClients, HubServer } from '../hubs/types.ts'
import { Meetings } from '../meetings/meetings.ts'
import { greetPeopleWatcher } from '../people/watchers.ts'
import { PublicLinks } from '../public/link-store.ts'
import { greetQualityWatcher } from '../qc/watchers.ts'
import type { SettingDefaults } from '../settings/settings.ts'
import { commandOutcomes, sendWaiting } from '../support/remote-commands.ts'
import type { TicketPublisher } from '../tickets/publisher.ts'
import { wellBeingHandlers } from '../well-being/well-being-handlers.ts'
import { DeviceReports } from './device-reports.ts'
import { type AppVersionSeen, type MainConnection, mainHubHandlers } from './main-hub.ts'
import { type MainPublisher, mainPublisher } from './main-publisher.ts'
import { pushHandlers } from './push-handlers.ts'

type LiveAreas = 'activity' | 'alerts' | 'broadcast' | 'calls' | 'idle' | 'myDay' | 'push' | 'wellBeing'

/** The shell's hub, and the calls whose effects it announces. */
export interface LiveShell {
  readonly main: HubClients<typeof mainHub>
  readonly handlers: Pick<AllHandlers, LiveAreas>
  readonly meetings: Pick<Meetings, 'announceDue'>
  /** Meetings and who is in one, for the calls about them. */
  readonly meetingBoard: Meetings
  readonly calls: Pick<CallBoard, 'endLate'>
  /** Calls that belong to servers that died go on. */
  adoptCalls(): Promise<void>
  /** Ends what passes calls' sound and pictures on. */
  endCalls(): Promise<void>
  /** What pops up on people's screens. */
  readonly messages: Pick<ShellMessages, 'send'>
  /** Says to whoever looks that these people's day is otherwise now. */
  dayChanged(userIDs: Iterable<number>): void
  /** Says to who has somebody's day open beside the live panel that what stands there is otherwise now. */
  besideChanged(userID: number): void
  /** Somebody's call at the dialler has ended: what waited for it is done. */
  callEnded(userID: number): Promise<void>
  /** Tells somebody's windows what they are doing. */
  tellActivity(userID: number): Promise<void>
  /** Tells supervisors how many appointments are at risk, where that is another number than they were told. */
  tellAtRisk(): Promise<void>
  /** Tells everybody with a window what they are doing, since its rules are others. */
  tellActivities(): Promise<void>
  /** A call that somebody makes on another hub; how it goes is told to their windows on this one. */
  callFrom(caller: Pick<MainConnection, 'identity'>, call: WantedCall): Promise<void>
}

interface LiveShellOptions {
  readonly db: Database
  readonly clock: Clock
  readonly background: Background
  readonly onAppVersion: (seen: AppVersionSeen) => void
  /** Told of people whose day is otherwise now: activity, calls, shift. */
  readonly dayChanged: (userIDs: Iterable<number>) => void
  /** Told of whom something is otherwise that stands beside the live panel, and not in their row. */
  readonly besideChanged: (userID: number) => void
  /** Told of people who have joined a meeting's conversation. */
  readonly peopleAdded: (threadIDs: readonly number[], userIDs: readonly number[]) => void
  /** A way for calls through the server. */
  readonly relayFor: (meetingID: number, userID: number) => CallRelayAccess
  readonly wire: Wire
  /** What passes sound and pictures of larger calls on; null for nothing. */
  readonly makeEngine: MakeEngine | null
  /** Told where somebody's presence is another one by a call. */
  readonly presenceChanged: () => void
  readonly settingDefaults: SettingDefaults
  /** Tells of changed tickets; made after this. */
  readonly ticketPublisher: () => TicketPublisher
}

/** Serves the shell's hub (spec 1 §7) with everything that speaks through it. */
export function serveLiveShell(hubServer: HubServer, options: LiveShellOptions): LiveShell {
  const { db, clock, background, onAppVersion, peopleAdded } = options
  const late: {
    main: HubClients<typeof mainHub> | null
    visitors: HubClients<typeof visitorHub> | null
  } = { main: null, visitors: null }
  const publisher = mainPublisher(() => late.main)
  const activities = new Activities(db, clock, publisher, options.settingDefaults, (userID) =>
    options.dayChanged([userID]),
  )
  const broadcasts = new Broadcasts(db, clock)
  const meetings = new Meetings(db, clock, publisher, peopleAdded, (userID) => activities.tell(userID))
  const messages = new ShellMessages(db, clock, publisher)
  const missed = new MissedCalls(db, clock)
  const reports = new DeviceReports(db, clock)
  const calls = new CallBoard({
    ...{ db, clock, background, meetings, missed, publisher },
    onRing: () => seats.expect(),
  })
  // Windows in calls are on two hubs: people's on the shell's, visitors' on their own.
  const callWindows: Pick<MainPublisher, 'toConnection' | 'isThere'> = {
    toConnection(windowID, event, ...args) {
      const visitor = visitorConnection(windowID)
      if (visitor === null) publisher.toConnection(windowID, event, ...args)
      else late.visitors?.toConnection(visitor, event as 'callSeats', args as never)
    },
    // A visitor's window says itself that it is there.
    isThere: (userID, windowID) =>
      visitorConnection(windowID) !== null || publisher.isThere(userID, windowID),
  }
  const seats = new CallSeats({
    db,
    clock,
    background,
    meetings,
    publisher: callWindows,
    onChange: options.presenceChanged,
    relayFor: options.relayFor,
    wire: options.wire,
    makeEngine: options.makeEngine,
  })
  const room = new CallRoom({ db, clock, publisher: callWindows, seats })
  const visitors = new CallVisitors({
    ...{ db, clock, meetings, seats, relayFor: options.relayFor },
    links: new PublicLinks(db, clock),
    tellOut(windowID, seat) {
      const visitor = visitorConnection(windowID)
      if (visitor !== null) late.visitors?.toConnection(visitor, 'visitorIsOut', [seat])
    },
  })
  late.visitors = hubServer.serve(visitorHub, visitorHubHandlers({ visitors, seats, room }))
  const tellMeetings = async (connection: MainConnection) => {
    const userID = connection.identity?.userID
    if (userID !== undefined) connection.send('updateOpenMeetingCount', await meetings.openCount(userID))
  }
  const main = hubServer.serve(
    mainHub,
    mainHubHandlers({
      db,
      clock,
      takesActions: (connection, isDesktop) => activities.takesActions(connection, isDesktop),
      takeActions: (userID, takenBy, actions) => activities.takeActions(userID, takenBy, actions),
      machineAway: (connection, away) => activities.machineAway(connection, away),
      actionsAgain: (userID) => activities.offerAgain(userID),
      onAppVersion,
      calls,
      seats,
      room,
      statistics: new CallStatistics(db, clock),
      commandOutcome: commandOutcomes(db, clock, {
        onChange: (userID) => options.dayChanged([userID]),
        onLogout: (out) => activities.signedOut(out),
      }),
      greetings: [
        activities.greet,
        greetSupervisor(broadcasts),
        greetJobWatcher,
        greetErrorWatcher,
        greetFlagWatcher,
        greetPeopleWatcher,
        greetQualityWatcher,
        greetQuestWatcher,
        tellMeetings,
        messages.greet,
      ],
    }),
  )
  late.main = main
  return {
    main,
    meetings: {
      async announceDue() {
        await meetings.announceDue()
        await seats.forgetGone()
        await visitors.forgetGone()
      },
    },
    meetingBoard: meetings,
    calls,
    adoptCalls: () => seats.adopt(),
    endCalls: () => seats.close(),
    messages,
    dayChanged: options.dayChanged,
    besideChanged: options.besideChanged,
    callEnded: async (userID) => {
      await activities.callEnded(userID, async (trx) => {
        // Who joined a meeting while they talked is in it now.
        await enterMeeting(trx, userID, clock())
        await sendWaiting(trx, userID, clock(), (command) => main.toUser(userID, 'REMOTE_COMMAND', [command]))
      })
    },
    tellActivity: (userID) => activities.tell(userID),
    async tellAtRisk() {
      const count = await broadcasts.atRisk()
      if (await broadcasts.keepAtRisk(count)) publisher.toGroup(SUPERVISORS, 'appointmentsCountUpdate', count)
    },
    tellActivities: () => activities.tellRules(main.onlineUserIDs),
    callFrom: ({ identity }, call) =>
      calls.make(
        {
          id: null,
          identity,
          send: (event, ...args) => identity && main.toUser(identity.userID, event, args),
        },
        call,
      ),
    handlers: {
      activity: activityHandlers({ db, clock, activities, ticketPublisher: options.ticketPublisher }),
      idle: idleHandlers({ db, clock, activities }),
      myDay: myDayHandlers({ db, clock, activities }),
      alerts: alertsHandlers({ db, messages, publisher }),
      broadcast: broadcastHandlers({ db, broadcasts, clock, publisher }),
      calls: callsHandlers({ db, clock, calls, missed }),
      push: pushHandlers({ reports }),
      wellBeing: wellBeingHandlers({
        ...{ db, clock, activities },
        onMood: (userID, isShared) => {
          publisher.toUser(userID, 'recordedReading', { kind: 'MOOD' })
          // That somebody said how they feel and kept it to themselves is told to nobody else.
          if (isShared) options.besideChanged(userID)
        },
      }),
    },
  }
}
