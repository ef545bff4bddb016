import * as z from 'zod/mini'
import { recordID, timestamp, userID } from './primitives.ts'

/** Somebody who is being called (spec 1 §3). */
export const ringingEntry = z.object({ name: z.string(), status: z.enum(['RINGING', 'CONNECTING']) })
export type RingingEntry = z.output<typeof ringingEntry>

/** Somebody calls (spec 1 §3). */
export const incomingCall = z.object({ name: z.string(), callerID: userID })

/** A meeting that a window opens (spec 1 §3). */
export const meetingPayload = z.object({ ID: recordID, screenShare: z.boolean() })
export type MeetingPayload = z.output<typeof meetingPayload>

/** An incoming call as it comes over the hub, with the meeting that it leads to. */
export const callOffer = z.object({ ...incomingCall.shape, title: z.string(), meeting: meetingPayload })
export type CallOffer = z.output<typeof callOffer>

/** A meeting begins (spec 1 §3). */
export const meetingAlert = z.object({ meetingID: recordID, title: z.string(), time: timestamp })
export type MeetingAlert = z.output<typeof meetingAlert>

/** What an invitation says (spec 1 §3). */
export const meetingRequest = z.object({ host: z.string(), subject: z.string(), agenda: z.string() })

/** Why an incoming call is over: its caller gave up, or nobody answered in time. */
export const cancelledCall = z.object({ callerID: userID, reason: z.enum(['CANCELLED', 'UNANSWERED']) })
export type CancelledCall = z.output<typeof cancelledCall>
