import * as z from 'zod/mini'
import {
  ABSENCE_CASE_KINDS,
  ABSENCE_CASE_STATES,
  ATTEMPT_RESULTS,
  CASE_DECISIONS,
  CONTACT_CHANNELS,
  REPORTED_AS,
} from '../domain/absence.ts'
import { ACTIVITY_NAMES } from '../domain/activity.ts'
import { TODAY_STATES } from '../domain/today.ts'
import { call } from './http-call.ts'
import { done, noPayload, recordID, timestamp, userID } from './primitives.ts'
import { recordVersion, seenRecord } from './records.ts'

const span = { start: timestamp, end: timestamp } as const
const note = z._default(z.string().check(z.trim(), z.maxLength(1000)), '')

const todayRow = z.object({
  userID,
  name: z.string(),
  state: z.enum(TODAY_STATES),
  /** What is planned of today. */
  shifts: z.array(
    z.object({
      id: recordID,
      ...span,
      project: z.nullable(z.string()),
      segments: z.array(z.object({ kind: z.enum(['WORK', 'BREAK', 'TRAINING', 'MEETING']), ...span })),
    }),
  ),
  /** What was done, the present one until now. */
  sessions: z.array(z.object({ activity: z.enum(ACTIVITY_NAMES), ...span })),
  /** Null while they are at it, or never came. */
  actualStart: z.nullable(timestamp),
  actualEnd: z.nullable(timestamp),
  lateMinutes: z.int(),
  leftEarlyMinutes: z.int(),
  /** The case of the shift that is or was to be worked. */
  absence: z.nullable(
    z.object({
      id: recordID,
      version: recordVersion,
      shiftID: z.nullable(recordID),
      kind: z.enum(ABSENCE_CASE_KINDS),
      reported: z.nullable(z.enum(REPORTED_AS)),
      state: z.enum(ABSENCE_CASE_STATES),
      note: z.string(),
      by: z.nullable(z.string()),
    }),
  ),
  /** That they said they are late. */
  late: z.nullable(
    z.object({ shiftID: recordID, expectedAt: timestamp, note: z.string(), by: z.nullable(z.string()) }),
  ),
})
export type TodayRow = z.output<typeof todayRow>

const ofSupervisor = {
  spec: '4 §4.4.4',
  permission: 'ISUPERVISOR_CAN_SEE_RESOURCE',
  extension: true,
} as const

export const supervisorToday = call({
  path: '/api/supervisor/attendance/today',
  request: noPayload,
  response: z.object({ rows: z.array(todayRow), asOf: timestamp }),
  summary:
    'Who of the caller’s scope is due today, is in, late, not in, absent, left early or works without a shift.',
  ...ofSupervisor,
})

export const markAbsent = call({
  path: '/api/supervisor/attendance/mark-absent',
  request: z.object({ shiftID: recordID, reported: z.enum(REPORTED_AS), note }),
  response: z.object({ id: recordID }),
  summary:
    'Marks somebody as sick or absent for what is left of a shift of today: a PENDING event, and HR’s absence case. Again it changes what was reported.',
  ...ofSupervisor,
})

export const unmarkAbsent = call({
  path: '/api/supervisor/attendance/unmark-absent',
  request: seenRecord,
  response: done,
  summary: 'Takes such a mark back while nobody has worked on the case: its event goes with it.',
  ...ofSupervisor,
})

export const noteLate = call({
  path: '/api/supervisor/attendance/running-late',
  request: z.object({ shiftID: recordID, expectedAt: timestamp, note }),
  response: done,
  summary: 'Somebody said that they will be late for a shift of today, and when they come.',
  ...ofSupervisor,
})

export const sayLate = call({
  path: '/api/itracker/attendance/running-late',
  request: z.object({ shiftID: recordID, expectedAt: timestamp, note }),
  response: z.object({
    /** It was said before the shift’s start. */
    isWithNotice: z.boolean(),
  }),
  summary: '‘I’m running late’ about a shift of one’s own today: the supervisor is told when one comes.',
  spec: '4 §4.2.2',
  permission: 'ITRACKER_CAN_SEE_MY_SCHEDULE',
  extension: true,
})

const ofHr = { spec: '6 §5.2, §16', permission: 'HR_CAN_SEE_UNAUTHORISED_ABSENCE' } as const

/** A case as HR and the person themselves see it. */
const absenceCase = z.object({
  ...{ id: recordID, version: recordVersion, userID, name: z.string(), day: z.iso.date(), ...span },
  ...{ kind: z.enum(ABSENCE_CASE_KINDS), state: z.enum(ABSENCE_CASE_STATES) },
  reported: z.nullable(z.enum(REPORTED_AS)),
  note: z.string(),
  lateMinutes: z.nullable(z.int()),
  explanation: z.string(),
  /** When the next contact attempt is due; null where none is. */
  attemptDueAt: z.nullable(timestamp),
  /** When it asked for a welfare check; null where it didn’t. */
  welfareAt: z.nullable(timestamp),
  attempts: z.array(
    z.object({
      at: timestamp,
      channel: z.enum(CONTACT_CHANNELS),
      result: z.string(),
      by: z.nullable(z.string()),
    }),
  ),
  reason: z.string(),
  payEffect: z.nullable(z.enum(['PAID', 'UNPAID'])),
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(timestamp),
})
export type AbsenceCase = z.output<typeof absenceCase>

export const listAbsenceCases = call({
  path: '/api/hr/absence/list',
  request: noPayload,
  response: z.object({ cases: z.array(absenceCase) }),
  summary: 'Absence cases of everybody but the caller, the latest first; 500 at most.',
  ...ofHr,
})

export const attemptContact = call({
  path: '/api/hr/absence/attempt',
  request: z.object({
    ...{ id: recordID, channel: z.enum(CONTACT_CHANNELS), result: z.enum(ATTEMPT_RESULTS) },
  }),
  response: done,
  summary: 'Writes down that somebody was tried to be reached about an open case.',
  ...ofHr,
})

export const explainAbsence = call({
  path: '/api/hr/absence/explain',
  request: z.object({ id: recordID, text: z.string().check(z.trim(), z.minLength(3), z.maxLength(1000)) }),
  response: done,
  summary: 'Whom an open case is about says why.',
  spec: '6 §5.2, §16',
})

export const decideAbsence = call({
  path: '/api/hr/absence/decide',
  request: z.object({
    ...seenRecord.shape,
    decision: z.enum(CASE_DECISIONS),
    reason: z.string().check(z.trim(), z.maxLength(1000)),
    /** Of one that is authorised. */
    isPaid: z._default(z.boolean(), false),
  }),
  response: done,
  summary:
    'Decides on a case, with a reason; again it reverses that, once. UNAUTHORISED leaves the minutes unpaid and writes a file note.',
  ...ofHr,
})

export const myAbsenceCases = call({
  path: '/api/itracker/absence-cases',
  request: noPayload,
  response: z.object({ cases: z.array(absenceCase) }),
  summary: 'Absence cases about the caller, the latest first. No permission is needed.',
  spec: '6 §5.2',
  extension: true,
})
