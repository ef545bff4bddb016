import type { visitorHub } from '#shared/hubs/visitor.ts'
import type { HubClients, HubHandlers } from '../hubs/types.ts'
import type { CallRoom } from './call-room.ts'
import type { CallSeats } from './call-seats.ts'
import { type CallVisitors, visitorWindow } from './call-visitors.ts'

interface VisitorHubOptions {
  readonly visitors: Pick<CallVisitors, 'take' | 'leave' | 'isHere' | 'went'>
  readonly seats: Pick<CallSeats, 'change' | 'signal' | 'went'>
  readonly room: Pick<CallRoom, 'raise' | 'react' | 'ask' | 'went'>
}

/** The hub of people who talk by a link: each method from the window's own seat. */
export const visitorHubHandlers =
  ({ visitors, seats, room }: VisitorHubOptions) =>
  (_clients: HubClients<typeof visitorHub>): HubHandlers<typeof visitorHub> => {
    const windowOf = ({ id }: { readonly id: string }) => ({ id: visitorWindow(id), identity: null })
    return {
      async disconnected(connection) {
        const window = windowOf(connection)
        visitors.went(window.id)
        room.went(window)
        await seats.went(window)
      },
      methods: {
        takeVisitorSeat: ({ id }, token, seat, name) => visitors.take(visitorWindow(id), token, seat, name),
        visitorIsHere: ({ id }, seat) => visitors.isHere(visitorWindow(id), seat),
        leaveCallSeat: ({ id }, seat) => visitors.leave(visitorWindow(id), seat),
        changeCallSeat: (connection, seat, state) => seats.change(windowOf(connection), seat, state),
        sendCallSignal: (connection, from, to, signal) =>
          seats.signal(windowOf(connection), from, to, signal),
        raiseCallHand: (connection, seat, isUp) => room.raise(windowOf(connection), seat, isUp),
        sendCallReaction: (connection, seat, reaction) => room.react(windowOf(connection), seat, reaction),
        askInCall: (connection, seat, request) => room.ask(windowOf(connection), seat, request),
      },
    }
  }
