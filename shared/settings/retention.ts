import { inSection } from './setting.ts'
import { choice, group, part, whole } from './shape.ts'

const retention = inSection('retention')

export const RETENTION_UNITS = { DAYS: 'days', MONTHS: 'months', YEARS: 'years' } as const
export const RETENTION_ENDS = { DELETE: 'Delete', ANONYMISE: 'Anonymise', CHECKPOINT: 'Checkpoint' } as const

/** One of each. */
const ONE: Readonly<Record<string, string>> = { DAYS: 'day', MONTHS: 'month', YEARS: 'year' }
const THEN: Readonly<Record<string, string>> = {
  ...{ DELETE: 'delete', ANONYMISE: 'anonymise', CHECKPOINT: 'put a checkpoint in their place' },
}

const rule = group(
  {
    keep: part('Keep for', whole({ min: 1, max: 3650 })),
    unit: part('Unit', choice(RETENTION_UNITS)),
    end: part('Then', choice(RETENTION_ENDS)),
  },
  {
    words: (words, { keep, unit, end }) =>
      `Keep for ${words.keep} ${keep === 1 ? ONE[String(unit)] : words.unit}, then ${THEN[String(end)]}`,
  },
)
type Unit = keyof typeof RETENTION_UNITS
type End = keyof typeof RETENTION_ENDS

const keep = (label: string, meaning: string, count: number, unit: Unit, end: End) =>
  retention(rule, { keep: count, unit, end }, { label, meaning })

/** Spec 5 §6.8, the table of defaults. */
export const RETENTION = {
  'retention.chat': keep('Chat', 'Messages and files of the chat.', 2, 'YEARS', 'DELETE'),
  'retention.tickets': keep('Tickets', 'Tickets and incident forms.', 3, 'YEARS', 'ANONYMISE'),
  'retention.interviews': keep(
    'Interviews',
    'Interview records; the person is anonymised.',
    2,
    'YEARS',
    'ANONYMISE',
  ),
  'retention.activitySessions': keep('Activities', 'Who did what from when to when.', 3, 'YEARS', 'DELETE'),
  'retention.attendanceDays': keep(
    'Attendance',
    'Hours worked, for the minimum wage. Counted from the end of the tax year.',
    6,
    'YEARS',
    'DELETE',
  ),
  'retention.recordedReadings': keep(
    'Recorded readings',
    'Where a reading’s own policy doesn’t say otherwise.',
    30,
    'DAYS',
    'DELETE',
  ),
  'retention.pay': keep(
    'Pay',
    'Pay periods, pay lines and expense claims. Counted from the end of the tax year.',
    6,
    'YEARS',
    'DELETE',
  ),
  'retention.leaverFiles': keep(
    'Files of leavers',
    'Absence, improvement plans, one-to-ones and file notes. Counted from leaving.',
    6,
    'YEARS',
    'DELETE',
  ),
  'retention.applicants': keep('Applicants', 'Those who were not hired.', 6, 'MONTHS', 'DELETE'),
  'retention.qcRecordings': keep('QC recordings', 'What was listened to.', 6, 'MONTHS', 'DELETE'),
  'retention.qcReviews': keep('QC reviews', 'What was said about it.', 3, 'YEARS', 'DELETE'),
  'retention.moods': keep('Moods', 'How people said that they feel.', 12, 'MONTHS', 'ANONYMISE'),
  'retention.logs': keep(
    'Sign-ins and logs',
    'Sessions, sign-ins, e-mail entries and error entries.',
    90,
    'DAYS',
    'DELETE',
  ),
  'retention.publicLinks': keep(
    'Public links',
    'Links and their answers. Counted from when a link expires.',
    12,
    'MONTHS',
    'DELETE',
  ),
  'retention.audit': keep(
    'Audit',
    'Older entries become a checkpoint of the chain.',
    7,
    'YEARS',
    'CHECKPOINT',
  ),
} as const
