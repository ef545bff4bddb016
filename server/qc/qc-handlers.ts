import type { QcForm } from '#shared/contract/qc.ts'
import { searchable } from '#shared/domain/locale.ts'
import { PERMISSIONS } from '#shared/domain/permissions.ts'
import {
  answerFault,
  isMoreThanFourWords,
  mayFormBecome,
  type QcOutcome,
  submitFault,
} from '#shared/domain/quality.ts'
import { FORM_STATUS_LABELS, QC_OUTCOME_LABELS } from '#shared/domain/quality-words.ts'
import { qcReviewRecord } from '#shared/records/supervisor/qc-review.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import {
  type KeptNotification,
  keepNotifications,
  type NewNotification,
} from '../notifications/notification-store.ts'
import { audit, auditRead, type Change, changesBetween } from '../records/audit.ts'
import { listRecords, recordSource } from '../records/list.ts'
import { Refusal } from '../refusal.ts'
import type { LiveShell } from '../shell/live-shell.ts'
import { followFail, requireFollowUp } from './after-fail.ts'
import { areAllIn, calibrationsOf } from './calibrations.ts'
import { dueReviews } from './due.ts'
import { headOf } from './figures.ts'
import { formFor, formOf, formsOf } from './forms.ts'
import { endListening } from './listens.ts'
import { qualityOf } from './my-quality.ts'
import { reviewSource } from './review-source.ts'
import {
  answersOf,
  cannot,
  changeState,
  isShownToPerson,
  itemsOfReview,
  keptAnswers,
  type ReadReview,
  readReview,
  requireDisputable,
  resultColumns,
  sentReview,
} from './reviews.ts'
import { qcPeopleOf, requireQcPerson } from './scope.ts'
import { tellQuality } from './watchers.ts'

/** The project of what somebody does now; null on none. */
async function projectNow(db: Database, userID: number): Promise<number | null> {
  const running = await db
    .selectFrom('activitySessions')
    .where('userID', '=', userID)
    .where('endedAt', 'is', null)
    .select('projectID')
    .executeTakeFirst()
  return running?.projectID ?? null
}

export interface QcServices {
  readonly db: Database
  readonly clock: Clock
  readonly shell: Pick<LiveShell, 'main' | 'dayChanged'>
  /** Tells people of notifications that were kept. */
  readonly publisher: { notified(kept: readonly KeptNotification[]): void }
}

const PAGE = 'supervisor.quality'
const OWN_PAGE = 'tracker.my-quality'
const iso = (at: number) => new Date(at).toISOString()

const told = (userID: number, sourceID: number, subject: string, body = ''): NewNotification => ({
  ...{ userID, subject, body, source: 'QC_REVIEW', sourceID },
  type: 'NEW_UPDATE',
})

/** The fields that differ, lists by what is in them. */
const changesOf = (before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>) =>
  changesBetween(before, after).filter(
    (change) => JSON.stringify(change.before) !== JSON.stringify(change.after),
  )

/** Which words a fault of answers or feedback is refused with. */
const FAULTS = {
  unanswered: 'qc.unanswered',
  noNote: 'qc.noNote',
  nothingCounted: 'qc.nothingCounted',
  feedback: 'qc.feedback',
} as const

/** Reviews of interviews, their forms, disputes and calibration (spec 4 §4.4.3), and one's own (§4.2.4). */
export function qcHandlers({ db, clock, shell, publisher }: QcServices): AreaHandlers<'qc'> {
  const auditReview = (
    trx: Database,
    caller: Caller,
    row: Pick<ReadReview, 'id' | 'userID' | 'name' | 'project'>,
    entry: {
      readonly action: string
      readonly page?: string
      readonly reason?: string
      readonly changes?: readonly Change[]
    },
  ) =>
    audit(trx, caller, clock(), {
      ...{ page: PAGE, recordType: 'qcReview', recordID: row.id, personID: row.userID },
      ...{ label: `${row.name}, ${row.project}`, ...entry },
    })

  /** A review in progress of the caller's own. @throws Refusal 404 for others', 400 for one that isn't in progress */
  async function ownDraft(trx: Database, caller: Caller, id: number, action: string): Promise<ReadReview> {
    const row = await readReview(trx, id)
    if (row.reviewerID !== caller.userID) throw new Refusal(404, 'record.gone', { one: 'review' })
    if (row.state !== 'IN_PROGRESS') throw cannot(row.state, action)
    return row
  }

  /** A review of somebody whom the caller looks after. @throws Refusal 404 for others' */
  async function scopedReview(trx: Database, caller: Caller, id: number): Promise<ReadReview> {
    const row = await readReview(trx, id)
    await requireQcPerson(trx, caller, row.userID, 'review')
    return row
  }

  /** A review that is about the caller. @throws Refusal 404 for others', and for what isn't shown to them */
  async function ownReview(trx: Database, caller: Caller, id: number): Promise<ReadReview> {
    const row = await readReview(trx, id)
    if (row.userID !== caller.userID || !isShownToPerson(row))
      throw new Refusal(404, 'record.gone', { one: 'review' })
    return row
  }

  /** Tells that something is otherwise: the person, and who looks at quality. */
  function tell(row: Pick<ReadReview, 'id' | 'userID'>, kept: readonly KeptNotification[] = []): void {
    publisher.notified(kept)
    tellQuality(shell.main, { entity: 'QC_REVIEW', ids: [row.id] }, [row.userID])
    // The live panel counts it.
    shell.dayChanged([row.userID])
  }

  const wasHeard = (userID: number | null) => {
    if (userID !== null) shell.main.toUser(userID, 'recordedReading', [{ kind: 'QC_LISTEN' }])
  }

  /** @throws Refusal 409 where another window of the reviewer's has saved since */
  const requireSeenVersion = (row: ReadReview, version: number) => {
    if (row.version === version) return
    const name = row.reviewer ?? ''
    throw new Refusal(409, 'record.changed', { name, at: iso(clock()) })
  }

  async function claim(
    trx: Database,
    caller: Caller,
    wanted: { userID: number; projectID: number; interviewID: number | null; kind: ReadReview['kind'] },
    form: { formID: number; formVersion: number },
  ): Promise<number> {
    const { userID, projectID } = wanted
    const key = `${userID}:${projectID}`
    const made = await trx
      .insertInto('qcReviews')
      .values({
        ...{ ...wanted, ...form, reviewerID: caller.userID, claim: key },
        ...{ state: 'IN_PROGRESS', startedAt: clock() },
      })
      .onConflict((conflict) => conflict.column('claim').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (made) return made.id
    const taken = await trx
      .selectFrom('qcReviews as q')
      .leftJoin('users as by', 'by.id', 'q.reviewerID')
      .where('q.claim', '=', key)
      .select(['q.id', 'q.reviewerID', 'by.displayName as name'])
      .executeTakeFirstOrThrow()
    if (taken.reviewerID === caller.userID) return taken.id
    throw new Refusal(409, 'qc.taken', { name: taken.name ?? '' })
  }

  /** @throws Refusal 404 where it isn't the person's on the project; 400 where it was reviewed */
  async function requireInterview(
    trx: Database,
    wanted: { userID: number; projectID: number; interviewID: number },
  ): Promise<void> {
    const { userID, projectID, interviewID } = wanted
    const interview = await trx
      .selectFrom('interviewRecords')
      .where('id', '=', interviewID)
      .where('userID', '=', userID)
      .where('projectID', '=', projectID)
      .where('isVoid', '=', 0)
      .select('id')
      .executeTakeFirst()
    if (!interview) throw new Refusal(404, 'record.gone', { one: 'interview' })
    const other = await trx
      .selectFrom('qcReviews')
      .where('interviewID', '=', interviewID)
      .where('isCalibration', '=', 0)
      .where('state', 'not in', ['VOID', 'IN_PROGRESS'])
      .select('id')
      .executeTakeFirst()
    if (other) throw new Refusal(400, 'qc.reviewed')
  }

  /** The interview that was heard, once its record is there. */
  async function heardInterview(trx: Database, row: ReadReview): Promise<number | null> {
    if (row.interviewID !== null || row.listenedFrom === null) return row.interviewID
    const found = await trx
      .selectFrom('interviewRecords')
      .where('userID', '=', row.userID)
      .where('projectID', '=', row.projectID)
      .where('isVoid', '=', 0)
      .where('end', '>', row.listenedFrom)
      .where('start', '<', row.listenedTo ?? clock())
      .orderBy('start')
      .orderBy('id')
      .select('id')
      .executeTakeFirst()
    return found?.id ?? null
  }

  /** @throws Refusal 409 where the form was changed since it was read */
  async function changeForm(
    trx: Database,
    caller: Caller,
    form: QcForm,
    { revision, ...values }: { readonly revision: number; readonly name?: string; readonly nameKey?: string },
  ): Promise<void> {
    const changed = await trx
      .updateTable('qcForms')
      .set({ ...values, revision: revision + 1, changedBy: caller.userID, changedAt: clock() })
      .where('id', '=', form.id)
      .where('revision', '=', revision)
      .returning('id')
      .executeTakeFirst()
    if (changed) return
    const by = await trx
      .selectFrom('qcForms as f')
      .leftJoin('users as u', 'u.id', 'f.changedBy')
      .where('f.id', '=', form.id)
      .select(['u.displayName as name', 'f.changedAt'])
      .executeTakeFirstOrThrow()
    throw new Refusal(409, 'record.changed', { name: by.name ?? '', at: iso(by.changedAt) })
  }

  const auditForm = (trx: Database, caller: Caller, action: string, form: QcForm, changes = {}) =>
    audit(trx, caller, clock(), {
      ...{ action, page: PAGE, recordType: 'qcForm', recordID: form.id, label: form.name },
      ...changes,
    })

  const cannotForm = (status: keyof typeof FORM_STATUS_LABELS, action: string) =>
    new Refusal(400, 'record.cannot', { record: 'The form', state: FORM_STATUS_LABELS[status], action })

  return {
    qcDue: async (_input, { caller }) => {
      const now = clock()
      const rows = await dueReviews(db, caller, now)
      return {
        rows: rows.map(({ lastReviewAt, ...row }) => ({
          ...row,
          lastReview: lastReviewAt === null ? null : iso(lastReviewAt),
        })),
        total: rows.length,
        asOf: iso(now),
      }
    },

    qcReviews: async (request, { caller }) =>
      listRecords(db, request, {
        ...{ record: qcReviewRecord, viewer: caller, now: clock() },
        source: recordSource(reviewSource(db, caller)),
      }),

    qcFigures: async (_input, { caller }) => {
      const people = await qcPeopleOf(db, caller).where('u.isActive', '=', 1).select('u.id').execute()
      return headOf(
        db,
        people.map(({ id }) => id),
        clock(),
      )
    },

    getReview: async ({ id }, { caller }) => {
      const row = await readReview(db, id)
      if (row.userID === caller.userID) {
        await ownReview(db, caller, id)
        return sentReview(row, true)
      }
      if (!caller.permissions.can('ISUPERVISOR_CAN_SEE_QUALITY'))
        throw new Refusal(404, 'record.gone', { one: 'review' })
      await requireQcPerson(db, caller, row.userID, 'review')
      const isOthers = row.reviewerID !== caller.userID
      if (row.calibrationID !== null && isOthers && !(await areAllIn(db, row.calibrationID)))
        throw new Refusal(403, 'qc.unseen')
      await auditRead(db, caller, clock(), {
        ...{ action: 'QC_REVIEW_READ', page: PAGE, recordType: 'qcReview', recordID: null },
        ...{ label: row.name, personID: row.userID },
      })
      shell.main.toUser(row.userID, 'recordedReading', [{ kind: 'VIEW' }])
      return sentReview(row)
    },

    startReview: async ({ id, userID = 0, projectID: wantedID, ...wanted }, { caller }) => {
      const row = await db.transaction().execute(async (trx) => {
        if (id !== undefined) {
          const due = await readReview(trx, id)
          if (due.reviewerID !== caller.userID) throw new Refusal(404, 'record.gone', { one: 'review' })
          if (due.state !== 'IN_PROGRESS')
            await changeState(trx, due, { to: 'IN_PROGRESS', action: 'begun' }, { startedAt: clock() })
          return readReview(trx, id)
        }
        if (userID === caller.userID) throw new Refusal(403, 'qc.self')
        const name = await requireQcPerson(trx, caller, userID)
        const projectID = wantedID ?? (await projectNow(trx, userID))
        if (projectID === null) throw new Refusal(409, 'qc.noProject', { name })
        const { kind, formID, interviewID } = wanted
        if (kind !== 'LIVE' && !caller.permissions.can('QC_CAN_ADD')) throw new Refusal(403, 'accessDenied')
        const project = await trx
          .selectFrom('projects')
          .where('id', '=', projectID)
          .select(['name', 'monitoringConsent'])
          .executeTakeFirst()
        if (!project) throw new Refusal(404, 'record.gone', { one: 'project' })
        if (kind === 'LIVE' && project.monitoringConsent === 'NONE')
          throw new Refusal(403, 'qc.notAllowed', { project: project.name })
        if (interviewID !== null) await requireInterview(trx, { userID, projectID, interviewID })
        else if (kind !== 'LIVE') throw new Refusal(400, 'qc.whichInterview')
        const form = await formFor(trx, { kind, formID, projectID })
        const { formID: by, formVersion } = form
        const made = await claim(
          trx,
          caller,
          { userID, projectID, interviewID, kind },
          { formID: by, formVersion },
        )
        const begun = await readReview(trx, made)
        if (begun.version === 1 && begun.startedAt === clock())
          await auditReview(trx, caller, begun, { action: 'QC_REVIEW_STARTED' })
        return begun
      })
      tellQuality(shell.main, { entity: 'QC_REVIEW', ids: [row.id] }, [])
      return sentReview(row)
    },

    saveReview: async ({ id, version, answers, feedback, actionText }, { caller }) => {
      await db.transaction().execute(async (trx) => {
        const row = await ownDraft(trx, caller, id, 'changed')
        requireSeenVersion(row, version)
        const values = { answers: keptAnswers(itemsOfReview(row), answers), feedback, actionText }
        await changeState(trx, row, { to: 'IN_PROGRESS', action: 'changed' }, values)
      })
      return sentReview(await readReview(db, id))
    },

    submitReview: async ({ id, version, answers, feedback, actionText, followUp }, { caller }) => {
      const now = clock()
      const { kept, heard } = await db.transaction().execute(async (trx) => {
        const before = await ownDraft(trx, caller, id, 'submitted')
        requireSeenVersion(before, version)
        const listened = await endListening(trx, { reviewID: id, at: now, actor: caller })
        const row = await readReview(trx, id)
        const items = itemsOfReview(row)
        const wrong = submitFault(items, answers, feedback)
        if (wrong) throw new Refusal(400, FAULTS[wrong.fault])
        const result = resultColumns(items, answers)
        const isCalibration = row.isCalibration === 1
        const isFail = result.outcome === 'FAIL' && !isCalibration
        const follows = isFail ? requireFollowUp(followUp, now) : null
        const interviewID = await heardInterview(trx, row)
        await changeState(
          trx,
          row,
          { to: 'SUBMITTED', action: 'submitted' },
          {
            ...{ ...result, feedback, actionText, interviewID, submittedAt: now, claim: null },
            followUp: follows ? JSON.stringify(follows) : '',
          },
        )
        await auditReview(trx, caller, row, {
          action: 'QC_REVIEW_SUBMITTED',
          changes: changesOf(
            { score: null, outcome: null },
            { score: result.score, outcome: result.outcome, ...(follows && { followUp: follows }) },
          ),
        })
        if (isCalibration) return { kept: [], heard: listened }
        const outcome: QcOutcome = result.outcome ?? 'PASS'
        const news = follows ? await followFail(trx, caller, { ...row, interviewID }, follows, now) : []
        // The outcome and no score (spec 4 §4.2.4).
        const subject = `Your interview on ${row.project} was reviewed: ${QC_OUTCOME_LABELS[outcome]}`
        return {
          kept: await keepNotifications(trx, now, [
            told(row.userID, id, subject, 'Read it in Tracker › My quality.'),
            ...news,
          ]),
          heard: listened,
        }
      })
      wasHeard(heard)
      const row = await readReview(db, id)
      tell(row, kept)
      return sentReview(row)
    },

    acknowledgeReview: async ({ id, comment }, { caller }) => {
      await db.transaction().execute(async (trx) => {
        const row = await ownReview(trx, caller, id)
        await changeState(
          trx,
          row,
          { to: 'ACKNOWLEDGED', action: 'acknowledged' },
          { acknowledgedAt: clock(), acknowledgement: comment },
        )
        await auditReview(trx, caller, row, {
          ...{ action: 'QC_REVIEW_ACKNOWLEDGED', page: OWN_PAGE, reason: comment },
        })
      })
      const row = await readReview(db, id)
      tell(row)
      return sentReview(row, true)
    },

    disputeReview: async ({ id, reason }, { caller }) => {
      const now = clock()
      const kept = await db.transaction().execute(async (trx) => {
        const row = await ownReview(trx, caller, id)
        requireDisputable(row, now)
        if (!isMoreThanFourWords(reason)) throw new Refusal(400, 'qc.disputeWhy')
        await changeState(
          trx,
          row,
          { to: 'DISPUTED', action: 'disputed' },
          { disputedAt: now, disputeReason: reason },
        )
        await auditReview(trx, caller, row, { action: 'QC_REVIEW_DISPUTED', page: OWN_PAGE, reason })
        const deciders = await reviewersFor(trx, row.userID, row.reviewerID)
        return keepNotifications(
          trx,
          now,
          deciders.map((userID) =>
            told(userID, id, `${row.name} disputes a review on ${row.project}`, reason),
          ),
        )
      })
      const row = await readReview(db, id)
      tell(row, kept)
      return sentReview(row, true)
    },

    resolveReview: async ({ id, decision, resolution, answers }, { caller }) => {
      const now = clock()
      const kept = await db.transaction().execute(async (trx) => {
        const row = await scopedReview(trx, caller, id)
        if (row.userID === caller.userID) throw new Refusal(403, 'qc.self')
        if (row.reviewerID === caller.userID) throw new Refusal(403, 'qc.ownDispute')
        if (row.state !== 'DISPUTED') throw cannot(row.state, 'resolved')
        if (!isMoreThanFourWords(resolution)) throw new Refusal(400, 'qc.resolveWhy')
        const items = itemsOfReview(row)
        const wrong = decision === 'CHANGE' ? answerFault(items, answers) : null
        if (wrong) throw new Refusal(400, FAULTS[wrong.fault])
        const said = { decision, resolution, resolvedBy: caller.userID, resolvedAt: now }
        const changed = decision === 'CHANGE' ? { ...resultColumns(items, answers), correctedAt: now } : {}
        await changeState(
          trx,
          row,
          { to: decision === 'VOID' ? 'VOID' : 'RESOLVED', action: 'resolved' },
          { ...said, ...changed, ...(decision === 'VOID' && { voidReason: resolution }) },
        )
        const after = await readReview(trx, id)
        await auditReview(trx, caller, row, {
          ...{ action: 'QC_REVIEW_RESOLVED', reason: resolution },
          changes: [
            { field: 'decision', before: null, after: decision },
            ...changesOf(
              { score: row.score, outcome: row.outcome, answers: answersOf(row) },
              decision === 'CHANGE'
                ? { score: after.score, outcome: after.outcome, answers: answersOf(after) }
                : {},
            ),
          ],
        })
        const words = { UPHOLD: 'upheld', CHANGE: 'changed', VOID: 'taken back' }[decision]
        return keepNotifications(trx, now, [
          told(row.userID, id, `The review that you disputed was ${words}`, resolution),
        ])
      })
      const row = await readReview(db, id)
      tell(row, kept)
      return sentReview(row)
    },

    voidReview: async ({ id, reason }, { caller }) => {
      const now = clock()
      const { kept, heard } = await db.transaction().execute(async (trx) => {
        const row = await readReview(trx, id)
        const isOwnDraft =
          row.reviewerID === caller.userID && (row.state === 'IN_PROGRESS' || row.state === 'DUE')
        if (!isOwnDraft) {
          await requireQcPerson(trx, caller, row.userID, 'review')
          if (!caller.permissions.can('QC_CAN_DELETE')) throw new Refusal(403, 'accessDenied')
          if (row.userID === caller.userID) throw new Refusal(403, 'qc.self')
        }
        const listened = await endListening(trx, { reviewID: id, at: now, actor: caller })
        await changeState(
          trx,
          await readReview(trx, id),
          { to: 'VOID', action: 'voided' },
          { voidReason: reason, claim: null },
        )
        await auditReview(trx, caller, row, {
          ...{ action: 'QC_REVIEW_VOIDED', reason },
          changes: [{ field: 'state', before: row.state, after: 'VOID' }],
        })
        const news = isShownToPerson(row)
          ? [told(row.userID, id, `A review of yours on ${row.project} doesn’t count any more`, reason)]
          : []
        return { kept: await keepNotifications(trx, now, news), heard: listened }
      })
      wasHeard(heard)
      const row = await readReview(db, id)
      tell(row, kept)
      return sentReview(row)
    },

    startListen: async ({ id, hasAgreed }, { caller }) => {
      const now = clock()
      await db.transaction().execute(async (trx) => {
        const row = await ownDraft(trx, caller, id, 'listened to')
        const { monitoringConsent: consent, project, userID, projectID } = row
        if (consent === 'NONE') throw new Refusal(403, 'qc.notAllowed', { project })
        if (row.kind !== 'LIVE') throw new Refusal(400, 'qc.notLive')
        if (consent === 'ASKED' && !hasAgreed) throw new Refusal(400, 'qc.notAgreed')
        // The row is held first, so that two windows of the same reviewer begin one listen.
        await trx
          .updateTable('qcReviews')
          .set({ consent, listenedFrom: row.listenedFrom ?? now, listenedTo: null })
          .where('id', '=', id)
          .execute()
        const goesOn = await trx
          .selectFrom('qcListens')
          .where('reviewID', '=', id)
          .where('to', 'is', null)
          .select('id')
          .executeTakeFirst()
        if (goesOn) return
        await trx
          .insertInto('qcListens')
          .values({
            ...{ reviewID: id, userID, byID: caller.userID, byName: caller.displayName },
            ...{ projectID, consent, from: now },
          })
          .execute()
        await auditReview(trx, caller, row, { action: 'QC_LISTEN_STARTED' })
      })
      return sentReview(await readReview(db, id))
    },

    endListen: async ({ id }, { caller }) => {
      const heard = await db.transaction().execute(async (trx) => {
        const row = await readReview(trx, id)
        if (row.reviewerID !== caller.userID) throw new Refusal(404, 'record.gone', { one: 'review' })
        return endListening(trx, { reviewID: id, at: clock(), actor: caller })
      })
      wasHeard(heard)
      return sentReview(await readReview(db, id))
    },

    qcForms: async () => ({
      forms: await formsOf(db),
      projects: await db
        .selectFrom('projects')
        .where('status', 'in', ['PLANNED', 'LIVE', 'PAUSED'])
        .where('kind', 'in', ['CATI', 'INBOUND', 'CODING', 'QUAL'])
        .orderBy('name')
        .orderBy('id')
        .select(['id', 'name', 'monitoringConsent', 'qcFormID'])
        .execute(),
    }),

    saveForm: async ({ id, revision, name, kind, items }, { caller }) => {
      const now = clock()
      const keys = items.map((item) => item.id)
      if (new Set(keys).size < keys.length) throw new Refusal(400, 'qc.twice')
      const form = await db.transaction().execute(async (trx) => {
        const nameKey = searchable(name)
        const namesake = await trx
          .selectFrom('qcForms')
          .where('nameKey', '=', nameKey)
          .where('id', '<>', id ?? 0)
          .select('id')
          .executeTakeFirst()
        if (namesake) throw new Refusal(400, 'record.nameTaken', { one: 'form' })
        const json = JSON.stringify(items)
        const draft = (formID: number, version: number) =>
          trx
            .insertInto('qcFormVersions')
            .values({ formID, version, items: json, status: 'DRAFT', createdAt: now })
            .execute()
        if (id === undefined) {
          const made = await trx
            .insertInto('qcForms')
            .values({ name, nameKey, kind, changedBy: caller.userID, changedAt: now })
            .returning('id')
            .executeTakeFirstOrThrow()
          await draft(made.id, 1)
          const saved = await formOf(trx, made.id)
          await auditForm(trx, caller, 'QC_FORM_CREATED', saved)
          return saved
        }
        const before = await formOf(trx, id)
        const [newest] = before.versions
        if (!newest) throw new Refusal(404, 'record.gone', { one: 'form' })
        if (kind !== before.kind) throw new Refusal(400, 'qc.kindStays')
        await changeForm(trx, caller, before, { revision: revision ?? 0, name, nameKey })
        if (newest.status === 'DRAFT' && newest.reviews === 0)
          await trx
            .updateTable('qcFormVersions')
            .set({ items: json })
            .where('formID', '=', id)
            .where('version', '=', newest.version)
            .execute()
        else if (JSON.stringify(newest.items) !== json) await draft(id, newest.version + 1)
        const saved = await formOf(trx, id)
        await auditForm(trx, caller, 'QC_FORM_CHANGED', saved, {
          changes: changesOf(
            { name: before.name, version: newest.version, items: newest.items },
            { name, version: saved.versions[0]?.version, items },
          ),
        })
        return saved
      })
      tellQuality(shell.main, { entity: 'QC_REVIEW', ids: [] }, [])
      return form
    },

    activateForm: async ({ id, revision }, { caller }) => {
      const form = await db.transaction().execute(async (trx) => {
        const before = await formOf(trx, id)
        const [newest] = before.versions
        if (!newest || !mayFormBecome(newest.status, 'ACTIVE'))
          throw cannotForm(newest?.status ?? 'RETIRED', 'activated')
        await changeForm(trx, caller, before, { revision })
        await trx
          .updateTable('qcFormVersions')
          .set({ status: 'RETIRED' })
          .where('formID', '=', id)
          .where('status', '=', 'ACTIVE')
          .execute()
        await trx
          .updateTable('qcFormVersions')
          .set({ status: 'ACTIVE' })
          .where('formID', '=', id)
          .where('version', '=', newest.version)
          .execute()
        await auditForm(trx, caller, 'QC_FORM_ACTIVATED', before, {
          changes: [{ field: 'version', before: null, after: newest.version }],
        })
        return formOf(trx, id)
      })
      tellQuality(shell.main, { entity: 'QC_REVIEW', ids: [] }, [])
      return form
    },

    retireForm: async ({ id, revision }, { caller }) => {
      const form = await db.transaction().execute(async (trx) => {
        const before = await formOf(trx, id)
        const active = before.versions.find(({ status }) => status === 'ACTIVE')
        if (!active) throw cannotForm(before.versions[0]?.status ?? 'RETIRED', 'retired')
        await changeForm(trx, caller, before, { revision })
        await trx
          .updateTable('qcFormVersions')
          .set({ status: 'RETIRED' })
          .where('formID', '=', id)
          .where('status', '=', 'ACTIVE')
          .execute()
        await auditForm(trx, caller, 'QC_FORM_RETIRED', before, {
          changes: [{ field: 'version', before: active.version, after: null }],
        })
        return formOf(trx, id)
      })
      tellQuality(shell.main, { entity: 'QC_REVIEW', ids: [] }, [])
      return form
    },

    saveQcProject: async ({ id, monitoringConsent, qcFormID }, { caller }) => {
      const saved = await db.transaction().execute(async (trx) => {
        const of = () =>
          trx
            .selectFrom('projects')
            .where('id', '=', id)
            .select(['id', 'name', 'monitoringConsent', 'qcFormID'])
            .executeTakeFirst()
        const before = await of()
        if (!before) throw new Refusal(404, 'record.gone', { one: 'project' })
        if (qcFormID !== null) await formOf(trx, qcFormID)
        await trx.updateTable('projects').set({ monitoringConsent, qcFormID }).where('id', '=', id).execute()
        await audit(trx, caller, clock(), {
          ...{ action: 'PROJECT_QUALITY_CHANGED', page: PAGE, recordType: 'project', recordID: id },
          label: before.name,
          changes: changesOf(
            { monitoringConsent: before.monitoringConsent, qcFormID: before.qcFormID } as Record<
              string,
              unknown
            >,
            { monitoringConsent, qcFormID },
          ),
        })
        return { ...before, monitoringConsent, qcFormID }
      })
      tellQuality(shell.main, { entity: 'QC_REVIEW', ids: [] }, [])
      return saved
    },

    qcInterviews: async ({ userID }, { caller }) => {
      await requireQcPerson(db, caller, userID)
      const rows = await db
        .selectFrom('interviewRecords as i')
        .innerJoin('projects as p', 'p.id', 'i.projectID')
        .where('i.userID', '=', userID)
        .where('i.isVoid', '=', 0)
        .where('i.outcome', '=', 'COMPLETE')
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('qcReviews as q')
                .whereRef('q.interviewID', '=', 'i.id')
                .where('q.userID', '=', userID)
                .where('q.state', '<>', 'VOID')
                .where('q.isCalibration', '=', 0)
                .select('q.id'),
            ),
          ),
        )
        .orderBy('i.start', 'desc')
        .orderBy('i.id', 'desc')
        .limit(50)
        .select(['i.id', 'i.projectID', 'p.name as project', 'i.end', 'i.duration'])
        .execute()
      return {
        interviews: rows.map(({ end, duration, ...row }) => ({
          ...row,
          end: iso(end),
          minutes: Math.round(duration / 60),
        })),
      }
    },

    qcPeople: async (_input, { caller }) => {
      const people = await qcPeopleOf(db, caller)
        .where('u.isActive', '=', 1)
        .where('u.id', '<>', caller.userID)
        .where((eb) =>
          eb.exists(eb.selectFrom('interviewRecords as i').whereRef('i.userID', '=', 'u.id').select('i.id')),
        )
        .orderBy('u.displayName')
        .orderBy('u.id')
        .select(['u.id', 'u.displayName as name'])
        .execute()
      return { people, reviewers: await allReviewers(db) }
    },

    qcCalibrations: async (_input, { caller }) => ({ calibrations: await calibrationsOf(db, caller) }),

    newCalibration: async ({ interviewID, formID, reviewerIDs }, { caller }) => {
      const now = clock()
      const ids = [...new Set(reviewerIDs)]
      const { id, kept } = await db.transaction().execute(async (trx) => {
        const interview = await trx
          .selectFrom('interviewRecords as i')
          .innerJoin('projects as p', 'p.id', 'i.projectID')
          .where('i.id', '=', interviewID)
          .where('i.isVoid', '=', 0)
          .select(['i.userID', 'i.projectID', 'p.name as project'])
          .executeTakeFirst()
        const userID = interview?.userID ?? null
        if (!interview || userID === null) throw new Refusal(404, 'record.gone', { one: 'interview' })
        const name = await requireQcPerson(trx, caller, userID, 'interview')
        const may = new Set((await allReviewers(trx)).map((one) => one.id))
        if (ids.length < 2 || ids.some((one) => !may.has(one) || one === userID))
          throw new Refusal(400, 'qc.whoReviews')
        const { projectID, project } = interview
        const by = await formFor(trx, { kind: 'RECORDING', formID, projectID })
        const { formVersion } = by
        const of = { userID, projectID, interviewID, formID: by.formID, formVersion }
        const made = await trx
          .insertInto('qcCalibrations')
          .values({ ...of, createdBy: caller.userID, createdAt: now })
          .returning('id')
          .executeTakeFirstOrThrow()
        await trx
          .insertInto('qcReviews')
          .values(
            ids.map((reviewerID) => ({
              ...{ ...of, reviewerID, calibrationID: made.id, isCalibration: 1 },
              ...{ kind: 'RECORDING' as const, state: 'DUE' as const, startedAt: now },
            })),
          )
          .execute()
        await audit(trx, caller, now, {
          ...{ action: 'QC_CALIBRATION_CREATED', page: PAGE, recordType: 'qcCalibration', recordID: made.id },
          ...{ label: `${name}, ${project}`, personID: userID },
          changes: [{ field: 'reviewers', before: null, after: ids }],
        })
        return {
          id: made.id,
          kept: await keepNotifications(
            trx,
            now,
            ids
              .filter((one) => one !== caller.userID)
              .map((one) =>
                told(one, made.id, `You are asked to review an interview on ${project} for calibration`),
              ),
          ),
        }
      })
      publisher.notified(kept)
      tellQuality(shell.main, { entity: 'QC_REVIEW', ids: [] }, [])
      return { id }
    },

    myQuality: (range, { caller: { userID } }) => qualityOf(db, userID, range, clock()),
  }
}

/** Everybody who may submit reviews, by name. */
async function allReviewers(db: Database): Promise<{ id: number; name: string }[]> {
  return db
    .selectFrom('users as u')
    .where('u.isActive', '=', 1)
    .where('u.userType', '<>', 'AGENCY')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('userPermissions as p')
          .whereRef('p.userID', '=', 'u.id')
          .where('p.permission', '=', PERMISSIONS.ISUPERVISOR_CAN_ACTION_LIVE_QC)
          .select('p.userID'),
      ),
    )
    .orderBy('u.displayName')
    .orderBy('u.id')
    .select(['u.id', 'u.displayName as name'])
    .execute()
}

/** Who is told of a dispute: reviewers of the person's area, and their manager; never who reviewed it. */
async function reviewersFor(
  trx: Database,
  userID: number,
  reviewerID: number | null,
): Promise<readonly number[]> {
  const person = await trx
    .selectFrom('users')
    .where('id', '=', userID)
    .select(['areaID', 'managerID'])
    .executeTakeFirstOrThrow()
  const all = await allReviewers(trx)
  const places = await trx
    .selectFrom('users')
    .where('id', 'in', [0, ...all.map(({ id }) => id)])
    .select(['id', 'areaID'])
    .execute()
  return places
    .filter(
      ({ id, areaID }) =>
        id !== reviewerID &&
        id !== userID &&
        (id === person.managerID || (areaID !== null && areaID === person.areaID)),
    )
    .map(({ id }) => id)
    .toSorted((a, b) => a - b)
}
