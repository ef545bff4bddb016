import { lockShift } from '../activity/shift-lock.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import { Refusal } from '../refusal.ts'
import {
  canStartSystemIssue,
  endSystemIssue,
  revokeSystemIssue,
  startSystemIssue,
  systemIssuesOf,
} from '../tickets/system-issues.ts'
import type { TicketDesk } from '../tickets/write.ts'
import { isAmong } from './audience.ts'
import { searchUsers } from './user-search.ts'

/** Tours, the search for people, and lost work (spec 3 §7). */
export function helpHandlers(desk: TicketDesk): AreaHandlers<'help'> {
  const { db, clock } = desk

  /** @throws Refusal 400 where there is none for them */
  async function tourFor({ permissions }: Caller, tourID: number): Promise<string> {
    const tour = await db
      .selectFrom('tours')
      .where('id', '=', tourID)
      .select(['payload', 'audience'])
      .executeTakeFirst()
    if (!tour || !isAmong(permissions, tour.audience)) throw new Refusal(400, 'tour.unknown')
    return tour.payload
  }

  return {
    searchUsers: (search, { caller }) => searchUsers(db, caller, search),

    fetchTour: async ({ tourID }, { caller }) => ({ payload: await tourFor(caller, tourID) }),

    finishTour: async ({ tourID }, { caller }) => {
      await tourFor(caller, tourID)
      await db
        .insertInto('tourFinishes')
        .values({ tourID, userID: caller.userID, finishedAt: clock() })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      return { done: true }
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
    lockShift: async (wanted, { caller }) => {
      await lockShift(db, caller, wanted, clock())
      await desk.publisher.activityChanged([wanted.userID])
      return { done: true }
    },
  }
}
