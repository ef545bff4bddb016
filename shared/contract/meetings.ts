import * as z from 'zod/mini'
import { call } from './call.ts'
import { meetingRequest } from './call-entities.ts'
import { chatAddress } from './chat-entities.ts'
import { done, noPayload, recordID, timestamp, userID } from './primitives.ts'

const PEOPLE_MAX = 200
const TEXT_MAX = 2000

/** The longest picture of a screen, as a data address: 500 KB in base64. */
export const SCREEN_PICTURE_MAX = 700_000

const screenPicture = z
  .string()
  .check(z.maxLength(SCREEN_PICTURE_MAX), z.regex(/^data:image\/jpeg;base64,[A-Za-z0-9+/]+={0,2}$/))

const onlyID = z.object({ meetingID: recordID })

export const newMeeting = call({
  path: '/api/hr/meeting/new',
  request: z.object({
    start: timestamp,
    end: timestamp,
    subject: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
    agenda: z.string().check(z.maxLength(TEXT_MAX)),
    ids: z.array(userID).check(z.minLength(1), z.maxLength(PEOPLE_MAX)),
    immediate: z.boolean(),
    /** The conversation that it is begun from, an extension: its chat, and what a later join-room there joins. */
    chat: z.optional(chatAddress),
  }),
  response: onlyID,
  summary:
    'Makes a meeting of the caller with these people. One that is not immediate invites them, and alerts them when it begins. Needs CAN_CREATE_ONE_TO_ONE_MEETINGS, or CAN_MAKE_CALL for an immediate one.',
  spec: '2 §7',
  permission: { anyOf: ['CAN_CREATE_ONE_TO_ONE_MEETINGS', 'CAN_MAKE_CALL'] },
})

export const meetingDetails = call({
  path: '/api/hr/meeting/details',
  request: onlyID,
  response: z.object({
    meetingID: recordID,
    ...meetingRequest.shape,
    start: timestamp,
    end: timestamp,
    participants: z.array(z.object({ userID, userName: z.string(), isHere: z.boolean() })),
    /** The conversation of the meeting, where the person is in it. */
    chat: z.nullable(chatAddress),
  }),
  summary: 'A meeting that the person takes part in, and who is there.',
  spec: '1 §2.8',
  extension: true,
})

const myMeeting = z.object({
  meetingID: recordID,
  ...meetingRequest.shape,
  start: timestamp,
  end: timestamp,
  /** How many take part, and how many of them are there. */
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
})

export const joinMeeting = call({
  path: '/api/hr/meeting/join',
  request: onlyID,
  response: done,
  summary: 'The person is in this meeting from now on.',
  spec: '1 §4.3',
  extension: true,
})

export const leaveMeeting = call({
  path: '/api/hr/meeting/leave',
  request: onlyID,
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
  request: onlyID,
  response: z.nullable(z.object({ userID, picture: screenPicture })),
  summary:
    'The newest picture of the screen that somebody shares with this meeting of the caller, and whose it is; null where nobody does.',
  spec: '1 §3',
  extension: true,
})
