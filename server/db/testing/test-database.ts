import { sql } from 'kysely'
import pg from 'pg'
import { type Database, MIGRATIONS, openDatabase } from '../database.ts'
import { openPostgres } from '../dialect/postgres/open-postgres.ts'
import { traitsOf } from '../dialect/traits.ts'
import type { Schema } from '../schema.ts'

/** Set by a run on PostgreSQL: the address of its server, without a database. */
const BASE = 'FIELDWORK_TEST_POSTGRES'
const ADMIN = 'postgres'
const TEMPLATE = 'template'

/** Databases that this process has made and nobody uses now. */
const free: string[] = []
let made = 0

async function asAdmin<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** A database of the PostgreSQL that tests run on. */
interface Lease {
  readonly url: string
  /** Gives it back once the database is closed. */
  until(db: Database): void
}

const isEmptied = (url: string): Promise<boolean> =>
  asAdmin(url, (client) =>
    client.query('select "emptyForTests"()').then(
      () => true,
      () => false,
    ),
  )

/** An empty, migrated database; null where tests run on SQLite. */
export async function leasePostgres(): Promise<Lease | null> {
  const base = process.env[BASE]
  if (base === undefined) return null
  let name = free.pop()
  // What a test did to the tables themselves can't be taken back.
  while (name !== undefined && !(await isEmptied(base + name))) name = free.pop()
  if (name === undefined) {
    name = `t${process.pid}_${made++}`
    const create = `create database ${name} template ${TEMPLATE} strategy file_copy`
    await asAdmin(base + ADMIN, (client) => client.query(create))
  }
  const leased = name
  return {
    url: base + leased,
    until(db) {
      const destroy = db.destroy.bind(db)
      let isGiven = false
      db.destroy = async () => {
        await destroy()
        if (!isGiven) free.push(leased)
        isGiven = true
      }
    },
  }
}

/** The address of an empty database of that run, without any table. @throws Error where tests run on SQLite */
export async function bareDatabase(): Promise<string> {
  const base = process.env[BASE]
  if (base === undefined) throw new Error('This test needs a PostgreSQL.')
  const name = `t${process.pid}_${made++}`
  await asAdmin(base + ADMIN, (client) => client.query(`create database ${name} template template0`))
  return base + name
}

/**
 * Has SQLite answer backwards where no order was asked for. It otherwise answers in the order of writing, which looks
 * right until PostgreSQL, which promises none, answers in another.
 */
export async function disordered(db: Database): Promise<Database> {
  if (traitsOf(db).kind === 'sqlite') await sql`pragma reverse_unordered_selects = on`.execute(db)
  return db
}

/** A database that ends with its test: in memory, or on the PostgreSQL that the run is for. */
export async function openTestDatabase(): Promise<Database> {
  const lease = await leasePostgres()
  if (lease === null) return disordered(await openDatabase(':memory:'))
  const db = await openPostgres<Schema>(lease.url, MIGRATIONS)
  lease.until(db)
  return db
}

/** Makes the template that `leasePostgres` copies, and has the tests of this run use it. */
export async function readyForTests(base: string): Promise<void> {
  await asAdmin(base + ADMIN, (client) => client.query(`create database ${TEMPLATE}`))
  const db = await openPostgres<Schema>(`${base}${TEMPLATE}`, MIGRATIONS)
  await db.destroy()
  await asAdmin(`${base}${TEMPLATE}`, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public' and table_name not like 'kysely%' order by 1",
    )
    const { rows: sequences } = await client.query<{ name: string }>(
      "select quote_ident(sequencename) as name from pg_sequences where schemaname = 'public'",
    )
    const kept: string[] = []
    for (const { name } of rows) {
      const { rows: content } = await client.query(`select * from "${name}"`)
      for (const row of content) {
        const values = Object.values(row).map((value) =>
          value === null ? 'null' : client.escapeLiteral(String(value)),
        )
        kept.push(
          `insert into "${name}" (${Object.keys(row)
            .map((key) => `"${key}"`)
            .join(', ')}) values (${values.join(', ')});`,
        )
      }
    }
    await client.query(`create function "emptyForTests"() returns void language plpgsql as $body$
    declare refused regclass;
    begin
      for refused in select tgrelid::regclass from pg_trigger where tgname = 'refused' loop
        execute format('drop trigger refused on %s', refused);
      end loop;
      set local session_replication_role = replica;
      ${rows.map(({ name }) => `delete from "${name}";`).join('\n')}
      ${sequences.map(({ name }) => `perform setval('${name}', 1, false);`).join('\n')}
      set local session_replication_role = origin;
      ${kept.join('\n')}
    end $body$`)
  })
  process.env[BASE] = base
}
