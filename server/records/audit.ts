import type { ActorKind } from '#shared/records/admin/audit-entry.ts'
import type { Database } from '../db/database.ts'
import type { Caller } from '../http/handlers.ts'
import { requestFacts } from '../request-facts.ts'
import { announce } from '../webhooks/announce.ts'

/** One field of a record, before and after. */
export interface Change {
  readonly field: string
  readonly before: unknown
  readonly after: unknown
}

/** Who did it; the id is null where no person did. */
export type Actor = Pick<Caller, 'displayName'> & {
  readonly userID: number | null
  /** Without it a person where there is an id, else a job. */
  readonly kind?: ActorKind
  /** What the audit calls the actor, where that isn't their name. */
  readonly actorName?: string
}

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
  /** Whom it is about; of an entry about a `person` that is the record. */
  readonly personID?: number | null
}

function rowOf(
  { userID, displayName, kind = userID === null ? 'JOB' : 'PERSON', actorName = displayName }: Actor,
  at: number,
  { changes = [], reason = '', personID, ...entry }: AuditEntry,
) {
  return {
    ...entry,
    at,
    actorID: userID,
    actorName,
    actorKind: kind,
    personID: personID ?? (entry.recordType === 'person' ? entry.recordID : null),
    changes: JSON.stringify(changes),
    reason,
    ...requestFacts(),
  }
}

/**
 * Writes what somebody did. It belongs into the transaction of what it tells of: nothing is changed that the
 * audit can't say. It is chained a moment later (server/audit/audit-chain.ts), and webhooks are told of it.
 */
export async function audit(db: Database, actor: Actor, at: number, entry: AuditEntry): Promise<void> {
  await db
    .insertInto('audit')
    .values(rowOf(actor, at, entry))
    .execute()
  await announce(db, at, entry)
}

const HOUR_MS = 3_600_000

/** Writes that somebody read what is about a person: one entry a person, viewer and hour (spec 4 §1.10). */
export async function auditRead(db: Database, actor: Actor, at: number, entry: AuditEntry): Promise<void> {
  const row = rowOf(actor, at, entry)
  const about = `${row.recordType} ${row.recordID} ${row.personID}`
  const readKey = `${row.action} ${about} ${actor.userID} ${Math.floor(at / HOUR_MS)}`
  await db
    .insertInto('audit')
    .values({ ...row, readKey })
    .onConflict((conflict) => conflict.doNothing())
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
