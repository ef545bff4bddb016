import * as z from 'zod/mini'
import { meetingRequest } from './call-entities.ts'
import { chatAddress } from './chat-address.ts'
import { call } from './http-call.ts'
import { onlyMeetingID } from './new-meeting.ts'
import { done, noPayload, recordID, timestamp, userID } from './primitives.ts'

export const meetingDetails = call({
  path: '/api/hr/meeting/details',
  request: onlyMeetingID,
  response: z.object({
    meetingID: recordID,
    ...meetingRequest.shape,
    start: timestamp,
    end: timestamp,
    participants: z.array(z.object({ userID, userName: z.string(), isHere: z.boolean() })),
    /** The meeting's conversation; null for somebody who isn't in it. */
    chat: z.nullable(chatAddress),
  }),
  summary: 'A meeting that the person takes part in, and who is there.',
  spec: '1 §2.8',
  extension: true,
  scope: 'calendar:read',
})

const myMeeting = z.object({
  meetingID: recordID,
  ...meetingRequest.shape,
  start: timestamp,
  end: timestamp,
  /** How many people take part, and how many of them are there. */
  people: z.int(),
  here: z.int(),
})
export type MyMeeting = z.output<typeof myMeeting>

export const myMeetings = call({
  path: '/api/hr/meeting/mine',
  request: noPayload,
  response: z.array(myMeeting),
  summary: 'The meetings that the person takes part in and that have not ended, the soonest first.',
  spec: '2 §2',
  extension: true,
  scope: 'calendar:read',
})

export const joinMeeting = call({
  path: '/api/hr/meeting/join',
  request: onlyMeetingID,
  response: done,
  summary: 'The person is in this meeting from now on.',
  spec: '1 §4.3',
  extension: true,
})

export const leaveMeeting = call({
  path: '/api/hr/meeting/leave',
  request: onlyMeetingID,
  response: done,
  summary: 'The person is in this meeting no more.',
  spec: '1 §4.3',
  extension: true,
})
