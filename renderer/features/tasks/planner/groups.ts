import type { TaskStatus } from '#shared/contract/settings-entities.ts'
import type { TaskRow } from '#shared/contract/task-entities.ts'
import { LOCALE } from '#shared/domain/locale.ts'
import { londonDaysBetween } from '#shared/domain/london-time.ts'
import { isOpenKind } from '#shared/domain/task-lists.ts'
import { TASK_PRIORITIES } from '#shared/domain/tasks.ts'
import { ticketLabel } from '#shared/domain/tickets.ts'
import { TEXT } from '../text.ts'
import type { Group } from './use-planner-address.ts'

/** Tasks that stand together, under a heading; '' for none. */
export interface TaskGroup {
  readonly heading: string
  readonly tasks: readonly TaskRow[]
}

function dueGroup(task: TaskRow, now: number): string {
  const due = Date.parse(task.dueDate)
  if (isOpenKind(task.statusKind) && due < now) return TEXT.overdue
  return londonDaysBetween(now, due) <= 0 ? TEXT.dueToday : TEXT.later
}

/** A page of tasks in groups, in the order that the tasks have within each. */
export function grouped(
  tasks: readonly TaskRow[],
  by: Group,
  { now, statuses }: { readonly now: number; readonly statuses: readonly TaskStatus[] },
): TaskGroup[] {
  if (by === 'none') return tasks.length === 0 ? [] : [{ heading: '', tasks }]
  const headingOf: Readonly<Record<Exclude<Group, 'none'>, (task: TaskRow) => string>> = {
    due: (task) => dueGroup(task, now),
    project: ({ projectName }) => projectName || TEXT.noProject,
    status: ({ status }) => status,
    priority: ({ priority }) => ticketLabel(priority),
    person: ({ userName }) => userName,
  }
  const orders: Readonly<Partial<Record<Group, readonly string[]>>> = {
    due: [TEXT.overdue, TEXT.dueToday, TEXT.later],
    status: statuses.map(({ name }) => name),
    priority: TASK_PRIORITIES.toReversed().map(ticketLabel),
  }
  const groups = [...Map.groupBy(tasks, headingOf[by])].map(([heading, own]) => ({ heading, tasks: own }))
  const order = orders[by]
  const place = ({ heading }: TaskGroup) => (order?.includes(heading) ? order.indexOf(heading) : 99)
  return groups.sort(
    (a, b) => place(a) - place(b) || (order ? 0 : a.heading.localeCompare(b.heading, LOCALE)),
  )
}
