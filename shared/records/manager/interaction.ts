import * as z from 'zod/mini'
import { recordID, timestamp } from '../../contract/primitives.ts'
import { recordVersion } from '../../contract/records.ts'
import { INTERACTION_KINDS, INTERACTION_WORDS } from '../../domain/interactions.ts'
import { recordType } from '../record.ts'

const MARKS = { DUE: 'Due', FINE: 'Spoken to', NO_SHIFTS: 'No shifts' } as const
export type InteractionMark = keyof typeof MARKS
const marks = Object.keys(MARKS) as InteractionMark[]
const count = z.int()

/** Whether each of a manager's line has been spoken to, a row a person (spec 4 §4.3.4). */
export const interactionRecord = recordType({
  name: 'interaction',
  page: 'interviewer-manager.interactions',
  path: '/api/manager/interactions',
  spec: '4 §4.3.4, §5.5',
  words: { one: 'person', many: 'people', none: 'No interactions yet.' },
  row: z.object({
    id: recordID,
    version: recordVersion,
    displayName: z.string(),
    managerName: z.nullable(z.string()),
    mark: z.enum(marks),
    lastAt: z.nullable(timestamp),
    lastKind: z.nullable(z.enum(INTERACTION_KINDS)),
    lastBy: z.nullable(z.string()),
    /** Of weeks with a shift; without any talk since their first. Null without either. */
    daysSince: z.nullable(count),
    /** Of the last 4 weeks, by kind. */
    oneToOnes: count,
    coaching: count,
    qcFeedback: count,
    fileNotes: count,
    recognitions: count,
    returnsToWork: count,
    pipMeetings: count,
    welfare: count,
    /** When the next one is planned. */
    nextAt: z.nullable(timestamp),
    openActions: count,
  }),
  columns: {
    displayName: {
      kind: 'text',
      picks: { of: 'person', by: 'id' },
      label: 'Name',
      isSearched: true,
      width: 13,
    },
    mark: { kind: 'choice', label: 'State', choices: MARKS, width: 8 },
    daysSince: { kind: 'number', label: 'Days since', width: 7 },
    lastAt: { kind: 'moment', label: 'Last', width: 11 },
    lastKind: { kind: 'choice', label: 'What', choices: INTERACTION_WORDS, width: 9 },
    lastBy: { kind: 'text', label: 'By', isSearched: true, width: 11 },
    oneToOnes: { kind: 'number', label: 'One-to-ones', width: 8 },
    coaching: { kind: 'number', label: 'Coaching', width: 7 },
    qcFeedback: { kind: 'number', label: 'QC feedback', width: 8 },
    fileNotes: { kind: 'number', label: 'File notes', width: 7 },
    recognitions: { kind: 'number', label: 'Recognitions', width: 8 },
    returnsToWork: { kind: 'number', label: 'Returns to work', width: 9 },
    pipMeetings: { kind: 'number', label: 'PIP meetings', width: 8 },
    welfare: { kind: 'number', label: 'Welfare', width: 7 },
    nextAt: { kind: 'moment', label: 'Next planned', width: 11 },
    openActions: { kind: 'number', label: 'Open actions', width: 8 },
    managerName: {
      kind: 'text',
      picks: { of: 'person', by: 'managerID' },
      label: 'Manager',
      isExtra: true,
      width: 11,
    },
  },
  order: [
    { field: 'daysSince', direction: 'DESC' },
    { field: 'displayName', direction: 'ASC' },
  ],
  permission: 'IMANAGER_CAN_SEE_INTERACTIONS',
})
