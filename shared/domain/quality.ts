/** Quality of interviews: forms, reviews and what is counted from them (spec 4 §2.4, §2.5, §4.4.3). */
export const QC_KINDS = ['LIVE', 'RECORDING', 'CODING', 'BACK_CHECK'] as const
export type QcKind = (typeof QC_KINDS)[number]

export const SEVERITIES = ['MINOR', 'MAJOR', 'CRITICAL'] as const
export type Severity = (typeof SEVERITIES)[number]

export const FORM_STATUSES = ['DRAFT', 'ACTIVE', 'RETIRED'] as const
export type FormStatus = (typeof FORM_STATUSES)[number]

export const REVIEW_STATES = [
  'DUE',
  'IN_PROGRESS',
  'SUBMITTED',
  'ACKNOWLEDGED',
  'DISPUTED',
  'RESOLVED',
  'VOID',
] as const
export type ReviewState = (typeof REVIEW_STATES)[number]

export const QC_OUTCOMES = ['PASS', 'COACHING', 'FAIL'] as const
export type QcOutcome = (typeof QC_OUTCOMES)[number]

export const QC_ANSWERS = ['YES', 'NO', 'NA'] as const
export type QcAnswer = (typeof QC_ANSWERS)[number]

/** Whether interviews of a project may be heard live: not, as announced, or once the respondent agreed. */
export const MONITORING_CONSENTS = ['NONE', 'ANNOUNCED', 'ASKED'] as const
export type MonitoringConsent = (typeof MONITORING_CONSENTS)[number]

export const COACHING_STATES = ['PLANNED', 'HELD', 'ACKNOWLEDGED', 'CANCELLED', 'MISSED'] as const
export type CoachingState = (typeof COACHING_STATES)[number]

export const DISPUTE_DECISIONS = ['UPHOLD', 'CHANGE', 'VOID'] as const
export type DisputeDecision = (typeof DISPUTE_DECISIONS)[number]

export interface QcItem {
  readonly id: string
  readonly section: string
  readonly text: string
  readonly help: string
  /** 1 to 10. */
  readonly weight: number
  readonly severity: Severity
}

export interface ItemAnswer {
  readonly itemID: string
  readonly answer: QcAnswer
  readonly note: string
  /** Of the listen, in seconds; null where it wasn't marked. */
  readonly atSecond: number | null
}

export const QC_WEIGHT = { min: 1, max: 10 } as const
export const QC_ITEMS_MAX = 60
/** Bands of a score (spec 4 §5.7). */
export const PASS_FROM = 86
export const COACHING_FROM = 65
/** Reviews a week, from so many interviewing hours of it. */
export const QC_A_WEEK = 2
export const QC_HOURS = 4
/** The share of completes that is reviewed. */
export const QC_SHARE_LIVE = 0.05
export const QC_SHARE_ELSE = 0.1
/** So many of somebody's first completes on a project are reviewed. */
export const QC_FIRST = 10
/** Means of fewer reviews say little (spec 4 §2.5). */
export const FEW_REVIEWS = 3

const DAY_MS = 86_400_000
/** Times around a submitted review (spec 4 §5.7), in milliseconds. */
export const DISPUTE_MS = 14 * DAY_MS
export const REMIND_MS = 2 * DAY_MS
export const ACKNOWLEDGED_AFTER_MS = 7 * DAY_MS

/** What a filled form comes to. */
export interface QcResult {
  /** With one decimal; null where no item has YES or NO. */
  readonly score: number | null
  /** Null where there is no score. */
  readonly outcome: QcOutcome | null
  /** CRITICAL items with NO. */
  readonly criticals: number
}

/** The band of a score (spec 4 §4.4.3). */
export function outcomeOf(score: number, criticals: number): QcOutcome {
  if (criticals > 0 || score < COACHING_FROM) return 'FAIL'
  return score >= PASS_FROM ? 'PASS' : 'COACHING'
}

/**
 * Σ weight of YES ÷ Σ weight of YES and NO × 100; 0 with a CRITICAL answered NO (spec 4 §2.5). Answers to other items
 * than the form's count for nothing.
 */
export function resultOf(items: readonly QcItem[], answers: readonly ItemAnswer[]): QcResult {
  const given = new Map(answers.map((answer) => [answer.itemID, answer.answer]))
  let yes = 0
  let all = 0
  let criticals = 0
  for (const { id, weight, severity } of items) {
    const answer = given.get(id)
    if (answer !== 'YES' && answer !== 'NO') continue
    all += weight
    if (answer === 'YES') yes += weight
    else if (severity === 'CRITICAL') criticals += 1
  }
  if (all === 0) return { score: null, outcome: null, criticals: 0 }
  const score = criticals > 0 ? 0 : Math.round((yes * 1000) / all) / 10
  return { score, outcome: outcomeOf(score, criticals), criticals }
}

/** Why a review can't be submitted as it is, in the order in which it is put right. */
export type SubmitFault = 'unanswered' | 'noNote' | 'nothingCounted' | 'feedback'

const FEEDBACK_OVER_WORDS = 4
/** Whether a text has more than 4 words (spec 4 §4.4.3). */
export const isMoreThanFourWords = (text: string): boolean =>
  text.split(/\s+/).filter((word) => word !== '').length > FEEDBACK_OVER_WORDS

/** Whether an answer has to be explained. */
export const needsNote = ({ severity }: Pick<QcItem, 'severity'>, answer: QcAnswer | undefined): boolean =>
  answer === 'NO' && severity !== 'MINOR'

/** What is wrong with the answers alone, and at which item. */
export function answerFault(
  items: readonly QcItem[],
  answers: readonly ItemAnswer[],
): { readonly fault: SubmitFault; readonly itemID: string | null } | null {
  const given = new Map(answers.map((answer) => [answer.itemID, answer]))
  for (const { id } of items) if (!given.has(id)) return { fault: 'unanswered', itemID: id }
  for (const item of items) {
    const own = given.get(item.id)
    if (needsNote(item, own?.answer) && own?.note.trim() === '') return { fault: 'noNote', itemID: item.id }
  }
  return resultOf(items, answers).score === null ? { fault: 'nothingCounted', itemID: null } : null
}

/** The same of a whole review: all items, a note for each NO on MAJOR or CRITICAL, feedback of more than 4 words. */
export function submitFault(
  items: readonly QcItem[],
  answers: readonly ItemAnswer[],
  feedback: string,
): { readonly fault: SubmitFault; readonly itemID: string | null } | null {
  const fault = answerFault(items, answers)
  if (fault) return fault
  return isMoreThanFourWords(feedback) ? null : { fault: 'feedback', itemID: null }
}

/** What somebody's reviews on a project in a week are counted from. */
export interface DueFacts {
  /** Interviewing hours of the week, on all projects. */
  readonly hours: number
  /** Reviews of the week, on all projects. */
  readonly reviewsOfWeek: number
  /** Completes of the week on this project, and the reviews of it. */
  readonly completes: number
  readonly reviews: number
  /** Whether the project may be heard live. */
  readonly isHeardLive: boolean
  /** Completes and reviews of the person on the project, ever. */
  readonly completesEver: number
  readonly reviewsEver: number
}

/** Reviews outstanding of the first 10 completes on a project. */
export const firstTenDue = ({ completesEver, reviewsEver }: DueFacts): number =>
  Math.max(0, Math.min(QC_FIRST, completesEver) - reviewsEver)

/** What is due by the week's two, whichever the project. */
export const weeklyDue = ({ hours, reviewsOfWeek }: Pick<DueFacts, 'hours' | 'reviewsOfWeek'>): number =>
  hours >= QC_HOURS ? Math.max(0, QC_A_WEEK - reviewsOfWeek) : 0

/** What is due by the share of completes. */
export function shareDue({ completes, reviews, isHeardLive }: DueFacts): number {
  const share = isHeardLive ? QC_SHARE_LIVE : QC_SHARE_ELSE
  // 0.1 × 30 is 3.0000000000000004 elsewhere: whole hundredths are exact.
  return Math.max(0, Math.ceil((completes * Math.round(share * 100)) / 100) - reviews)
}

/** Reviews due of a person and project in a week: the largest of the three, never below 0 (spec 4 §4.4.3). */
export const reviewsDue = (facts: DueFacts): number =>
  Math.max(weeklyDue(facts), shareDue(facts), firstTenDue(facts))

/** Reviews due of a person in a week: the week's two, or what their projects need together where that is more. */
export const personDue = (facts: readonly DueFacts[]): number =>
  facts.length === 0
    ? 0
    : Math.max(
        ...facts.map(weeklyDue),
        facts.reduce((sum, one) => sum + Math.max(shareDue(one), firstTenDue(one)), 0),
      )

/** Something that is due, as far as its order goes. */
export interface DueOrder {
  readonly firstTen: number
  readonly lastOutcome: QcOutcome | null
  /** In milliseconds since 1970; null where there was none. */
  readonly lastReviewAt: number | null
}

/** By risk: first ten, last outcome FAIL, days since the last review (spec 4 §4.4.3). */
export const byRisk = (a: DueOrder, b: DueOrder): number =>
  Number(b.firstTen > 0) - Number(a.firstTen > 0) ||
  Number(b.lastOutcome === 'FAIL') - Number(a.lastOutcome === 'FAIL') ||
  (a.lastReviewAt ?? 0) - (b.lastReviewAt ?? 0)

/** A review as its figures count it. */
export interface CountedReview {
  readonly state: ReviewState
  readonly score: number | null
  readonly isCalibration: boolean
}

const COUNTED: readonly ReviewState[] = ['SUBMITTED', 'ACKNOWLEDGED', 'DISPUTED', 'RESOLVED']
/** Reviews count once they are submitted; void ones and calibration don't (spec 4 §2.5). */
export const isCounted = ({ state, isCalibration }: Omit<CountedReview, 'score'>): boolean =>
  !isCalibration && COUNTED.includes(state)
export const COUNTED_STATES = COUNTED

/** The QC score: the mean of the reviews that count, with one decimal; null without any (spec 4 §2.5). */
export function qcScore(reviews: readonly CountedReview[]): number | null {
  const scores = reviews.flatMap((one) => (isCounted(one) && one.score !== null ? [one.score] : []))
  if (scores.length === 0) return null
  return Math.round((scores.reduce((sum, score) => sum + score, 0) / scores.length) * 10) / 10
}

/** QC coverage: reviews ÷ completes; null without completes (spec 4 §2.5). */
export const qcCoverage = (reviews: number, completes: number): number | null =>
  completes === 0 ? null : reviews / completes

/** The states of a review, and those that may follow each (spec 4 §5.1). */
const REVIEW_STEPS: Readonly<Record<ReviewState, readonly ReviewState[]>> = {
  DUE: ['IN_PROGRESS', 'VOID'],
  IN_PROGRESS: ['SUBMITTED', 'VOID'],
  SUBMITTED: ['ACKNOWLEDGED', 'DISPUTED', 'VOID'],
  ACKNOWLEDGED: ['VOID'],
  DISPUTED: ['RESOLVED', 'VOID'],
  RESOLVED: ['VOID'],
  VOID: [],
}
export const mayReviewBecome = (from: ReviewState, to: ReviewState): boolean =>
  REVIEW_STEPS[from].includes(to)

const FORM_STEPS: Readonly<Record<FormStatus, readonly FormStatus[]>> = {
  DRAFT: ['ACTIVE'],
  ACTIVE: ['RETIRED'],
  RETIRED: [],
}
export const mayFormBecome = (from: FormStatus, to: FormStatus): boolean => FORM_STEPS[from].includes(to)

const COACHING_STEPS: Readonly<Record<CoachingState, readonly CoachingState[]>> = {
  PLANNED: ['HELD', 'CANCELLED', 'MISSED'],
  HELD: ['ACKNOWLEDGED'],
  ACKNOWLEDGED: [],
  CANCELLED: [],
  MISSED: [],
}
export const mayCoachingBecome = (from: CoachingState, to: CoachingState): boolean =>
  COACHING_STEPS[from].includes(to)

export interface Agreement {
  readonly itemID: string
  /** 0 to 1: reviewers with the most common answer ÷ reviewers. */
  readonly share: number
  readonly answers: Readonly<Record<QcAnswer, number>>
}

/** How far reviewers of one interview agree on each item, the lowest first (spec 4 §4.4.3). */
export function agreementOf(
  items: readonly Pick<QcItem, 'id'>[],
  reviews: readonly (readonly ItemAnswer[])[],
): Agreement[] {
  return items
    .map(({ id }): Agreement => {
      const answers = { YES: 0, NO: 0, NA: 0 }
      for (const review of reviews) {
        const given = review.find(({ itemID }) => itemID === id)
        if (given) answers[given.answer] += 1
      }
      const most = Math.max(answers.YES, answers.NO, answers.NA)
      return { itemID: id, share: reviews.length === 0 ? 1 : most / reviews.length, answers }
    })
    .toSorted((a, b) => a.share - b.share)
}
