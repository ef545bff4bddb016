import type { TrainingResult } from '#shared/domain/training.ts'
import type { Database } from '../db/database.ts'

/** A training that somebody had, as pages show it. Days are YYYY-MM-DD. */
export interface TrainingRecordRow {
  readonly id: number
  readonly userID: number
  readonly name: string
  readonly typeID: number
  readonly type: string
  readonly sessionID: number | null
  readonly day: string
  readonly result: TrainingResult
  readonly score: number | null
  readonly expires: string | null
  readonly trainer: string | null
  /** In milliseconds since 1970; null until the person has said that it is so. */
  readonly acknowledgedAt: number | null
}

/** What these people learnt, the latest first; what was withdrawn isn't among it. */
export function trainingRecordsOf(db: Database, userIDs: readonly number[]): Promise<TrainingRecordRow[]> {
  return db
    .selectFrom('trainingRecords as r')
    .innerJoin('trainingTypes as t', 't.id', 'r.typeID')
    .innerJoin('users as u', 'u.id', 'r.userID')
    .leftJoin('users as trainer', 'trainer.id', 'r.trainerID')
    .where('r.userID', 'in', [0, ...userIDs])
    .where('r.withdrawnAt', 'is', null)
    .orderBy('r.day', 'desc')
    .orderBy('r.id', 'desc')
    .select(['r.id', 'r.userID', 'u.displayName as name', 'r.typeID', 't.name as type', 'r.sessionID'])
    .select(['r.day', 'r.result', 'r.score', 'r.expires', 'trainer.displayName as trainer'])
    .select('r.acknowledgedAt')
    .execute()
}
