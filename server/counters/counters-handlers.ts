import { unreadCounts } from '../chat/reading.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { unreadNotifications } from '../notifications/notifications.ts'
import { openTasks } from '../summary/records.ts'
import { outstandingTickets } from '../tickets/searching.ts'

/** What waits for a person, from what this installation keeps (spec 1 §3). */
export function countersHandlers({ db }: { readonly db: Database }): AreaHandlers<'counters'> {
  return {
    myCounters: async (_input, { caller }) => {
      const { userID, permissions } = caller
      const mayChat = permissions.can('GENERAL_CAN_USE_TEAM_CHAT')
      const [unread, notifications, tickets, tasks] = await Promise.all([
        mayChat ? unreadCounts(db, [userID]) : new Map<number, number>(),
        unreadNotifications(db, userID),
        outstandingTickets(db, caller),
        openTasks(db, userID),
      ])
      return {
        // Requests, opportunities, meetings, blogs, suggestions and WhatsApp aren't part of this installation yet.
        pendingRequestsCount: 0,
        availableOpportunities: 0,
        openMeetingCount: 0,
        newsfeed: 0,
        suggestions: 0,
        whatsapp: 0,
        pendingTasksCount: tasks.length,
        toDoCount: tasks.filter(({ status }) => status === 'To do').length,
        unreadNotificationCount: notifications,
        outstandingTickets: tickets,
        unreadChat: unread.get(userID) ?? 0,
      }
    },
  }
}
