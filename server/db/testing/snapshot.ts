import { sql } from 'kysely'
import { unknownEntries } from '../../audit/testing/known-entries.ts'
import type { Database } from '../database.ts'
import { traitsOf } from '../dialect/traits.ts'

/** Copies what the database holds now. The returned function restores it, and looks what the audit was told till then. */
export async function takeSnapshot(db: Database): Promise<() => Promise<void>> {
  const restore = await takeCopy(db)
  return async () => {
    const unknown = await unknownEntries(db)
    await restore()
    unknown.refuse()
  }
}

async function takeCopy(db: Database): Promise<() => Promise<void>> {
  if (traitsOf(db).kind === 'postgres') return takePostgresSnapshot(db)
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

/** The names of all tables, but for the database's own. */
export async function tablesOf(db: Database): Promise<readonly { readonly name: string }[]> {
  const query =
    traitsOf(db).kind === 'postgres'
      ? sql<{ name: string }>`select table_name as name from information_schema.tables
          where table_schema = 'public' and table_name not like 'kysely%'`
      : sql<{ name: string }>`select name from sqlite_schema
          where type = 'table' and name not like 'sqlite%' and name not like 'kysely%'`
  return (await query.execute(db)).rows
}

/** Lets go of the copy, so that another can be taken. */
export async function dropSnapshot(db: Database): Promise<void> {
  await (traitsOf(db).kind === 'postgres' ? sql`drop schema snapshot cascade` : sql`detach snapshot`).execute(
    db,
  )
}

async function takePostgresSnapshot(db: Database): Promise<() => Promise<void>> {
  const { rows } = await sql<{ name: string; sequence: string | null }>`
    select c.relname as name, pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
    from pg_class as c left join pg_attribute as a on a.attrelid = c.oid and a.attidentity <> ''
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname not like 'kysely%'`.execute(
    db,
  )
  const copied = rows.map(({ name }) => `create table snapshot."${name}" as select * from public."${name}";`)
  await sql
    .raw(`drop schema if exists snapshot cascade; create schema snapshot; ${copied.join(' ')}`)
    .execute(db)
  const back = rows.map(
    ({ name, sequence }) =>
      `delete from public."${name}"; insert into public."${name}" select * from snapshot."${name}";${
        sequence === null
          ? ''
          : `select setval('${sequence}', (select coalesce(max(id), 0) + 1 from public."${name}"), false);`
      }`,
  )
  const restore = `begin; set local session_replication_role = replica; ${back.join(' ')} commit;`
  return async () => void (await sql.raw(restore).execute(db))
}
