import { type RawBuilder, sql } from 'kysely'

/** Whether a column contains the term, in capitals or not; every character stands for itself. */
export function contains(column: string, term: string): RawBuilder<boolean> {
  // SQL's `lower` knows A to Z only; other letters have to stay as they are on both sides.
  const lowered = term.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
  const pattern = `%${lowered.replaceAll(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`lower(${sql.ref(column)}) like ${pattern} escape '\\'`
}
