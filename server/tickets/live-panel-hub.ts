import type { AlertSeen } from '#shared/contract/live-alerts.ts'
import { ticketMode } from '#shared/domain/tickets.ts'
import { livePanelHub } from '#shared/hubs/live-panel.ts'
import type { Background } from '../background.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { withinUnit } from '../db/unit-of-work.ts'
import {
  type HubClients,
  type HubConnection,
  type HubHandlers,
  HubRefusal,
  type HubServer,
} from '../hubs/types.ts'
import { LiveBoard } from '../live-panel/live-board.ts'
import type { LiveFacts } from '../live-panel/rows.ts'
import { sees } from '../live-panel/scope.ts'
import { findTicket } from './access.ts'
import { Lookers } from './lookers.ts'
import type { TicketPublisher } from './publisher.ts'
import { countedPeople, outstandingTickets } from './searching.ts'

type Connection = HubConnection<typeof livePanelHub>
type Clients = HubClients<typeof livePanelHub>

export interface LivePanelOptions {
  readonly db: Database
  readonly clock: Clock
  readonly facts: LiveFacts
  readonly background: Background
  readonly onFailure: (error: unknown) => void
  /** For the shell's hub: how many tickets wait for the person. */
  readonly tellOutstandingTickets?: (userID: number, count: number) => void
  /** For the shell's hub: the person's activity has changed. */
  readonly tellActivity?: (userID: number) => Promise<void>
}

/** The group of those who handle tickets. */
const HANDLERS = 'handlers'
/** The group of a person's windows where they don't handle tickets; those who do hear of all anyway. */
const raiserOf = (userID: number): string => `raiser:${userID}`
/** The group of those who have the ticket open and don't handle tickets, such as an agency's manager. */
const readersOf = (ticketID: number): string => `readers:${ticketID}`
/** The group of windows that show the person beside the live panel. */
const personOf = (userID: number): string => `person:${userID}`
/** The group of those who have it open and handle tickets; they see each other. */
const lookersOf = (ticketID: number): string => `lookers:${ticketID}`

const isHandler = ({ identity }: Connection): boolean =>
  identity !== null && ticketMode(identity.permissions) === 'SUPERVISOR'

function requireIdentity({ identity }: Connection) {
  if (!identity) throw new HubRefusal('session.nobody')
  return identity
}

function hubHandlers(
  options: LivePanelOptions,
  clients: Clients,
  board: LiveBoard,
): HubHandlers<typeof livePanelHub> {
  const { db, clock } = options
  const lookers = new Lookers(db)
  /** In the unit that changed them, so that of two servers' news the later is told last. */
  const tellLookers = async (ticketID: number) =>
    clients.toGroup(lookersOf(ticketID), 'ticketLookers', [await lookers.of(ticketID)])
  const closeTicket = (ticketID: number, connectionID: string) =>
    withinUnit(async () => {
      if (await lookers.left(ticketID, connectionID)) await tellLookers(ticketID)
    })

  return {
    async connected(connection) {
      const person = requireIdentity(connection)
      if (person.permissions.can('ISUPERVISOR_CAN_SEE_MODULE')) await board.watch(connection, person, 'PLAIN')
      if (!isHandler(connection)) return connection.join(raiserOf(person.userID))
      connection.join(HANDLERS)
    },
    async disconnected({ id }) {
      board.gone(id)
      for (const ticketID of await lookers.openIn(id)) await closeTicket(ticketID, id)
    },
    methods: {
      async lookAtTicket(connection, ticketID) {
        const person = requireIdentity(connection)
        const { userID } = person
        const ticket = await findTicket(db, person, ticketID)
        if (!ticket) throw new HubRefusal('ticket.vanished')
        if (!isHandler(connection)) {
          if (ticket.raisedBy !== userID) connection.join(readersOf(ticketID))
          return
        }
        connection.join(lookersOf(ticketID))
        await withinUnit(async () => {
          const look = { connectionID: connection.id, userID, since: clock() }
          if (await lookers.came(ticketID, look)) await tellLookers(ticketID)
        })
      },
      async leaveTicket(connection, ticketID) {
        connection.leave(readersOf(ticketID))
        connection.leave(lookersOf(ticketID))
        await closeTicket(ticketID, connection.id)
      },
      async watchLivePanel(connection) {
        const person = requireIdentity(connection)
        if (!person.permissions.can('ISUPERVISOR_CAN_SEE_LIVE_PANEL')) throw new HubRefusal('accessDenied')
        const { areaID } = await board.watch(connection, person, 'PANEL')
        return { areaID, asOf: new Date(clock()).toISOString() }
      },
      async watchLiveStatus(connection) {
        const person = requireIdentity(connection)
        if (!person.permissions.can('IMANAGER_CAN_SEE_LIVE_STATUS')) throw new HubRefusal('accessDenied')
        const { areaID } = await board.watch(connection, person, 'LINE')
        return { areaID, asOf: new Date(clock()).toISOString() }
      },
      async watchLivePerson(connection, userID) {
        const person = requireIdentity(connection)
        if (!person.permissions.can('ISUPERVISOR_CAN_SEE_LIVE_PANEL')) throw new HubRefusal('accessDenied')
        if (!(await sees(db, person, userID))) throw new HubRefusal('record.gone', { one: 'person' })
        connection.join(personOf(userID))
      },
      leaveLivePerson: (connection, userID) => connection.leave(personOf(userID)),
      leaveLivePanel: ({ id }) => board.leave(id),
      async watchHypervisor(connection) {
        const { permissions } = requireIdentity(connection)
        if (!permissions.can('IRESOURCE_CAN_SEE_HYPERVISOR')) throw new HubRefusal('accessDenied')
        board.watchProjects(connection)
      },
      async leaveHypervisor({ id }) {
        board.leaveProjects(id)
      },
    },
  }
}

function publisherOf(options: LivePanelOptions, clients: Clients, board: LiveBoard): TicketPublisher {
  const { db, facts, tellOutstandingTickets } = options
  return {
    ticketChanged(change, raisedBy) {
      clients.toGroup(HANDLERS, 'ticketChanged', [change])
      clients.toGroup(readersOf(change.ticketID), 'ticketChanged', [change])
      clients.toGroup(raiserOf(raisedBy), 'ticketChanged', [change])
    },
    notified(kept) {
      for (const { userID, row } of kept) clients.toUser(userID, 'newNotification', [row])
    },
    async countsChanged(userIDs) {
      if (userIDs.length === 0) return
      board.changed(userIDs)
      if (!tellOutstandingTickets) return
      // Unassigned tickets count for everybody who handles tickets.
      for (const person of await countedPeople(db, userIDs))
        if (facts.isOnline(person.userID))
          tellOutstandingTickets(person.userID, await outstandingTickets(db, person))
    },
    async activityChanged(userIDs) {
      for (const userID of userIDs) await options.tellActivity?.(userID)
    },
  }
}

/**
 * Serves the live panel's hub (spec 3 §7, 4 §4.4.1); answers the way to announce what happens to tickets, and the board
 * that tells what people do.
 */
export function serveLivePanel(
  hubServer: HubServer,
  options: LivePanelOptions,
): {
  readonly publisher: TicketPublisher
  readonly board: LiveBoard
  readonly tellAlertSeen: (viewerID: number, seen: AlertSeen) => void
  readonly tellBeside: (userID: number) => void
} {
  const late: { clients: Clients | null } = { clients: null }
  const note = (userIDs: readonly number[]) => late.clients?.note(userIDs)
  const board = new LiveBoard({ ...options, note })
  const clients = hubServer.serve(livePanelHub, (made) => hubHandlers(options, made, board))
  late.clients = clients
  clients.onNote((userIDs) => board.noted(userIDs))
  return {
    publisher: publisherOf(options, clients, board),
    board,
    tellAlertSeen: (viewerID, seen) => clients.toUser(viewerID, 'livePanelAlert', [seen]),
    tellBeside: (userID) => clients.toGroup(personOf(userID), 'livePersonChange', [userID]),
  }
}
