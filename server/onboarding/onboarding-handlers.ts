import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers } from '../http/handlers.ts'

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
        .select(['task.createdAt', 'users.userName'])
        .where('task.deletedAt', 'is', null)
        .orderBy('task.id')
        .execute()
      return rows.map(({ userName, requiredApproval, createdAt, ...row }) => ({
        ...row,
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
        })
        .execute()
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
