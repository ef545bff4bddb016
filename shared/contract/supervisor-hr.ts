import * as z from 'zod/mini'
import { ABSENCE_CASE_KINDS, ABSENCE_CASE_STATES } from '../domain/absence.ts'
import { FILE_NOTE_KINDS } from '../domain/file-notes.ts'
import { CASE_STEPS } from '../domain/supervisor-hr.ts'
import { call } from './http-call.ts'
import { noPayload, recordID, timestamp, userID } from './primitives.ts'

const day = z.iso.date()
const person = { userID, name: z.string() } as const

/**
 * What of HR a supervisor knows without opening a record. There is no field for pay, address, protected characteristics
 * or health here: what isn't declared isn't sent.
 */
export const supervisorHr = call({
  path: '/api/supervisor/hr',
  request: noPayload,
  response: z.object({
    /** The caller’s team. */
    people: z.array(z.object({ id: recordID, name: z.string() })),
    /** Absence cases that are open or were decided in 28 days: what was said of them stays with HR. */
    cases: z.array(
      z.object({
        ...{ id: recordID, ...person, day, start: timestamp, end: timestamp },
        ...{ kind: z.enum(ABSENCE_CASE_KINDS), state: z.enum(ABSENCE_CASE_STATES) },
        lateMinutes: z.nullable(z.int()),
        step: z.enum(CASE_STEPS),
        /** By when; null where nothing is due. */
        stepAt: z.nullable(timestamp),
      }),
    ),
    notes: z.array(
      z.object({
        ...{ id: recordID, ...person, by: z.nullable(z.string()), at: timestamp },
        ...{ kind: z.enum(FILE_NOTE_KINDS), text: z.string(), reply: z.string() },
        acknowledgedAt: z.nullable(timestamp),
      }),
    ),
    /** Probations that end in 60 days. */
    probations: z.array(z.object({ ...person, startDate: day, ends: day, daysLeft: z.int() })),
  }),
  summary:
    'The HR page of a supervisor: absence cases, file notes and probation ends of their team. Its other parts are calls of their own.',
  spec: '4 §4.4.6',
  permission: 'ISUPERVISOR_CAN_SEE_HR',
  extension: true,
})
export type SupervisorHr = z.output<typeof supervisorHr.response>
