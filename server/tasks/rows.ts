import type { ExpressionBuilder, Selectable } from 'kysely'
import type { TaskConfig } from '#shared/contract/settings-entities.ts'
import type { TaskRow } from '#shared/contract/task-entities.ts'
import { SYSTEM_USER_ID, SYSTEM_USER_LABEL } from '#shared/domain/chat.ts'
import { isOpenKind } from '#shared/domain/task-lists.ts'
import { STORY_POINTS, taskName } from '#shared/domain/tasks.ts'
import type { Database } from '../db/database.ts'
import type { TaskTable } from '../db/schema/tasks.ts'
import type { Schema } from '../db/schema.ts'
import { mayChange, type TaskPerson } from './rights.ts'

/** A task with the names of what it belongs to, and counts of what it waits for. */
export interface StoredTask extends Selectable<TaskTable> {
  readonly userName: string
  readonly managerID: number | null
  readonly createdByName: string | null
  readonly updatedByName: string | null
  readonly projectName: string | null
  readonly epicName: string | null
  readonly openBlockers: number
  readonly subtasks: number
  readonly openSubtasks: number
}

type InTasks = ExpressionBuilder<Schema & { t: TaskTable }, 't'>

const OPEN = ['TO_DO', 'DOING'] as const

/** How many tasks at the other end of its links of a kind there are, open or all. */
const linked = (eb: InTasks, side: 'fromID' | 'toID', kind: 'BLOCKS' | 'PARENT_OF', onlyOpen: boolean) =>
  eb
    .selectFrom('taskLinks as l')
    .innerJoin('tasks as o', 'o.id', side === 'fromID' ? 'l.toID' : 'l.fromID')
    .whereRef(`l.${side}`, '=', 't.id')
    .where('l.kind', '=', kind)
    .where('o.deletedAt', 'is', null)
    .$if(onlyOpen, (others) => others.where('o.statusKind', 'in', OPEN))
    .select((e) => e.fn.countAll<number>().as('n'))

/** Tasks with the names of their people and projects, those that were deleted too. */
export function selectTasks(db: Database) {
  return db
    .selectFrom('tasks as t')
    .innerJoin('users as assignee', 'assignee.id', 't.userID')
    .leftJoin('users as maker', 'maker.id', 't.createdBy')
    .leftJoin('users as updater', 'updater.id', 't.updatedBy')
    .leftJoin('projects as p', 'p.id', 't.projectID')
    .leftJoin('epics as e', 'e.id', 'p.epicID')
    .selectAll('t')
    .select([
      'assignee.displayName as userName',
      'assignee.managerID as managerID',
      'maker.displayName as createdByName',
      'updater.displayName as updatedByName',
      'p.name as projectName',
      'e.name as epicName',
    ])
    .select((eb) => {
      const tasks = eb as unknown as InTasks
      return [
        eb.fn.coalesce(linked(tasks, 'toID', 'BLOCKS', true), eb.lit(0)).as('openBlockers'),
        eb.fn.coalesce(linked(tasks, 'fromID', 'PARENT_OF', false), eb.lit(0)).as('subtasks'),
        eb.fn.coalesce(linked(tasks, 'fromID', 'PARENT_OF', true), eb.lit(0)).as('openSubtasks'),
      ]
    })
}

/** A point in time as it travels. */
export const isoTime = (time: number): string => new Date(time).toISOString()

/** A task's name as people read it (spec 3 §3). */
export function nameOfTask(task: Pick<StoredTask, 'prefixID' | 'subject'>, config: TaskConfig): string {
  const prefix = config.prefixes.find(({ id }) => id === task.prefixID)
  return taskName(prefix?.text ?? '', task.subject)
}

/** A task as lists show it to this person. */
export function taskRowOf(stored: StoredTask, config: TaskConfig, person: TaskPerson): TaskRow {
  const { id, userID, userName, projectID, subject, prefixID, status, statusKind, priority, version } = stored
  const { requiredHours, sprint, milestone, testingStatus, completionTime } = stored
  return {
    id,
    taskName: nameOfTask(stored, config),
    subject,
    prefixID,
    userID,
    userName,
    createdBy: stored.createdBy ?? SYSTEM_USER_ID,
    createdByName: stored.createdByName ?? SYSTEM_USER_LABEL,
    projectID,
    projectName: stored.projectName ?? '',
    epicName: stored.epicName ?? '',
    eventStart: isoTime(stored.eventStart),
    eventEnd: isoTime(stored.eventEnd),
    dueDate: isoTime(stored.dueDate),
    completionTime: completionTime === null ? null : isoTime(completionTime),
    requiredHours,
    status,
    statusKind,
    priority,
    storyPoint: STORY_POINTS.find(({ points }) => points === stored.storyPoint)?.points ?? '5',
    sprint,
    milestone,
    testingStatus,
    openBlockers: isOpenKind(statusKind) ? stored.openBlockers : 0,
    subtasks: stored.subtasks,
    openSubtasks: stored.openSubtasks,
    version,
    mayChange: mayChange(stored, person),
  }
}
