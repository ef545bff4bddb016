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

/** The stages in words, in their order (spec 6 §3). */
export const APPLICANT_STAGES = {
  NEW: 'New',
  SCREENING: 'Screening',
  TEST: 'Test',
  INTERVIEW: 'Interview',
  OFFER: 'Offer',
  HIRED: 'Hired',
  STARTED: 'Started',
  REJECTED: 'Rejected',
  WITHDRAWN: 'Withdrawn',
} as const satisfies Record<ApplicantStage, string>

const FORWARD: readonly ApplicantStage[] = ['NEW', 'SCREENING', 'TEST', 'INTERVIEW', 'OFFER', 'HIRED']

/** Whether the way of an applicant has come to an end without a start. */
export const isOver = (stage: ApplicantStage): boolean => stage === 'REJECTED' || stage === 'WITHDRAWN'

/** What is known of an applicant that their stage depends on (spec 6 §3). */
export interface StageFacts {
  /** The result of their test; null for none. */
  readonly test: 'PASS' | 'REVIEW' | 'FAIL' | null
  /** Why they go on without a test that is passed; '' for no such reason. */
  readonly override: string
  /** Whether a scorecard says HIRE. */
  readonly isRecommended: boolean
  readonly hasAccepted: boolean
}

/** Why an applicant can't come to a stage: a code of a refusal; null where they can (spec 6 §3). */
export function stageFault(
  from: ApplicantStage,
  to: ApplicantStage,
  { test, override, isRecommended, hasAccepted }: StageFacts,
): 'applicant.noWay' | 'applicant.notTested' | 'applicant.notRecommended' | 'applicant.noOffer' | null {
  if (from === 'STARTED' || to === 'STARTED' || from === to) return 'applicant.noWay'
  if (isOver(to)) return isOver(from) ? 'applicant.noWay' : null
  if (isOver(from)) return to === 'SCREENING' ? null : 'applicant.noWay'
  if (FORWARD.indexOf(to) !== FORWARD.indexOf(from) + 1) return 'applicant.noWay'
  if (from === 'TEST' && test !== 'PASS' && override.trim() === '') return 'applicant.notTested'
  if (from === 'INTERVIEW' && !isRecommended) return 'applicant.notRecommended'
  if (from === 'OFFER' && !hasAccepted) return 'applicant.noOffer'
  return null
}

/** The stage after one; null where no stage follows by itself. */
export function stageAfter(stage: ApplicantStage): ApplicantStage | null {
  const at = FORWARD.indexOf(stage)
  return at < 0 ? null : (FORWARD[at + 1] ?? null)
}

/** A number as it is compared: `+44 7700 900123`, `07700 900123` and `00447700900123` are one. */
export const sameMobile = (mobile: string): string =>
  mobile.replaceAll(/[^\d+]/g, '').replace(/^(\+44|0044)0?/, '0')

/** What an interviewer recommends (spec 6 §3.3). */
export const RECOMMENDATIONS = { HIRE: 'Hire', HOLD: 'Hold', REJECT: 'Reject' } as const
export type Recommendation = keyof typeof RECOMMENDATIONS

/** What became of an offer. OPEN: it waits for the applicant's answer. */
export const OFFER_STATES = {
  OPEN: 'Waits for an answer',
  ACCEPTED: 'Accepted',
  DECLINED: 'Declined',
  WITHDRAWN: 'Withdrawn',
} as const
export type OfferState = keyof typeof OFFER_STATES
