import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** Copies what the database holds now. The returned function restores it. */
export async function takeSnapshot(db: Database): Promise<() => Promise<void>> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  const { rows } = await sql<{ name: string }>`
    select name from pragma_table_list
    where schema = 'main' and type = 'table' and name <> 'sqlite_schema'`.execute(db)
  await run(`attach ':memory:' as snapshot`)
  // Names that begin with `sqlite` are reserved for SQLite's own tables.
  const tables = rows.map(({ name }) => [`main."${name}"`, `snapshot."${name.replace('sqlite_', '')}"`])
  for (const [table, kept] of tables) await run(`create table ${kept} as select * from ${table}`)
  return async () => {
    await run('pragma foreign_keys = off')
    for (const [table, kept] of tables) {
      await run(`delete from ${table}`)
      await run(`insert into ${table} select * from ${kept}`)
    }
    await run('pragma foreign_keys = on')
  }
}
