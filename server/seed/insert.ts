import { CompiledQuery } from 'kysely'
import type { Database } from '../db/database.ts'
import { traitsOf } from '../db/dialect/traits.ts'
import type { Schema } from '../db/schema.ts'

/** Values that one statement takes at most; SQLite's limit is 32,766. */
const VALUES_PER_STATEMENT = 4000

/**
 * Inserts rows, many a statement. The SQL is written here as composing 20,000 rows with the query
 * builder takes longer than the rest of the seed.
 */
export async function insertRows<T extends keyof Schema & string>(
  trx: Database,
  table: T,
  columns: readonly (keyof Schema[T] & string)[],
  rows: readonly (readonly unknown[])[],
): Promise<void> {
  const perStatement = Math.floor(VALUES_PER_STATEMENT / columns.length)
  const names = columns.map((column) => `"${column}"`).join(', ')
  const mark = traitsOf(trx).kind === 'postgres' ? (place: number) => `$${place + 1}` : () => '?'
  const rowAt = (row: number) =>
    `(${columns.map((_, column) => mark(row * columns.length + column)).join(', ')})`
  for (let start = 0; start < rows.length; start += perStatement) {
    const part = rows.slice(start, start + perStatement)
    const sql = `insert into "${table}" (${names}) values ${part.map((_, row) => rowAt(row)).join(', ')}`
    await trx.executeQuery(CompiledQuery.raw(sql, part.flat()))
  }
}
