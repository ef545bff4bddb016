import * as z from 'zod/mini'
import { MEETING_GUESTS_MAX, MEETING_REPEATS } from '../domain/meetings.ts'
import { chatAddress } from './chat-address.ts'
import { call } from './http-call.ts'
import { recordID, timestamp, userID } from './primitives.ts'

const PEOPLE_MAX = 200
const TEXT_MAX = 2000

export const onlyMeetingID = z.object({ meetingID: recordID })

/** What is said of a meeting that is planned or changed. */
export const meetingFields = {
  start: timestamp,
  end: timestamp,
  subject: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  agenda: z.string().check(z.maxLength(TEXT_MAX)),
  ids: z.array(userID).check(z.maxLength(PEOPLE_MAX)),
  /** E-mail addresses of people without an account. */
  guests: z.array(z.email().check(z.maxLength(254))).check(z.maxLength(MEETING_GUESTS_MAX)),
}

export const newMeeting = call({
  path: '/api/hr/meeting/new',
  request: z.object({
    ...meetingFields,
    immediate: z.boolean(),
    guests: z.optional(meetingFields.guests),
    /** How it repeats, and the last day on which it may, YYYY-MM-DD; not at all where it is absent. */
    repeats: z.optional(z.object({ rule: z.enum(MEETING_REPEATS), until: z.iso.date() })),
    /**
     * The conversation that it is started from (an extension): it becomes the meeting's chat, and join-room
     * there joins this meeting.
     */
    chat: z.optional(chatAddress),
  }),
  response: onlyMeetingID,
  summary:
    'Makes a meeting of the caller with these people. One that is not immediate invites them, and alerts them when it begins. Needs CAN_CREATE_ONE_TO_ONE_MEETINGS, or CAN_MAKE_CALL for an immediate one.',
  spec: '2 §7',
  permission: { anyOf: ['CAN_CREATE_ONE_TO_ONE_MEETINGS', 'CAN_MAKE_CALL'] },
  scope: 'calendar:write',
})
