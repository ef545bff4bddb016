import * as z from 'zod/mini'
import { recordID, timestamp } from '../../contract/primitives.ts'
import { recordVersion } from '../../contract/records.ts'
import {
  PROPOSAL_ANSWER_WORDS,
  PROPOSAL_ANSWERS,
  SHIFT_REQUEST_STATE_WORDS,
  SHIFT_REQUEST_STATES,
  SHIFT_REQUEST_TYPES,
  SHIFT_REQUEST_WORDS,
} from '../../domain/shift-requests.ts'
import { recordType } from '../record.ts'

/** Resource › Shifts › Shift requests (spec 4 §4.5.9). */
export const shiftRequestRecord = recordType({
  name: 'shiftRequest',
  page: 'resource.shifts.shift-requests',
  path: '/api/resource/shift-request',
  spec: '4 §4.5.9',
  words: { one: 'shift request', many: 'shift requests', none: 'No shift requests.' },
  row: z.object({
    id: recordID,
    version: recordVersion,
    type: z.enum(SHIFT_REQUEST_TYPES),
    byName: z.string(),
    shiftStart: timestamp,
    shiftEnd: timestamp,
    project: z.nullable(z.string()),
    area: z.nullable(z.string()),
    /** With whom, where it is with somebody. */
    toName: z.nullable(z.string()),
    newStart: z.nullable(timestamp),
    newEnd: z.nullable(timestamp),
    splitAt: z.nullable(timestamp),
    otherStart: z.nullable(timestamp),
    otherEnd: z.nullable(timestamp),
    reason: z.string(),
    state: z.enum(SHIFT_REQUEST_STATES),
    askedAt: timestamp,
    expiresAt: timestamp,
    /** What stood against it when it was asked, answered or decided; '' where nothing did, null where nobody looked. */
    checks: z.nullable(z.string()),
    /** The system approved it by the rule of the settings. */
    isByRule: z.boolean(),
    deciderName: z.nullable(z.string()),
    decidedAt: z.nullable(timestamp),
    decisionNote: z.string(),
    /** Other times that were proposed when it was declined. */
    proposedStart: z.nullable(timestamp),
    proposedEnd: z.nullable(timestamp),
    /** What its person said to them; null before they did. */
    proposalAnswer: z.nullable(z.enum(PROPOSAL_ANSWERS)),
  }),
  columns: {
    type: { kind: 'choice', label: 'What', choices: SHIFT_REQUEST_WORDS, width: 8 },
    byName: {
      kind: 'text',
      picks: { of: 'person', by: 'byUserID' },
      label: 'Person',
      isSearched: true,
      width: 11,
    },
    shiftStart: { kind: 'moment', label: 'Shift', width: 11 },
    shiftEnd: { kind: 'moment', label: 'Shift ends', isExtra: true },
    project: {
      kind: 'text',
      picks: { of: 'project', by: 'projectID' },
      label: 'Project',
      isSearched: true,
      width: 11,
    },
    area: { kind: 'text', isGroupable: true, label: 'Area', isExtra: true },
    toName: {
      kind: 'text',
      picks: { of: 'person', by: 'toUserID' },
      label: 'With',
      isSearched: true,
      width: 11,
    },
    newStart: { kind: 'moment', label: 'New start', width: 10 },
    newEnd: { kind: 'moment', label: 'New end', isExtra: true },
    splitAt: { kind: 'moment', label: 'Split at', isExtra: true },
    otherStart: { kind: 'moment', label: 'Their shift', isExtra: true },
    otherEnd: { kind: 'moment', label: 'Their shift ends', isExtra: true },
    reason: { kind: 'text', label: 'Reason', width: 13 },
    checks: { kind: 'text', label: 'Checks', width: 12 },
    isByRule: { kind: 'yesNo', label: 'By rule', isExtra: true },
    state: { kind: 'choice', label: 'State', choices: SHIFT_REQUEST_STATE_WORDS, width: 12 },
    askedAt: { kind: 'moment', label: 'Asked', width: 10 },
    expiresAt: { kind: 'moment', label: 'Expires', width: 10 },
    deciderName: {
      kind: 'text',
      picks: { of: 'person', by: 'decidedBy' },
      label: 'Decided by',
      isExtra: true,
    },
    decidedAt: { kind: 'moment', label: 'Decided', isExtra: true },
    decisionNote: { kind: 'text', label: 'Note', isExtra: true },
    proposedStart: { kind: 'moment', label: 'Proposed start', isExtra: true },
    proposedEnd: { kind: 'moment', label: 'Proposed end', isExtra: true },
    proposalAnswer: {
      ...{ kind: 'choice', label: 'Answer to it', choices: PROPOSAL_ANSWER_WORDS, isExtra: true },
    },
  },
  order: [{ field: 'askedAt', direction: 'DESC' }],
  permission: 'IRESOURCE_CAN_PROCESS_SHIFT',
})
