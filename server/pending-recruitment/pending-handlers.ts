import type { RequestOf } from '#shared/contract/http-call.ts'
import type { addStarter } from '#shared/contract/pending-recruitment.ts'
import { londonField } from '#shared/domain/london-time.ts'
import { pendingRecord } from '#shared/records/admin/pending.ts'
import { applicantFault, contactKeys, knownApplicant, workerWith } from '../applicants/applicant-rules.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { holdTurn } from '../db/hold-turn.ts'
import { withinUnit } from '../db/unit-of-work.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import { deactivate, type LeaverParts } from '../leavers/deactivate.ts'
import { type KeptNotification, keepNotifications } from '../notifications/notification-store.ts'
import { tasksOfPeople } from '../onboarding/open-tasks.ts'
import { requireSeen } from '../people/scope.ts'
import { audit, auditRead, changesBetween } from '../records/audit.ts'
import { listRecords, recordSource } from '../records/list.ts'
import { Refusal } from '../refusal.ts'
import { pendingOf, pendingSource } from './pending-source.ts'

/** What a starter who doesn't start needs, too: they leave. */
export interface PendingServices extends LeaverParts {
  readonly db: Database
  readonly clock: Clock
  readonly publisher: LeaverParts['publisher'] & { notified(kept: readonly KeptNotification[]): void }
  readonly personChanged: (userID: number) => void
}

const { page } = pendingRecord
const DAY_MS = 86_400_000
const DONE = { done: true } as const
const when = (at: number | null) => (at === null ? null : new Date(at).toISOString())

/** Somebody's onboarding tasks as the page needs them, in their order. */
const tasksOf = (db: Database, userID: number) =>
  tasksOfPeople(db)
    .where('person.id', '=', userID)
    .leftJoin('users as actor', 'actor.id', 'item.actionedBy')
    .orderBy('task.place')
    .orderBy('task.id')
    .select(['task.id', 'task.task', 'task.responsible', 'task.actionNeeded', 'task.requiredApproval'])
    .select(['task.isBeforeFirstShift', 'task.dueDays', 'item.completedAt', 'item.approvedAt'])
    .select(['item.fileName', 'item.rejectReason', 'actor.displayName as actor', 'person.startDate'])
    .execute()
type Task = Awaited<ReturnType<typeof tasksOf>>[number]

function stateOf({ completedAt, requiredApproval, approvedAt }: Task): 'OPEN' | 'WAITING' | 'DONE' {
  if (completedAt === null) return 'OPEN'
  return requiredApproval === 1 && approvedAt === null ? 'WAITING' : 'DONE'
}

function dueOn({ startDate, dueDays }: Task): string | null {
  if (startDate === null || dueDays === null) return null
  return new Date(Date.parse(`${startDate}T00:00:00Z`) + dueDays * DAY_MS).toISOString().slice(0, 10)
}

/** Who waits to start, and what is still to be done (spec 5 §3.1). */
export function pendingRecruitmentHandlers(services: PendingServices): AreaHandlers<'pendingRecruitment'> {
  const { db, clock, publisher, personChanged } = services

  /** @throws Refusal 404 for somebody whom the caller doesn't see, or a task that isn't theirs */
  async function requireTask(trx: Database, caller: Caller, userID: number, taskID: number): Promise<Task> {
    await requireSeen(trx, caller, userID)
    const found = (await tasksOf(trx, userID)).find(({ id }) => id === taskID)
    if (!found) throw new Refusal(404, 'record.gone', { one: 'onboarding task' })
    return found
  }

  const told = (
    trx: Database,
    caller: Caller,
    action: string,
    userID: number,
    { label, reason = '' }: { readonly label: string; readonly reason?: string },
  ) =>
    audit(trx, caller, clock(), {
      ...{ action, page, recordType: 'onboardingTask', recordID: null, label, reason, personID: userID },
    })

  async function rowOf(id: number, caller: Caller) {
    const rows = await pendingSource(db, caller)
      .where('waiting.id', '=', id as never)
      .execute()
    const [row] = rows
    if (!row) throw new Refusal(404, 'record.gone', { one: pendingRecord.words.one })
    return row
  }

  const findApplicant = (trx: Database, id: number) =>
    trx.selectFrom('applicants').where('id', '=', id).selectAll().executeTakeFirst()

  /** @throws Refusal 400 for what isn't there or doesn't go together, 409 for somebody who is known already */
  async function requireNew(
    trx: Database,
    starter: Pick<
      RequestOf<typeof addStarter>,
      'email' | 'mobile' | 'source' | 'agencyID' | 'areaID' | 'contractTypeID'
    >,
  ): Promise<void> {
    const { email, mobile, source, agencyID = null, areaID = null, contractTypeID = null } = starter
    const fault = applicantFault({ email, mobile, source, agencyID })
    if (fault) throw fault.refusal
    const isThere = async (table: 'areas' | 'agencies' | 'contractTypes', id: number | null) => {
      if (id === null) return true
      let found = trx.selectFrom(table).where(`${table}.id`, '=', id).select(`${table}.id as found`)
      if (table === 'areas' || table === 'contractTypes')
        found = found.where(`${table}.isActive` as never, '=', 1 as never)
      if (table === 'agencies') found = found.where('agencies.status' as never, '=', 'ACTIVE' as never)
      return (await found.executeTakeFirst()) !== undefined
    }
    if (!(await isThere('areas', areaID))) throw new Refusal(400, 'person.areaGone')
    if (!(await isThere('contractTypes', contractTypeID))) throw new Refusal(400, 'person.contractGone')
    if (!(await isThere('agencies', agencyID))) throw new Refusal(400, 'person.agencyGone')
    const applicant = await knownApplicant(trx, { email, mobile })
    if (applicant) throw new Refusal(409, 'applicant.known', { name: applicant.name })
    const worker = await workerWith(trx, email)
    if (worker !== null) throw new Refusal(409, 'person.emailTaken', { name: worker })
  }

  async function suggestedFor(applicantID: number) {
    const applicant = await findApplicant(db, applicantID)
    if (!applicant) return { suggested: null, notes: '' }
    const skills = JSON.parse(applicant.skills) as string[]
    const known = await db.selectFrom('skills').where('isActive', '=', 1).select(['id', 'nameKey']).execute()
    const wanted = new Set(skills.map((one) => one.toLowerCase()))
    return {
      notes: applicant.notes,
      suggested: {
        displayName: applicant.name,
        legalName: applicant.name,
        userName:
          applicant.email
            .split('@')[0]
            ?.toLowerCase()
            .replaceAll(/[^a-z0-9._-]/g, '') ?? '',
        email: applicant.email === '' ? null : applicant.email,
        mobile: applicant.mobile,
        userType: 'INTERVIEWER' as const,
        areaID: applicant.areaID,
        agencyID: applicant.agencyID,
        contractTypeID: applicant.contractTypeID,
        languages: JSON.parse(applicant.languages) as string[],
        skillIDs: known.filter(({ nameKey }) => wanted.has(nameKey)).map(({ id }) => id),
        workLocation: applicant.workLocation,
        availability: applicant.availability,
        startDate: applicant.startDate,
      },
    }
  }

  return {
    listPending: (request, { caller }) =>
      listRecords(db, request, {
        record: pendingRecord,
        source: recordSource(pendingSource(db, caller)),
        viewer: caller,
        now: clock(),
      }),

    getPending: async ({ id }, { caller }) => {
      const row = await rowOf(id, caller)
      const { userID, applicantID } = pendingOf(id)
      const tasks = userID === null ? [] : await tasksOf(db, userID)
      const more = applicantID === null ? { suggested: null, notes: '' } : await suggestedFor(applicantID)
      if (userID !== null && userID !== caller.userID)
        await auditRead(db, caller, clock(), {
          ...{ action: 'PERSON_READ', page, recordType: 'person', recordID: userID, label: row.displayName },
        })
      return {
        ...(row as never as Record<string, never>),
        ...more,
        tasks: tasks.map((task) => ({
          ...{ id: task.id, task: task.task, responsible: task.responsible, state: stateOf(task) },
          isBeforeFirstShift: task.isBeforeFirstShift === 1,
          needsDocument: task.actionNeeded === 'UPLOAD_PDF',
          fileName: task.fileName ?? '',
          completedAt: when(task.completedAt),
          completedBy: task.completedAt === null ? null : task.actor,
          rejectReason: task.rejectReason ?? '',
          dueOn: dueOn(task),
        })),
      } as never
    },

    approveDocument: async ({ userID, taskID }, { caller }) => {
      await db.transaction().execute(async (trx) => {
        const task = await requireTask(trx, caller, userID, taskID)
        if (userID === caller.userID) throw new Refusal(403, 'onboarding.own')
        // Of two at once, and of one who uploads anew meanwhile, the row decides.
        const changed = await trx
          .updateTable('checklistItems')
          .set({ approvedAt: clock(), approvedBy: caller.userID, rejectReason: '' })
          .where('userID', '=', userID)
          .where('taskID', '=', taskID)
          .where('completedAt', 'is not', null)
          .where('approvedAt', 'is', null)
          .returning('taskID')
          .executeTakeFirst()
        if (!changed || task.requiredApproval !== 1) throw new Refusal(400, 'onboarding.notWaiting')
        await told(trx, caller, 'ONBOARDING_DOCUMENT_APPROVED', userID, { label: task.task })
      })
      personChanged(userID)
      return DONE
    },

    rejectDocument: async ({ userID, taskID, reason }, { caller }) => {
      if (reason.length < 3) throw new Refusal(400, 'onboarding.sayWhy')
      const kept = await db.transaction().execute(async (trx) => {
        const task = await requireTask(trx, caller, userID, taskID)
        if (userID === caller.userID) throw new Refusal(403, 'onboarding.own')
        const changed = await trx
          .updateTable('checklistItems')
          .set({
            completedAt: null,
            actionedBy: null,
            approvedAt: null,
            approvedBy: null,
            rejectReason: reason,
          })
          .where('userID', '=', userID)
          .where('taskID', '=', taskID)
          .where('completedAt', 'is not', null)
          .returning('taskID')
          .executeTakeFirst()
        if (!changed || task.requiredApproval !== 1) throw new Refusal(400, 'onboarding.notWaiting')
        await told(trx, caller, 'ONBOARDING_DOCUMENT_REJECTED', userID, { label: task.task, reason })
        return keepNotifications(trx, clock(), [
          {
            ...{ userID, type: 'NEW_UPDATE', cssClass: 'warning' },
            subject: `Your document for ‘${task.task}’ was rejected: ${reason}`,
          },
        ])
      })
      publisher.notified(kept)
      personChanged(userID)
      return DONE
    },

    finishPendingTask: async ({ userID, taskID }, { caller }) => {
      await db.transaction().execute(async (trx) => {
        const task = await requireTask(trx, caller, userID, taskID)
        if (task.responsible === 'USER' || task.actionNeeded !== 'NONE')
          throw new Refusal(400, 'onboarding.theirs')
        const at = clock()
        const done = { completedAt: at, actionedBy: caller.userID, rejectReason: '' }
        await trx
          .insertInto('checklistItems')
          .values({ userID, taskID, fileName: '', content: null, ...done })
          .onConflict((conflict) =>
            conflict.columns(['userID', 'taskID']).doUpdateSet((eb) => ({
              completedAt: eb.fn.coalesce('checklistItems.completedAt', eb.val(at)),
              actionedBy: eb.fn.coalesce('checklistItems.actionedBy', eb.val(caller.userID)),
            })),
          )
          .execute()
        await told(trx, caller, 'ONBOARDING_TASK_DONE', userID, { label: task.task })
      })
      personChanged(userID)
      return DONE
    },

    pendingDocument: async ({ userID, taskID }, { caller }) => {
      const task = await requireTask(db, caller, userID, taskID)
      const file = await db
        .selectFrom('checklistItems')
        .where('userID', '=', userID)
        .where('taskID', '=', taskID)
        .select(['fileName', 'content'])
        .executeTakeFirst()
      if (!file?.content) throw new Refusal(400, 'checklist.noFile')
      await told(db, caller, 'ONBOARDING_DOCUMENT_READ', userID, { label: task.task })
      return { fileName: file.fileName, contentType: 'application/pdf', content: file.content }
    },

    remindPending: async ({ userID, taskID }, { caller }) => {
      const at = clock()
      const kept = await db.transaction().execute(async (trx) => {
        const task = await requireTask(trx, caller, userID, taskID)
        if (stateOf(task) !== 'OPEN') throw new Refusal(400, 'onboarding.notOpen')
        const person = await trx
          .selectFrom('users')
          .where('id', '=', userID)
          .select(['displayName', 'managerID', 'agencyID'])
          .executeTakeFirstOrThrow()
        const ids = await responsibleFor(trx, task.responsible, { userID, ...person })
        await told(trx, caller, 'ONBOARDING_REMINDED', userID, { label: task.task })
        return keepNotifications(
          trx,
          at,
          ids.map((id) => ({
            ...{ userID: id, type: 'NEW_UPDATE' as const, cssClass: 'warning' as const },
            subject:
              id === userID
                ? `Onboarding: ‘${task.task}’ is still open`
                : `Onboarding of ${person.displayName}: ‘${task.task}’ is still open`,
          })),
        )
      })
      publisher.notified(kept)
      return { told: kept.length }
    },

    withdrawPending: async ({ id, note }, { caller }) => {
      const { userID, applicantID } = pendingOf(id)
      const at = clock()
      if (userID !== null) {
        await requireSeen(db, caller, userID)
        if (!caller.permissions.can('ADMIN_CAN_EDIT_USERS')) throw new Refusal(403, 'accessDenied')
        await rowOf(id, caller)
        const today = londonField(at).slice(0, 10)
        // Who never started has no first day.
        await db
          .updateTable('users')
          .set({ startDate: null })
          .where('id', '=', userID)
          .where('startDate', '>', today)
          .execute()
        const leaving = {
          userID,
          leaveDate: today,
          reason: 'NEVER_STARTED',
          note,
          newHolder: 'MANAGER',
        } as const
        await deactivate(services, caller, leaving)
        return DONE
      }
      await db.transaction().execute(async (trx) => {
        const changed = await trx
          .updateTable('applicants')
          .set((eb) => ({
            ...{ stage: 'WITHDRAWN' as const, stageSince: at, changedBy: caller.userID, changedAt: at },
            version: eb('version', '+', 1),
          }))
          .where('id', '=', applicantID ?? 0)
          .where('stage', '=', 'HIRED')
          .returning(['id', 'name'])
          .executeTakeFirst()
        if (!changed) throw new Refusal(404, 'record.gone', { one: 'applicant' })
        await audit(trx, caller, at, {
          ...{ action: 'APPLICANT_WITHDRAWN', page, recordType: 'applicant', recordID: changed.id },
          ...{ label: changed.name, reason: note },
          changes: [{ field: 'stage', before: 'HIRED', after: 'WITHDRAWN' }],
        })
      })
      return DONE
    },

    addStarter: async ({ hasConsent: _has, email, ...starter }, { caller }) => {
      const at = clock()
      const id = await withinUnit(async () => {
        // Of two who add the same person, the second sees the first.
        await holdTurn(db)
        await requireNew(db, { ...starter, email })
        const row = await db
          .insertInto('applicants')
          .values({
            ...{
              ...starter,
              ...contactKeys({ ...starter, email }),
              email,
              address: '',
              languages: '[]',
              skills: '[]',
              availability: '',
            },
            ...{ workLocation: 'OFFICE', rightToWork: 'NOT_CHECKED', rightToWorkDocument: '' },
            ...{ rightToWorkBy: null, rightToWorkAt: null, rightToWorkExpires: null, consentAt: at },
            ...{ stage: 'HIRED', stageSince: at, ownerID: caller.userID, personID: null, createdAt: at },
            ...{ version: 1, changedBy: caller.userID, changedAt: at },
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        await audit(db, caller, at, {
          ...{ action: 'APPLICANT_ADDED', page, recordType: 'applicant', recordID: row.id },
          label: starter.name,
          changes: changesBetween<Record<string, unknown>>(
            {},
            { stage: 'HIRED', source: starter.source, startDate: starter.startDate },
          ),
        })
        return row.id
      })
      return { id: id * 2 + 1 }
    },

    checkRightToWork: async ({ id, rightToWork, document, expires }, { caller }) => {
      const { applicantID } = pendingOf(id)
      const at = clock()
      await db.transaction().execute(async (trx) => {
        const applicant = applicantID === null ? undefined : await findApplicant(trx, applicantID)
        if (applicant?.stage !== 'HIRED') throw new Refusal(404, 'record.gone', { one: 'applicant' })
        await trx
          .updateTable('applicants')
          .set((eb) => ({
            ...{ rightToWork, rightToWorkDocument: document, rightToWorkExpires: expires },
            ...{ rightToWorkBy: caller.userID, rightToWorkAt: at, changedBy: caller.userID, changedAt: at },
            version: eb('version', '+', 1),
          }))
          .where('id', '=', applicant.id)
          .execute()
        await audit(trx, caller, at, {
          ...{ action: 'RIGHT_TO_WORK_CHECKED', page, recordType: 'applicant', recordID: applicant.id },
          label: applicant.name,
          changes: [{ field: 'rightToWork', before: applicant.rightToWork, after: rightToWork }],
        })
      })
      return DONE
    },
  }

  async function responsibleFor(
    trx: Database,
    responsible: Task['responsible'],
    person: { readonly userID: number; readonly managerID: number | null; readonly agencyID: number | null },
  ): Promise<number[]> {
    const manager = person.managerID === null ? [] : [person.managerID]
    switch (responsible) {
      case 'USER':
        return [person.userID]
      case 'EMPLOYER':
        return manager
      case 'ANYONE':
        return [person.userID, ...manager]
      case 'AGENCY': {
        const rows = await trx
          .selectFrom('users')
          .where('agencyID', '=', person.agencyID ?? 0)
          .where('userType', '=', 'AGENCY')
          .where('status', '=', 'ACTIVE')
          .select('id')
          .execute()
        return rows.map(({ id }) => id)
      }
    }
  }
}
