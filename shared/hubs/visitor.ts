import * as z from 'zod/mini'
import { publicToken } from '../contract/public-links.ts'
import { isOneLine } from '../domain/one-line.ts'
import { CALL_ROOM_EVENTS, CALL_ROOM_METHODS } from './call-room.ts'
import { callRelayAccess, callSeatID, callSeatState, callSeats, callSignal } from './call-signal.ts'
import { hub } from './hub.ts'

/** How long a visitor's name may be. */
export const VISITOR_NAME_MAX = 60

const visitorName = z.string().check(
  z.maxLength(VISITOR_NAME_MAX),
  z.refine((name) => name.trim() !== '' && isOneLine(name), { error: 'A name is one line of text.' }),
)

/**
 * The hub of people without an account, who talk in the one call that their link is about (`/public/user-meeting`).
 * Whatever they ask is asked from a seat of their own.
 */
export const visitorHub = hub({
  path: '/api/hubs/public/meeting',
  auth: 'none',
  spec: '1 §2.1',
  methods: {
    /** By the link's token: this window, by an id that it made up, talks there by that name. Again after a reconnect. */
    takeVisitorSeat: { args: z.tuple([publicToken, callSeatID, visitorName]), result: callRelayAccess },
    /** Every `VISITOR_HERE_MS`: a seat of which nothing is heard is free again. */
    visitorIsHere: { args: z.tuple([callSeatID]), result: z.void() },
    leaveCallSeat: { args: z.tuple([callSeatID]), result: z.void() },
    changeCallSeat: { args: z.tuple([callSeatID, callSeatState]), result: z.void() },
    sendCallSignal: { args: z.tuple([callSeatID, callSeatID, callSignal]), result: z.void() },
    ...CALL_ROOM_METHODS,
  },
  events: {
    callSeats: z.tuple([callSeats]),
    callSeatTaken: z.tuple([callSeatID]),
    callSignal: z.tuple([callSeatID, callSeatID, callSignal]),
    /** The link has ended, or the seat is free again: this window, by its seat, is out. */
    visitorIsOut: z.tuple([callSeatID]),
    ...CALL_ROOM_EVENTS,
  },
})
