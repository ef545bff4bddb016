import { EXPECTED_STATES } from '#shared/domain/training.ts'
import type { Database } from '../db/database.ts'

/** A session in somebody's time. Times in milliseconds since 1970. */
export interface BookedTraining {
  readonly sessionID: number
  readonly userID: number
  readonly type: string
  readonly start: number
  readonly end: number
  /** What of a shift lies in it is that shift's segment TRAINING. */
  readonly isInShift: boolean
}

/**
 * The sessions in which these people are expected, or were, in a time. A shift's segment TRAINING is made of this and
 * isn't kept beside it, so that it is right however a shift is moved, given away or cut (spec 4 §4.4.5).
 */
export async function bookedTrainings(
  db: Database,
  { userIDs, from, to }: { readonly userIDs: readonly number[]; readonly from: number; readonly to: number },
): Promise<BookedTraining[]> {
  if (userIDs.length === 0) return []
  const rows = await db
    .selectFrom('trainingAttendees as a')
    .innerJoin('trainingSessions as s', 's.id', 'a.sessionID')
    .innerJoin('trainingTypes as t', 't.id', 's.typeID')
    .where('a.userID', 'in', userIDs)
    .where('a.state', 'in', EXPECTED_STATES)
    .where('s.status', '<>', 'CANCELLED')
    .where('s.start', '<', to)
    .where('s.end', '>', from)
    .orderBy('s.start')
    .orderBy('s.id')
    .select(['s.id as sessionID', 'a.userID', 't.name as type', 's.start', 's.end', 'a.isInShift'])
    .execute()
  return rows.map((row) => ({ ...row, isInShift: row.isInShift === 1 }))
}
