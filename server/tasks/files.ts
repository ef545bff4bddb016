import type { TaskFile } from '#shared/contract/task-entities.ts'
import { SYSTEM_USER_LABEL } from '#shared/domain/chat.ts'
import { cleanFileName, contentTypeOf } from '#shared/domain/chat-files.ts'
import { TASK_FILE_MAX_BYTES, TASK_FILES_MAX } from '#shared/domain/tasks.ts'
import type { Database } from '../db/database.ts'
import type { FileStore } from '../files/file-store.ts'
import { keepFile, placeFile, removeAfterCommit, storedFile } from '../files/keeping.ts'
import type { FileAnswer } from '../http/handlers.ts'
import { Refusal } from '../refusal.ts'
import { requireChangeable, requireTask } from './access.ts'
import type { TaskPerson } from './rights.ts'
import { isoTime } from './rows.ts'
import { type TaskDesk, writeTask } from './write.ts'

export interface FilingDesk extends TaskDesk {
  readonly files: FileStore
}

/** A task's files, oldest first. */
export async function filesOf(db: Database, taskID: number): Promise<TaskFile[]> {
  const rows = await db
    .selectFrom('taskFiles as f')
    .leftJoin('users as u', 'u.id', 'f.addedBy')
    .where('f.taskID', '=', taskID)
    .orderBy('f.id')
    .select(['f.id', 'f.fileName', 'f.size', 'f.addedAt', 'u.displayName'])
    .execute()
  return rows.map(({ id, fileName, size, addedAt, displayName }) => ({
    fileID: id,
    fileName,
    size,
    addedBy: displayName ?? SYSTEM_USER_LABEL,
    addedTime: isoTime(addedAt),
  }))
}

/**
 * Brings files to the file store, before the transaction in which they are kept.
 * @throws Refusal 400 for a file over 30 MB
 */
export async function placeFiles(store: FileStore, files: readonly File[]): Promise<void> {
  if (files.some(({ size }) => size > TASK_FILE_MAX_BYTES))
    throw new Refusal(400, 'file.tooBig', { maxBytes: TASK_FILE_MAX_BYTES })
  for (const file of files) await placeFile(store, file)
}

/**
 * Keeps files of a task that were placed, in a transaction of the caller's.
 * @throws Refusal 400 for more files than a task has
 */
export async function keepFiles(
  trx: Database,
  store: FileStore,
  {
    taskID,
    addedBy,
    addedAt,
  }: { readonly taskID: number; readonly addedBy: number; readonly addedAt: number },
  files: readonly File[],
): Promise<void> {
  const { count } = await trx
    .selectFrom('taskFiles')
    .where('taskID', '=', taskID)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) + files.length > TASK_FILES_MAX)
    throw new Refusal(400, 'task.tooManyFiles', { max: TASK_FILES_MAX })
  for (const file of files) {
    const storedAs = await keepFile(store, file, trx)
    const fileName = cleanFileName(file.name)
    const stored = { fileName, contentType: contentTypeOf(fileName), size: file.size, content: null }
    await trx
      .insertInto('taskFiles')
      .values({ ...stored, taskID, storedAs, addedBy, addedAt })
      .execute()
  }
}

/** @throws Refusal 403 for who may only look, and as keepFiles */
export async function addFile(
  desk: FilingDesk,
  person: TaskPerson,
  taskID: number,
  file: File,
): Promise<TaskFile> {
  await requireChangeable(desk.db, person, taskID)
  await placeFiles(desk.files, [file])
  const added = await desk.db.transaction().execute(async (trx) => {
    const task = await requireChangeable(trx, person, taskID)
    const at = desk.clock()
    await keepFiles(trx, desk.files, { taskID, addedBy: person.userID, addedAt: at }, [file])
    const [newest] = (await filesOf(trx, taskID)).slice(-1)
    await writeTask(trx, desk, person, task, at, { event: 'FILE_ADDED', text: newest?.fileName ?? '' })
    return newest
  })
  if (!added) throw new Refusal(400, 'file.notAvailable')
  return added
}

/** @throws Refusal 400 where the task has no such file */
async function requireFile(db: Database, taskID: number, fileID: number) {
  const file = await db
    .selectFrom('taskFiles')
    .where('taskID', '=', taskID)
    .where('id', '=', fileID)
    .selectAll()
    .executeTakeFirst()
  if (!file) throw new Refusal(400, 'file.notAvailable')
  return file
}

/** @throws Refusal 403 for who may only look, 400 where there is no such file */
export async function removeFile(
  desk: FilingDesk,
  person: TaskPerson,
  taskID: number,
  fileID: number,
): Promise<void> {
  await desk.db.transaction().execute(async (trx) => {
    const task = await requireChangeable(trx, person, taskID)
    const { fileName, storedAs } = await requireFile(trx, taskID, fileID)
    await trx.deleteFrom('taskFiles').where('id', '=', fileID).execute()
    await writeTask(trx, desk, person, task, desk.clock(), { event: 'FILE_REMOVED', text: fileName })
    if (storedAs !== null) void removeAfterCommit(desk.files, storedAs)
  })
}

/** @throws Refusal 400 'File not available' where there is none */
export async function readFile(
  { db, files }: Pick<FilingDesk, 'db' | 'files'>,
  person: TaskPerson,
  taskID: number,
  fileID: number,
): Promise<FileAnswer> {
  await requireTask(db, person, taskID)
  const { fileName, contentType, content, storedAs } = await requireFile(db, taskID, fileID)
  if (content !== null) return { fileName, contentType, content }
  return storedFile(files, { fileName, contentType, storedAs })
}
