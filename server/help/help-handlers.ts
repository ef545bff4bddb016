import type { AreaHandlers } from '../http/handlers.ts'
import { Refusal } from '../refusal.ts'
import {
  canStartSystemIssue,
  endSystemIssue,
  lockShift,
  revokeSystemIssue,
  startSystemIssue,
  systemIssuesOf,
} from '../tickets/system-issues.ts'
import type { TicketDesk } from '../tickets/write.ts'
import { searchUsers } from './user-search.ts'

/** Tours, the search for people, and lost work (spec 3 §7). */
export function helpHandlers(desk: TicketDesk): AreaHandlers<'help'> {
  const { db, clock } = desk
  return {
    searchUsers: (search, { caller }) => searchUsers(db, caller, search),

    fetchTour: async ({ tourID }) => {
      const tour = await db.selectFrom('tours').where('id', '=', tourID).select('payload').executeTakeFirst()
      if (!tour) throw new Refusal(400, 'tour.unknown')
      return tour
    },

    systemIssuesReport: ({ ticketID }, { caller }) => systemIssuesOf(db, caller, ticketID, clock()),
    canUseSystemIssue: async ({ ticketID }, { caller }) => ({
      canStartSystemIssue: await canStartSystemIssue(db, caller, ticketID),
    }),
    startSystemIssue: ({ ticketID }, { caller }) => startSystemIssue(desk, caller, ticketID),
    endSystemIssue: async ({ ticketID }, { caller }) => {
      await endSystemIssue(desk, caller, ticketID)
      return { done: true }
    },
    revokeSystemIssue: async (revocation, { caller }) => {
      await revokeSystemIssue(desk, caller, revocation)
      return { done: true }
    },
    lockShift: async ({ userID, locked }, { caller }) => {
      await lockShift(desk, caller, userID, locked)
      return { done: true }
    },
  }
}
