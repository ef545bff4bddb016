import { type Kysely, sql } from 'kysely'

/** The demo company's shift pattern 'Office' had a colour that there is none of, and the page of patterns didn't open. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update ${sql.table('shiftPatterns')} set ${sql.ref('colour')} = 'PINK' where ${sql.ref('colour')} = 'GREEN'`.execute(
    db,
  )
}
