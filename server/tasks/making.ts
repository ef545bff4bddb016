import * as z from 'zod/mini'
import { recordID } from '#shared/contract/primitives.ts'
import { type FilledTemplate, filledTemplate, linkType } from '#shared/contract/task-entities.ts'
import type { addTask } from '#shared/contract/tasks.ts'
import { extensionOf } from '#shared/domain/chat-files.ts'
import { missingFields } from '#shared/domain/task-templates.ts'
import { TASK_FILE_EXTENSIONS } from '#shared/domain/tasks.ts'
import { requireMessageAt } from '../chat/placing.ts'
import type { Database } from '../db/database.ts'
import { keepNotifications } from '../notifications/notification-store.ts'
import { Refusal } from '../refusal.ts'
import { requireTask, viewersOf } from './access.ts'
import {
  requireListed,
  requireOrder,
  requireParts,
  requirePrefix,
  statusCalled,
  taskConfigOf,
} from './config.ts'
import { type FilingDesk, keepFiles, placeFiles } from './files.ts'
import { keepLink } from './links.ts'
import type { TaskPerson } from './rights.ts'
import { nameOfTask, selectTasks } from './rows.ts'
import { keepHistory } from './write.ts'

type NewTask = z.output<typeof addTask.request>

/** `payload` is `{ id }` (decisions). */
const relationship = z.object({ type: linkType, payload: z.object({ id: recordID }) })

/** What of a form is JSON within it. @throws Refusal 400 where it is something else */
function readWithin<T>(
  schema: z.ZodMiniType<T>,
  text: string | undefined,
  otherwise: 'task.badLink' | 'task.badTemplate',
): T | null {
  if (text === undefined || text === 'null') return null
  const read = schema.safeParse(JSON.parse(text))
  if (!read.success) throw new Refusal(400, otherwise)
  return read.data
}

const filesIn = ({ files = [] }: NewTask): readonly File[] => (Array.isArray(files) ? files : [files])

/** @throws Refusal 400 for a mandatory field that is empty, and for a file that a template doesn't take (spec 3 §5) */
function requireFilled(template: FilledTemplate | null, files: readonly File[]): void {
  if (template === null) return
  const missing = missingFields(template)
  if (missing.length > 0) throw new Refusal(400, 'task.mandatoryMissing', { fields: missing })
  const named = new Set(
    template.sections.flatMap(({ metaDataFields }) =>
      metaDataFields.flatMap(({ dataSource, userValue }) => (dataSource === 'FILE' ? (userValue ?? '') : [])),
    ),
  )
  const allowed: readonly string[] = TASK_FILE_EXTENSIONS
  const ofTemplate = files.filter(({ name }) => named.has(name))
  if (ofTemplate.some(({ name }) => !allowed.includes(extensionOf(name))))
    throw new Refusal(400, 'file.invalidFormat')
}

/**
 * The message that the task came from, in a conversation of the person's; null where it came from none.
 * @throws Refusal as requireMessageAt
 */
async function originOf(db: Database, callerID: number, task: NewTask): Promise<number | null> {
  const { chatSource: source, chatSourceID: sourceID, chatMessageID: id } = task
  if (source === undefined || sourceID === undefined || id === undefined) return null
  return (await requireMessageAt(db, callerID, { id, source, sourceID })).message.id
}

/** The row of a new task. @throws Refusal 400 for whatever doesn't fit */
async function insertTask(
  trx: Database,
  person: TaskPerson,
  task: NewTask,
  at: number,
  chatMessageID: number | null,
): Promise<number> {
  const config = await taskConfigOf(trx)
  const { userID, projectID, subject, description, priority, storyPoint, requiredHours } = task
  const { sprint = '', milestone = '', prefixID = null } = task
  const times = {
    eventStart: Date.parse(task.eventStart),
    eventEnd: Date.parse(task.eventEnd),
    dueDate: Date.parse(task.dueDate),
  }
  requireOrder(config, times)
  requirePrefix(config, prefixID, projectID)
  requireListed(config, { sprint, milestone })
  const { name: status, kind: statusKind } = statusCalled(config, task.status ?? '')
  const { id } = await trx
    .insertInto('tasks')
    .values({
      userID,
      projectID,
      prefixID,
      subject,
      description,
      priority,
      storyPoint,
      requiredHours,
      sprint,
      milestone,
      status,
      statusKind,
      testingStatus: task.testingStatus ?? 'TESTING NOT REQUIRED',
      completionTime: statusKind === 'DONE' ? at : null,
      ...times,
      relationship: task.relationshipJSON ?? null,
      template: task.template ?? null,
      chatMessageID,
      createdBy: person.userID,
      createdAt: at,
      updatedAt: at,
      updatedBy: person.userID,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Keeps a new task with its link, template and files, and tells whose it is. @throws Refusal for whatever doesn't fit */
export async function makeTask(desk: FilingDesk, person: TaskPerson, task: NewTask): Promise<number> {
  const { db, clock, publisher } = desk
  await requireParts(db, task)
  const chatMessageID = await originOf(db, person.userID, task)
  const link = readWithin(relationship, task.relationshipJSON, 'task.badLink')
  const files = filesIn(task)
  requireFilled(readWithin(filledTemplate, task.template, 'task.badTemplate'), files)
  await placeFiles(desk.files, files)
  return db.transaction().execute(async (trx) => {
    const at = clock()
    if (link) await requireTask(trx, person, link.payload.id)
    const id = await insertTask(trx, person, task, at, chatMessageID)
    if (link) await keepLink(trx, id, link.type, link.payload.id)
    await keepFiles(trx, desk.files, { taskID: id, addedBy: person.userID, addedAt: at }, files)
    await keepHistory(trx, id, at, person, { event: 'ADDED' })
    const made = await selectTasks(trx).where('t.id', '=', id).executeTakeFirstOrThrow()
    const name = nameOfTask(made, await taskConfigOf(trx))
    const subject = `Task: ${id} was given to you: ${name}`
    const told = { userID: made.userID, type: 'NEW_UPDATE', subject, source: 'TASK', sourceID: id } as const
    publisher.notified(await keepNotifications(trx, at, made.userID === person.userID ? [] : [told]))
    const news = { taskID: id, version: made.version, event: 'ADDED' } as const
    publisher.taskChanged(
      { ...news, byID: person.userID, by: person.displayName },
      await viewersOf(trx, made),
    )
    await publisher.countsChanged(trx, [made.userID], at)
    return id
  })
}
