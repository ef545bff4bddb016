import * as z from 'zod/mini'
import { chatAddress } from './chat-address.ts'
import { call } from './http-call.ts'
import { recordID, timestamp, userID } from './primitives.ts'

const PEOPLE_MAX = 200
const TEXT_MAX = 2000

export const onlyMeetingID = z.object({ meetingID: recordID })

export const newMeeting = call({
  path: '/api/hr/meeting/new',
  request: z.object({
    start: timestamp,
    end: timestamp,
    subject: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
    agenda: z.string().check(z.maxLength(TEXT_MAX)),
    ids: z.array(userID).check(z.minLength(1), z.maxLength(PEOPLE_MAX)),
    immediate: z.boolean(),
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
