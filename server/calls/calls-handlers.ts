import type { AreaHandlers } from '../http/handlers.ts'
import { Refusal } from '../refusal.ts'
import type { CallBoard } from './call-board.ts'
import type { MissedCalls } from './missed-calls.ts'

interface CallServices {
  readonly calls: Pick<CallBoard, 'accept'>
  readonly missed: Pick<MissedCalls, 'takeUntold'>
}

/** What the hub's methods don't cover: accepting a call, and missed calls. */
export function callsHandlers({ calls, missed }: CallServices): AreaHandlers<'calls'> {
  return {
    acceptCall: async ({ callerID }, { caller }) => {
      const meeting = await calls.accept(caller, callerID)
      if (!meeting) throw new Refusal(400, 'call.over')
      return meeting
    },
    missedCalls: async (_input, { caller }) =>
      (await missed.takeUntold(caller.userID)).map(({ name, callerID, at }) => ({
        name,
        callerID,
        time: new Date(at).toISOString(),
      })),
  }
}
