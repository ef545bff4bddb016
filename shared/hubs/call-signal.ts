import * as z from 'zod/mini'
import { recordID, userID } from '../contract/primitives.ts'
import { CALL_MICROPHONES, CALL_ROOM_MAX, CALL_STREAMS, CALL_WAYS } from '../domain/calls.ts'
import { callAttempt, ENGINE_SIGNALS } from './call-engine.ts'

/** The longest session description, in characters: one with voice, camera and screen has about 12,000. */
export const SDP_MAX = 24_000

/** A window in a call, by an id that it makes up and keeps while it is in it. */
export const callSeatID = z.uuid()

/** What others see of it. */
export const callSeatState = z.object({
  microphone: z.enum(CALL_MICROPHONES),
  camera: z.boolean(),
  screen: z.boolean(),
})
export type CallSeatState = z.output<typeof callSeatState>

/** Somebody in a call. */
const callSeat = z.object({
  seat: callSeatID,
  /** Null for a visitor, who has no account. */
  userID: z.nullable(userID),
  name: z.string(),
  ...callSeatState.shape,
  /** Their window has no connection at the moment. */
  isAway: z.boolean(),
  /** They host the meeting, or made the call. */
  isHost: z.boolean(),
  /** When they raised their hand, in milliseconds since 1970; null while it is down. */
  raisedAt: z.nullable(z.int()),
})
export type CallSeat = z.output<typeof callSeat>

/** Everybody in a call, in the order in which they came. */
export const callSeats = z.object({
  meetingID: recordID,
  /** How its sound and pictures go. */
  way: z.enum(CALL_WAYS),
  /** Of the server's media engine: another one than before, and everybody joins anew. Null while it isn't there. */
  engineRun: z.nullable(z.string()),
  seats: z.array(callSeat).check(z.maxLength(CALL_ROOM_MAX)),
})
export type CallSeats = z.output<typeof callSeats>

/** What a window may use where no direct way is open: TURN, for its person in this call. */
export const callRelayAccess = z.object({
  /** Of a TURN server of the company's own; none for this server itself, at the address that the page knows. */
  urls: z.array(z.string()),
  /** This server itself takes UDP, too. */
  hasUdp: z.boolean(),
  username: z.string(),
  credential: z.string(),
})
export type CallRelayAccess = z.output<typeof callRelayAccess>

/**
 * What two windows tell each other to find a way between them (WebRTC); and what a window and the server's media engine
 * do, which has a seat of its own (`ENGINE_SEAT`).
 */
export const callSignal = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('DESCRIPTION'),
    attempt: callAttempt,
    type: z.enum(['offer', 'answer']),
    sdp: z.string().check(z.minLength(1), z.maxLength(SDP_MAX)),
    /** What each stream in it is, by the stream's id. */
    streams: z
      .array(
        z.object({ id: z.string().check(z.minLength(1), z.maxLength(64)), stream: z.enum(CALL_STREAMS) }),
      )
      .check(z.maxLength(CALL_STREAMS.length)),
  }),
  z.object({
    kind: z.literal('CANDIDATE'),
    attempt: callAttempt,
    /** Empty for the end of the candidates. */
    candidate: z.string().check(z.maxLength(600)),
    sdpMid: z.nullable(z.string().check(z.maxLength(32))),
    sdpMLineIndex: z.nullable(z.int().check(z.gte(0), z.lte(63))),
    usernameFragment: z.nullable(z.string().check(z.maxLength(256))),
  }),
  ...ENGINE_SIGNALS,
])
export type CallSignal = z.output<typeof callSignal>
