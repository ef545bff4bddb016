import type { Updateable } from 'kysely'
import type { TaskConfig } from '#shared/contract/settings-entities.ts'
import type { TaskChange, TaskEvent, TaskFieldChange } from '#shared/contract/task-entities.ts'
import { SYSTEM_USER_ID } from '#shared/domain/chat.ts'
import { isOpenKind } from '#shared/domain/task-lists.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { TaskTable } from '../db/schema/tasks.ts'
import { keepNotifications, type NewNotification } from '../notifications/notification-store.ts'
import { Refusal } from '../refusal.ts'
import { announce } from '../webhooks/announce.ts'
import { requireChangeable, TASK_ROOMS, viewersOf } from './access.ts'
import {
  requireListed,
  requireOrder,
  requireParts,
  requirePrefix,
  statusCalled,
  taskConfigOf,
} from './config.ts'
import type { TaskPublisher } from './publisher.ts'
import { isPlanner, type TaskPerson } from './rights.ts'
import { isoTime, nameOfTask, type StoredTask, selectTasks } from './rows.ts'

/** What changing tasks needs. */
export interface TaskDesk {
  readonly db: Database
  readonly clock: Clock
  readonly publisher: TaskPublisher
}

/** What is to happen to a task. */
export interface Change {
  readonly event: TaskEvent
  readonly set?: Updateable<TaskTable>
  /** What is said with it, for its history. */
  readonly text?: string
  readonly changes?: readonly TaskFieldChange[]
  /** Nobody is notified: another notification says it. */
  readonly isQuiet?: true
}

/** Who changes a task; without an id it is no person, such as a directory. */
export interface TaskChanger {
  readonly userID: number | null
  readonly displayName: string
}

const CONFLICT = 409

/** The times of a change, as the database has them. */
function timesOf({ eventStart, eventEnd, dueDate }: TaskChange) {
  return {
    ...(eventStart !== undefined && { eventStart: Date.parse(eventStart) }),
    ...(eventEnd !== undefined && { eventEnd: Date.parse(eventEnd) }),
    ...(dueDate !== undefined && { dueDate: Date.parse(dueDate) }),
  }
}

const nameOf = async (db: Database, userID: number) =>
  (await db.selectFrom('users').where('id', '=', userID).select('displayName').executeTakeFirst())
    ?.displayName
const projectCalled = async (db: Database, id: number) =>
  (await db.selectFrom('projects').where('id', '=', id).select('name').executeTakeFirst())?.name

/** How history words a value. */
async function worded(db: Database, config: TaskConfig, field: string, value: unknown): Promise<string> {
  if (value === null || value === undefined) return ''
  if (field === 'userID') return (await nameOf(db, Number(value))) ?? ''
  if (field === 'projectID') return (await projectCalled(db, Number(value))) ?? ''
  if (field === 'prefixID') return config.prefixes.find(({ id }) => id === value)?.text ?? ''
  if (field === 'eventStart' || field === 'eventEnd' || field === 'dueDate') return isoTime(Number(value))
  return String(value)
}

/** Fields that follow from another one. */
const DERIVED = new Set(['statusKind', 'completionTime'])

async function fieldChanges(
  db: Database,
  config: TaskConfig,
  before: StoredTask,
  set: Updateable<TaskTable>,
): Promise<TaskFieldChange[]> {
  const differing = Object.entries(set).filter(
    ([field, value]) => !DERIVED.has(field) && value !== before[field as keyof StoredTask],
  )
  return Promise.all(
    differing.map(async ([field, value]) => ({
      field,
      from: await worded(db, config, field, before[field as keyof StoredTask]),
      to: await worded(db, config, field, value),
    })),
  )
}

/** @throws Refusal 403 where somebody who doesn't plan tasks hands one on. */
function requireMayGive(before: StoredTask, set: TaskChange, person: TaskPerson): void {
  const isGiven = set.userID !== undefined && set.userID !== before.userID
  const isMoved = set.projectID !== undefined && set.projectID !== before.projectID
  if ((isGiven || isMoved) && !isPlanner(person)) throw new Refusal(403, 'task.onlyPlanners')
}

/** The fields that something is said of. */
const given = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }

/** What of a task is to be set, with what follows from it. @throws Refusal for whatever doesn't fit */
async function settled(
  trx: Database,
  before: StoredTask,
  set: TaskChange,
  at: number,
): Promise<Updateable<TaskTable>> {
  const config = await taskConfigOf(trx)
  const { eventStart: _start, eventEnd: _end, dueDate: _due, status, ...others } = set
  const rest = given(others)
  const times = timesOf(set)
  const after = { ...before, ...rest, ...times }
  if (Object.keys(times).length > 0) requireOrder(config, after)
  requireListed(config, set)
  if (set.prefixID !== undefined || set.projectID !== undefined)
    requirePrefix(config, after.prefixID, after.projectID)
  if (set.userID !== undefined || set.projectID !== undefined) await requireParts(trx, after)
  const wanted: Updateable<TaskTable> = { ...rest, ...times }
  if (status === undefined || status === before.status) return wanted
  const { name, kind } = statusCalled(config, status)
  const completionTime = kind === 'DONE' ? (before.statusKind === 'DONE' ? before.completionTime : at) : null
  return { ...wanted, status: name, statusKind: kind, completionTime }
}

/** Who hears what of a change by a notification; nobody of their own. */
async function notificationsOf(
  trx: Database,
  person: TaskChanger,
  before: StoredTask,
  after: StoredTask,
): Promise<NewNotification[]> {
  const config = await taskConfigOf(trx)
  const { id } = after
  const name = nameOfTask(after, config)
  const about = (userID: number | null, what: string): NewNotification[] =>
    userID === null || userID === person.userID
      ? []
      : [
          {
            userID,
            type: 'NEW_UPDATE',
            subject: `Task: ${id} ${what}: ${name}`,
            source: 'TASK',
            sourceID: id,
          },
        ]
  const isFinished = isOpenKind(before.statusKind) && after.statusKind === 'DONE'
  const freed = isFinished ? await freedBy(trx, id) : []
  return [
    ...(before.userID === after.userID
      ? []
      : [...about(after.userID, 'was given to you'), ...about(before.userID, 'was given to somebody else')]),
    ...(isFinished ? about(after.createdBy, `was finished by ${person.displayName}`) : []),
    ...freed.flatMap((other) =>
      other.userID === person.userID
        ? []
        : [
            {
              userID: other.userID,
              type: 'NEW_UPDATE' as const,
              subject: `Task: ${other.id} waits for nothing any more: ${nameOfTask(other, config)}`,
              source: 'TASK',
              sourceID: other.id,
            },
          ],
    ),
  ]
}

/** Open tasks that waited for this one alone. */
async function freedBy(trx: Database, taskID: number): Promise<StoredTask[]> {
  const waiting = await selectTasks(trx)
    .innerJoin('taskLinks as w', 'w.toID', 't.id')
    .where('w.fromID', '=', taskID)
    .where('w.kind', '=', 'BLOCKS')
    .where('t.deletedAt', 'is', null)
    .where('t.statusKind', 'in', ['TO_DO', 'DOING'])
    .execute()
  return waiting.filter(({ openBlockers }) => openBlockers === 0)
}

/** The task's room shows what the task is (decisions: rooms follow). */
async function followRoom(trx: Database, after: StoredTask): Promise<void> {
  const displayLabel = nameOfTask(after, await taskConfigOf(trx))
  await trx
    .updateTable('threads')
    .set({ displayLabel, status: after.status, priority: after.priority })
    .where('source', 'in', TASK_ROOMS)
    .where('sourceID', '=', after.id)
    .execute()
}

/** An entry of a task's history. */
export async function keepHistory(
  trx: Database,
  taskID: number,
  at: number,
  by: TaskChanger,
  { event, text = '', changes = [] }: Change,
): Promise<void> {
  await trx
    .insertInto('taskHistory')
    .values({ taskID, eventTime: at, event, byID: by.userID, text, changes: JSON.stringify(changes) })
    .execute()
  await announce(trx, at, { recordType: 'task', recordID: taskID, action: `TASK_${event}` })
}

/** Writes a change, its entry in the history and what follows from it, in a transaction of the caller's; then tells. */
export async function writeTask(
  trx: Database,
  { publisher }: Pick<TaskDesk, 'publisher'>,
  by: TaskChanger,
  before: StoredTask,
  at: number,
  change: Change,
): Promise<number> {
  const version = before.version + 1
  await trx
    .updateTable('tasks')
    .set({ ...change.set, version, updatedAt: at, updatedBy: by.userID })
    .where('id', '=', before.id)
    .execute()
  await keepHistory(trx, before.id, at, by, change)
  const after = await selectTasks(trx).where('t.id', '=', before.id).executeTakeFirstOrThrow()
  await followRoom(trx, after)
  const told = change.isQuiet ? [] : await notificationsOf(trx, by, before, after)
  const kept = await keepNotifications(trx, at, told)
  const viewers = [...new Set([...(await viewersOf(trx, before)), ...(await viewersOf(trx, after))])]
  publisher.taskChanged(
    {
      taskID: before.id,
      version,
      event: change.event,
      byID: by.userID ?? SYSTEM_USER_ID,
      by: by.displayName,
    },
    viewers,
  )
  publisher.notified(kept)
  await publisher.countsChanged(trx, [...new Set([before.userID, after.userID])], at)
  return version
}

/** What a person asks to change of a task; `version` is what they saw. */
export interface WantedChange {
  readonly taskID: number
  readonly version?: number | undefined
  readonly set: TaskChange
}

/** What was there before of the fields that change: the same call with it takes the change back. */
function undoOf(before: StoredTask, set: TaskChange): TaskChange {
  const stored: TaskChange = {
    userID: before.userID,
    projectID: before.projectID,
    prefixID: before.prefixID,
    subject: before.subject,
    description: before.description,
    eventStart: isoTime(before.eventStart),
    eventEnd: isoTime(before.eventEnd),
    dueDate: isoTime(before.dueDate),
    priority: before.priority,
    storyPoint: before.storyPoint as NonNullable<TaskChange['storyPoint']>,
    requiredHours: before.requiredHours,
    sprint: before.sprint,
    milestone: before.milestone,
    status: before.status,
    testingStatus: before.testingStatus,
  }
  return Object.fromEntries(Object.entries(stored).filter(([field]) => field in set)) as TaskChange
}

/**
 * Changes a task. What is set to what it was already leaves the task alone.
 * @throws Refusal 409 where somebody else changed it after the version that the person saw; 403 for who may
 * only look; 400 for whatever doesn't fit
 */
export async function changeTask(
  desk: TaskDesk,
  person: TaskPerson,
  { taskID, version, set }: WantedChange,
): Promise<{ version: number; undo: TaskChange }> {
  const { db, clock } = desk
  return db.transaction().execute(async (trx) => {
    const before = await requireChangeable(trx, person, taskID)
    if (version !== undefined && version !== before.version)
      throw new Refusal(CONFLICT, 'task.changedMeanwhile', { taskID, name: before.updatedByName })
    requireMayGive(before, set, person)
    const at = clock()
    const wanted = await settled(trx, before, set, at)
    const changes = await fieldChanges(trx, await taskConfigOf(trx), before, wanted)
    const undo = undoOf(before, set)
    if (changes.length === 0) return { version: before.version, undo }
    const made = await writeTask(trx, desk, person, before, at, { event: 'CHANGED', set: wanted, changes })
    return { version: made, undo }
  })
}

/** Changes tasks one by one: what succeeds stays done. */
export async function changeTasks(desk: TaskDesk, person: TaskPerson, changes: readonly WantedChange[]) {
  const results = []
  for (const change of changes) {
    try {
      results.push({
        taskID: change.taskID,
        done: true as const,
        ...(await changeTask(desk, person, change)),
      })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      results.push({ taskID: change.taskID, done: false as const, value: error.message })
    }
  }
  return { results }
}

/** Takes a task out of every list, or brings it back. @throws Refusal as requireChangeable */
export async function setDeleted(
  { db, clock, publisher }: TaskDesk,
  person: TaskPerson,
  taskID: number,
  isDeleted: boolean,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const at = clock()
    if (!isDeleted) {
      const { numUpdatedRows } = await trx
        .updateTable('tasks')
        .set({ deletedAt: null })
        .where('id', '=', taskID)
        .where('deletedAt', 'is not', null)
        .executeTakeFirstOrThrow()
      // It is there already: somebody else was first, or the answer was lost.
      if (numUpdatedRows === 0n) return void (await requireChangeable(trx, person, taskID))
    }
    const before = await requireChangeable(trx, person, taskID)
    await writeTask(trx, { publisher }, person, before, at, {
      event: isDeleted ? 'DELETED' : 'RESTORED',
      set: { deletedAt: isDeleted ? at : null },
    })
  })
}
