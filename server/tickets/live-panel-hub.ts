import { ticketMode } from '#shared/domain/tickets.ts'
import { livePanelHub } from '#shared/hubs/live-panel.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { KeyedSets } from '../hubs/keyed-sets.ts'
import {
  type HubClients,
  type HubConnection,
  type HubHandlers,
  HubRefusal,
  type HubServer,
} from '../hubs/types.ts'
import { findTicket } from './access.ts'
import { type LiveFacts, liveStatsOf } from './live-stats.ts'
import { Lookers } from './lookers.ts'
import type { TicketPublisher } from './publisher.ts'
import { countedPeople, outstandingTickets } from './searching.ts'

type Connection = HubConnection<typeof livePanelHub>
type Clients = HubClients<typeof livePanelHub>

export interface LivePanelOptions {
  readonly db: Database
  readonly clock: Clock
  readonly facts: LiveFacts
  /** For the shell's hub: how many tickets wait for the person. */
  readonly tellOutstandingTickets?: (userID: number, count: number) => void
  /** For the shell's hub: the person's activity has changed. */
  readonly tellActivity?: (userID: number) => Promise<void>
}

/** The group of those who handle tickets. */
const HANDLERS = 'handlers'
/** The group of those who have the ticket open and don't handle tickets, such as an agency's manager. */
const readersOf = (ticketID: number): string => `readers:${ticketID}`
/** The group of those who have it open and handle tickets; they see each other. */
const lookersOf = (ticketID: number): string => `lookers:${ticketID}`

const isHandler = ({ identity }: Connection): boolean =>
  identity !== null && ticketMode(identity.permissions) === 'SUPERVISOR'

function requireIdentity({ identity }: Connection) {
  if (!identity) throw new HubRefusal('session.nobody')
  return identity
}

interface Board {
  readonly lookers: Lookers<string>
  /** Connections of those who handle tickets, by person. */
  readonly handlers: KeyedSets<number, string>
}

function hubHandlers(
  options: LivePanelOptions,
  { lookers, handlers }: Board,
  clients: Clients,
): HubHandlers<typeof livePanelHub> {
  const { db, clock, facts } = options
  const tellLookers = (ticketID: number) =>
    clients.toGroup(lookersOf(ticketID), 'ticketLookers', [lookers.of(ticketID)])

  return {
    async connected(connection) {
      if (!isHandler(connection)) return
      const { userID } = requireIdentity(connection)
      connection.send('LivePanelDataChange', await liveStatsOf(db, facts))
      connection.join(HANDLERS)
      handlers.add(userID, connection.id)
    },
    disconnected(connection) {
      if (connection.identity) handlers.delete(connection.identity.userID, connection.id)
      for (const ticketID of lookers.gone(connection.id)) tellLookers(ticketID)
    },
    methods: {
      async lookAtTicket(connection, ticketID) {
        const { userID, displayName: userName, ...person } = requireIdentity(connection)
        const ticket = await findTicket(db, { ...person, userID, displayName: userName }, ticketID)
        if (!ticket) throw new HubRefusal('ticket.vanished')
        if (!isHandler(connection)) {
          if (ticket.raisedBy !== userID) connection.join(readersOf(ticketID))
          return
        }
        connection.join(lookersOf(ticketID))
        if (lookers.came(ticketID, { connection: connection.id, userID, userName, since: clock() }))
          tellLookers(ticketID)
      },
      leaveTicket(connection, ticketID) {
        connection.leave(readersOf(ticketID))
        connection.leave(lookersOf(ticketID))
        if (lookers.left(ticketID, connection.id)) tellLookers(ticketID)
      },
    },
  }
}

function publisherOf(options: LivePanelOptions, { handlers }: Board, clients: Clients): TicketPublisher {
  const { db, facts, tellOutstandingTickets } = options
  return {
    ticketChanged(change, raisedBy) {
      clients.toGroup(HANDLERS, 'ticketChanged', [change])
      clients.toGroup(readersOf(change.ticketID), 'ticketChanged', [change])
      if (!handlers.keys.has(raisedBy)) clients.toUser(raisedBy, 'ticketChanged', [change])
    },
    notified(kept) {
      for (const { userID, row } of kept) clients.toUser(userID, 'newNotification', [row])
    },
    async countsChanged(userIDs) {
      if (userIDs.length === 0) return
      if (handlers.keys.size > 0)
        clients.toGroup(HANDLERS, 'LivePanelDataChange', [await liveStatsOf(db, facts, userIDs)])
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

/** Serves the live panel's hub (spec 3 §7); answers the way to announce what happens to tickets. */
export function serveLivePanel(hubServer: HubServer, options: LivePanelOptions): TicketPublisher {
  const board: Board = { lookers: new Lookers(), handlers: new KeyedSets() }
  const clients = hubServer.serve(livePanelHub, (made) => hubHandlers(options, board, made))
  return publisherOf(options, board, clients)
}
