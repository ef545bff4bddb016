import type { Insertable } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { TaskTable } from '../../db/schema/tasks.ts'
import { NOON } from '../../http/testing/test-server.ts'

/** The project that tests give their tasks. */
export async function addProject(db: Database, id: number, name: string): Promise<void> {
  await db
    .insertInto('projects')
    .values({ id, code: `P${id}`, name, epicID: null, kind: 'CATI', createdAt: 1 })
    .execute()
}

/** A task of that person's for today at noon, which takes an hour. @returns its id */
export async function addTaskRow(
  db: Database,
  task: Partial<Insertable<TaskTable>> & { readonly userID: number },
): Promise<number> {
  const { id } = await db
    .insertInto('tasks')
    .values({
      projectID: 7,
      subject: 'Check the quota',
      description: 'Before noon',
      eventStart: NOON,
      eventEnd: NOON + 3_600_000,
      dueDate: NOON + 7_200_000,
      priority: 'LOW',
      storyPoint: '5',
      requiredHours: 1,
      sprint: '',
      milestone: '',
      status: 'To do',
      relationship: null,
      template: null,
      chatMessageID: null,
      createdBy: task.userID,
      createdAt: NOON,
      updatedAt: NOON,
      ...task,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Good requests of the calls of tasks: task 1 has a file and is part of task 2. */
export const TASK_REQUESTS: Record<string, unknown> = {
  'tasks.searchProjects': { searchTerm: 'rail' },
  'tasks.addTask': {
    userID: 2,
    projectID: 7,
    subject: 'Check the quota',
    description: 'Before noon',
    eventStart: new Date(NOON).toISOString(),
    eventEnd: new Date(NOON + 1).toISOString(),
    dueDate: new Date(NOON + 2).toISOString(),
    priority: 'LOW',
    storyPoint: '5',
    requiredHours: 1,
    files: new File(['a,b'], 'list.csv', { type: 'text/csv' }),
  },
  'tasks.loadTasks': { userIDs: [1], start: new Date(NOON).toISOString() },
  'tasks.listTasks': { view: 'MINE' },
  'tasks.getTask': { taskID: 1 },
  'tasks.updateTask': { taskID: 1, set: { userID: 1, projectID: 7, subject: 'Dialler' } },
  'tasks.changeTasks': {
    changes: [{ taskID: 1, set: { userID: 1, projectID: 7, status: 'Done' } }],
  },
  'tasks.deleteTask': { taskID: 1 },
  'tasks.restoreTask': { taskID: 1 },
  'tasks.linkTask': { taskID: 1, type: 'BLOCKING', otherTaskID: 2 },
  'tasks.unlinkTask': { taskID: 1, type: 'CHILD', otherTaskID: 2 },
  'tasks.taskHistory': { taskID: 1 },
  'tasks.openTaskChat': { taskID: 1 },
  'tasks.addTaskFile': { taskID: 1, file: new File(['notes'], 'notes.txt', { type: 'text/plain' }) },
  'tasks.removeTaskFile': { taskID: 1, fileID: 1 },
  'tasks.downloadTaskFile': { taskID: 1, fileID: 1 },
}

/** What those requests are about: ann's tasks 1 and 2 of project 7. */
export async function addTasks(db: Database, annID: number): Promise<void> {
  await addProject(db, 7, 'Rail 100% Tracker')
  await addTaskRow(db, { id: 1, userID: annID, subject: 'Rota' })
  await addTaskRow(db, { id: 2, userID: annID, subject: 'Rota of the week' })
  await db.insertInto('taskLinks').values({ fromID: 2, toID: 1, kind: 'PARENT_OF' }).execute()
  await db
    .insertInto('taskFiles')
    .values({
      taskID: 1,
      fileName: 'notes.txt',
      contentType: 'text/plain',
      content: Buffer.from('notes'),
      size: 5,
      storedAs: null,
      addedBy: annID,
      addedAt: NOON,
    })
    .execute()
}
