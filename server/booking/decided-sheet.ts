import { REQUEST_WORDS, type RequestState } from '#shared/domain/booking.ts'
import type { Sheet } from '../records/sheet.ts'
import type { StoredRequest } from './requests.ts'

const STATES: Readonly<Record<RequestState, string>> = {
  PENDING: 'Pending',
  APPROVED: 'Approved',
  DECLINED: 'Declined',
  CANCELLED: 'Cancelled',
  REQUESTED_CANCELATION: 'Cancellation asked',
}

/** Requests that were decided, as a sheet (spec 4 §4.5.7). */
export const decidedSheet = (rows: readonly StoredRequest[]): Sheet => ({
  name: 'Approved requests',
  columns: [
    { kind: 'text', label: 'Person', width: 13 },
    { kind: 'choice', label: 'What', choices: REQUEST_WORDS, width: 12 },
    { kind: 'moment', label: 'From', width: 11 },
    { kind: 'moment', label: 'To', width: 11 },
    { kind: 'number', label: 'Hours', width: 6 },
    { kind: 'choice', label: 'State', choices: STATES, width: 9 },
    { kind: 'text', label: 'Decided by', width: 13 },
    { kind: 'moment', label: 'Decided', width: 11 },
    { kind: 'text', label: 'Note', width: 16 },
    { kind: 'text', label: 'Reason', width: 16 },
    { kind: 'moment', label: 'Asked', width: 11 },
  ],
  rows: rows.map(({ userName, type, start, end, hours, state, decider, ...row }) => [
    ...[userName, type, start, end, hours, state, decider],
    ...[row.decidedAt, row.decisionNote, row.reason, row.askedAt],
  ]),
})
