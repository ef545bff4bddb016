import type {
  DisputeDecision,
  FormStatus,
  MonitoringConsent,
  QcAnswer,
  QcKind,
  QcOutcome,
  ReviewState,
  Severity,
} from './quality.ts'

export const QC_KIND_LABELS = {
  LIVE: 'Live',
  RECORDING: 'Recording',
  CODING: 'Coding',
  BACK_CHECK: 'Back check',
} as const satisfies Record<QcKind, string>

export const QC_OUTCOME_LABELS = {
  PASS: 'Pass',
  COACHING: 'Coaching',
  FAIL: 'Fail',
} as const satisfies Record<QcOutcome, string>

export const REVIEW_STATE_LABELS = {
  DUE: 'Due',
  IN_PROGRESS: 'In progress',
  SUBMITTED: 'Submitted',
  ACKNOWLEDGED: 'Acknowledged',
  DISPUTED: 'Disputed',
  RESOLVED: 'Resolved',
  VOID: 'Void',
} as const satisfies Record<ReviewState, string>

export const SEVERITY_LABELS = {
  MINOR: 'Minor',
  MAJOR: 'Major',
  CRITICAL: 'Critical',
} as const satisfies Record<Severity, string>

export const FORM_STATUS_LABELS = {
  DRAFT: 'Draft',
  ACTIVE: 'Active',
  RETIRED: 'Retired',
} as const satisfies Record<FormStatus, string>

export const QC_ANSWER_LABELS = {
  YES: 'Yes',
  NO: 'No',
  NA: 'N/A',
} as const satisfies Record<QcAnswer, string>

export const CONSENT_LABELS = {
  NONE: 'Not heard',
  ANNOUNCED: 'Announced',
  ASKED: 'Asked each time',
} as const satisfies Record<MonitoringConsent, string>

export const DECISION_LABELS = {
  UPHOLD: 'Uphold',
  CHANGE: 'Change',
  VOID: 'Void',
} as const satisfies Record<DisputeDecision, string>
