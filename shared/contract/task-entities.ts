import * as z from 'zod/mini'
import { isWithinYears } from '../domain/calendar.ts'
import { TASK_STATUS_KINDS } from '../domain/task-lists.ts'
import {
  LINK_TYPES,
  REQUIRED_HOURS_MAX,
  REQUIRED_HOURS_MIN,
  STORY_POINTS,
  TASK_DESCRIPTION_MAX,
  TASK_PRIORITIES,
  TASK_SUBJECT_MAX,
  TASK_TEXT,
  TESTING_STATUSES,
} from '../domain/tasks.ts'
import { chatAddress } from './chat-address.ts'
import { recordID, timestamp, userID } from './primitives.ts'
import { version } from './ticket-version.ts'

export const taskPriority = z.enum(TASK_PRIORITIES)
export const testingStatus = z.enum(TESTING_STATUSES)
export const linkType = z.enum(LINK_TYPES)
export const storyPoint = z.enum(STORY_POINTS.map(({ points }) => points))
export const taskStatusKind = z.enum(TASK_STATUS_KINDS)
export const requiredHours = z.number().check(z.minimum(REQUIRED_HOURS_MIN), z.maximum(REQUIRED_HOURS_MAX))
export const taskSubject = z.string().check(z.trim(), z.minLength(1), z.maxLength(TASK_SUBJECT_MAX))
export const taskDescription = z.string().check(z.trim(), z.minLength(1), z.maxLength(TASK_DESCRIPTION_MAX))

/** When a task is planned: a moment of the years that calendars have, in UTC. */
export const taskTime = timestamp.check(
  z.refine((time) => isWithinYears(new Date(time)), { error: TASK_TEXT.outOfYears }),
)

/** A template's field with its value (spec 3 §3). For a file the value is its name. */
const filledField = z.object({
  name: z.string().check(z.maxLength(100)),
  description: z._default(z.string().check(z.maxLength(2000)), ''),
  placeholder: z._default(z.string().check(z.maxLength(2000)), ''),
  isMetaMandatory: z._default(z.boolean(), false),
  dataSource: z._default(z.string().check(z.maxLength(40)), ''),
  userValue: z._default(z.nullable(z.string().check(z.maxLength(10_000))), null),
  dateValue: z._default(z.nullable(z.string().check(z.maxLength(40))), null),
  userBooleanValue: z._default(z.nullable(z.boolean()), null),
  optionsValues: z._default(z.array(z.string().check(z.maxLength(500))), []),
})
export type FilledField = z.output<typeof filledField>

/** A filled-in template: its sections with their `metaDataFields` (spec 3 §3). */
export const filledTemplate = z.object({
  id: z.optional(recordID),
  name: z._default(z.string().check(z.maxLength(100)), ''),
  sections: z.array(
    z.object({
      name: z._default(z.string().check(z.maxLength(100)), ''),
      metaDataFields: z.array(filledField).check(z.maxLength(100)),
    }),
  ),
})
export type FilledTemplate = z.output<typeof filledTemplate>

/**
 * A task as lists and weeks show it. `taskName` to `priority` are spec 3 §3; the rest is ours. `taskName` is
 * prefix and subject, `epicName` the project's client.
 */
export const taskRow = z.object({
  eventStart: timestamp,
  eventEnd: timestamp,
  dueDate: timestamp,
  completionTime: z.nullable(timestamp),
  epicName: z.string(),
  requiredHours: z.number(),
  taskName: z.string(),
  status: z.string(),
  priority: taskPriority,

  id: recordID,
  /** Whose task it is. */
  userID,
  userName: z.string(),
  createdBy: userID,
  createdByName: z.string(),
  projectID: recordID,
  projectName: z.string(),
  subject: z.string(),
  prefixID: z.nullable(recordID),
  statusKind: taskStatusKind,
  storyPoint,
  sprint: z.string(),
  milestone: z.string(),
  testingStatus,
  /** How many unfinished tasks it waits for. */
  openBlockers: z.int(),
  subtasks: z.int(),
  openSubtasks: z.int(),
  version,
  /** Whether the caller may change it. */
  mayChange: z.boolean(),
})
export type TaskRow = z.output<typeof taskRow>

/** A linked task: 'this task is {type} that one'. */
export const taskLink = z.object({
  type: linkType,
  taskID: recordID,
  taskName: z.string(),
  status: z.string(),
  statusKind: taskStatusKind,
  userName: z.string(),
})
export type TaskLink = z.output<typeof taskLink>

export const taskFile = z.object({
  fileID: recordID,
  fileName: z.string(),
  /** In bytes. */
  size: z.int(),
  addedBy: z.string(),
  addedTime: timestamp,
})
export type TaskFile = z.output<typeof taskFile>

/** A task whole. */
export const task = z.extend(taskRow, {
  description: z.string(),
  template: z.nullable(filledTemplate),
  links: z.array(taskLink),
  files: z.array(taskFile),
  /** Its conversation; null for somebody who isn't in it. */
  chat: z.nullable(chatAddress),
  /** Whether it has a conversation, also for somebody who isn't in it. */
  hasChat: z.boolean(),
  createdTime: timestamp,
  updatedTime: timestamp,
  updatedBy: z.string(),
})
export type Task = z.output<typeof task>

/** Fields of a task that can be changed; what is left out stays. */
export const taskChange = z.object({
  userID: z.optional(recordID),
  projectID: z.optional(recordID),
  prefixID: z.optional(z.nullable(recordID)),
  subject: z.optional(taskSubject),
  description: z.optional(taskDescription),
  eventStart: z.optional(taskTime),
  eventEnd: z.optional(taskTime),
  dueDate: z.optional(taskTime),
  priority: z.optional(taskPriority),
  storyPoint: z.optional(storyPoint),
  requiredHours: z.optional(requiredHours),
  sprint: z.optional(z.string()),
  milestone: z.optional(z.string()),
  status: z.optional(z.string()),
  testingStatus: z.optional(testingStatus),
})
export type TaskChange = z.output<typeof taskChange>

export const TASK_EVENTS = [
  'ADDED',
  'CHANGED',
  'LINKED',
  'UNLINKED',
  'FILE_ADDED',
  'FILE_REMOVED',
  'CHAT_STARTED',
  'DELETED',
  'RESTORED',
] as const
export const taskEvent = z.enum(TASK_EVENTS)
export type TaskEvent = z.output<typeof taskEvent>

/** A field's old and new value as people read them. */
export const taskFieldChange = z.object({ field: z.string(), from: z.string(), to: z.string() })
export type TaskFieldChange = z.output<typeof taskFieldChange>

/** What happened to a task. */
export const taskHistoryEntry = z.object({
  id: recordID,
  eventTime: timestamp,
  event: taskEvent,
  by: z.string(),
  byID: userID,
  text: z.string(),
  changes: z.array(taskFieldChange),
})
export type TaskHistoryEntry = z.output<typeof taskHistoryEntry>
