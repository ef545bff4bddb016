import { chatHub } from '#shared/hubs/chat.ts'
import { magicHub } from '#shared/hubs/magic.ts'
import { magicHubHandlers } from './auth/magic-hub.ts'
import type { EndedSignIn } from './auth/sessions.ts'
import type { MakeEngine } from './calls/call-way.ts'
import { chatHubHandlers } from './chat/chat-hub.ts'
import { tellPeopleAdded } from './chat/publisher.ts'
import type { Wire } from './cluster/wire.ts'
import type { Auth, Foundations } from './foundations.ts'
import type { SocketHubServer } from './hubs/hub-server.ts'
import type { HubClients } from './hubs/types.ts'
import type { LiveBoard } from './live-panel/live-board.ts'
import type { LiveFacts } from './live-panel/rows.ts'
import { PEOPLE_WATCHERS } from './people/watchers.ts'
import type { CallRelay } from './relay/call-relay.ts'
import { serveLiveShell } from './shell/live-shell.ts'
import { signInGroupName } from './shell/main-hub.ts'
import { serveLivePanel } from './tickets/live-panel-hub.ts'
import type { TicketPublisher } from './tickets/publisher.ts'

/** Serves the hubs and gives the ways to their clients. */
export function serveHubs(
  hubServer: SocketHubServer,
  foundations: Foundations,
  auth: Auth,
  relay: Pick<CallRelay, 'accessFor'>,
  wire: Wire,
  makeEngine: MakeEngine | null,
) {
  const { db, clock, background, log, settingDefaults } = foundations
  const onAppVersion = (seen: object) => log('info', 'application version', { ...seen })
  const late: {
    chat: HubClients<typeof chatHub> | null
    board: LiveBoard | null
    tickets: TicketPublisher | null
    tellBeside: ((userID: number) => void) | null
  } = { chat: null, board: null, tickets: null, tellBeside: null }
  const peopleAdded = (threadIDs: readonly number[], userIDs: readonly number[]) =>
    late.chat && tellPeopleAdded(late.chat, threadIDs, userIDs)
  const shell = serveLiveShell(hubServer, {
    db,
    clock,
    background,
    onAppVersion,
    peopleAdded,
    relayFor: (meetingID, userID) => relay.accessFor(meetingID, userID),
    wire,
    makeEngine,
    presenceChanged: () => late.chat?.toAll('refreshContactList', []),
    settingDefaults,
    dayChanged: (userIDs) => late.board?.changed(userIDs),
    besideChanged: (userID) => late.tellBeside?.(userID),
    ticketPublisher() {
      if (!late.tickets) throw new Error('tickets are told once the hubs are served')
      return late.tickets
    },
  })
  const chat = hubServer.serve(chatHub, chatHubHandlers({ db, clock, makeCall: shell.callFrom }))
  late.chat = chat
  const magic = hubServer.serve(magicHub, magicHubHandlers(auth))
  const facts: LiveFacts = {
    isOnline: (userID) => chat.onlineUserIDs.has(userID) || shell.main.onlineUserIDs.has(userID),
    windowsOf: (userID) => shell.main.windowsOf(userID).map(({ id }) => id),
  }
  const {
    publisher: tickets,
    board,
    tellAlertSeen,
    tellBeside,
  } = serveLivePanel(hubServer, {
    db,
    clock,
    facts,
    background,
    onFailure: (error) => log('error', 'the live panel could not be told', { err: error }),
    tellOutstandingTickets: (userID, count) =>
      shell.main.toUser(userID, 'updateOutstandingTicketsCount', [count]),
    tellActivity: shell.tellActivity,
  })
  late.board = board
  late.tickets = tickets
  late.tellBeside = tellBeside
  for (const clients of [chat, shell.main]) {
    const seen = ({ userID }: { readonly userID: number }) => board.noted([userID])
    clients.onPresence({ came: seen, went: seen })
  }
  return { chat, main: shell.main, magic, shell, facts, tickets, tellAlertSeen }
}

export type Hubs = ReturnType<typeof serveHubs>

/** How the end of a session reaches its windows. */
export function createEndings(
  hubServer: SocketHubServer,
  { main }: Pick<Hubs, 'main'>,
  { sessions }: Pick<Auth, 'sessions'>,
) {
  const dropConnections = (signInID: string) => {
    main.toGroup(signInGroupName(signInID), 'loggedOut', [])
    hubServer.dropSession(signInID)
  }
  /** Tells who looks at lists of people that somebody's record, status, lock or sign-ins are otherwise. */
  const personChanged = (userID: number) => main.toGroup(PEOPLE_WATCHERS, 'personChanged', [{ userID }])
  const tellEnded = (ended: readonly EndedSignIn[]) => {
    for (const userID of new Set(ended.map((one) => one.userID))) personChanged(userID)
    for (const { signInID, userID, tokenType } of ended) {
      if (tokenType === 'MOBILE_APP') main.toUser(userID, 'loggedOutMobile', [])
      dropConnections(signInID)
    }
  }
  /** The person's windows connect anew, as who may do what they may now. */
  const reconnect = async (userID: number) => {
    for (const signInID of await sessions.signInsOf(userID)) hubServer.refreshSession(signInID)
  }
  return { dropConnections, tellEnded, reconnect, personChanged }
}
