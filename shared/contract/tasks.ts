import * as z from 'zod/mini'
import {
  REQUIRED_HOURS_MAX,
  REQUIRED_HOURS_MIN,
  TASK_CHANGES_MAX,
  TASK_FILE_MAX_BYTES,
  TASK_FILES_MAX,
  TASK_TEXT,
  TASK_VIEWS,
} from '../domain/tasks.ts'
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '../domain/tickets.ts'
import { chatAddress, chatSource } from './chat-address.ts'
import { call } from './http-call.ts'
import { done, idText, recordID, timestamp, userID } from './primitives.ts'
import {
  linkType,
  requiredHours,
  storyPoint,
  task,
  taskChange,
  taskDescription,
  taskFile,
  taskHistoryEntry,
  taskPriority,
  taskRow,
  taskSubject,
  taskTime,
  testingStatus,
} from './task-entities.ts'
import { version } from './ticket-version.ts'

const SCHEDULER = 'CALENDAR_CAN_USE_TASK_SCHEDULER'
const PATH = '/api/iresearch/task-scheduler'
const OWN = { spec: '3 §3', extension: true } as const

const hours = z.number().check(z.minimum(REQUIRED_HOURS_MIN), z.maximum(REQUIRED_HOURS_MAX))
const hoursText = z.union([
  requiredHours,
  z.pipe(z.pipe(z.string().check(z.regex(/^\d{1,4}(?:\.\d{1,4})?$/)), z.transform(Number)), hours),
])
const maybe = (max: number) => z.optional(z.string().check(z.trim(), z.maxLength(max)))

/** JSON as text; the server checks what is in it. */
const json = z.string().check(
  z.maxLength(60_000),
  z.refine((text) => isJson(text)),
)

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

export const searchProjects = call({
  permission: SCHEDULER,
  path: `${PATH}/search-projects`,
  request: z.object({ searchTerm: z.string().check(z.maxLength(200)) }),
  response: z.array(z.object({ id: recordID, name: z.string() })),
  summary: 'At most 30 projects by a part of their name or code, or their number.',
  spec: '3 §7',
  scope: 'tasks:read',
})

/** One file, or several under one field name. */
const fileList = z.union([z.array(z.file()).check(z.maxLength(TASK_FILES_MAX)), z.file()])

export const addTask = call({
  permission: SCHEDULER,
  path: `${PATH}/add-task`,
  sends: 'multipart',
  fileMax: TASK_FILE_MAX_BYTES,
  filesMax: TASK_FILES_MAX,
  request: z
    .object({
      /** Whose task it is. */
      userID: idText,
      projectID: idText,
      subject: taskSubject,
      description: taskDescription,
      eventStart: taskTime,
      eventEnd: taskTime,
      dueDate: taskTime,
      priority: taskPriority,
      storyPoint,
      requiredHours: hoursText,
      sprint: maybe(100),
      milestone: maybe(100),
      /** '' for the installation's first status. */
      status: maybe(60),
      testingStatus: z.optional(testingStatus),
      prefixID: z.optional(idText),
      /** Its link to another task: `{ type, payload: { id } }` (spec 3 §3). */
      relationshipJSON: z.optional(json),
      /** A filled-in template (spec 3 §3). */
      template: z.optional(json),
      files: z.optional(fileList),
      /** The message that a quick task came from (spec 2 §3). */
      chatSource: z.optional(chatSource),
      chatSourceID: z.optional(idText),
      chatMessageID: z.optional(idText),
    })
    .check(
      z.refine((made) => Date.parse(made.eventStart) <= Date.parse(made.eventEnd), {
        error: TASK_TEXT.endBeforeStart,
      }),
    ),
  response: z.object({ taskID: recordID }),
  summary: 'Keeps a new task, with its files and the message that it came from, if any.',
  spec: '3 §7',
  scope: 'tasks:write',
})

export const loadTasks = call({
  path: `${PATH}/load/tasks`,
  request: z.object({
    userIDs: z.array(userID).check(z.maxLength(500)),
    start: timestamp,
    /** Without it, the end of the week of `start`. */
    end: z.optional(timestamp),
  }),
  response: z.array(taskRow),
  summary: 'The tasks of these people in that time which the person may see, earliest first.',
  spec: '3 §7',
  scope: 'tasks:read',
})

/** Columns that a list can be sorted by. */
export const TASK_SORTS = [
  'eventStart',
  'dueDate',
  'priority',
  'status',
  'subject',
  'userName',
  'projectName',
  'requiredHours',
  'completionTime',
] as const
export const taskSort = z.enum(TASK_SORTS)

/** Columns that a list can be filtered by, and how (spec 4 §1.1). */
export const TASK_FILTERS = {
  isOpen: 'anyOf',
  status: 'anyOf',
  priority: 'anyOf',
  projectID: 'anyOf',
  userID: 'anyOf',
  sprint: 'anyOf',
  milestone: 'anyOf',
  eventStart: 'between',
  dueDate: 'between',
} as const
export type TaskFilterField = keyof typeof TASK_FILTERS
const value = z.string().check(z.maxLength(100))

export const taskFilter = z.union([
  z.object({
    field: z.enum(['isOpen', 'status', 'priority', 'projectID', 'userID', 'sprint', 'milestone']),
    operator: z.literal('anyOf'),
    values: z.array(value).check(z.maxLength(100)),
  }),
  z.object({
    field: z.enum(['eventStart', 'dueDate']),
    operator: z.literal('between'),
    /** From, and before, ISO 8601; '' for no limit. */
    values: z.tuple([value, value]),
  }),
])
export type TaskFilter = z.output<typeof taskFilter>

export const listTasks = call({
  ...OWN,
  path: `${PATH}/tasks/list`,
  request: z.object({
    view: z.enum(TASK_VIEWS),
    searchTerm: z._default(z.string().check(z.maxLength(200)), ''),
    filters: z._default(z.array(taskFilter).check(z.maxLength(20)), []),
    sort: z._default(
      z.array(z.object({ field: taskSort, direction: z.enum(['asc', 'desc']) })).check(z.maxLength(3)),
      [],
    ),
    page: z._default(z.int().check(z.positive(), z.maximum(1_000_000)), 1),
    pageSize: z._default(z.literal(PAGE_SIZES), DEFAULT_PAGE_SIZE),
  }),
  response: z.object({
    rows: z.array(taskRow),
    total: z.int(),
    /** Over all matching tasks, not just this page. */
    totals: z.object({ requiredHours: z.number(), overdue: z.int() }),
    asOf: timestamp,
  }),
  summary:
    'A page of the tasks that the person may see. MY_DAY are their open ones that began, or begin today; BOARD are their open ones and those closed in the last 14 days; DELEGATED those that they gave to others.',
  scope: 'tasks:read',
})

export const getTask = call({
  ...OWN,
  path: `${PATH}/tasks/get`,
  request: z.object({ taskID: recordID }),
  response: task,
  summary: 'A task whole, for whoever may see it.',
  scope: 'tasks:read',
})

export const updateTask = call({
  ...OWN,
  path: `${PATH}/tasks/update`,
  request: z.object({ taskID: recordID, version: z.optional(version), set: taskChange }),
  response: z.object({ version }),
  summary: 'Changes a task. Refused with 409 where somebody else changed it after `version`.',
  scope: 'tasks:write',
})

export const changeTasks = call({
  ...OWN,
  path: `${PATH}/tasks/change`,
  request: z.object({
    changes: z
      .array(z.object({ taskID: recordID, version: z.optional(version), set: taskChange }))
      .check(z.minLength(1), z.maxLength(TASK_CHANGES_MAX)),
  }),
  response: z.object({
    results: z.array(
      z.union([
        /** `undo` takes the change back; `version` is the one that the change made. */
        z.object({ taskID: recordID, done: z.literal(true), version, undo: taskChange }),
        z.object({ taskID: recordID, done: z.literal(false), value: z.string() }),
      ]),
    ),
  }),
  summary: 'Changes many tasks, one by one: what succeeds stays done, and what doesn’t says why.',
  scope: 'tasks:write',
})

export const deleteTask = call({
  ...OWN,
  permission: 'CALENDAR_CAN_DELETE_TASK',
  path: `${PATH}/tasks/delete`,
  request: z.object({ taskID: recordID }),
  response: done,
  summary: 'Takes a task out of every list.',
  scope: 'tasks:write',
})

export const restoreTask = call({
  ...OWN,
  permission: 'CALENDAR_CAN_DELETE_TASK',
  path: `${PATH}/tasks/restore`,
  request: z.object({ taskID: recordID }),
  response: done,
  summary: 'Brings back a task that was deleted, with all that belongs to it.',
  scope: 'tasks:write',
})

const link = z.object({ taskID: recordID, type: linkType, otherTaskID: recordID })

export const linkTask = call({
  ...OWN,
  path: `${PATH}/tasks/link`,
  request: link,
  response: done,
  summary: 'Says what a task is to another: BLOCKING, BLOCKED_BY, CHILD or PARENT. Circles are refused.',
  scope: 'tasks:write',
})

export const unlinkTask = call({
  ...OWN,
  path: `${PATH}/tasks/unlink`,
  request: link,
  response: done,
  summary: 'Takes such a link away.',
  scope: 'tasks:write',
})

export const taskHistory = call({
  ...OWN,
  path: `${PATH}/tasks/history`,
  request: z.object({
    taskID: recordID,
    before: z.optional(z.int()),
    limit: z._default(z.int().check(z.positive(), z.maximum(200)), 50),
  }),
  response: z.array(taskHistoryEntry),
  summary: 'What happened to a task, newest first.',
  scope: 'tasks:read',
})

export const openTaskChat = call({
  ...OWN,
  permission: 'GENERAL_CAN_USE_TEAM_CHAT',
  path: `${PATH}/tasks/open-chat`,
  request: z.object({ taskID: recordID }),
  response: chatAddress,
  summary: "The task's conversation, with the person in it; it is made when it is first opened.",
})

export const addTaskFile = call({
  ...OWN,
  path: `${PATH}/tasks/add-file`,
  sends: 'multipart',
  fileMax: TASK_FILE_MAX_BYTES,
  request: z.object({ taskID: idText, file: z.file() }),
  response: taskFile,
  summary: 'Adds a file of at most 30 MB to a task.',
  scope: 'tasks:write',
})

export const removeTaskFile = call({
  ...OWN,
  path: `${PATH}/tasks/remove-file`,
  request: z.object({ taskID: recordID, fileID: recordID }),
  response: done,
  summary: 'Removes a file of a task.',
  scope: 'tasks:write',
})

export const downloadTaskFile = call({
  ...OWN,
  path: `${PATH}/tasks/file`,
  answers: 'blob',
  request: z.object({ taskID: recordID, fileID: recordID }),
  response: z.unknown(),
  summary: 'A file of a task.',
  scope: 'tasks:read',
})
