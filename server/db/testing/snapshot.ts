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
  await run('create temp table touched (name text primary key)')
  // Names that begin with `sqlite` are reserved for SQLite's own tables, and these take no triggers.
  const isOwn = (name: string) => name.startsWith('sqlite_')
  for (const { name } of rows) {
    await run(`create table snapshot."${name.replace('sqlite_', '')}" as select * from main."${name}"`)
    if (isOwn(name)) continue
    for (const change of ['insert', 'update', 'delete'])
      await run(`create temp trigger "${name} ${change}" after ${change} on main."${name}"
        begin insert into touched select '${name}' where not exists (select 1 from touched where name = '${name}'); end`)
  }
  const own = rows.map(({ name }) => name).filter(isOwn)
  return async () => {
    // Most calls change a few of some 350 tables.
    const touched = await sql<{ name: string }>`select name from touched`.execute(db)
    await run('pragma foreign_keys = off')
    for (const name of [...touched.rows.map((row) => row.name), ...own]) {
      await run(`delete from main."${name}"`)
      await run(`insert into main."${name}" select * from snapshot."${name.replace('sqlite_', '')}"`)
      // What is touched meanwhile, by work after an answer, waits for the next time.
      if (!isOwn(name)) await run(`delete from touched where name = '${name}'`)
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
  if (traitsOf(db).kind === 'postgres') {
    await sql`drop schema snapshot cascade`.execute(db)
    return
  }
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_temp_schema where type = 'trigger'`.execute(db)
  for (const { name } of rows) await sql.raw(`drop trigger temp."${name}"`).execute(db)
  await sql`drop table temp.touched`.execute(db)
  await sql`detach snapshot`.execute(db)
}

async function takePostgresSnapshot(db: Database): Promise<() => Promise<void>> {
  const { rows } = await sql<{ name: string; sequence: string | null }>`
    select c.relname as name, pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
    from pg_class as c left join pg_attribute as a on a.attrelid = c.oid and a.attidentity <> ''
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname not like 'kysely%'`.execute(
    db,
  )
  // What servers tell each other is written after an answer, too, and nobody reads it again: it stays.
  const kept = rows.filter(({ name }) => name !== 'hubEvents')
  const copied = kept.map(
    ({ name, sequence }) =>
      `create table snapshot."${name}" as select * from public."${name}";
      create trigger touched after insert or update or delete or truncate on public."${name}"
        for each statement execute function snapshot.touch();${
          sequence === null
            ? ''
            : `insert into snapshot."next numbers"
              select '${sequence}', coalesce(max(id), 0) + 1 from public."${name}";`
        }`,
  )
  await sql
    .raw(
      `drop schema if exists snapshot cascade; create schema snapshot;
      create table snapshot.touched (name text primary key);
      create table snapshot."next numbers" (sequence text, next bigint);
      create function snapshot.touch() returns trigger language plpgsql as $$ begin
        insert into snapshot.touched values (tg_table_name) on conflict do nothing; return null;
      end $$;
      ${copied.join(' ')}`,
    )
    .execute(db)
  return async () => {
    const { rows: touched } = await sql<{ name: string }>`select name from snapshot.touched`.execute(db)
    const back = touched.map(
      ({ name }) =>
        `delete from snapshot.touched where name = '${name}';
        delete from public."${name}"; insert into public."${name}" select * from snapshot."${name}";`,
    )
    await sql
      .raw(
        `begin; set local session_replication_role = replica; ${back.join(' ')}
        select setval(sequence, next, false) from snapshot."next numbers"; commit;`,
      )
      .execute(db)
  }
}
