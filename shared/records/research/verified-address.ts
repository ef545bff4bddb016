import * as z from 'zod/mini'
import { recordID, timestamp } from '../../contract/primitives.ts'
import { recordVersion } from '../../contract/records.ts'
import { EMAIL_RESULTS, type EmailResult } from '../../domain/email-checks.ts'
import { recordType } from '../record.ts'

const RESULTS = { WAITING: 'Waiting', ...EMAIL_RESULTS } as const
/** What somebody was asked, and answered. */
export const CONFIRMATIONS = { NOT_ASKED: 'Not asked', ASKED: 'Asked', CONFIRMED: 'Confirmed' } as const

/** Addresses that were checked in the last 30 days (spec 6 §9.6): Research › E-mail verification. */
export const verifiedAddressRecord = recordType({
  name: 'verifiedAddress',
  page: 'research.services.e-mail-verification',
  path: '/api/iresearch/verification',
  spec: '6 §9.6',
  words: { one: 'address', many: 'addresses', none: 'Paste addresses to check them.' },
  row: z.object({
    id: recordID,
    version: recordVersion,
    address: z.string(),
    result: z.enum(['WAITING', ...(Object.keys(EMAIL_RESULTS) as EmailResult[])]),
    /** What the checks found, in words; '' for nothing. */
    reasons: z.string(),
    confirmation: z.enum(['NOT_ASKED', 'ASKED', 'CONFIRMED']),
    confirmedAt: z.nullable(timestamp),
    purpose: z.string(),
    projectName: z.nullable(z.string()),
    byName: z.string(),
    at: timestamp,
  }),
  columns: {
    address: { kind: 'text', label: 'Address', isSearched: true, width: 18 },
    result: { kind: 'choice', label: 'Result', choices: RESULTS, width: 7 },
    reasons: { kind: 'text', label: 'Why', width: 18 },
    confirmation: { kind: 'choice', label: 'Confirmation', choices: CONFIRMATIONS, width: 8 },
    confirmedAt: { kind: 'moment', label: 'Confirmed', width: 10 },
    purpose: { kind: 'text', isGroupable: true, label: 'Purpose', isSearched: true, width: 12 },
    projectName: {
      kind: 'text',
      picks: { of: 'project', by: 'projectID' },
      label: 'Project',
      isSearched: true,
      width: 12,
    },
    byName: {
      kind: 'text',
      picks: { of: 'person', by: 'byID' },
      label: 'Checked by',
      isSearched: true,
      isExtra: true,
    },
    at: { kind: 'moment', label: 'Checked', isExtra: true },
  },
  order: [
    { field: 'at', direction: 'DESC' },
    { field: 'address', direction: 'ASC' },
  ],
  permission: 'IRESEARCH_CAN_VERIFY_EMAIL',
})
