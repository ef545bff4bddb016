import * as z from 'zod/mini'
import { meetingRequest } from './call-entities.ts'
import { chatAddress } from './chat-address.ts'
import { call } from './http-call.ts'
import { onlyMeetingID } from './new-meeting.ts'
import { done, noPayload, recordID, timestamp, userID } from './primitives.ts'

/** The longest picture of a screen, as a data address: 500 KB in base64. */
export const SCREEN_PICTURE_MAX = 700_000

const screenPicture = z
  .string()
  .check(z.maxLength(SCREEN_PICTURE_MAX), z.regex(/^data:image\/jpeg;base64,[A-Za-z0-9+/]+={0,2}$/))

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

export const shareMeetingScreen = call({
  path: '/api/hr/meeting/share-screen',
  request: z.object({ meetingID: recordID, picture: z.nullable(screenPicture) }),
  response: done,
  summary:
    'The newest picture of the screen that the person shares with this meeting, which they must be in; null ends that. One shares at a time: another is refused.',
  spec: '1 §3',
  extension: true,
})

export const meetingScreen = call({
  path: '/api/hr/meeting/screen',
  request: onlyMeetingID,
  response: z.nullable(z.object({ userID, picture: screenPicture })),
  summary:
    'The newest picture of the screen that somebody shares with this meeting of the caller, and whose it is; null where nobody does.',
  spec: '1 §3',
  extension: true,
})
