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

export type ApplicantSource =
  | 'WEBSITE'
  | 'REFERRAL'
  | 'AGENCY'
  | 'JOB_BOARD'
  | 'WALK_IN'
  | 'RETURNER'
  | 'OTHER'

export const RIGHT_TO_WORK = {
  NOT_CHECKED: 'Not checked',
  CHECKED: 'Checked',
  REFUSED: 'Refused',
} as const
export type RightToWork = keyof typeof RIGHT_TO_WORK
