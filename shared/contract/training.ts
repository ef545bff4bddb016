import * as z from 'zod/mini'
import {
  ATTENDANCE_OUTCOMES,
  ATTENDEE_STATES,
  CELL_STATES,
  SESSION_STATES,
  TRAINING_CATEGORIES,
} from '../domain/training.ts'
import { call } from './http-call.ts'
import { done, noPayload, recordID, timestamp, userID } from './primitives.ts'
import { recordVersion, seenRecord } from './records.ts'

const day = z.iso.date()
const reason = z.string().check(z.trim(), z.minLength(3), z.maxLength(1000))

const cell = z.object({
  typeID: recordID,
  state: z.enum(CELL_STATES),
  /** The day of the record that counts. */
  doneOn: z.nullable(day),
  expires: z.nullable(day),
  /** Whether there is a record that counts today. */
  isValid: z.boolean(),
  /** The next session into which they are booked. */
  session: z.nullable(z.object({ id: recordID, start: timestamp })),
  /** Why they needn't have it after all. */
  excuse: z.nullable(z.object({ reason: z.string(), until: z.nullable(day), by: z.nullable(z.string()) })),
  remindedAt: z.nullable(timestamp),
})
export type TrainingCell = z.output<typeof cell>

const trainingSession = z.object({
  id: recordID,
  version: recordVersion,
  typeID: recordID,
  type: z.string(),
  category: z.enum(TRAINING_CATEGORIES),
  project: z.nullable(z.string()),
  trainerID: z.nullable(userID),
  trainer: z.nullable(z.string()),
  start: timestamp,
  end: timestamp,
  place: z.string(),
  capacity: z.int(),
  booked: z.int(),
  state: z.enum(SESSION_STATES),
  /** Per cent; null where coming is enough. */
  passMark: z.nullable(z.int()),
  /** Whether the caller runs it and its attendance is still to be written down. */
  isToRecord: z.boolean(),
})
export type TrainingSession = z.output<typeof trainingSession>

const matrix = z.object({
  types: z.array(z.object({ id: recordID, name: z.string(), category: z.enum(TRAINING_CATEGORIES) })),
  /** Whoever needs something, by name, with a cell for each type. */
  people: z.array(
    z.object({ userID, name: z.string(), manager: z.nullable(z.string()), cells: z.array(cell) }),
  ),
  cards: z.object({
    /** Needs, and those of them that are met. */
    required: z.int(),
    done: z.int(),
    overdue: z.int(),
    bookedThisWeek: z.int(),
  }),
  /** Everybody who may be booked, needed or not. */
  bookable: z.array(z.object({ id: userID, name: z.string() })),
  /** Managers below the caller whose team can be looked at alone. */
  managers: z.array(z.object({ id: userID, name: z.string() })),
  /** Those of the next 4 weeks, and those whose attendance the caller has to write down. */
  sessions: z.array(trainingSession),
  /** Whether the caller may say that somebody needn't have something. */
  mayExcuse: z.boolean(),
  asOf: timestamp,
})
export type TrainingMatrix = z.output<typeof matrix>

const manager = { spec: '4 §4.3.1, §5.5', permission: 'IMANAGER_CAN_SEE_TRAINING' } as const
const supervisor = {
  spec: '4 §4.4.5',
  permission: 'ISUPERVISOR_CAN_SEE_TRAINING',
  extension: true,
} as const
const either = {
  spec: '4 §4.3.1, §4.4.5',
  extension: true,
  permission: { anyOf: ['IMANAGER_CAN_SEE_TRAINING', 'ISUPERVISOR_CAN_SEE_TRAINING'] },
} as const

export const managerTraining = call({
  path: '/api/manager/training',
  request: z.object({ managerID: z.optional(recordID) }),
  response: matrix,
  summary: 'Who of the caller’s line, or of one manager of it, needs which training and has it.',
  ...manager,
})

export const supervisorTraining = call({
  path: '/api/supervisor/training',
  request: noPayload,
  response: matrix,
  summary: 'The same for the people of the caller’s scope.',
  ...supervisor,
})

const booking = {
  request: z.object({
    sessionID: recordID,
    userIDs: z.array(recordID).check(z.minLength(1), z.maxLength(100)),
  }),
  response: z.object({
    results: z.array(z.object({ userID, name: z.string(), done: z.boolean(), reason: z.string() })),
  }),
}

export const bookTraining = call({
  path: '/api/manager/training/book',
  ...booking,
  summary:
    'Books people of the caller’s line into a session, each by themselves. A shift then is in the way, but for holders of IRESOURCE_CAN_PROCESS_SHIFT.',
  ...manager,
  extension: true,
})

export const bookTrainingInShift = call({
  path: '/api/supervisor/training/book',
  ...booking,
  summary: 'The same for the caller’s scope; the time of a shift is freed as its segment TRAINING.',
  ...supervisor,
})

export const unbookTraining = call({
  path: '/api/manager/training/unbook',
  request: z.object({ sessionID: recordID, userID: recordID }),
  response: done,
  summary: 'Takes a booking back before the session begins; the time is the shift’s again.',
  ...either,
})

export const remindTraining = call({
  path: '/api/manager/training/remind',
  request: z.object({
    needs: z.array(z.object({ userID: recordID, typeID: recordID })).check(z.minLength(1), z.maxLength(500)),
  }),
  response: z.object({
    /** People who were reminded now, each once whatever they lack. */
    reminded: z.int(),
    /** Those who had been within a day. */
    already: z.int(),
  }),
  summary: 'Reminds people of what they lack, at most once a day.',
  ...either,
})

export const excuseTraining = call({
  path: '/api/manager/training/excuse',
  request: z.object({
    userID: recordID,
    typeID: recordID,
    reason,
    /** The last day; null for good. */
    until: z._default(z.nullable(day), null),
  }),
  response: done,
  summary: 'Somebody needn’t have something, until a day where one is given.',
  ...{ spec: '4 §4.3.1, 6 §4.4', extension: true },
  permission: { allOf: ['IMANAGER_CAN_SEE_TRAINING', 'ITRAINING_CAN_SEE_LOG'] },
})

export const needTraining = call({
  path: '/api/manager/training/need',
  request: z.object({ userID: recordID, typeID: recordID }),
  response: done,
  summary: 'Takes such an excuse back.',
  ...{ spec: '4 §4.3.1, 6 §4.4', extension: true },
  permission: { allOf: ['IMANAGER_CAN_SEE_TRAINING', 'ITRAINING_CAN_SEE_LOG'] },
})

const own = { spec: '4 §4.2.6', permission: 'ITRACKER_CAN_SEE_TRAINING', extension: true } as const

const ownSession = z.extend(
  z.pick(trainingSession, {
    ...{ id: true, type: true, category: true, project: true, trainer: true, start: true, end: true },
    ...{ place: true, capacity: true, booked: true, state: true },
  }),
  {
    isBooked: z.boolean(),
    /** The caller booked it, and may take it back until it begins. */
    isOwnBooking: z.boolean(),
    /** The caller has to have this training, and doesn't. */
    isNeeded: z.boolean(),
    /** How many wait for a place. */
    waiting: z.int(),
    /** The caller's place on the waiting list, 1 for who is next; null where they don't wait. */
    position: z.nullable(z.int()),
  },
)
export type OwnTrainingSession = z.output<typeof ownSession>

export const myTrainingSessions = call({
  path: '/api/itracker/training/sessions',
  request: noPayload,
  response: z.object({ sessions: z.array(ownSession) }),
  summary:
    'Sessions of the next 4 weeks that can be booked or are full, and those into which the caller is booked.',
  ...own,
})

export const bookMyTraining = call({
  path: '/api/itracker/training/book',
  request: z.object({ sessionID: recordID }),
  response: done,
  summary: 'Books the caller into a session with places; what of theirs is at that time is in the way.',
  ...own,
})

export const unbookMyTraining = call({
  path: '/api/itracker/training/unbook',
  request: z.object({ sessionID: recordID }),
  response: done,
  summary: 'Takes a booking of one’s own making back before the session begins.',
  ...own,
})

export const waitForTraining = call({
  path: '/api/itracker/training/wait',
  request: z.object({ sessionID: recordID }),
  response: z.object({
    /** A place was free by then, and is the caller's. */
    isBooked: z.boolean(),
    /** Their place on the list, from 1; null where they are booked. */
    position: z.nullable(z.int()),
  }),
  summary:
    'Puts the caller on the waiting list of a full session. Who waits longest and has nothing in the way is booked and told when a place is free.',
  ...own,
})

export const leaveTrainingWait = call({
  path: '/api/itracker/training/leave-waiting',
  request: z.object({ sessionID: recordID }),
  response: done,
  summary: 'Takes the caller off a session’s waiting list.',
  ...own,
})

export const trainingAttendees = call({
  path: '/api/supervisor/training/attendees',
  request: z.object({ id: recordID }),
  response: z.object({
    session: trainingSession,
    attendees: z.array(
      z.object({
        userID,
        name: z.string(),
        state: z.enum(ATTENDEE_STATES),
        score: z.nullable(z.int()),
        isInShift: z.boolean(),
        /** Whether the caller may take the booking back. */
        isOwn: z.boolean(),
      }),
    ),
  }),
  summary:
    'Who is booked into a session: everybody for whoever runs it, else the people of the caller’s scope.',
  ...either,
})

export const recordTraining = call({
  path: '/api/supervisor/training/attendance',
  request: z.extend(seenRecord, {
    outcomes: z
      .array(
        z.object({
          userID: recordID,
          outcome: z.enum(ATTENDANCE_OUTCOMES),
          score: z._default(z.nullable(z.int().check(z.minimum(0), z.maximum(100))), null),
        }),
      )
      .check(z.maxLength(500)),
  }),
  response: done,
  summary:
    'Completes a session that the caller ran with an outcome for each attendee. Records are written, and who passed has the type’s skill.',
  ...supervisor,
})
