import * as z from 'zod/mini'
import {
  REQUIRED_HOURS_MAX,
  REQUIRED_HOURS_MIN,
  STORY_POINTS,
  TASK_DESCRIPTION_MAX,
  TASK_PRIORITIES,
  TASK_SUBJECT_MAX,
  TASK_TEXT,
} from '../domain/tasks.ts'
import { chatSource } from './chat-address.ts'
import { call } from './http-call.ts'
import { recordID, timestamp } from './primitives.ts'

const SCHEDULER = 'CALENDAR_CAN_USE_TASK_SCHEDULER'

/** Fields of a form are texts. */
const idText = z.union([recordID, z.pipe(z.string().check(z.regex(/^[1-9]\d{0,14}$/)), z.transform(Number))])
const hours = z.number().check(z.minimum(REQUIRED_HOURS_MIN), z.maximum(REQUIRED_HOURS_MAX))
const hoursText = z.union([
  hours,
  z.pipe(z.pipe(z.string().check(z.regex(/^\d{1,4}(?:\.\d{1,4})?$/)), z.transform(Number)), hours),
])
const line = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max))
const maybe = (max: number) => z.optional(z.string().check(z.trim(), z.maxLength(max)))
const points = STORY_POINTS.map((one) => one.points)

/** A text that is JSON. */
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
  path: '/api/iresearch/task-scheduler/search-projects',
  request: z.object({ searchTerm: z.string().check(z.maxLength(200)) }),
  response: z.array(z.object({ id: recordID, name: z.string() })),
  summary: 'At most 30 projects by a part of their name, or their number.',
  spec: '3 §7',
})

export const addTask = call({
  permission: SCHEDULER,
  path: '/api/iresearch/task-scheduler/add-task',
  sends: 'multipart',
  request: z
    .object({
      /** Whose task it is. */
      userID: idText,
      projectID: idText,
      subject: line(TASK_SUBJECT_MAX),
      description: line(TASK_DESCRIPTION_MAX),
      eventStart: timestamp,
      eventEnd: timestamp,
      dueDate: timestamp,
      priority: z.enum(TASK_PRIORITIES),
      storyPoint: z.enum(points),
      requiredHours: hoursText,
      sprint: maybe(100),
      milestone: maybe(100),
      status: maybe(60),
      /** What it is linked with: `{ type, payload }` (spec 3 §3). */
      relationshipJSON: z.optional(json),
      /** A filled-in template (spec 3 §3). */
      template: z.optional(json),
      files: z.optional(z.file()),
      /** The message that a quick task came from (spec 2 §3). */
      chatSource: z.optional(chatSource),
      chatSourceID: z.optional(idText),
      chatMessageID: z.optional(idText),
    })
    .check(
      z.refine((task) => Date.parse(task.eventStart) <= Date.parse(task.dueDate), {
        error: TASK_TEXT.dueBeforeStart,
      }),
      z.refine((task) => Date.parse(task.eventStart) <= Date.parse(task.eventEnd), {
        error: TASK_TEXT.endBeforeStart,
      }),
    ),
  response: z.object({ taskID: recordID }),
  summary: 'Keeps a new task, with its file and the message that it came from, if any.',
  spec: '3 §7',
})
