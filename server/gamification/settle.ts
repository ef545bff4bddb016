import { isReached } from '#shared/domain/quests.ts'
import type { BackgroundService } from '../background-services/service.ts'
import type { Database } from '../db/database.ts'
import { type KeptNotification, keepNotifications } from '../notifications/notification-store.ts'
import { audit } from '../records/audit.ts'
import { type QuestRow, questFigures } from './quests.ts'

interface SettleParts {
  readonly db: Database
  readonly publisher: { notified(kept: readonly KeptNotification[]): void }
  /** Tells these people's windows that the quest is otherwise; and with the words that they completed it. */
  readonly tell: (questID: number, userIDs: readonly number[]) => void
  readonly cheer: (userIDs: readonly number[], icon: string, message: string) => Promise<void>
}

const JOB = { userID: null, displayName: 'Quests' }
const PAGE = 'supervisor.gamification-quests'

/** Somebody who is on the phone is told afterwards (spec 6 §8). */
async function interviewing(db: Database, userIDs: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('activitySessions')
    .where('userID', 'in', [0, ...userIDs])
    .where('endedAt', 'is', null)
    .where('activity', '=', 'AVAILABLE')
    .select('userID')
    .execute()
  return new Set(rows.map(({ userID }) => userID))
}

async function complete(parts: SettleParts, quest: QuestRow, userID: number, now: number): Promise<boolean> {
  const kept = await parts.db.transaction().execute(async (trx) => {
    const done = await trx
      .updateTable('questPeople')
      .set({ state: 'COMPLETED', changedAt: now })
      .where('questID', '=', quest.id)
      .where('userID', '=', userID)
      .where('state', '=', 'ACTIVE')
      .returning('userID')
      .executeTakeFirst()
    if (!done) return null
    await trx
      .insertInto('xpEntries')
      .values({ userID, questID: quest.id, points: quest.rewardXP, at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await audit(trx, JOB, now, {
      ...{ action: 'QUEST_COMPLETED', page: PAGE, recordType: 'quest', recordID: quest.id },
      ...{ label: quest.name, personID: userID },
    })
    const body = JSON.stringify({
      milestoneName: quest.name,
      milestoneAchievedDate: new Date(now).toISOString(),
    })
    return keepNotifications(trx, now, [
      {
        ...{ userID, type: 'GAMIFICATION_MILESTONE_ACHIEVED', source: 'QUEST', sourceID: quest.id, body },
        subject: `You completed ${quest.name}`,
      },
    ])
  })
  if (!kept) return false
  parts.publisher.notified(kept)
  await parts.cheer([userID], quest.icon, `You completed ${quest.name}: ${quest.rewardXP} XP.`)
  parts.tell(quest.id, [userID])
  return true
}

/**
 * Completes what is reached and ends what is over. A count is reached at once, a rate when its time is over. Who
 * interviews is settled afterwards. @returns how many completed one
 */
export async function settleQuests(parts: SettleParts, now: number): Promise<number> {
  const { db } = parts
  const quests = await db
    .selectFrom('quests')
    .where('endedAt', 'is', null)
    .where('from', '<=', now)
    .orderBy('id')
    .selectAll()
    .execute()
  let count = 0
  for (const quest of quests) {
    const isOver = now >= quest.to
    if (!isOver && quest.measure !== 'completes') continue
    const waiting = await db
      .selectFrom('questPeople')
      .where('questID', '=', quest.id)
      .where('state', 'in', ['OFFERED', 'ACTIVE'])
      .orderBy('userID')
      .select(['userID', 'state'])
      .execute()
    const active = waiting.filter(({ state }) => state === 'ACTIVE').map(({ userID }) => userID)
    const busy = await interviewing(db, active)
    const figures = await questFigures(db, quest, active, now)
    for (const userID of active) {
      const own = figures.get(userID)
      if (own && !busy.has(userID) && isReached(quest, own) && (await complete(parts, quest, userID, now)))
        count += 1
    }
    // Who is on the phone and reached it is settled afterwards; till then the quest isn't.
    const held = active.filter((userID) => {
      const own = figures.get(userID)
      return busy.has(userID) && own !== undefined && isReached(quest, own)
    })
    if (!isOver) continue
    await db
      .updateTable('questPeople')
      .set({ state: 'EXPIRED', changedAt: now })
      .where('questID', '=', quest.id)
      .where('state', 'in', ['OFFERED', 'ACTIVE'])
      .where('userID', 'not in', [0, ...held])
      .execute()
    if (held.length === 0)
      await db.updateTable('quests').set({ endedAt: quest.to }).where('id', '=', quest.id).execute()
    parts.tell(
      quest.id,
      waiting.map(({ userID }) => userID),
    )
  }
  return count
}

/** Quests: who completed one is told and rewarded. */
export function questService(parts: SettleParts): BackgroundService {
  return {
    key: 'QUESTS',
    name: 'Quests',
    what: 'Completes quests that are reached, with their points, and ends those whose time is over.',
    schedule: { every: 1 },
    async run({ startedAt, log }) {
      const count = await settleQuests(parts, startedAt)
      if (count > 0) log(count === 1 ? '1 quest was completed' : `${count} quests were completed`)
    },
  }
}
