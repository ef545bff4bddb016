import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { addTask } from '#shared/contract/tasks.ts'
import { cleanFileName, contentTypeOf } from '#shared/domain/chat-files.ts'
import { TASK_TEXT } from '#shared/domain/tasks.ts'
import { requireMessageAt } from '../chat/placing.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { Refusal } from '../refusal.ts'

interface TaskServices {
  readonly db: Database
  readonly clock: Clock
}

type NewTask = z.output<typeof addTask.request>

const PROJECTS_MAX = 30
const likeOf = (term: string): string => `%${term.replace(/[\\%_]/g, '\\$&')}%`

/** Every project: it is known by its room. */
const projects = (db: Database) =>
  db.selectFrom('threads').where('source', '=', 'PROJECT').select(['sourceID as id', 'displayLabel as name'])

/** @throws Refusal 400 for a project or a person that isn't there */
async function requireParts(db: Database, { projectID, userID }: NewTask): Promise<void> {
  const project = await projects(db).where('sourceID', '=', projectID).executeTakeFirst()
  if (!project) throw new Refusal(400, TASK_TEXT.noProject)
  const person = await db
    .selectFrom('users')
    .where('id', '=', userID)
    .where('isActive', '=', 1)
    .select('id')
    .executeTakeFirst()
  if (!person) throw new Refusal(400, TASK_TEXT.noPerson)
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

/** Stores the task with its file. */
async function keepTask(
  { db, clock }: TaskServices,
  createdBy: number,
  task: NewTask,
  chatMessageID: number | null,
): Promise<number> {
  const { files, chatSource: _source, chatSourceID: _sourceID, ...fields } = task
  const { relationshipJSON: relationship = null, template = null, ...rest } = fields
  return db.transaction().execute(async (trx) => {
    const { id } = await trx
      .insertInto('tasks')
      .values({
        ...rest,
        sprint: rest.sprint ?? '',
        milestone: rest.milestone ?? '',
        status: rest.status ?? '',
        eventStart: Date.parse(task.eventStart),
        eventEnd: Date.parse(task.eventEnd),
        dueDate: Date.parse(task.dueDate),
        relationship,
        template,
        chatMessageID,
        createdBy,
        createdAt: clock(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (files) {
      const fileName = cleanFileName(files.name)
      const content = Buffer.from(await files.bytes())
      await trx
        .insertInto('taskFiles')
        .values({ taskID: id, fileName, contentType: contentTypeOf(fileName), content })
        .execute()
    }
    return id
  })
}

/** New tasks and the projects that they belong to (spec 3 §7). */
export function tasksHandlers(services: TaskServices): AreaHandlers<'tasks'> {
  const { db } = services
  return {
    searchProjects: ({ searchTerm }) => {
      const term = searchTerm.trim()
      return projects(db)
        .where(
          sql<boolean>`("displayLabel" like ${likeOf(term)} escape '\\' or cast("sourceID" as text) = ${term})`,
        )
        .orderBy('displayLabel')
        .orderBy('sourceID')
        .limit(PROJECTS_MAX)
        .execute()
    },

    addTask: async (task, { caller }) => {
      await requireParts(db, task)
      const chatMessageID = await originOf(db, caller.userID, task)
      return { taskID: await keepTask(services, caller.userID, task, chatMessageID) }
    },
  }
}
