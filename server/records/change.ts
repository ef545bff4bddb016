import type { Database } from '../db/database.ts'
import { Refusal } from '../refusal.ts'

/** Tables of records that are changed by the version that their author saw. */
type RecordTable =
  | 'skills'
  | 'roles'
  | 'agencies'
  | 'applicants'
  | 'systemFlags'
  | 'adaptors'
  | 'users'
  | 'areas'
  | 'errorEntries'
  | 'contractTypes'
  | 'agencyRates'
  | 'expenseRates'
  | 'faqArticles'
  | 'tours'
  | 'reportDefinitions'
  | 'shiftPatterns'
  | 'shifts'
  | 'bookingWindows'
  | 'campaigns'
  | 'kpis'
  | 'trainingSessions'
  | 'absenceCases'
  | 'returnToWorkForms'
  | 'pips'
  | 'oneToOnes'

interface Seen {
  readonly id: number
  readonly version: number
}

/** What every change of a record brings along. */
export interface Stamp {
  readonly caller: { readonly userID: number | null }
  readonly at: number
}

/**
 * Changes a record if it is as it was seen. The version decides it, so that of two who save at once, also on two
 * servers, one is refused.
 * @param one what people call such a record
 * @throws Refusal 404 where there is none, 409 where somebody changed it since
 */
export async function changeSeen(
  db: Database,
  table: RecordTable,
  one: string,
  { id, version }: Seen,
  values: Readonly<Record<string, unknown>>,
  { caller, at }: Stamp,
): Promise<void> {
  const changed = await db
    .updateTable(table)
    .set({ ...values, version: version + 1, changedBy: caller.userID, changedAt: at })
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst()
  if (!changed) throw await changedSince(db, table, one, id, at)
}

/** Why a record isn't as it was seen: 404 where there is none, 409 with who changed it. */
export async function changedSince(
  db: Database,
  table: RecordTable,
  one: string,
  id: number,
  at: number,
): Promise<Refusal<'record.gone'> | Refusal<'record.changed'>> {
  const row = await db
    .selectFrom(table)
    .leftJoin('users as author', 'author.id', `${table}.changedBy`)
    .where(`${table}.id`, '=', id)
    .select([`${table}.changedAt`, 'author.displayName'])
    .executeTakeFirst()
  if (!row) return new Refusal(404, 'record.gone', { one })
  return new Refusal(409, 'record.changed', {
    name: row.displayName,
    at: new Date(row.changedAt ?? at).toISOString(),
  })
}
