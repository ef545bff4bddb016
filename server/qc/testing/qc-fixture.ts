import type { Insertable } from 'kysely'
import type { ItemAnswer, QcItem, QcKind } from '#shared/domain/quality.ts'
import type { Database } from '../../db/database.ts'
import type { QcReviewTable } from '../../db/schema/quality.ts'
import { NOON } from '../../http/testing/test-server.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const [ANN, BOB, GRANTOR] = [1, 2, 90]
const iso = (at: number) => new Date(at).toISOString()

/** Weights 5, 3 and 2: a minor, a major and a critical item. */
export const ITEMS: readonly QcItem[] = [
  { id: 'a', section: 'Opening', text: 'Reads the opening', help: '', weight: 5, severity: 'MINOR' },
  {
    id: 'b',
    section: 'Questions',
    text: 'Reads each question',
    help: 'Word by word',
    weight: 3,
    severity: 'MAJOR',
  },
  { id: 'c', section: 'Questions', text: 'Says it is recorded', help: '', weight: 2, severity: 'CRITICAL' },
]

/** Answers in the order of the items: Y, N or A each. A No has a note. */
export const answered = (text: string, items: readonly QcItem[] = ITEMS): ItemAnswer[] =>
  [...text].map((letter, place) => ({
    itemID: items[place]?.id ?? '',
    answer: letter === 'Y' ? 'YES' : letter === 'N' ? 'NO' : 'NA',
    note: letter === 'N' ? 'Left it out' : '',
    atSecond: null,
  }))

export const FEEDBACK = 'Clear voice and good probing throughout'

/** A form whose first version is active. @returns its id */
export async function addForm(
  db: Database,
  { name = 'Live call', kind = 'LIVE' }: { readonly name?: string; readonly kind?: QcKind } = {},
): Promise<number> {
  const { id } = await db
    .insertInto('qcForms')
    .values({ name, nameKey: name.toLowerCase(), kind, changedAt: NOON })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('qcFormVersions')
    .values({ formID: id, version: 1, items: JSON.stringify(ITEMS), status: 'ACTIVE', createdAt: NOON })
    .execute()
  return id
}

/** A submitted review of person 2 on project 7 by form 1, all yes. @returns its id */
export async function addReview(
  db: Database,
  review: Partial<Insertable<QcReviewTable>> = {},
): Promise<number> {
  const { id } = await db
    .insertInto('qcReviews')
    .values({
      ...{ userID: BOB, projectID: 7, formID: 1, formVersion: 1, kind: 'LIVE', reviewerID: null },
      ...{ state: 'SUBMITTED', startedAt: NOON - HOUR, submittedAt: NOON - HOUR / 2 },
      ...{ answers: JSON.stringify(answered('YYY')), score: 100, outcome: 'PASS', feedback: FEEDBACK },
      ...review,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Forms, reviews and coaching of ann's and bob's, as the good requests name them. */
export async function addQuality(db: Database): Promise<void> {
  await addForm(db)
  await addForm(db, { name: 'Recording', kind: 'RECORDING' })
  await db
    .insertInto('qcFormVersions')
    .values({ formID: 1, version: 2, items: JSON.stringify(ITEMS), status: 'DRAFT', createdAt: NOON })
    .execute()
  await db.updateTable('projects').set({ monitoringConsent: 'ANNOUNCED' }).where('id', '=', 7).execute()
  await db
    .insertInto('interviewRecords')
    .values({
      ...{ id: 1, projectID: 7, userID: BOB, start: NOON - DAY, end: NOON - DAY + 600_000, duration: 600 },
      ...{ outcome: 'COMPLETE', quotaCellID: null, appointmentTime: null, source: 'API', sourceCallID: null },
      ...{ importID: null, importedAt: null },
    })
    .execute()
  const open = { score: null, outcome: null, feedback: '', answers: '[]', submittedAt: null }
  await addReview(db, { ...open, reviewerID: ANN, state: 'IN_PROGRESS', claim: '2:7' })
  await addReview(db, { userID: ANN, reviewerID: BOB })
  await addReview(db, { state: 'DISPUTED', disputedAt: NOON, disputeReason: 'I did read all of it' })
  const session = { start: NOON + DAY, minutes: 30, topics: 'Probing', createdAt: NOON, reviewIDs: '[]' }
  for (const more of [
    { userID: BOB, coachID: ANN, state: 'PLANNED' as const },
    { userID: BOB, coachID: ANN, state: 'PLANNED' as const, begunAt: NOON },
    {
      ...{ userID: ANN, coachID: BOB, state: 'HELD' as const, heldAt: NOON, discussion: 'We listened' },
      actions: JSON.stringify([{ text: 'Probe twice', due: null, doneAt: null }]),
    },
  ])
    await db
      .insertInto('coachingSessions')
      .values({ ...session, ...more })
      .execute()
}

const draft = { id: 1, version: 1, answers: answered('YYY'), feedback: FEEDBACK, actionText: '' }
const reason = 'Reviewed by mistake'
const seen = { id: 1, version: 1 }

export const QC_REQUESTS: Record<string, unknown> = {
  'qc.qcDue': {},
  'qc.qcReviews': {},
  'qc.qcFigures': {},
  'qc.getReview': { id: 3 },
  'qc.startReview': { userID: BOB, projectID: 7, interviewID: 1, formID: 1, kind: 'LIVE' },
  'qc.saveReview': draft,
  'qc.submitReview': draft,
  'qc.acknowledgeReview': { id: 2, comment: 'Thank you' },
  'qc.disputeReview': { id: 2, reason: 'I did read each question aloud' },
  'qc.resolveReview': {
    ...{ id: 3, decision: 'CHANGE', resolution: 'The recording says so quite clearly' },
    answers: answered('YYY'),
  },
  'qc.voidReview': { id: 3, reason },
  'qc.startListen': { id: 1 },
  'qc.endListen': { id: 1 },
  'qc.qcForms': {},
  'qc.saveForm': { id: 1, revision: 1, name: 'Live call', kind: 'LIVE', items: ITEMS },
  'qc.activateForm': { id: 1, revision: 1 },
  'qc.retireForm': { id: 1, revision: 1 },
  'qc.saveQcProject': { id: 7, monitoringConsent: 'ASKED', qcFormID: 1 },
  'qc.qcInterviews': { userID: BOB },
  'qc.qcPeople': {},
  'qc.qcCalibrations': {},
  'qc.newCalibration': { interviewID: 1, formID: 2, reviewerIDs: [ANN, GRANTOR] },
  'qc.myQuality': { from: '2026-04-01', to: '2026-05-04' },
  'coaching.coachingSessions': {},
  'coaching.coachingSession': { id: 1 },
  'coaching.saveCoaching': {
    ...{ ...seen, userID: BOB, start: iso(NOON + 2 * DAY), minutes: 45, topics: 'Probing' },
    reviewIDs: [3],
  },
  'coaching.holdCoaching': seen,
  'coaching.noteCoaching': { id: 2, version: 1 },
  'coaching.finishCoaching': {
    ...seen,
    discussion: 'We listened',
    actions: [{ text: 'Probe twice', due: null }],
  },
  'coaching.endCoaching': { ...seen, state: 'CANCELLED' },
  'coaching.myCoaching': {},
  'coaching.acknowledgeCoaching': { id: 3 },
  'coaching.tickCoaching': { id: 3, place: 0, isDone: true },
}
