import type { Database } from '../db/database.ts'
import { contains } from '../db/like.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { Refusal } from '../refusal.ts'
import { notificationRowOf } from './notification-store.ts'

/** People's notifications (spec 3 §7): each sees and marks their own. */
export function notificationsHandlers({ db }: { readonly db: Database }): AreaHandlers<'notifications'> {
  const ofPerson = (userID: number) => db.selectFrom('notifications').where('userID', '=', userID)

  async function markRead(userID: number, ids: readonly number[]): Promise<number> {
    const { numUpdatedRows } = await db
      .updateTable('notifications')
      .set({ isRead: 1 })
      .where('userID', '=', userID)
      .where('id', 'in', ids)
      .executeTakeFirstOrThrow()
    return Number(numUpdatedRows)
  }

  return {
    searchNotifications: async ({ searchTerm, show, page, pageSize }, { caller: { userID } }) => {
      let found = ofPerson(userID)
      if (show !== 'All') found = found.where('isRead', '=', show === 'Read' ? 1 : 0)
      if (searchTerm.trim() !== '') found = found.where(contains('subject', searchTerm.trim()))
      const [rows, total, unread] = await Promise.all([
        found
          .selectAll()
          .orderBy('entryTime', 'desc')
          .orderBy('id', 'desc')
          .limit(pageSize)
          .offset((page - 1) * pageSize)
          .execute(),
        found.select(db.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
        ofPerson(userID)
          .where('isRead', '=', 0)
          .select(db.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow(),
      ])
      return { total: total.count, unread: unread.count, notifications: rows.map(notificationRowOf) }
    },

    viewNotification: async ({ id }, { caller: { userID } }) => {
      const row = await ofPerson(userID).where('id', '=', id).selectAll().executeTakeFirst()
      if (!row) throw new Refusal(400, 'notification.gone')
      return { ...notificationRowOf(row), body: row.body }
    },

    markManyAsRead: async ({ ids }, { caller: { userID } }) => {
      await markRead(userID, ids)
      return { done: true }
    },

    markAsRead: async ({ id }, { caller: { userID } }) => {
      if ((await markRead(userID, [id])) === 0) throw new Refusal(400, 'notification.gone')
      return { done: true }
    },
  }
}
