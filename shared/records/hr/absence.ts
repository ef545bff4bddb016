import * as z from 'zod/mini'
import { recordID } from '../../contract/primitives.ts'
import { recordVersion } from '../../contract/records.ts'
import { recordType } from '../record.ts'

/** The events of calendars that say that somebody was away, holiday apart (spec 6 §5.2). */
export const ABSENCE_KINDS = {
  SICK: 'Sick',
  ABSENCE: 'Absence',
  AWOL: 'Absent without leave',
  MEDICAL_APPOINTMENT: 'Medical appointment',
} as const
export type AbsenceKind = keyof typeof ABSENCE_KINDS

const STATES = {
  PENDING: 'Pending',
  APPROVED: 'Approved',
  REQUESTED_CANCELATION: 'Cancellation asked for',
  SYSTEM_AUTO: 'Found by itself',
} as const
export const ABSENCE_STATES = Object.keys(STATES) as (keyof typeof STATES)[]

/** When people were away, an event each; reports are made of it. */
export const absenceRecord = recordType({
  name: 'absence',
  page: 'hr.unauthorised-absence',
  path: '/api/hr/absence',
  spec: '6 §5.2',
  words: {
    one: 'absence',
    many: 'absences',
    none: 'No unauthorised absence. Everybody is where they should be.',
  },
  row: z.object({
    id: recordID,
    version: recordVersion,
    displayName: z.string(),
    areaName: z.nullable(z.string()),
    managerName: z.nullable(z.string()),
    kind: z.enum(Object.keys(ABSENCE_KINDS) as AbsenceKind[]),
    state: z.enum(ABSENCE_STATES),
    firstDay: z.string(),
    lastDay: z.string(),
    days: z.number(),
    hours: z.nullable(z.number()),
  }),
  columns: {
    displayName: {
      kind: 'text',
      picks: { of: 'person', by: 'userID' },
      label: 'Name',
      isSearched: true,
      width: 12,
    },
    areaName: { kind: 'text', isGroupable: true, label: 'Area', isSearched: true, width: 10 },
    managerName: { kind: 'text', picks: { of: 'person', by: 'managerID' }, label: 'Manager', isExtra: true },
    kind: { kind: 'choice', label: 'Kind', choices: ABSENCE_KINDS, width: 9 },
    state: { kind: 'choice', label: 'State', choices: STATES, width: 9 },
    firstDay: { kind: 'day', label: 'First day', width: 8 },
    lastDay: { kind: 'day', label: 'Last day', width: 8 },
    days: { kind: 'number', isSummed: true, label: 'Calendar days', width: 7 },
    hours: { kind: 'number', unit: 'HOURS', isSummed: true, label: 'Hours', isExtra: true },
  },
  order: [{ field: 'firstDay', direction: 'DESC' }],
  permission: 'HR_CAN_SEE_UNAUTHORISED_ABSENCE',
})
