/** The way of somebody who applies, in its order (spec 6 §3). */
export type ApplicantStage =
  | 'NEW'
  | 'SCREENING'
  | 'TEST'
  | 'INTERVIEW'
  | 'OFFER'
  | 'HIRED'
  | 'STARTED'
  | 'REJECTED'
  | 'WITHDRAWN'

/** How somebody came to apply (spec 6 §3). */
export const APPLICANT_SOURCES = {
  WEBSITE: 'Website',
  REFERRAL: 'Referral',
  AGENCY: 'Agency',
  JOB_BOARD: 'Job board',
  WALK_IN: 'Walk-in',
  RETURNER: 'Returner',
  OTHER: 'Other',
} as const
export type ApplicantSource = keyof typeof APPLICANT_SOURCES

export const RIGHT_TO_WORK = {
  NOT_CHECKED: 'Not checked',
  CHECKED: 'Checked',
  REFUSED: 'Refused',
} as const
export type RightToWork = keyof typeof RIGHT_TO_WORK
