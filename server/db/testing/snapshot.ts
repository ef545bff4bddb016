import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** Takes what the database holds now. The returned function brings its tables back to that. */
export async function takeSnapshot(db: Database): Promise<() => Promise<void>> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  const { rows } = await sql<{ name: string }>`
    select name from pragma_table_list
    where schema = 'main' and type = 'table' and name <> 'sqlite_schema'`.execute(db)
  await run(`attach ':memory:' as snapshot`)
  const names = rows.map(({ name }) => `"${name}"`)
  for (const name of names) {
    // SQLite keeps that name for its own.
    const kept = name.replace('sqlite_', '')
    await run(`create table snapshot.${kept} as select * from main.${name}`)
  }
  return async () => {
    await run('pragma foreign_keys = off')
    for (const name of names) {
      await run(`delete from main.${name}`)
      await run(`insert into main.${name} select * from snapshot.${name.replace('sqlite_', '')}`)
    }
    await run('pragma foreign_keys = on')
  }
}
