import { type RawBuilder, sql } from 'kysely'

/**
 * A pattern for SQL's LIKE that finds the term anywhere. A character with a meaning in LIKE matches any
 * character.
 */
export function likeTerm(term: string): string {
  return `%${term.trim().replaceAll(/[%]/g, '_')}%`
}

/** Whether a column contains the term, in capitals or not; every character stands for itself. */
export function contains(column: string, term: string): RawBuilder<boolean> {
  const pattern = `%${term.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`lower(${sql.ref(column)}) like ${pattern} escape '\\'`
}
