import type { Database } from '../db/database.ts'
import { taskConfigOf } from './config.ts'
import { nameOfTask } from './rows.ts'

/**
 * The task that the person is at, by its name; '' without one (spec 1 §7). That is one of their own open tasks
 * that is planned for now, or else one that is in progress; of several one in progress, and then the one that
 * began last.
 */
export async function currentTaskOf(db: Database, userID: number, now: number): Promise<string> {
  const task = await db
    .selectFrom('tasks')
    .where('userID', '=', userID)
    .where('deletedAt', 'is', null)
    .where('statusKind', 'in', ['TO_DO', 'DOING'])
    .where((e) =>
      e.or([e('statusKind', '=', 'DOING'), e.and([e('eventStart', '<=', now), e('eventEnd', '>', now)])]),
    )
    .orderBy((e) =>
      e
        .case()
        .when(e.and([e('eventStart', '<=', now), e('eventEnd', '>', now)]))
        .then(0)
        .else(1)
        .end(),
    )
    .orderBy((e) => e.case().when('statusKind', '=', 'DOING').then(0).else(1).end())
    .orderBy('eventStart', 'desc')
    .orderBy('id', 'desc')
    .select(['prefixID', 'subject'])
    .executeTakeFirst()
  return task ? nameOfTask(task, await taskConfigOf(db)) : ''
}
