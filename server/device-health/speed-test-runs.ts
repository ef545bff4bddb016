import * as z from 'zod/mini'
import { readings, type SpeedTestRun } from '#shared/contract/device-health.ts'
import type { DeviceSettings, Readings } from '#shared/domain/device-grading.ts'
import { verdictOf } from '#shared/domain/speed-test.ts'
import type { Database } from '../db/database.ts'

/** Most runs that are kept for a person; the oldest are dropped. */
const RUNS_KEPT = 50

export interface TakenRun {
  readonly userID: number
  readonly kind: SpeedTestRun['kind']
  readonly takenAt: number
  readonly results: readonly Readings[]
  readonly server: string | null
}

/** A run with its grades, by the present settings. */
export function gradedRun(
  { kind, takenAt, results, server }: Omit<TakenRun, 'userID'>,
  settings: DeviceSettings,
): SpeedTestRun {
  return { kind, takenAt: new Date(takenAt).toISOString(), ...verdictOf(results, settings), server }
}

/** The results of a run as they are kept. */
export const resultsOf = (text: string): Readings[] => z.array(readings).parse(JSON.parse(text))

export async function keepRun(
  db: Database,
  { userID, kind, takenAt, results, server }: TakenRun,
): Promise<void> {
  await db
    .insertInto('speedTestRuns')
    .values({ userID, kind, takenAt, results: JSON.stringify(results), server })
    .execute()
  const kept = db
    .selectFrom('speedTestRuns')
    .select('id')
    .where('userID', '=', userID)
    .orderBy('id', 'desc')
    .limit(RUNS_KEPT)
  await db.deleteFrom('speedTestRuns').where('userID', '=', userID).where('id', 'not in', kept).execute()
}

/** The person's last run; null before the first. */
export async function lastRunOf(
  db: Database,
  userID: number,
  settings: DeviceSettings,
): Promise<SpeedTestRun | null> {
  const row = await db
    .selectFrom('speedTestRuns')
    .select(['kind', 'takenAt', 'results', 'server'])
    .where('userID', '=', userID)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (!row) return null
  return gradedRun({ ...row, results: resultsOf(row.results) }, settings)
}
