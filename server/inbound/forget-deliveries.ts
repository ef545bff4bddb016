import type { Database } from '../db/database.ts'

/**
 * How long the body of what a provider sent in is kept, so that the same one is known again. Providers try for a week
 * at most; what it came to stays in its own records. Ours.
 */
const KEPT_MS = 30 * 86_400_000
/** So many go in one statement: others wait for no more. */
const AT_ONCE = 500

/** Forgets what came in long ago. `now` in milliseconds since 1970. */
export async function forgetOldDeliveries(db: Database, now: number): Promise<void> {
  await db
    .deleteFrom('inboundDeliveries')
    .where('id', 'in', (of) =>
      of
        .selectFrom('inboundDeliveries')
        .where('receivedAt', '<=', now - KEPT_MS)
        .orderBy('id')
        .limit(AT_ONCE)
        .select('id'),
    )
    .execute()
}
