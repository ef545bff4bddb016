import * as z from 'zod/mini'
import {
  DISPUTE_DECISIONS,
  FORM_STATUSES,
  MONITORING_CONSENTS,
  QC_ANSWERS,
  QC_ITEMS_MAX,
  QC_KINDS,
  QC_OUTCOMES,
  QC_WEIGHT,
  REVIEW_STATES,
  SEVERITIES,
} from '../domain/quality.ts'
import { listCall } from '../records/record.ts'
import { qcReviewRecord } from '../records/supervisor/qc-review.ts'
import { call } from './http-call.ts'
import { noPayload, recordID, timestamp, userID } from './primitives.ts'
import { recordVersion, seenRecord } from './records.ts'

export const QC_TEXT_MAX = 4000
const COMMENT_MAX = 1000
/** A reason of 3 characters at least. */
const reason = z.string().check(z.trim(), z.minLength(3), z.maxLength(COMMENT_MAX))
const text = z.string().check(z.maxLength(QC_TEXT_MAX))
const date = z.iso.date()
const when = z.nullable(timestamp)

const qcItem = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(40)),
  section: z.string().check(z.trim(), z.maxLength(100)),
  text: z.string().check(z.trim(), z.minLength(1), z.maxLength(300)),
  help: z.string().check(z.trim(), z.maxLength(1000)),
  weight: z.int().check(z.minimum(QC_WEIGHT.min), z.maximum(QC_WEIGHT.max)),
  severity: z.enum(SEVERITIES),
})

const itemAnswer = z.object({
  itemID: z.string().check(z.maxLength(40)),
  answer: z.enum(QC_ANSWERS),
  note: z.string().check(z.maxLength(COMMENT_MAX)),
  atSecond: z.nullable(z.int().check(z.nonnegative(), z.maximum(86_400))),
})
const answers = z.array(itemAnswer).check(z.maxLength(QC_ITEMS_MAX))

/** What a FAIL leads to. */
const followUp = z.object({
  /** When the coaching is; null without. */
  coachingAt: z._default(when, null),
  /** The person’s allocation on the project ends. */
  stopsProject: z._default(z.boolean(), false),
  /** Why the interview doesn’t count; '' where it does. */
  voidReason: z._default(z.string().check(z.trim(), z.maxLength(COMMENT_MAX)), ''),
  /** Why nothing follows; '' where something does. */
  noneReason: z._default(z.string().check(z.trim(), z.maxLength(COMMENT_MAX)), ''),
})
export type FollowUp = z.input<typeof followUp>

const review = z.object({
  id: recordID,
  version: recordVersion,
  userID,
  name: z.string(),
  projectID: recordID,
  project: z.string(),
  monitoringConsent: z.enum(MONITORING_CONSENTS),
  interviewID: z.nullable(recordID),
  /** When the interview ended; null until its record is there. */
  interviewEnd: when,
  formID: recordID,
  form: z.string(),
  formVersion: recordVersion,
  items: z.array(qcItem),
  kind: z.enum(QC_KINDS),
  reviewerID: z.nullable(userID),
  reviewer: z.nullable(z.string()),
  listenedFrom: when,
  listenedTo: when,
  consent: z.nullable(z.enum(MONITORING_CONSENTS)),
  answers: z.array(itemAnswer),
  score: z.nullable(z.number()),
  outcome: z.nullable(z.enum(QC_OUTCOMES)),
  criticals: z.int(),
  feedback: z.string(),
  actionText: z.string(),
  /** What a FAIL led to. */
  followUp: z.nullable(followUp),
  isCalibration: z.boolean(),
  calibrationID: z.nullable(recordID),
  state: z.enum(REVIEW_STATES),
  startedAt: timestamp,
  submittedAt: when,
  acknowledgedAt: when,
  acknowledgement: z.string(),
  /** It was acknowledged by the system. */
  isBySystem: z.boolean(),
  disputedAt: when,
  disputeReason: z.string(),
  decision: z.nullable(z.enum(DISPUTE_DECISIONS)),
  resolution: z.string(),
  resolvedBy: z.nullable(z.string()),
  resolvedAt: when,
  correctedAt: when,
  voidReason: z.string(),
})
export type QcReview = z.output<typeof review>

const spec = '4 §4.4.3, §5.5'
const reading = { spec, permission: 'ISUPERVISOR_CAN_SEE_QUALITY' } as const
const acting = { spec, permission: 'ISUPERVISOR_CAN_ACTION_LIVE_QC' } as const
const own = { spec: '4 §4.2.4, §5.5', permission: 'ITRACKER_CAN_SEE_MY_QC_SCORE' } as const

const dueRow = z.object({
  userID,
  name: z.string(),
  projectID: recordID,
  project: z.string(),
  monitoringConsent: z.enum(MONITORING_CONSENTS),
  due: z.int(),
  /** Reviews of the week on the project. */
  done: z.int(),
  /** Outstanding of the first 10 completes. */
  firstTen: z.int(),
  lastScore: z.nullable(z.number()),
  lastOutcome: z.nullable(z.enum(QC_OUTCOMES)),
  lastReview: when,
  /** AVAILABLE on this project now. */
  isAvailable: z.boolean(),
  /** Who reviews it just now. */
  reviewing: z.nullable(z.object({ reviewID: recordID, userID, name: z.string() })),
})
export type QcDueRow = z.output<typeof dueRow>

export const qcDue = call({
  path: '/api/qc/due',
  request: noPayload,
  response: z.object({ rows: z.array(dueRow), total: z.int(), asOf: timestamp }),
  summary: 'Reviews that are due this week, by person and project of the caller’s scope, by risk.',
  ...reading,
})

export const qcReviews = { ...listCall(qcReviewRecord), path: '/api/qc/reviews' as const }

export const qcFigures = call({
  path: '/api/qc/figures',
  request: noPayload,
  response: z.object({
    /** Of 4 weeks; null without a review. */
    score: z.nullable(z.number()),
    reviews: z.int(),
    completes: z.int(),
    coverage: z.nullable(z.number()),
    /** Share of reviews whose feedback came in the shift of the interview; null where none had one. */
    sameShift: z.nullable(z.number()),
    criticalsAHundred: z.nullable(z.number()),
    due: z.int(),
    disputes: z.int(),
  }),
  summary: 'What the reviews of 4 weeks of the caller’s scope come to.',
  extension: true,
  ...reading,
})

export const getReview = call({
  path: '/api/qc/review/get',
  request: z.object({ id: recordID }),
  response: review,
  summary: 'A review of one’s own once it is submitted, or one of somebody in the caller’s scope.',
  spec,
  extension: true,
  permission: { anyOf: ['ISUPERVISOR_CAN_SEE_QUALITY', 'ITRACKER_CAN_SEE_MY_QC_SCORE'] },
})

export const startReview = call({
  path: '/api/qc/review/start',
  request: z.object({
    /** One that is due, of a calibration; else person and project are named. */
    id: z.optional(recordID),
    userID: z.optional(userID),
    /** Absent: the one that they work on now. */
    projectID: z.optional(recordID),
    interviewID: z._default(z.nullable(recordID), null),
    formID: z._default(z.nullable(recordID), null),
    kind: z._default(z.enum(QC_KINDS), 'LIVE'),
  }),
  response: review,
  summary:
    'Begins a review by the active form; of two reviewers one gets it. One not heard live needs QC_CAN_ADD, too.',
  ...acting,
})

const draft = z.object({ ...seenRecord.shape, answers, feedback: text, actionText: text })

export const saveReview = call({
  path: '/api/qc/review/save',
  request: draft,
  response: review,
  summary: 'Keeps what was filled in of one’s own review, as far as it is.',
  ...acting,
})

export const submitReview = call({
  path: '/api/qc/review/submit',
  request: z.extend(draft, { followUp: z._default(z.nullable(followUp), null) }),
  response: review,
  summary:
    'Submits one’s own review: all items, a note for each No that weighs, feedback of more than 4 words, and after a FAIL what follows.',
  ...acting,
})

export const acknowledgeReview = call({
  path: '/api/qc/review/acknowledge',
  request: z.object({
    id: recordID,
    comment: z._default(z.string().check(z.trim(), z.maxLength(COMMENT_MAX)), ''),
  }),
  response: review,
  summary: 'Says of a review of one’s own that it was read.',
  ...own,
})

export const disputeReview = call({
  path: '/api/qc/review/dispute',
  request: z.object({ id: recordID, reason: z.string().check(z.trim(), z.maxLength(QC_TEXT_MAX)) }),
  response: review,
  summary: 'Disagrees with a review of one’s own within 14 days, with more than 4 words.',
  ...own,
})

export const resolveReview = call({
  path: '/api/qc/review/resolve',
  request: z.object({
    id: recordID,
    decision: z.enum(DISPUTE_DECISIONS),
    resolution: text.check(z.trim()),
    /** With CHANGE, those that hold from now on. */
    answers: z._default(answers, []),
  }),
  response: review,
  summary: 'Decides a dispute; never one’s own review.',
  ...acting,
})

export const voidReview = call({
  path: '/api/qc/review/void',
  request: z.object({ id: recordID, reason }),
  response: review,
  summary: 'Makes a review VOID: it counts nowhere and stays listed with its reason.',
  spec,
  permission: { anyOf: ['QC_CAN_DELETE', 'ISUPERVISOR_CAN_ACTION_LIVE_QC'] },
})

export const startListen = call({
  path: '/api/qc/review/listen-start',
  request: z.object({ id: recordID, hasAgreed: z._default(z.boolean(), false) }),
  response: review,
  summary:
    'Begins to listen for one’s own review where the project allows it; where it asks, the respondent must have agreed.',
  ...acting,
})

export const endListen = call({
  path: '/api/qc/review/listen-end',
  request: z.object({ id: recordID }),
  response: review,
  summary: 'Ends listening. The person sees from when to when, and by whom.',
  ...acting,
})

const form = z.object({
  id: recordID,
  name: z.string(),
  kind: z.enum(QC_KINDS),
  revision: recordVersion,
  /** The newest first. */
  versions: z.array(
    z.object({
      version: recordVersion,
      status: z.enum(FORM_STATUSES),
      items: z.array(qcItem),
      /** Reviews that were made by it. */
      reviews: z.int(),
    }),
  ),
})
export type QcForm = z.output<typeof form>

const qcProject = z.object({
  id: recordID,
  name: z.string(),
  monitoringConsent: z.enum(MONITORING_CONSENTS),
  qcFormID: z.nullable(recordID),
})
export type QcProject = z.output<typeof qcProject>

export const qcForms = call({
  path: '/api/qc/forms',
  request: noPayload,
  response: z.object({ forms: z.array(form), projects: z.array(qcProject) }),
  summary: 'Forms with their versions, and which projects may be heard and by which form they are reviewed.',
  ...reading,
})

const forming = { spec, permission: 'ISUPERVISOR_CAN_CREATE_QC_FORM' } as const

export const saveForm = call({
  path: '/api/qc/forms/save',
  request: z.object({
    /** Both absent for a new one. */
    id: z.optional(recordID),
    revision: z.optional(recordVersion),
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
    kind: z.enum(QC_KINDS),
    items: z.array(qcItem).check(z.minLength(1), z.maxLength(QC_ITEMS_MAX)),
  }),
  response: form,
  summary: 'Writes a form. One that was used, or is active, gets a new version, which is a draft.',
  ...forming,
})

const seenForm = z.object({ id: recordID, revision: recordVersion })

export const activateForm = call({
  path: '/api/qc/forms/activate',
  request: seenForm,
  response: form,
  summary: 'The draft is what the next review is made by; the version before it retires.',
  ...forming,
})

export const retireForm = call({
  path: '/api/qc/forms/retire',
  request: seenForm,
  response: form,
  summary: 'No review begins by it any more.',
  ...forming,
})

export const saveQcProject = call({
  path: '/api/qc/project/save',
  request: z.omit(qcProject, { name: true }),
  response: qcProject,
  summary: 'Whether a project may be heard live, and by which form its interviews are reviewed.',
  extension: true,
  ...forming,
})

export const qcInterviews = call({
  path: '/api/qc/interviews',
  request: z.object({ userID }),
  response: z.object({
    interviews: z.array(
      z.object({ id: recordID, projectID: recordID, project: z.string(), end: timestamp, minutes: z.int() }),
    ),
  }),
  summary: 'Complete interviews of somebody that nobody has reviewed, latest first; 50 at most.',
  extension: true,
  ...reading,
})

export const qcPeople = call({
  path: '/api/qc/people',
  request: noPayload,
  response: z.object({
    people: z.array(z.object({ id: userID, name: z.string() })),
    reviewers: z.array(z.object({ id: userID, name: z.string() })),
  }),
  summary: 'Interviewers of the caller’s scope, and who may review.',
  extension: true,
  ...reading,
})

const calibration = z.object({
  id: recordID,
  name: z.string(),
  project: z.string(),
  form: z.string(),
  createdAt: timestamp,
  reviewers: z.array(
    z.object({
      reviewID: recordID,
      userID: z.nullable(userID),
      name: z.string(),
      state: z.enum(REVIEW_STATES),
    }),
  ),
  /** The items with how far the reviewers agree, lowest first; null until all are in. */
  agreement: z.nullable(
    z.array(
      z.object({
        text: z.string(),
        section: z.string(),
        share: z.number(),
        answers: z.object({ YES: z.int(), NO: z.int(), NA: z.int() }),
      }),
    ),
  ),
})
export type QcCalibration = z.output<typeof calibration>

export const qcCalibrations = call({
  path: '/api/qc/calibrations',
  request: noPayload,
  response: z.object({ calibrations: z.array(calibration) }),
  summary: 'Interviews that several review, each unseen by the others until all are in.',
  extension: true,
  ...reading,
})

export const newCalibration = call({
  path: '/api/qc/calibration/new',
  request: z.object({
    interviewID: recordID,
    formID: z._default(z.nullable(recordID), null),
    reviewerIDs: z.array(userID).check(z.minLength(2), z.maxLength(20)),
  }),
  response: z.object({ id: recordID }),
  summary: 'Asks several reviewers to fill in the same interview.',
  spec,
  extension: true,
  permission: 'QC_CAN_ADD',
})

const myRow = z.object({
  id: recordID,
  at: timestamp,
  project: z.string(),
  kind: z.enum(QC_KINDS),
  reviewer: z.nullable(z.string()),
  score: z.nullable(z.number()),
  outcome: z.nullable(z.enum(QC_OUTCOMES)),
  criticals: z.int(),
  state: z.enum(REVIEW_STATES),
  isBySystem: z.boolean(),
  form: z.string(),
})
export type MyReviewRow = z.output<typeof myRow>

const score = z.nullable(z.number())
export const myQuality = call({
  path: '/api/itracker/quality',
  request: z.object({
    /** London’s first and last day of the rows. */
    from: date,
    to: date,
  }),
  response: z.object({
    rows: z.array(myRow),
    score4: score,
    score12: score,
    reviews4: z.int(),
    reviews12: z.int(),
    /** Week by week, the oldest first. */
    trend: z.array(z.object({ week: date, score, project: score })),
    /** Everybody’s on the projects of the person’s reviews, in 4 weeks. */
    projectScore: score,
    outcomes: z.object({ PASS: z.int(), COACHING: z.int(), FAIL: z.int() }),
    criticals: z.int(),
    /** Mean from the interview’s end to the feedback; null without any. */
    hoursToFeedback: z.nullable(z.number()),
    due: z.int(),
    asOf: timestamp,
  }),
  summary: 'The person’s own reviews of a time, and what they come to.',
  ...own,
})
export type MyQuality = z.output<typeof myQuality.response>
