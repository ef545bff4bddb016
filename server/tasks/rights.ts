import type { Permissions } from '#shared/domain/permissions.ts'

/** Who does something with tasks. */
export interface TaskPerson {
  readonly userID: number
  readonly displayName: string
  readonly permissions: Permissions
}

/** Whoever plans tasks (spec 3 §6). */
export const isPlanner = ({ permissions }: Pick<TaskPerson, 'permissions'>): boolean =>
  permissions.can('CALENDAR_CAN_USE_TASK_SCHEDULER')

/** The people of a task. */
interface Concerned {
  readonly userID: number
  readonly createdBy: number | null
  /** Who manages whoever's task it is. */
  readonly managerID: number | null
}

/** Whether somebody who sees a task may change it: whoever plans tasks, and whose it is, who made it, who manages them. */
export function mayChange({ userID, createdBy, managerID }: Concerned, person: TaskPerson): boolean {
  return isPlanner(person) || [userID, createdBy, managerID].includes(person.userID)
}
