import { createHash, type Hash } from 'node:crypto'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'
import { traitsOf } from './dialect/traits.ts'

/** How a table came across. */
export interface CopiedTable {
  readonly name: string
  readonly rows: number
  /** SHA-256 of its rows, in the order of its key: the same on both sides. */
  readonly checksum: string
}

/** A copy that isn't to be used; the message says why, in one sentence. */
export class CopyRefused extends Error {
  override readonly name = 'CopyRefused'
}

type Row = Readonly<Record<string, unknown>>

/** Values of one statement, and rows of one answer. */
const VALUES_PER_STATEMENT = 10_000
const ROWS_PER_ANSWER = 2000

interface Table {
  readonly name: string
  readonly columns: readonly string[]
  /** What its rows are ordered by: its primary key, or everything where it has none. */
  readonly key: readonly string[]
}

const anyOf = (db: Database) => db as unknown as Kysely<Record<string, Row>>

async function tablesOf(db: Database): Promise<Omit<Table, 'key'>[]> {
  const tables = await db.introspection.getTables()
  return tables
    .filter(
      ({ name, schema = 'public' }) => schema === 'public' && !/^(?:messageWords|kysely_|sqlite_)/.test(name),
    )
    .map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name).sort() }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** The columns of a table's primary key. */
async function keyOf(db: Database, name: string): Promise<string[]> {
  const query =
    traitsOf(db).kind === 'sqlite'
      ? sql<{ name: string }>`select name from pragma_table_info(${name}) where pk > 0 order by pk`
      : sql<{ name: string }>`
          select a.attname as name from pg_index as i
          cross join unnest(i.indkey) with ordinality as k(at, place)
          join pg_attribute as a on a.attrelid = i.indrelid and a.attnum = k.at
          where i.indisprimary and i.indrelid = quote_ident(${name})::regclass order by k.place`
  return (await query.execute(db)).rows.map((row) => row.name)
}

/** A value in the same words whichever database it comes from. */
function wordOf(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (value instanceof Uint8Array) return `x${Buffer.from(value).toString('hex')}`
  return typeof value === 'bigint' ? String(value) : JSON.stringify(value)
}

const note = (hash: Hash, { columns }: Table, row: Row) =>
  hash.update(`${columns.map((column) => wordOf(row[column])).join('\u001f')}\n`)

/** The rows of a table, some at a time, in the order of its key: the same in both databases. */
async function* rowsOf(db: Database, { name, key }: Table): AsyncGenerator<Row[]> {
  const [only] = key
  const byID = key.length === 1 && only === 'id'
  let last: number | null = null
  for (let from = 0; ; from += ROWS_PER_ANSWER) {
    const part: RawBuilder<unknown> = byID
      ? sql`${last === null ? sql`` : sql`where id > ${last}`} order by id`
      : sql`order by ${sql.join(key.map((one) => sql.ref(one)))}`
    const skipped = byID ? sql`` : sql`offset ${from}`
    const { rows } =
      await sql<Row>`select * from ${sql.table(name)} ${part} limit ${ROWS_PER_ANSWER} ${skipped}`.execute(db)
    if (rows.length > 0) yield rows
    if (rows.length < ROWS_PER_ANSWER) return
    last = Number(rows.at(-1)?.id)
  }
}

async function summed(db: Database, table: Table): Promise<CopiedTable> {
  const hash = createHash('sha256')
  let rows = 0
  for await (const some of rowsOf(db, table)) {
    for (const row of some) note(hash, table, row)
    rows += some.length
  }
  return { name: table.name, rows, checksum: hash.digest('hex') }
}

/** What refers to other tables, in PostgreSQL's words. */
interface Reference {
  readonly table: string
  readonly name: string
  readonly definition: string
}

/** Takes the references away until the copy is whole. @returns what puts them back, each checked */
async function withoutReferences(db: Database): Promise<() => Promise<void>> {
  if (traitsOf(db).kind === 'sqlite') {
    // Told at the commit instead of at once.
    await sql`pragma defer_foreign_keys = on`.execute(db)
    return async () => {}
  }
  const { rows } = await sql<Reference>`
    select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`.execute(db)
  for (const { table, name } of rows)
    await sql.raw(`alter table ${table} drop constraint ${name}`).execute(db)
  return async () => {
    for (const { table, name, definition } of rows)
      await sql.raw(`alter table ${table} add constraint ${name} ${definition}`).execute(db)
  }
}

async function requireSameTables(from: Database, to: Database): Promise<Table[]> {
  const [here, there] = [await tablesOf(from), await tablesOf(to)]
  if (JSON.stringify(here) !== JSON.stringify(there))
    throw new CopyRefused('The two databases are of different versions: start both with this server first.')
  const tables: Table[] = []
  for (const table of here) {
    const key = await keyOf(from, table.name)
    tables.push({ ...table, key: key.length > 0 ? key : table.columns })
  }
  return tables
}

/** What makes a database somebody's: one that is merely new has nobody. */
async function requireEmpty(to: Database): Promise<void> {
  if (await to.selectFrom('users').select('id').limit(1).executeTakeFirst())
    throw new CopyRefused('There are people in the database that is copied to. Name an empty one.')
}

/**
 * Copies everything from one database into another, in one transaction: a copy that ends half-way leaves nothing,
 * and can be made again.
 *
 * @param onTable told of each table once it is written
 * @returns every table as it was read, compared with what stands on the other side
 * @throws CopyRefused where the two are of different versions, somebody lives in the other one, or what stands
 * there isn't what was read
 */
export async function copyDatabase(
  from: Database,
  to: Database,
  onTable: (table: CopiedTable) => void = () => {},
): Promise<CopiedTable[]> {
  const tables = await requireSameTables(from, to)
  await requireEmpty(to)
  const copied: CopiedTable[] = []
  await to.transaction().execute(async (trx) => {
    const putBack = await withoutReferences(trx)
    for (const table of tables) {
      await anyOf(trx).deleteFrom(table.name).execute()
      const hash = createHash('sha256')
      let count = 0
      for await (const rows of rowsOf(from, table)) {
        for (const row of rows) note(hash, table, row)
        const perStatement = Math.max(1, Math.floor(VALUES_PER_STATEMENT / table.columns.length))
        for (let at = 0; at < rows.length; at += perStatement)
          await anyOf(trx)
            .insertInto(table.name)
            .values(rows.slice(at, at + perStatement) as never)
            .execute()
        count += rows.length
      }
      const read = { name: table.name, rows: count, checksum: hash.digest('hex') }
      copied.push(read)
      onTable(read)
    }
    await putBack()
    for (const [at, table] of tables.entries()) {
      const there = await summed(trx, table)
      if (there.checksum !== copied[at]?.checksum)
        throw new CopyRefused(`What was written to ${table.name} is not what was read: nothing is kept.`)
    }
  })
  return copied
}
