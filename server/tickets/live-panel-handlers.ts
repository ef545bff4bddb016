import type { Database } from '../db/database.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { Refusal } from '../refusal.ts'
import { type LiveFacts, liveStatsOf } from './live-stats.ts'

/** What people are doing (spec 3 §7). */
export function livePanelHandlers({
  db,
  facts,
}: {
  readonly db: Database
  readonly facts: LiveFacts
}): AreaHandlers<'livePanel'> {
  return {
    getLiveData: () => liveStatsOf(db, facts),
    agentProfile: async ({ userID }) => {
      const stats = (await liveStatsOf(db, facts, [userID]))[String(userID)]
      if (!stats) throw new Refusal(400, 'person.unknown')
      return stats
    },
  }
}
