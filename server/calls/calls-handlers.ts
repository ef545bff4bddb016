import { findPerson } from '../auth/people.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { Refusal } from '../refusal.ts'
import type { CallBoard } from './call-board.ts'
import { callsOf, favouritesOf, seeMissed, setFavourite } from './call-entries.ts'
import type { MissedCalls } from './missed-calls.ts'

interface CallServices {
  readonly db: Database
  readonly clock: Clock
  readonly calls: Pick<CallBoard, 'accept' | 'tellHistory'>
  readonly missed: Pick<MissedCalls, 'takeUntold'>
}

/** What the hub's methods don't cover: accepting a call, the list of calls, and whom somebody calls most. */
export function callsHandlers({ db, clock, calls, missed }: CallServices): AreaHandlers<'calls'> {
  return {
    acceptCall: async ({ callerID }, { caller }) => {
      const meeting = await calls.accept(caller, callerID)
      if (!meeting) throw new Refusal(400, 'call.over')
      return meeting
    },
    missedCalls: async (input, { caller }) => {
      if (input?.seen) {
        await seeMissed(db, caller.userID, clock())
        calls.tellHistory(caller.userID)
      }
      return (await missed.takeUntold(caller.userID)).map(({ name, callerID, at }) => ({
        name,
        callerID,
        time: new Date(at).toISOString(),
      }))
    },
    callHistory: (looking, { caller }) =>
      callsOf(db, { ...looking, userID: caller.userID, sessionID: caller.sessionID }),
    callFavourites: async (_input, { caller }) => ({ ids: await favouritesOf(db, caller.userID) }),
    setCallFavourite: async ({ userID, isFavourite }, { caller }) => {
      if (userID === caller.userID) throw new Refusal(400, 'call.yourself')
      if (!(await findPerson(db, userID))) throw new Refusal(400, 'person.unknown')
      await setFavourite(db, caller.userID, userID, isFavourite)
      return { done: true }
    },
  }
}
