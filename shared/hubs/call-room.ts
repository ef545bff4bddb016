import * as z from 'zod/mini'
import { CALL_REACTIONS } from '../domain/calls.ts'
import { callSeatID } from './call-signal.ts'

/** What goes on in the room of a call besides sound and picture: on each hub whose windows can be in one. */

/** What a call's host asks of the others. */
export const callHostRequest = z.discriminatedUnion('kind', [
  /** Asks one window to mute itself; its person can unmute at any time. */
  z.object({ kind: z.literal('MUTE'), seat: callSeatID }),
  /** Asks all others. */
  z.object({ kind: z.literal('MUTE_ALL') }),
  z.object({ kind: z.literal('LOWER_HAND'), seat: callSeatID }),
])
export type CallHostRequest = z.output<typeof callHostRequest>

const reaction = z.enum(CALL_REACTIONS)

export const CALL_ROOM_METHODS = {
  /** This window's hand is up, or down again. */
  raiseCallHand: { args: z.tuple([callSeatID, z.boolean()]), result: z.void() },
  /** Told to everybody in the call, the sender's window too, and kept nowhere. */
  sendCallReaction: { args: z.tuple([callSeatID, reaction]), result: z.void() },
  /** From the host's seat. Refused for everybody else. */
  askInCall: { args: z.tuple([callSeatID, callHostRequest]), result: z.void() },
}

export const CALL_ROOM_EVENTS = {
  /** Whose reaction, by their seat. */
  callReaction: z.tuple([callSeatID, reaction]),
  /** The host asks this window, by its seat, to mute itself; by their name. */
  callMuteAsked: z.tuple([callSeatID, z.string()]),
}
