import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { audit } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'
import { openTasksOfPeople } from './open-tasks.ts'

async function nextPlace(db: Database): Promise<number> {
  const { last } = await db
    .selectFrom('onboardingTasks')
    .select((eb) => eb.fn.max<number | null>('place').as('last'))
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}

export interface OnboardingServices {
  readonly db: Database
  readonly clock: Clock
}

/** Onboarding tasks (spec 1 §7). The form has no validation (spec 1 §5): empty fields get defaults. */
export function onboardingHandlers({ db, clock }: OnboardingServices): AreaHandlers<'onboarding'> {
  return {
    getOnboardingTasks: async () => {
      const rows = await db
        .selectFrom('onboardingTasks as task')
        .leftJoin('users', 'users.id', 'task.createdBy')
        .select(['task.id', 'task', 'responsible', 'actionNeeded', 'requiredApproval', 'applyTo'])
        .select(['task.createdAt', 'users.userName', 'task.isBeforeFirstShift', 'task.dueDays'])
        .where('task.deletedAt', 'is', null)
        .orderBy('task.place')
        .orderBy('task.id')
        .execute()
      const counts = await openTasksOfPeople(db)
        .where('person.status', 'in', ['ACTIVE', 'SUSPENDED'])
        .where('person.id', '>', 0)
        .groupBy('task.id')
        .select((eb) => ['task.id', eb.fn.countAll<number>().as('open')])
        .execute()
      const openOf = new Map(counts.map(({ id, open }) => [id, open]))
      return rows.map(({ userName, requiredApproval, isBeforeFirstShift, createdAt, ...row }) => ({
        ...row,
        isBeforeFirstShift: isBeforeFirstShift === 1,
        open: openOf.get(row.id) ?? 0,
        requiredApproval: requiredApproval === 1,
        username: userName ?? '',
        createdAt: new Date(createdAt).toISOString(),
      }))
    },

    getStaffTypes: async () => {
      const rows = await db
        .selectFrom('users')
        .select('userType')
        .distinct()
        .where('isActive', '=', 1)
        .orderBy('userType')
        .execute()
      return rows.map(({ userType }) => userType).filter((userType) => userType !== '')
    },

    newOnboardingTask: async (input, { caller }) => {
      const actionNeeded = input.taskAction || 'NONE'
      await db
        .insertInto('onboardingTasks')
        .values({
          task: input.task.trim(),
          responsible: input.responsible || 'ANYONE',
          actionNeeded,
          requiredApproval: actionNeeded !== 'NONE' && input.requiredApproval ? 1 : 0,
          applyTo: input.selectedStaffType.trim(),
          createdBy: caller.userID,
          createdAt: clock(),
          isBeforeFirstShift: input.isBeforeFirstShift ? 1 : 0,
          dueDays: input.dueDays ?? null,
          // New ones come last.
          place: await nextPlace(db),
        })
        .execute()
      return { done: true }
    },

    updateOnboardingTask: async ({ taskID, requiredApproval, isBeforeFirstShift, ...task }, { caller }) => {
      await db.transaction().execute(async (trx) => {
        const changed = await trx
          .updateTable('onboardingTasks')
          .set({
            ...task,
            task: task.task.trim(),
            applyTo: task.applyTo.trim(),
            requiredApproval: task.actionNeeded !== 'NONE' && requiredApproval ? 1 : 0,
            isBeforeFirstShift: isBeforeFirstShift ? 1 : 0,
          })
          .where('id', '=', taskID)
          .where('deletedAt', 'is', null)
          .returning('task')
          .executeTakeFirst()
        if (!changed) throw new Refusal(404, 'record.gone', { one: 'onboarding task' })
        await audit(trx, caller, clock(), {
          ...{
            action: 'ONBOARDING_TASK_CHANGED',
            page: 'admin.onboarding-tasks',
            recordType: 'onboardingTask',
          },
          ...{ recordID: taskID, label: changed.task },
        })
      })
      return { done: true }
    },

    orderOnboardingTasks: async ({ taskIDs }) => {
      await db.transaction().execute(async (trx) => {
        const rows = await trx
          .selectFrom('onboardingTasks')
          .orderBy('place')
          .orderBy('id')
          .select('id')
          .execute()
        const others = rows.map(({ id }) => id).filter((id) => !taskIDs.includes(id))
        for (const [at, id] of [...taskIDs, ...others].entries())
          await trx
            .updateTable('onboardingTasks')
            .set({ place: at + 1 })
            .where('id', '=', id)
            .execute()
      })
      return { done: true }
    },

    deleteOnboardingTask: async ({ taskID }) => {
      await db
        .updateTable('onboardingTasks')
        .set({ deletedAt: clock() })
        .where('id', '=', taskID)
        .where('deletedAt', 'is', null)
        .execute()
      return { done: true }
    },
  }
}
