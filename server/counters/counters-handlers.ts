import { pendingRequests } from '../booking/requests.ts'
import { unreadCounts } from '../chat/reading.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { openMeetings } from '../meetings/open-meetings.ts'
import { unreadNotifications } from '../notifications/notifications.ts'
import { openSlotsFor } from '../slots/open-slots.ts'
import { taskCounts } from '../tasks/counting.ts'
import { outstandingTickets } from '../tickets/searching.ts'

/** The counts of what waits for a person (spec 1 §3). */
export function countersHandlers({
  db,
  clock,
}: {
  readonly db: Database
  readonly clock: Clock
}): AreaHandlers<'counters'> {
  return {
    myCounters: async (_input, { caller }) => {
      const { userID, permissions } = caller
      const mayChat = permissions.can('GENERAL_CAN_USE_TEAM_CHAT')
      const mayDecide = permissions.can('IRESOURCE_CAN_SEE_BOOKINGS')
      const mayTake = permissions.can('ITRACKER_CAN_REQUEST_OVERTIME')
      const [unread, notifications, tickets, tasks, requests, meetings, slots] = await Promise.all([
        mayChat ? unreadCounts(db, [userID]) : new Map<number, number>(),
        unreadNotifications(db, userID),
        outstandingTickets(db, caller),
        taskCounts(db, userID, clock()),
        mayDecide ? pendingRequests(db) : 0,
        openMeetings(db, userID, clock()),
        mayTake ? openSlotsFor(db, caller, clock()) : [],
      ])
      return {
        // This installation has no blogs, suggestions and WhatsApp.
        pendingRequestsCount: requests,
        availableOpportunities: slots.length,
        openMeetingCount: meetings,
        newsfeed: 0,
        suggestions: 0,
        whatsapp: 0,
        ...tasks,
        unreadNotificationCount: notifications,
        outstandingTickets: tickets,
        unreadChat: unread.get(userID) ?? 0,
      }
    },
  }
}
