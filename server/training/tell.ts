import type { Database } from '../db/database.ts'
import { type KeptNotification, keepNotifications } from '../notifications/notification-store.ts'
import type { LiveShell } from '../shell/live-shell.ts'
import { tellPlanners } from '../shifts/plan-shifts.ts'
import { moveUp, sessionsToMoveUp, waitingIn } from './waiting.ts'

export interface TrainingParts {
  readonly db: Database
  readonly shell: Pick<LiveShell, 'main' | 'tellActivity'>
  readonly publisher: { notified(kept: readonly KeptNotification[]): void }
}

/** Who is booked, or isn't any more: their calendar, their day and the planner are otherwise. */
export async function tellTraining(
  { db, shell, publisher }: TrainingParts,
  userIDs: readonly number[],
  kept: readonly KeptNotification[],
): Promise<void> {
  publisher.notified(kept)
  tellSessions(shell, userIDs)
  for (const userID of userIDs) {
    shell.main.toUser(userID, 'calendarChanged', [])
    await shell.tellActivity(userID)
  }
  await tellPlanners(db, shell, [])
}

/** The sessions that these people are shown are otherwise. */
function tellSessions({ main }: Pick<LiveShell, 'main'>, userIDs: readonly number[]): void {
  for (const userID of userIDs) main.toUser(userID, 'workingDayChange', [{ entity: 'TRAINING', ids: [] }])
}

/** Whoever waits for a place in a session sees another place of their own, or another number of those who wait. */
export async function tellWaiting({ db, shell }: TrainingParts, sessionID: number): Promise<void> {
  tellSessions(shell, (await waitingIn(db, [sessionID])).get(sessionID) ?? [])
}

/**
 * Gives places to who waits that became free otherwise than by a booking taken back: somebody left the company, or what
 * was in the way of who waits has gone. @returns how many have a place now
 */
export async function moveUpAll(parts: TrainingParts, now: number): Promise<number> {
  const { db } = parts
  let count = 0
  for (const sessionID of await sessionsToMoveUp(db, now)) {
    // Who writes has the turn over all servers: what is read in it is true when it is written.
    const kept = await db
      .transaction()
      .execute(async (trx) => keepNotifications(trx, now, await moveUp(trx, { sessionID, now })))
    if (kept.length === 0) continue
    count += kept.length
    await tellTraining(
      parts,
      kept.map(({ userID }) => userID),
      kept,
    )
    await tellWaiting(parts, sessionID)
  }
  return count
}
