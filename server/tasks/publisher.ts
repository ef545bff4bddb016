import type { TaskNews } from '#shared/hubs/main.ts'
import type { Database } from '../db/database.ts'
import type { KeptNotification } from '../notifications/notification-store.ts'
import type { LiveShell } from '../shell/live-shell.ts'
import { taskCounts } from './counting.ts'

/** Tells connected people what happened to tasks. */
export interface TaskPublisher {
  taskChanged(news: TaskNews, viewers: readonly number[]): void
  notified(kept: readonly KeptNotification[]): void
  /** What is counted for these people may have changed. */
  /** @param db the transaction that the change is made in, where there is one */
  countsChanged(db: Database, userIDs: readonly number[], now: number): Promise<void>
}

/** Publishes through the shell's hub. @param notified tells people of notifications that were kept */
export function taskPublisher(
  { main }: Pick<LiveShell, 'main'>,
  notified: TaskPublisher['notified'],
): TaskPublisher {
  return {
    taskChanged(news, viewers) {
      for (const userID of viewers) main.toUser(userID, 'taskChanged', [news])
    },
    notified,
    async countsChanged(db, userIDs, now) {
      for (const userID of userIDs)
        if (main.onlineUserIDs.has(userID))
          main.toUser(userID, 'updateTaskCounts', [await taskCounts(db, userID, now)])
    },
  }
}
