import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  CompiledQuery,
  type DatabaseConnection,
  HandleEmptyInListsPlugin,
  Kysely,
  PostgresDialect,
  type PostgresPool,
  replaceWithNoncontingentExpression,
  sql,
} from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'
import { clockAhead, clockFault } from '../../clock-ahead.ts'
import { otherVersionWords } from '../../other-version.ts'
import { type TakeTurn, UnitDialect } from '../../unit-dialect.ts'

/** A database that this server won't touch, or can't reach; the message says why, in one sentence. */
export class UnusablePostgresError extends Error {
  override readonly name = 'UnusablePostgresError'
}

/** The oldest version whose features are used. */
const VERSION_MIN = 15
/** Connections of one server at most. */
const POOL_MAX = 12
/** How long the database may take to answer at all, in milliseconds. */
const CONNECT_MS = 10_000
/** Who writes holds this lock until the commit: one writer at a time over all servers, as SQLite has it. */
const WRITE_LOCK = 0x4657524b
/** Who makes or changes tables holds this one: of servers that start together one does it, the others wait. */
const SCHEMA_LOCK = WRITE_LOCK + 1
/** The oid of types whose values this product keeps as JavaScript has them. */
const [BOOL, BYTES, INT8, NUMERIC] = [16, 17, 20, 1700]

/**
 * What each connection asks for. A server that was cut off, or stands still, while it held the lock of writers would
 * hold up all others: PostgreSQL ends its transaction then, and notices within seconds that nobody is there.
 */
const SESSION = `set idle_in_transaction_session_timeout = '10s'; set tcp_keepalives_idle = 5;
  set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3; set tcp_user_timeout = '10s'`

const sqlOf = (name: string) => readFileSync(fileURLToPath(new URL(name, import.meta.url)), 'utf8')

/** Migrations that the baseline holds already, by name. */
function inBaseline(baseline: string): ReadonlySet<string> {
  return new Set(/^-- includes: (.*)$/m.exec(baseline)?.[1]?.split(' '))
}

/**
 * What a new database is made by: all of SQLite's migrations up to a point as one, and those after it, which
 * both take.
 */
export function postgresMigrations(all: Record<string, Migration>): Record<string, Migration> {
  const baseline = sqlOf('baseline.sql')
  const held = inBaseline(baseline)
  const later = Object.entries(all).filter(([name]) => !held.has(name))
  const up = async (db: Kysely<never>) => {
    await db.executeQuery(CompiledQuery.raw(baseline))
    await db.executeQuery(CompiledQuery.raw(sqlOf('extras.sql')))
  }
  return { '0000-baseline': { up } as Migration, ...Object.fromEntries(later) }
}

/** Has the ids of each table count on from the highest (`countOn`); nothing where they do. */
async function settleIdentities(db: Kysely<never>): Promise<void> {
  const { rows } = await sql<{ table: string; sequence: string }>`
    select c.table_name as "table", pg_get_serial_sequence(quote_ident(c.table_name), c.column_name) as sequence
    from information_schema.columns as c
    where c.table_schema = current_schema() and c.is_identity = 'YES' and not exists (
      select 1 from information_schema.triggers as t
      where t.event_object_schema = c.table_schema and t.event_object_table = c.table_name
        and t.trigger_name = 'countOn')`.execute(db)
  const triggers = rows.map(
    ({ table, sequence }) =>
      `create trigger "countOn" before insert on "${table}" for each row execute function "countOn"('${sequence}');
       select setval('${sequence}', coalesce(max(id), 1), max(id) is not null) from "${table}";`,
  )
  if (triggers.length > 0) await db.executeQuery(CompiledQuery.raw(triggers.join('\n')))
}

function types(): pg.CustomTypesConfig {
  const parsers: Readonly<Record<number, (text: string) => unknown>> = {
    // As SQLite answers a comparison that is selected.
    [BOOL]: (text) => (text === 't' ? 1 : 0),
    [BYTES]: (text) => new Uint8Array(Buffer.from(text.slice(2), 'hex')),
    // Ids, times and counts: all far below 2^53.
    [INT8]: Number,
    [NUMERIC]: Number,
  }
  return {
    getTypeParser: (oid, format) => parsers[Number(oid)] ?? pg.types.getTypeParser(oid, format as 'text'),
  }
}

const WORDS: readonly (readonly [code: RegExp, words: string])[] = [
  [/^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ETIMEDOUT|ECONNRESET|57P03)$/, 'can’t be reached'],
  [/^28/, 'refuses the user or the password'],
  [/^3D000$/, 'has no such database. Make it first: createdb --encoding=UTF8 --template=template0'],
  [/^42501$/, 'doesn’t let this user make tables'],
]

/** The error as one sentence for whoever starts the server; never with the password. */
function inWords(error: unknown, where: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const words = WORDS.find(([pattern]) => pattern.test(code))?.[1]
  return words === undefined
    ? error
    : new UnusablePostgresError(`The database at ${where} ${words}.`, { cause: error })
}

/** The address without user and password. @throws UnusablePostgresError where it isn't one */
export function placeOf(url: string): string {
  const parsed = URL.parse(url)
  if (parsed === null || !/^postgres(?:ql)?:$/.test(parsed.protocol) || parsed.pathname.length < 2)
    throw new UnusablePostgresError(
      'The address of the database must be like postgres://user:password@host:5432/database.',
    )
  return `${parsed.host}${parsed.pathname}`
}

/** @throws UnusablePostgresError for another program's database, an old version, another encoding, a clock too far off */
async function assertOurs(db: Kysely<never>, where: string, now: () => number): Promise<void> {
  const one = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(db)).rows[0] as T
  const facts = await one(
    sql<{ version: number; encoding: string; tables: number; ours: number }>`
      select current_setting('server_version_num')::int / 10000 as version,
        current_setting('server_encoding') as encoding,
        (select count(*) from information_schema.tables where table_schema = current_schema()) as tables,
        (select count(*) from information_schema.tables where table_schema = current_schema()
          and table_name in ('kysely_migration', 'installation')) as ours`,
  )
  const fault =
    facts.version < VERSION_MIN
      ? `is of PostgreSQL ${facts.version}; this server needs ${VERSION_MIN} or newer`
      : facts.encoding !== 'UTF8'
        ? `keeps text as ${facts.encoding}; this server needs UTF8`
        : facts.tables > 0 && facts.ours < 2
          ? 'is the database of another program'
          : clockFault(await clockAhead(db, now))
  if (fault !== null) throw new UnusablePostgresError(`The database at ${where} ${fault}.`)
}

/** The types of values as this product has them; for a pool or a client. */
export const postgresTypes: pg.CustomTypesConfig = types()

/** One writer at a time, whichever server it is of; the lock ends with the transaction. Both are one round trip. */
export async function takeTurn(connection: DatabaseConnection): Promise<void> {
  await connection.executeQuery(CompiledQuery.raw(`begin; select pg_advisory_xact_lock(${WRITE_LOCK})`))
}

/**
 * The database over a pool of connections.
 * @param turn how writers take turns; only tests have it another way
 */
export function overPool<Schema>(pool: PostgresPool, turn: TakeTurn = takeTurn): Kysely<Schema> {
  return new Kysely<Schema>({
    dialect: new UnitDialect(new PostgresDialect({ pool }), turn),
    // SQLite takes `in ()`, and finds nothing.
    plugins: [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })],
  })
}

function poolOf(url: string, onIdleError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_MAX,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'fieldwork',
    allowExitOnIdle: true,
    types: postgresTypes,
  })
  pool.on('error', onIdleError)
  pool.on('connect', (client) => {
    // One that breaks while it is used fails its statement; without a listener it would end the process, too.
    client.on('error', onIdleError)
    // Sent before anything else; where it can't be, the next statement fails as well.
    client.query(SESSION).catch(() => {})
  })
  return pool
}

/**
 * Opens a database of PostgreSQL as it is, to look at it.
 * @throws UnusablePostgresError where it can't be used, in one sentence
 */
export async function lookAtPostgres<Schema>(url: string): Promise<Kysely<Schema>> {
  const where = placeOf(url)
  const db = overPool<Schema>(poolOf(url, () => {}))
  try {
    await assertOurs(db as unknown as Kysely<never>, where, Date.now)
    return db
  } catch (error) {
    await db.destroy()
    throw inWords(error, where)
  }
}

/**
 * Opens a database of PostgreSQL and brings its schema up to date.
 *
 * @param url `postgres://user:password@host:port/database`
 * @param migrations all of the product's, as SQLite takes them
 * @param onIdleError told of connections that broke while nobody used them
 * @param now this machine's clock, which has to be near the database's
 * @throws UnusablePostgresError where it can't be used, in one sentence; or what a migration throws
 */
export async function openPostgres<Schema>(
  url: string,
  migrations: Record<string, Migration>,
  onIdleError: (error: Error) => void = () => {},
  now: () => number = Date.now,
): Promise<Kysely<Schema>> {
  const where = placeOf(url)
  const pool = poolOf(url, onIdleError)
  const turn = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS })
  turn.on('error', onIdleError)
  const db = overPool<Schema>(pool)
  try {
    await turn.connect()
    await turn.query('select pg_advisory_lock($1)', [SCHEMA_LOCK])
    const plain = db as unknown as Kysely<never>
    await assertOurs(plain, where, now)
    const provider = { getMigrations: async () => postgresMigrations(migrations) }
    const { error } = await new Migrator({ db, provider }).migrateToLatest()
    const words = otherVersionWords(error)
    if (words !== null) throw new UnusablePostgresError(`The database at ${where} ${words}`, { cause: error })
    if (error !== undefined) throw error
    await plain.transaction().execute(settleIdentities)
    return db
  } catch (error) {
    await db.destroy()
    throw inWords(error, where)
  } finally {
    await turn.end().catch(() => {})
  }
}
