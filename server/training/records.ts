import type { TrainingResult } from '#shared/domain/training.ts'
import type { Database } from '../db/database.ts'
import { type Actor, audit } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'

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

/**
 * Somebody says that a record of their own training is so, in a transaction of the caller's; again changes nothing.
 * @throws Refusal 404 for another's, and for one that was withdrawn
 */
export async function acknowledgeRecord(
  trx: Database,
  actor: Actor & { readonly userID: number },
  { id, page, now }: { readonly id: number; readonly page: string; readonly now: number },
): Promise<void> {
  const own = await trx
    .selectFrom('trainingRecords as r')
    .innerJoin('trainingTypes as t', 't.id', 'r.typeID')
    .where('r.id', '=', id)
    .where('r.userID', '=', actor.userID)
    .where('r.withdrawnAt', 'is', null)
    .select('t.name')
    .executeTakeFirst()
  if (!own) throw new Refusal(404, 'record.gone', { one: 'record' })
  const changed = await trx
    .updateTable('trainingRecords')
    .set({ acknowledgedAt: now })
    .where('id', '=', id)
    .where('acknowledgedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!changed) return
  await audit(trx, actor, now, {
    ...{ action: 'TRAINING_ACKNOWLEDGED', page, recordType: 'trainingRecord', recordID: id },
    ...{ label: own.name, personID: actor.userID },
  })
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
