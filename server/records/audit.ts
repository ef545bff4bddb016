import type { Database } from '../db/database.ts'
import type { Caller } from '../http/handlers.ts'

/** One field of a record, before and after. */
export interface Change {
  readonly field: string
  readonly before: unknown
  readonly after: unknown
}

/** Who did it; the id is null where no person did. */
export type Actor = Pick<Caller, 'displayName'> & { readonly userID: number | null }

/** What happened, for the audit (spec 4 §1.10). */
export interface AuditEntry {
  /** Record and verb in the past, such as SKILL_CHANGED. */
  readonly action: string
  readonly page: string
  readonly recordType: string
  readonly recordID: number | null
  readonly label: string
  readonly changes?: readonly Change[]
  readonly reason?: string
}

/**
 * Writes what somebody did. It belongs into the transaction of what it tells of: nothing is changed that the
 * audit can't say.
 */
export async function audit(
  db: Database,
  { userID, displayName }: Actor,
  at: number,
  { changes = [], reason = '', ...entry }: AuditEntry,
): Promise<void> {
  await db
    .insertInto('audit')
    .values({
      ...entry,
      at,
      actorID: userID,
      actorName: displayName,
      changes: JSON.stringify(changes),
      reason,
    })
    .execute()
}

/** The fields that differ between two states of a record. */
export function changesBetween<T extends Readonly<Record<string, unknown>>>(
  before: Partial<T>,
  after: T,
): Change[] {
  return Object.keys(after)
    .filter((field) => before[field] !== after[field])
    .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }))
}
