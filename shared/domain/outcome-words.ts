import type { Outcome } from './interviews.ts'

/** What people read for each outcome of a call. */
export const OUTCOME_LABELS: Readonly<Record<Outcome, string>> = {
  COMPLETE: 'Complete',
  REFUSAL: 'Refusal',
  APPOINTMENT: 'Appointment',
  NO_ANSWER: 'No answer',
  BUSY: 'Busy',
  ANSWER_MACHINE: 'Answer machine',
  INELIGIBLE: 'Ineligible',
  ABANDONED: 'Broken off',
}
