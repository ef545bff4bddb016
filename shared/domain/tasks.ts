import type { Priority } from './tickets.ts'
import { EFFORTS } from './tickets.ts'

/** The effort scale of story points (spec 2 §9), as points travel: 'the hardest first'. */
export const STORY_POINTS = EFFORTS

/** Priorities of tasks, lowest first (spec 3 §3). */
export { PRIORITIES as TASK_PRIORITIES } from './tickets.ts'

/** A task takes a quarter of an hour at least (spec 3 §5). */
export const REQUIRED_HOURS_MIN = 0.25
export const REQUIRED_HOURS_MAX = 1000
export const TASK_SUBJECT_MAX = 300
export const TASK_DESCRIPTION_MAX = 10_000

export const TASK_TEXT = {
  dueBeforeStart: 'Task start has to be before due date',
  endBeforeStart: 'The task ends before it begins.',
  noProject: 'There is no such project.',
  noPerson: 'There is nobody with that number.',
} as const

const QUICK_TASK_MS = 15 * 60 * 1000

/** What a quick task is until somebody says otherwise; times are ISO 8601 in UTC. */
export interface QuickTaskDefaults {
  readonly eventStart: string
  readonly eventEnd: string
  readonly description: string
  readonly storyPoint: '5'
  readonly priority: Priority
  readonly requiredHours: number
  readonly dueDate: string
}

/** A quick task from now on (spec 2 §9, spec 3 §3, decisions): 15 minutes, due at the end of the local day. */
export function quickTaskDefaults(now: number): QuickTaskDefaults {
  return {
    eventStart: new Date(now).toISOString(),
    eventEnd: quickTaskEnd(now),
    description: 'QUICK TASK - SPEC PENDING',
    storyPoint: '5',
    priority: 'LOW',
    requiredHours: 1,
    dueDate: new Date(new Date(now).setHours(23, 59, 59, 999)).toISOString(),
  }
}

/** When a quick task that starts then ends. */
export const quickTaskEnd = (start: number): string => new Date(start + QUICK_TASK_MS).toISOString()
