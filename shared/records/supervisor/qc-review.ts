import * as z from 'zod/mini'
import { recordID, timestamp } from '../../contract/primitives.ts'
import { recordVersion } from '../../contract/records.ts'
import { QC_KINDS, QC_OUTCOMES, REVIEW_STATES } from '../../domain/quality.ts'
import { QC_KIND_LABELS, QC_OUTCOME_LABELS, REVIEW_STATE_LABELS } from '../../domain/quality-words.ts'
import { recordType } from '../record.ts'

/** Reviews of interviews, as Supervisor › Quality lists them (spec 4 §4.4.3). */
export const qcReviewRecord = recordType({
  name: 'qcReview',
  page: 'supervisor.quality',
  path: '/api/qc/reviews',
  spec: '4 §4.4.3, §5.5',
  words: { one: 'review', many: 'reviews', none: 'No reviews yet.' },
  row: z.object({
    id: recordID,
    version: recordVersion,
    displayName: z.string(),
    project: z.string(),
    reviewer: z.nullable(z.string()),
    kind: z.enum(QC_KINDS),
    at: timestamp,
    score: z.nullable(z.number()),
    outcome: z.nullable(z.enum(QC_OUTCOMES)),
    criticals: z.int(),
    state: z.enum(REVIEW_STATES),
    hoursToFeedback: z.nullable(z.number()),
    hoursToCorrection: z.nullable(z.number()),
    form: z.string(),
  }),
  columns: {
    displayName: {
      kind: 'text',
      picks: { of: 'person', by: 'userID' },
      label: 'Person',
      isSearched: true,
      width: 12,
    },
    project: {
      kind: 'text',
      picks: { of: 'project', by: 'projectID' },
      label: 'Project',
      isSearched: true,
      width: 12,
    },
    reviewer: {
      kind: 'text',
      picks: { of: 'person', by: 'reviewerID' },
      label: 'Reviewer',
      isSearched: true,
      width: 11,
    },
    kind: { kind: 'choice', label: 'Kind', choices: QC_KIND_LABELS, width: 8 },
    at: { kind: 'moment', label: 'Date', width: 11 },
    score: { kind: 'number', label: 'Score', width: 6 },
    outcome: { kind: 'choice', label: 'Outcome', choices: QC_OUTCOME_LABELS, width: 8 },
    criticals: { kind: 'number', isSummed: true, label: 'Criticals', width: 6 },
    state: { kind: 'choice', label: 'State', choices: REVIEW_STATE_LABELS, width: 9 },
    hoursToFeedback: { kind: 'number', unit: 'HOURS', label: 'Hours to feedback', width: 8 },
    hoursToCorrection: { kind: 'number', unit: 'HOURS', label: 'Hours to correction', width: 8 },
    form: { kind: 'text', isGroupable: true, label: 'Form', isExtra: true, width: 12 },
  },
  order: [{ field: 'at', direction: 'DESC' }],
  permission: 'ISUPERVISOR_CAN_SEE_QUALITY',
})
