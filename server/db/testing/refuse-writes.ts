import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { traitsOf } from '../dialect/traits.ts'

/** Has the database refuse what would be written to a table. @returns what ends that */
export async function refuseWrites(
  db: Database,
  table: string,
  what: 'insert' | 'update' = 'insert',
  why = 'full',
): Promise<() => Promise<void>> {
  if (traitsOf(db).kind === 'sqlite') {
    await sql`create trigger refused before ${sql.raw(what)} on ${sql.table(table)}
      begin select raise(abort, ${sql.lit(why)}); end`.execute(db)
    return async () => void (await sql`drop trigger refused`.execute(db))
  }
  await sql`create or replace function refuse() returns trigger language plpgsql as $$
    begin raise exception ${sql.lit(why)}; end $$`.execute(db)
  await sql`create trigger refused before ${sql.raw(what)} on ${sql.table(table)}
    for each statement execute function refuse()`.execute(db)
  return async () => void (await sql`drop trigger refused on ${sql.table(table)}`.execute(db))
}
