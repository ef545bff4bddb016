import { YEARS } from './calendar.ts'
import type { Priority } from './tickets.ts'
import { EFFORTS } from './tickets.ts'

/** The effort scale of story points (spec 2 §9). 1 is the hardest. */
export const STORY_POINTS = EFFORTS

/** Priorities of tasks, lowest first (spec 3 §3). */
export { PRIORITIES as TASK_PRIORITIES } from './tickets.ts'

/** Least effort of a task, in hours: a quarter (spec 3 §5). */
export const REQUIRED_HOURS_MIN = 0.25
export const REQUIRED_HOURS_MAX = 1000
export const TASK_SUBJECT_MAX = 300
export const TASK_DESCRIPTION_MAX = 10_000

/** How far a task's testing is (spec 3 §3), in the document's words. */
export const TESTING_STATUSES = [
  'TESTING NOT REQUIRED',
  'PENDING',
  'FAILED',
  'IN PROGRESS',
  'PASSED',
] as const

/** Links between two tasks (spec 3 §3): 'this task is {type} the other'. */
export const LINK_TYPES = ['BLOCKING', 'BLOCKED_BY', 'CHILD', 'PARENT'] as const
export type LinkType = (typeof LINK_TYPES)[number]

/** The same link as the other task has it. */
export const REVERSED_LINK: Readonly<Record<LinkType, LinkType>> = {
  BLOCKING: 'BLOCKED_BY',
  BLOCKED_BY: 'BLOCKING',
  CHILD: 'PARENT',
  PARENT: 'CHILD',
}

/** Largest file of a task, in bytes: 30 MB (spec 3 §5, §9). */
export const TASK_FILE_MAX_BYTES = 31_457_280
/** File types that a template's file field takes (spec 3 §5). */
export const TASK_FILE_EXTENSIONS = [
  'webm',
  'pdf',
  'xls',
  'xlsx',
  'txt',
  'doc',
  'docx',
  'png',
  'jpg',
  'jpeg',
] as const
/** Most files of one task. */
export const TASK_FILES_MAX = 10
/** Most tasks that are changed at once. */
export const TASK_CHANGES_MAX = 200

/** A project that every installation has (decisions): for what belongs to no other. */
export const OFFICE_PROJECT = 'Office'

/** Lists of tasks by purpose. */
export const TASK_VIEWS = ['MY_DAY', 'DUE', 'MINE', 'BOARD', 'DELEGATED', 'ALL'] as const
/** How many days finished and dropped tasks stay on a board. */
export const BOARD_CLOSED_DAYS = 14
export type TaskView = (typeof TASK_VIEWS)[number]

export const TASK_TEXT = {
  dueBeforeStart: 'Task start has to be before due date',
  endBeforeStart: 'The task ends before it begins.',
  outOfYears: `A task’s times are between ${YEARS[0]} and ${YEARS[1]}.`,
  noProject: 'There is no such project.',
  noPerson: 'There is nobody with that number.',
  noTask: 'There is no such task.',
  noStatus: 'There is no such status.',
  noPrefix: 'There is no such prefix for this project.',
  noSprint: 'There is no such sprint.',
  noMilestone: 'There is no such milestone.',
  notYours: 'You may look at this task and not change it.',
  onlyPlanners: 'Only who plans tasks may give one to somebody else or move it to another project.',
  toItself: 'A task can’t be linked with itself.',
  linked: 'These tasks are linked so already.',
  circle: 'That would go in a circle.',
  hasParent: 'A task is part of one other task at most.',
  fileTooBig: 'This file is too big to upload. Maximum size allowed is 30MB.',
  fileType: 'Invalid file format',
  noFile: 'File not available',
} as const

/** Somebody else changed the task first. */
export const taskChangedMeanwhile = (taskID: number, name: string): string =>
  `Task ${taskID} was changed by ${name} in the meantime. Look at it again before you save.`

/** The mandatory fields of a template that are empty (spec 3 §5). */
export const mandatoryMissing = (names: readonly string[]): string => `Please fill in: ${names.join(', ')}`

/** A task's name: its prefix before the subject (spec 3 §3). */
export const taskName = (prefix: string, subject: string): string =>
  prefix === '' ? subject : `${prefix} ${subject}`

const QUICK_TASK_MS = 15 * 60 * 1000

/** A quick task before somebody changes anything; times are ISO 8601 in UTC. */
export interface QuickTaskDefaults {
  readonly eventStart: string
  readonly eventEnd: string
  readonly description: string
  readonly storyPoint: '5'
  readonly priority: Priority
  readonly requiredHours: number
  readonly dueDate: string
}

/**
 * A quick task that starts now (spec 2 §9, spec 3 §3, decisions): 15 minutes, due at the end of the local
 * day.
 */
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

/** The end of a quick task that starts at that time. */
export const quickTaskEnd = (start: number): string => new Date(start + QUICK_TASK_MS).toISOString()
