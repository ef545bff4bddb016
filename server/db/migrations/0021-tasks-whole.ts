import type { Generated, Kysely } from 'kysely'

const TIME = 'bigint'

interface OldFile {
  id: number
  taskID: number
  fileName: string
  contentType: string
  content: Uint8Array | null
}

/** The tables as they are at this point, as far as they are used here. */
type Tables = {
  epics: { id: Generated<number> }
  projects: {
    id: Generated<number>
    code: string
    name: string
    epicID: number | null
    kind: string
    createdAt: number
  }
  tasks: {
    id: Generated<number>
    userID: number
    projectID: number
    subject: string
    description: string
    eventStart: number
    eventEnd: number
    dueDate: number
    priority: string
    storyPoint: string
    requiredHours: number
    sprint: string
    milestone: string
    status: string
    createdBy: number | null
    createdAt: number
    statusKind: string
    completionTime: number | null
    updatedAt: number
  }
  taskFilesBefore: OldFile
  taskFiles: OldFile & { size: number; storedAs: string | null; addedBy: number | null; addedAt: number }
  taskLinks: { fromID: number; toID: number; kind: string }
  threads: {
    id: number
    source: string
    sourceID: number
    label: string
    displayLabel: string
    status: string
    priority: string
    createdAt: number
    parentID: number | null
  }
  threadMembers: { threadID: number; userID: number; isAdmin: number }
  users: { id: number; isActive: number }
  settings: { name: string; value: string }
}
type Db = Kysely<Tables>

/**
 * Tasks become records that their rooms follow; projects become records, too. Columns are described in
 * server/db/schema.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const db = database.withTables<Tables>()
  await makeProjects(db)
  await extendTasks(db)
  await makeLinks(db)
  await replaceFiles(db)
  await fillProjects(db)
  await rewriteConfig(db)
  await tasksOfRooms(db)
}

async function makeProjects({ schema }: Db): Promise<void> {
  await schema
    .createTable('epics')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('createdAt', TIME, (c) => c.notNull())
    .execute()
  await schema
    .createTable('projects')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('code', 'text', (c) => c.notNull().unique())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('epicID', 'integer', (c) => c.references('epics.id').onDelete('set null'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('createdAt', TIME, (c) => c.notNull())
    .execute()
}

async function extendTasks({ schema }: Db): Promise<void> {
  await schema.alterTable('tasks').addColumn('prefixID', 'integer').execute()
  await schema
    .alterTable('tasks')
    .addColumn('testingStatus', 'text', (c) => c.notNull().defaultTo('TESTING NOT REQUIRED'))
    .execute()
  await schema
    .alterTable('tasks')
    .addColumn('statusKind', 'text', (c) => c.notNull().defaultTo('TO_DO'))
    .execute()
  await schema.alterTable('tasks').addColumn('completionTime', TIME).execute()
  await schema
    .alterTable('tasks')
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()
  await schema
    .alterTable('tasks')
    .addColumn('updatedAt', TIME, (c) => c.notNull().defaultTo(0))
    .execute()
  await schema.alterTable('tasks').addColumn('updatedBy', 'integer').execute()
  await schema.alterTable('tasks').addColumn('deletedAt', TIME).execute()
  await schema.createIndex('tasksByProject').on('tasks').column('projectID').execute()
  await schema.createIndex('tasksByMaker').on('tasks').column('createdBy').execute()
}

async function makeLinks({ schema }: Db): Promise<void> {
  await schema
    .createTable('taskLinks')
    .addColumn('fromID', 'integer', (c) => c.notNull().references('tasks.id').onDelete('cascade'))
    .addColumn('toID', 'integer', (c) => c.notNull().references('tasks.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('taskLinksKey', ['fromID', 'toID', 'kind'])
    .execute()
  await schema.createIndex('taskLinksTo').on('taskLinks').columns(['toID', 'kind']).execute()
  // A unique index: one parent, even if two people add one at once.
  await schema
    .createIndex('taskParent')
    .unique()
    .on('taskLinks')
    .columns(['toID', 'kind'])
    .where('kind', '=', 'PARENT_OF')
    .execute()
  await schema
    .createTable('taskHistory')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('taskID', 'integer', (c) => c.notNull().references('tasks.id').onDelete('cascade'))
    .addColumn('eventTime', TIME, (c) => c.notNull())
    .addColumn('event', 'text', (c) => c.notNull())
    .addColumn('byID', 'integer')
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('changes', 'text', (c) => c.notNull())
    .execute()
  await schema.createIndex('taskHistoryByTask').on('taskHistory').columns(['taskID', 'id']).execute()
}

/** New files go to the file store; those in the database stay there. */
async function replaceFiles(db: Db): Promise<void> {
  const { schema } = db
  await schema.alterTable('taskFiles').renameTo('taskFilesBefore').execute()
  await schema.dropIndex('taskFilesByTask').execute()
  await schema
    .createTable('taskFiles')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('taskID', 'integer', (c) => c.notNull().references('tasks.id').onDelete('cascade'))
    .addColumn('fileName', 'text', (c) => c.notNull())
    .addColumn('contentType', 'text', (c) => c.notNull())
    .addColumn('size', 'integer', (c) => c.notNull())
    .addColumn('content', 'blob')
    .addColumn('storedAs', 'text')
    .addColumn('addedBy', 'integer')
    .addColumn('addedAt', TIME, (c) => c.notNull())
    .execute()
  const files = await db
    .selectFrom('taskFilesBefore as f')
    .innerJoin('tasks as t', 't.id', 'f.taskID')
    .select(['f.id', 'f.taskID', 'f.fileName', 'f.contentType', 'f.content', 't.createdAt', 't.createdBy'])
    .execute()
  for (const { createdAt, createdBy, content, ...file } of files)
    await db
      .insertInto('taskFiles')
      .values({
        ...file,
        content,
        size: content?.length ?? 0,
        storedAs: null,
        addedBy: createdBy,
        addedAt: createdAt,
      })
      .execute()
  await schema.dropTable('taskFilesBefore').execute()
  await schema.createIndex('taskFilesByTask').on('taskFiles').column('taskID').execute()
}

/** A project for each project's room, with its number; and 'Office', which everybody has. */
async function fillProjects(db: Db): Promise<void> {
  const rooms = await db
    .selectFrom('threads')
    .where('source', '=', 'PROJECT')
    .select(['sourceID', 'displayLabel', 'createdAt'])
    .orderBy('sourceID')
    .execute()
  for (const { sourceID, displayLabel, createdAt } of rooms)
    await db
      .insertInto('projects')
      .values({
        id: sourceID,
        code: `P${sourceID}`,
        name: displayLabel,
        epicID: null,
        kind: 'CATI',
        createdAt,
      })
      .execute()
  await db
    .insertInto('projects')
    .values({ code: 'OFFICE', name: 'Office', epicID: null, kind: 'INTERNAL', createdAt: 0 })
    .execute()
}

/** Prefixes were plain words before. */
async function rewriteConfig(db: Db): Promise<void> {
  const name = 'deployment.taskConfig'
  const kept = await db.selectFrom('settings').where('name', '=', name).select('value').executeTakeFirst()
  if (!kept) return
  const config = JSON.parse(kept.value) as { prefixes?: unknown[] }
  const prefixes = (config.prefixes ?? []).map((one, place) =>
    typeof one === 'string' ? { id: place + 1, text: one, projectID: null } : one,
  )
  await db
    .updateTable('settings')
    .set({ value: JSON.stringify({ ...config, prefixes }) })
    .where('name', '=', name)
    .execute()
}

const WEEK_MS = 7 * 86_400_000
const QUARTER_MS = 15 * 60_000
const FINISHED = new Set(['done', 'closed', 'completed', 'resolved'])
const PRIORITIES = ['LOW', 'MEDIUM', 'HIGH', 'EMERGENCY'] as const

function kindOf(status: string): 'TO_DO' | 'DOING' | 'DONE' | 'DROPPED' {
  const word = status.toLowerCase()
  if (FINISHED.has(word)) return 'DONE'
  if (word === 'cancelled') return 'DROPPED'
  return word === '' || word === 'to do' || word === 'open' ? 'TO_DO' : 'DOING'
}

/** A task for each task's room. Where another task has the room's number, the room gets a new one. */
async function tasksOfRooms(db: Db): Promise<void> {
  await db
    .updateTable('tasks')
    .set((e) => ({ updatedAt: e.ref('createdAt') }))
    .execute()
  await db.updateTable('tasks').where('status', '=', '').set({ status: 'To do' }).execute()
  const { id: officeID } = await db
    .selectFrom('projects')
    .where('code', '=', 'OFFICE')
    .select('id')
    .executeTakeFirstOrThrow()
  const rooms = await db
    .selectFrom('threads')
    .where('source', 'in', ['TASK_CHAT', 'SUBTASK'])
    .orderBy('id')
    .select(['id', 'source', 'sourceID', 'displayLabel', 'status', 'priority', 'createdAt', 'parentID'])
    .execute()
  const taskOf = new Map<number, number>()
  for (const room of rooms) {
    const taskID = await taskOfRoom(db, room, officeID)
    if (taskID !== null) taskOf.set(room.id, taskID)
  }
  for (const { id, parentID } of rooms) {
    const [fromID, toID] = [taskOf.get(parentID ?? 0), taskOf.get(id)]
    if (fromID !== undefined && toID !== undefined)
      await db.insertInto('taskLinks').values({ fromID, toID, kind: 'PARENT_OF' }).execute()
  }
}

interface OldRoom {
  readonly id: number
  readonly source: string
  readonly sourceID: number
  readonly displayLabel: string
  readonly status: string
  readonly priority: string
  readonly createdAt: number
}

/** The id of the room's task; null where nobody in it could have the task. */
async function taskOfRoom(db: Db, room: OldRoom, projectID: number): Promise<number | null> {
  const { createdAt } = room
  const owner = await db
    .selectFrom('threadMembers as m')
    .innerJoin('users as u', 'u.id', 'm.userID')
    .where('m.threadID', '=', room.id)
    .where('u.isActive', '=', 1)
    .orderBy('m.isAdmin', 'desc')
    .orderBy('m.userID')
    .select('m.userID')
    .executeTakeFirst()
  if (!owner) return null
  const taken = await db.selectFrom('tasks').where('id', '=', room.sourceID).select('id').executeTakeFirst()
  const statusKind = kindOf(room.status)
  const { id } = await db
    .insertInto('tasks')
    .values({
      ...(taken ? {} : { id: room.sourceID }),
      userID: owner.userID,
      projectID,
      subject: room.displayLabel,
      description: room.displayLabel,
      eventStart: createdAt,
      eventEnd: createdAt + QUARTER_MS,
      dueDate: createdAt + WEEK_MS,
      priority: PRIORITIES.find((one) => one === room.priority) ?? 'MEDIUM',
      storyPoint: '5',
      requiredHours: 1,
      sprint: '',
      milestone: '',
      status: room.status === '' ? 'To do' : room.status,
      createdBy: owner.userID,
      createdAt,
      statusKind,
      completionTime: statusKind === 'DONE' ? createdAt : null,
      updatedAt: createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (taken) {
    const label = `${room.source === 'SUBTASK' ? 'SUBTASK' : 'TASK'}: ${id}`
    await db.updateTable('threads').set({ sourceID: id, label }).where('id', '=', room.id).execute()
  }
  return id
}
