import type { NotificationClass } from '#shared/contract/notification-centre.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers } from '../http/handlers.ts'

/** Most notifications that the centre gets. */
const CENTRE_LIMIT = 100

/** A notification for a person. */
export interface Notification {
  readonly userID: number
  readonly type: string
  readonly subject: string
  readonly body?: string
  readonly source?: string
  readonly sourceID?: number
  readonly cssClass: NotificationClass
}

/** Stores a notification, until its person clears it. */
export async function notify(db: Database, clock: Clock, told: Notification): Promise<void> {
  const { body = '', source = '', sourceID = null } = told
  await db
    .insertInto('notifications')
    .values({ ...told, body, source, sourceID, isRead: 0, entryTime: clock() })
    .execute()
}

/** How many notifications the person hasn't cleared. */
export async function unreadNotifications(db: Database, userID: number): Promise<number> {
  const { count } = await db
    .selectFrom('notifications')
    .where('userID', '=', userID)
    .where('isRead', '=', 0)
    .select(db.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The notification centre (spec 1 §2.8). */
export function notificationCentreHandlers({
  db,
}: {
  readonly db: Database
}): AreaHandlers<'notificationCentre'> {
  return {
    myNotifications: async (_input, { caller }) => {
      const rows = await db
        .selectFrom('notifications')
        .where('userID', '=', caller.userID)
        .where('isRead', '=', 0)
        .select(['id', 'subject', 'cssClass', 'entryTime'])
        .orderBy('entryTime', 'desc')
        .orderBy('id', 'desc')
        .limit(CENTRE_LIMIT)
        .execute()
      return rows.map(({ id, subject, cssClass, entryTime }) => ({
        id,
        time: new Date(entryTime).toISOString(),
        message: subject,
        cssClass,
      }))
    },

    clearNotifications: async ({ ids }, { caller }) => {
      await db
        .updateTable('notifications')
        .set({ isRead: 1 })
        .where('userID', '=', caller.userID)
        .where('id', 'in', ids)
        .execute()
      return { done: true }
    },
  }
}
