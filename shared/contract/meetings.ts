import * as z from 'zod/mini'
import { EVENT_TYPES, SERIES_SCOPES } from '../domain/calendar.ts'
import {
  MEETING_ANSWERS,
  MEETING_FILE_MAX_BYTES,
  MEETING_NOTES_MAX,
  MEETING_REPEATS,
  MEETING_STATES,
  MEETING_TIMES,
} from '../domain/meetings.ts'
import { meetingRequest } from './call-entities.ts'
import { chatAddress } from './chat-address.ts'
import { call } from './http-call.ts'
import { meetingFields, onlyMeetingID } from './new-meeting.ts'
import { done, idText, recordID, timestamp, userID } from './primitives.ts'
import { taskFile, taskStatusKind, taskSubject, taskTime } from './task-entities.ts'

const answer = z.nullable(z.enum(MEETING_ANSWERS))
const scope = z._default(z.enum(SERIES_SCOPES), 'THIS')
const version = z.int().check(z.positive())

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
  state: z.enum(MEETING_STATES),
  isHost: z.boolean(),
  /** What the person answered; null for nothing yet. */
  answer,
  /** What all answered, guests among them. */
  coming: z.int(),
  tentative: z.int(),
  notComing: z.int(),
  guests: z.int(),
  repeats: z.nullable(z.enum(MEETING_REPEATS)),
})
export type MyMeeting = z.output<typeof myMeeting>

export const myMeetings = call({
  path: '/api/hr/meeting/mine',
  request: z.optional(
    z.nullable(
      z.looseObject({
        /** Those of that time alone; without it those that haven't ended. The past comes latest first. */
        when: z.optional(z.enum(MEETING_TIMES)),
        searchTerm: z.optional(z.string().check(z.maxLength(100))),
      }),
    ),
  ),
  response: z.array(myMeeting),
  summary:
    'The meetings that the person takes part in: those that have not ended, the soonest first, or those of a time. At most 300.',
  spec: '6 §2.3, §16',
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

export const meetingRecord = call({
  path: '/api/hr/meeting/get',
  request: onlyMeetingID,
  response: z.object({
    ...myMeeting.shape,
    version,
    hostID: userID,
    notes: z.string(),
    participants: z.array(
      z.object({
        userID,
        userName: z.string(),
        answer,
        isHere: z.boolean(),
        /** When they first came and last left. */
        joined: z.nullable(timestamp),
        left: z.nullable(timestamp),
      }),
    ),
    invited: z.array(z.object({ email: z.string(), name: z.string(), answer })),
    /** Until when it repeats: the beginning of the last one of the series that stands; null for no series. */
    until: z.nullable(timestamp),
    files: z.array(z.object({ ...taskFile.shape, mayRemove: z.boolean() })),
    /** What was agreed on: each is a task. */
    actions: z.array(
      z.object({
        taskID: recordID,
        name: z.string(),
        userID,
        userName: z.string(),
        status: z.string(),
        statusKind: taskStatusKind,
        dueDate: timestamp,
      }),
    ),
  }),
  summary:
    'A meeting that the person is invited to, with everybody’s answers, who came, its notes, files and actions.',
  spec: '6 §2.3',
  extension: true,
})
export type MeetingRecord = z.output<typeof meetingRecord.response>

export const meetingConflicts = call({
  path: '/api/hr/meeting/conflicts',
  request: z.object({
    ids: meetingFields.ids,
    start: timestamp,
    end: timestamp,
    /** The meeting that is changed: it isn't in its own way. */
    meetingID: z.optional(recordID),
  }),
  response: z.array(
    z.object({
      userID,
      name: z.string(),
      /** What is in the way; BLOCKED for what is the person’s own. */
      event: z.enum(EVENT_TYPES),
      start: timestamp,
      end: timestamp,
    }),
  ),
  summary: 'What these people have at that time.',
  spec: '6 §2.3',
  permission: 'CAN_CREATE_ONE_TO_ONE_MEETINGS',
  extension: true,
})
export type MeetingConflict = z.output<typeof meetingConflicts.response>[number]

export const updateMeeting = call({
  path: '/api/hr/meeting/update',
  request: z.object({
    meetingID: recordID,
    version: z.optional(version),
    scope,
    set: z.partial(
      z.object({
        ...meetingFields,
        /**
         * The last day on which its series goes on, YYYY-MM-DD, later than so far: those that are added are as the
         * last one is.
         */
        until: z.iso.date(),
      }),
    ),
  }),
  response: z.object({ meetingID: recordID, version }),
  summary:
    'Changes a meeting of the caller’s, this one, this and those that follow, or all that are still to come, and makes its series longer. Its people are told; another time asks them anew.',
  spec: '6 §2.3, §16',
  permission: 'CAN_CREATE_ONE_TO_ONE_MEETINGS',
  scope: 'calendar:write',
})

export const cancelMeeting = call({
  path: '/api/hr/meeting/cancel',
  request: z.object({ meetingID: recordID, scope }),
  response: done,
  summary:
    'Cancels a meeting of the caller’s, this one, this and those that follow, or all that are still to come. Its people are told.',
  spec: '6 §2.3, §16',
  permission: 'CAN_CREATE_ONE_TO_ONE_MEETINGS',
  scope: 'calendar:write',
})

export const answerInvitation = call({
  path: '/api/hr/meeting/answer',
  request: z.object({ meetingID: recordID, answer: z.enum(MEETING_ANSWERS), scope }),
  response: done,
  summary: 'Answers an invitation; the host sees it.',
  spec: '6 §2.3, §16',
  scope: 'calendar:write',
})

export const meetingNotes = call({
  path: '/api/hr/meeting/notes',
  request: z.object({
    meetingID: recordID,
    notes: z.string().check(z.maxLength(MEETING_NOTES_MAX)),
    /** The notes as they were seen: another’s that were saved meanwhile aren’t lost. */
    seen: z.string(),
  }),
  response: done,
  summary: 'Writes the notes of a meeting that the person takes part in.',
  spec: '6 §2.3, §16',
})

const ofFile = z.object({ meetingID: recordID, fileID: recordID })

export const addMeetingFile = call({
  path: '/api/hr/meeting/files/add',
  sends: 'multipart',
  fileMax: MEETING_FILE_MAX_BYTES,
  request: z.object({ meetingID: idText, file: z.file() }),
  response: done,
  summary: 'Puts a file of at most 30 MB to a meeting that the person takes part in.',
  spec: '6 §2.3',
  extension: true,
})

export const removeMeetingFile = call({
  path: '/api/hr/meeting/files/remove',
  request: ofFile,
  response: done,
  summary: 'Takes a file of a meeting away: its host, and who put it there.',
  spec: '6 §2.3',
  extension: true,
})

export const downloadMeetingFile = call({
  path: '/api/hr/meeting/files/get',
  answers: 'blob',
  request: ofFile,
  response: z.unknown(),
  summary: 'A file of a meeting that the person is invited to.',
  spec: '6 §2.3',
  extension: true,
})

export const addMeetingAction = call({
  path: '/api/hr/meeting/actions/add',
  request: z.object({
    meetingID: recordID,
    subject: taskSubject,
    /** Whose task it becomes: one of the meeting’s people. */
    userID,
    dueDate: taskTime,
  }),
  response: z.object({ taskID: recordID }),
  summary: 'Writes down what somebody of a meeting is to do: a task of theirs.',
  spec: '6 §2.3',
  extension: true,
})
export type NewMeetingAction = z.output<typeof addMeetingAction.request>
