import type { Database } from '../db/database.ts'
import { type MadeFields, traitsOf } from '../db/dialect/traits.ts'

type RowOf<F extends MadeFields> = { [K in keyof F]: (F[K] extends 'text' ? string : number) | null }

/** Rows that were worked out here as the table `m`, which lists join, sort and filter like any other. */
export function selectMade<F extends MadeFields>(db: Database, fields: F, rows: readonly RowOf<F>[]) {
  const table = traitsOf(db).made(fields, JSON.stringify(rows)).$castTo<RowOf<F>>()
  return db.selectFrom(table.as('m'))
}
