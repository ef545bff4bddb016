import { londonDayAfter } from '#shared/domain/london-time.ts'
import type { Database } from '../db/database.ts'
import { taskConfigOf } from './config.ts'
import { nameOfTask } from './rows.ts'

/** A person's own tasks that aren't finished. */
const openTasks = (db: Database, userID: number) =>
  db
    .selectFrom('tasks as t')
    .where('t.userID', '=', userID)
    .where('t.deletedAt', 'is', null)
    .where('t.statusKind', 'in', ['TO_DO', 'DOING'])

/** How many open tasks of somebody are due today or were before. */
export async function tasksDue(db: Database, userID: number, now: number): Promise<number> {
  const { due } = await openTasks(db, userID)
    .where('t.dueDate', '<', londonDayAfter(now, 1))
    .select((eb) => eb.fn.countAll<number>().as('due'))
    .executeTakeFirstOrThrow()
  return Number(due)
}

/**
 * What the badges count (spec 1 §3): `toDoCount` is what 'My day' lists, open tasks that began or begin today,
 * and `pendingTasksCount` all open ones.
 */
export async function taskCounts(
  db: Database,
  userID: number,
  now: number,
): Promise<{ toDoCount: number; pendingTasksCount: number }> {
  const tomorrow = londonDayAfter(now, 1)
  const counts = await openTasks(db, userID)
    .select((eb) => [
      eb.fn.countAll<number>().as('pending'),
      eb.fn
        .coalesce(
          eb.fn.sum<number>(eb.case().when('t.eventStart', '<', tomorrow).then(1).else(0).end()),
          eb.lit(0),
        )
        .as('today'),
    ])
    .executeTakeFirstOrThrow()
  return { toDoCount: Number(counts.today), pendingTasksCount: Number(counts.pending) }
}

/** The same open tasks as the summary of the day lists them, those due first before others. */
export async function openTaskRecords(
  db: Database,
  userID: number,
): Promise<{ id: number; title: string; status: string }[]> {
  const config = await taskConfigOf(db)
  const rows = await openTasks(db, userID)
    .orderBy('t.dueDate')
    .orderBy('t.id')
    .select(['t.id', 't.prefixID', 't.subject', 't.status'])
    .execute()
  return rows.map((task) => ({ id: task.id, title: nameOfTask(task, config), status: task.status }))
}
