import type { QcReview } from '#shared/contract/qc.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import {
  DISPUTE_MS,
  type ItemAnswer,
  isCounted,
  mayReviewBecome,
  type QcItem,
  type ReviewState,
  resultOf,
} from '#shared/domain/quality.ts'
import { REVIEW_STATE_LABELS } from '#shared/domain/quality-words.ts'
import type { Database } from '../db/database.ts'
import { Refusal } from '../refusal.ts'
import { itemsOf } from './forms.ts'

const DATE = dateFormat({ day: 'numeric', month: 'long', year: 'numeric', timeZone: LONDON })
const iso = (at: number) => new Date(at).toISOString()
const isoOrNull = (at: number | null) => (at === null ? null : iso(at))

const reviewRow = (db: Database, id: number) =>
  db
    .selectFrom('qcReviews as q')
    .innerJoin('users as person', 'person.id', 'q.userID')
    .innerJoin('projects as p', 'p.id', 'q.projectID')
    .innerJoin('qcForms as f', 'f.id', 'q.formID')
    .innerJoin('qcFormVersions as v', (join) =>
      join.onRef('v.formID', '=', 'q.formID').onRef('v.version', '=', 'q.formVersion'),
    )
    .leftJoin('users as by', 'by.id', 'q.reviewerID')
    .leftJoin('users as judge', 'judge.id', 'q.resolvedBy')
    .leftJoin('interviewRecords as i', 'i.id', 'q.interviewID')
    .where('q.id', '=', id)
    .selectAll('q')
    .select(['person.displayName as name', 'p.name as project', 'p.monitoringConsent', 'f.name as form'])
    .select(['v.items', 'by.displayName as reviewer', 'judge.displayName as judge', 'i.end as interviewEnd'])
    .executeTakeFirst()

/** A review with what its form asks. */
export type ReadReview = NonNullable<Awaited<ReturnType<typeof reviewRow>>>

/** @throws Refusal 404 where there is none */
export async function readReview(db: Database, id: number): Promise<ReadReview> {
  const row = await reviewRow(db, id)
  if (!row) throw new Refusal(404, 'record.gone', { one: 'review' })
  return row
}

export const answersOf = ({ answers }: Pick<ReadReview, 'answers'>): ItemAnswer[] =>
  JSON.parse(answers) as ItemAnswer[]
export const itemsOfReview = ({ items }: Pick<ReadReview, 'items'>): QcItem[] => itemsOf(items)

/** As it goes out. The person reads what follows, but not why nothing does. @param isOwn whether it is theirs */
export function sentReview(row: ReadReview, isOwn = false): QcReview {
  const followUp =
    row.followUp === '' ? null : (JSON.parse(row.followUp) as NonNullable<QcReview['followUp']>)
  return {
    ...{ id: row.id, version: row.version, userID: row.userID, name: row.name },
    ...{ projectID: row.projectID, project: row.project, monitoringConsent: row.monitoringConsent },
    ...{ interviewID: row.interviewID, interviewEnd: isoOrNull(row.interviewEnd) },
    ...{ formID: row.formID, form: row.form, formVersion: row.formVersion, items: itemsOfReview(row) },
    ...{ kind: row.kind, reviewerID: row.reviewerID, reviewer: row.reviewer },
    ...{ listenedFrom: isoOrNull(row.listenedFrom), listenedTo: isoOrNull(row.listenedTo) },
    ...{ consent: row.consent, answers: answersOf(row), score: row.score, outcome: row.outcome },
    ...{ criticals: row.criticals, feedback: row.feedback, actionText: row.actionText },
    followUp: followUp && isOwn ? { ...followUp, noneReason: '' } : followUp,
    ...{ isCalibration: row.isCalibration === 1, calibrationID: row.calibrationID, state: row.state },
    ...{ startedAt: iso(row.startedAt), submittedAt: isoOrNull(row.submittedAt) },
    ...{ acknowledgedAt: isoOrNull(row.acknowledgedAt), acknowledgement: row.acknowledgement },
    ...{ isBySystem: row.isBySystem === 1, disputedAt: isoOrNull(row.disputedAt) },
    ...{ disputeReason: row.disputeReason, decision: row.decision, resolution: row.resolution },
    ...{ resolvedBy: row.judge, resolvedAt: isoOrNull(row.resolvedAt) },
    ...{ correctedAt: isoOrNull(row.correctedAt), voidReason: row.voidReason },
  }
}

/** Whether somebody may read a review of their own: once it was submitted, and never one of calibration. */
export const isShownToPerson = (row: Pick<ReadReview, 'state' | 'isCalibration' | 'submittedAt'>): boolean =>
  row.isCalibration === 0 &&
  row.submittedAt !== null &&
  (row.state === 'VOID' || isCounted({ state: row.state, isCalibration: false }))

/** That a transition isn't among those that are listed (spec 4 §5.1). */
export const cannot = (state: ReviewState, action: string): Refusal =>
  new Refusal(400, 'record.cannot', { record: 'The review', state: REVIEW_STATE_LABELS[state], action })

/**
 * A review can be disputed once it is submitted, for 14 days, and where the person themselves hasn't acknowledged it:
 * that a week went by without a word takes nothing from them (spec 4 §4.2.4, §5.7).
 * @throws Refusal 400 where it can't
 */
export function requireDisputable(
  { state, isBySystem, submittedAt }: Pick<ReadReview, 'state' | 'isBySystem' | 'submittedAt'>,
  now: number,
): void {
  const isOpen = state === 'SUBMITTED' || (state === 'ACKNOWLEDGED' && isBySystem === 1)
  if (!isOpen || submittedAt === null) throw cannot(state, 'disputed')
  const until = submittedAt + DISPUTE_MS
  if (now > until) throw new Refusal(400, 'qc.tooLate', { date: DATE.format(until) })
}

interface Change {
  readonly to: ReviewState
  /** The transition as a participle: 'disputed'. */
  readonly action: string
}

/**
 * Brings a review into a state that may follow its own, also where another server does so at once; a draft may stay
 * one.
 * @throws Refusal 400 where it may not
 */
export async function changeState(
  trx: Database,
  row: Pick<ReadReview, 'id' | 'state' | 'version' | 'isBySystem'>,
  { to, action }: Change,
  values: Readonly<Record<string, string | number | null>>,
): Promise<void> {
  const isKept = row.state === 'IN_PROGRESS' && to === 'IN_PROGRESS'
  // What the system acknowledged can still be disputed (requireDisputable).
  const isSilent = row.state === 'ACKNOWLEDGED' && row.isBySystem === 1 && to === 'DISPUTED'
  if (!isKept && !isSilent && !mayReviewBecome(row.state, to)) throw cannot(row.state, action)
  const changed = await trx
    .updateTable('qcReviews')
    .set({ ...values, state: to, version: row.version + 1 })
    .where('id', '=', row.id)
    .where('state', '=', row.state)
    .where('version', '=', row.version)
    .returning('id')
    .executeTakeFirst()
  if (!changed) throw cannot((await readReview(trx, row.id)).state, action)
}

/** Answers as they are kept: those of the form's items, each once. */
export function keptAnswers(items: readonly QcItem[], answers: readonly ItemAnswer[]): string {
  const given = new Map(answers.map((answer) => [answer.itemID, answer]))
  return JSON.stringify(items.flatMap(({ id }) => given.get(id) ?? []))
}

/** The columns of what the answers come to. */
export function resultColumns(items: readonly QcItem[], answers: readonly ItemAnswer[]) {
  const { score, outcome, criticals } = resultOf(items, answers)
  return { answers: keptAnswers(items, answers), score, outcome, criticals }
}
