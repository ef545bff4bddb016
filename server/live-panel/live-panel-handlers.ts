import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { Refusal } from '../refusal.ts'
import { knownPeople, type LiveFacts, statsFor, statusFor } from './rows.ts'
import { linesOf, watchersOf } from './scope.ts'

interface LivePanelServices {
  readonly db: Database
  readonly clock: Clock
  readonly facts: LiveFacts
}

/** What people are doing (spec 3 §7, 4 §4.4.1). */
export function livePanelHandlers({ db, clock, facts }: LivePanelServices): AreaHandlers<'livePanel'> {
  return {
    getLiveData: async (_input, { caller }) => {
      const watcher = (await watchersOf(db, [caller])).get(caller.userID)
      const withRows = caller.permissions.can('ISUPERVISOR_CAN_SEE_LIVE_PANEL')
      return watcher ? statsFor(watcher, await knownPeople(db, facts, clock()), withRows) : {}
    },

    liveStatus: async (_input, { caller }) => {
      const { userID } = caller
      const watcher = (await watchersOf(db, [caller])).get(userID)
      const line = (await linesOf(db, [userID])).get(userID) ?? new Set<number>()
      return watcher ? statusFor(watcher, await knownPeople(db, facts, clock(), [...line]), line) : {}
    },

    agentProfile: async ({ userID }) => {
      const [person] = await knownPeople(db, facts, clock(), [userID])
      if (!person) throw new Refusal(400, 'person.unknown')
      return person.stats
    },
  }
}
