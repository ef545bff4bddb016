import type { ExpressionBuilder } from 'kysely'
import { PERMISSIONS } from '#shared/domain/permissions.ts'
import type { Database } from '../db/database.ts'
import type { TaskTable } from '../db/schema/tasks.ts'
import type { Schema } from '../db/schema.ts'
import { Refusal } from '../refusal.ts'
import { isPlanner, mayChange, type TaskPerson } from './rights.ts'
import { type StoredTask, selectTasks } from './rows.ts'

/** Not 404, which people are told as a network that can't be reached (spec 1 §8). */
const REFUSED = 400

/** Rooms of a task, whatever it is part of. */
export const TASK_ROOMS = ['TASK_CHAT', 'SUBTASK'] as const

/** Rows of `tasks as t`, whatever else is asked for with them. */
type InTasks = ExpressionBuilder<Schema & { t: TaskTable }, 't'>

/**
 * Which tasks a person may see: their own, those they made, those of the people whom they manage, those whose
 * conversation they are in, and, for who plans tasks, those of the projects they are in. Each part goes by an
 * index of its own.
 */
export function isVisible(db: Database, eb: InTasks, person: TaskPerson) {
  const { userID } = person
  const inRoom = db
    .selectFrom('threads as r')
    .innerJoin('threadMembers as m', 'm.threadID', 'r.id')
    .where('m.userID', '=', userID)
    .select('r.sourceID')
  const rooms = inRoom.where('r.source', 'in', TASK_ROOMS)
  const projects = inRoom.where('r.source', '=', 'PROJECT')
  const managed = db.selectFrom('users as u').where('u.managerID', '=', userID).select('u.id')
  return eb.or([
    eb('t.userID', '=', userID),
    eb('t.createdBy', '=', userID),
    eb('t.userID', 'in', managed),
    eb('t.id', 'in', rooms),
    ...(isPlanner(person) ? [eb('t.projectID', 'in', projects)] : []),
  ])
}

/** The tasks that a person may see, with the names of what they belong to. */
export const visibleTasks = (db: Database, person: TaskPerson) =>
  selectTasks(db)
    .where('t.deletedAt', 'is', null)
    .where((eb) => isVisible(db, eb as unknown as InTasks, person))

/** @throws Refusal 400 in the same words whether there is none or it is not for this person. */
export async function requireTask(db: Database, person: TaskPerson, taskID: number): Promise<StoredTask> {
  const found = await visibleTasks(db, person).where('t.id', '=', taskID).executeTakeFirst()
  if (!found) throw new Refusal(REFUSED, 'task.unknown')
  return found
}

/** The same for a task that is to be changed. @throws Refusal 403 for who may only look, 400 as requireTask */
export async function requireChangeable(
  db: Database,
  person: TaskPerson,
  taskID: number,
): Promise<StoredTask> {
  const found = await requireTask(db, person, taskID)
  if (!mayChange(found, person)) throw new Refusal(403, 'task.notYours')
  return found
}

/** Everybody who may see the task now. */
export async function viewersOf(db: Database, task: StoredTask): Promise<number[]> {
  const members = db
    .selectFrom('threads as r')
    .innerJoin('threadMembers as m', 'm.threadID', 'r.id')
    .select('m.userID')
    .distinct()
  const inRoom = await members.where('r.source', 'in', TASK_ROOMS).where('r.sourceID', '=', task.id).execute()
  const planners = await members
    .innerJoin('userPermissions as p', 'p.userID', 'm.userID')
    .where('p.permission', '=', PERMISSIONS.CALENDAR_CAN_USE_TASK_SCHEDULER)
    .where('r.source', '=', 'PROJECT')
    .where('r.sourceID', '=', task.projectID)
    .execute()
  const own = [task.userID, task.createdBy, task.managerID].filter((id) => id !== null)
  return [...new Set([...own, ...[...inRoom, ...planners].map(({ userID }) => userID)])]
}
