/**
 * What a status means, whatever an installation calls it: work that nobody began, work that somebody is at,
 * work that is finished, and work that won't be done.
 */
export const TASK_STATUS_KINDS = ['TO_DO', 'DOING', 'DONE', 'DROPPED'] as const
export type TaskStatusKind = (typeof TASK_STATUS_KINDS)[number]

/** Whether there is something left to do. */
export const isOpenKind = (kind: TaskStatusKind): boolean => kind === 'TO_DO' || kind === 'DOING'

/** What tasks go through until an installation says otherwise. */
export const DEFAULT_TASK_STATUSES = [
  { name: 'To do', kind: 'TO_DO' },
  { name: 'In progress', kind: 'DOING' },
  { name: 'On hold', kind: 'DOING' },
  { name: 'In review', kind: 'DOING' },
  { name: 'Done', kind: 'DONE' },
  { name: 'Cancelled', kind: 'DROPPED' },
] as const satisfies readonly { readonly name: string; readonly kind: TaskStatusKind }[]
