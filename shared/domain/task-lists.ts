/** What a status means, whatever an installation calls it: not begun, in progress, finished, or given up. */
export const TASK_STATUS_KINDS = ['TO_DO', 'DOING', 'DONE', 'DROPPED'] as const
export type TaskStatusKind = (typeof TASK_STATUS_KINDS)[number]

/** Whether something is left to do. */
export const isOpenKind = (kind: TaskStatusKind): boolean => kind === 'TO_DO' || kind === 'DOING'

/** The statuses of an installation without its own. */
export const DEFAULT_TASK_STATUSES = [
  { name: 'To do', kind: 'TO_DO' },
  { name: 'In progress', kind: 'DOING' },
  { name: 'On hold', kind: 'DOING' },
  { name: 'In review', kind: 'DOING' },
  { name: 'Done', kind: 'DONE' },
  { name: 'Cancelled', kind: 'DROPPED' },
] as const satisfies readonly { readonly name: string; readonly kind: TaskStatusKind }[]
