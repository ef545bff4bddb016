import { closeSync, mkdirSync, openSync, readSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { Kysely, type SqliteDatabase, SqliteDialect } from 'kysely'
import { Migrator } from 'kysely/migration'
import * as peopleAndChat from './migrations/0001-people-and-chat.ts'
import * as signInAndSession from './migrations/0002-sign-in-and-session.ts'
import * as profilePictures from './migrations/0003-profile-pictures.ts'
import * as personalTools from './migrations/0005-personal-tools.ts'
import * as liveShell from './migrations/0006-live-shell.ts'
import * as publicAndOnboarding from './migrations/0007-public-and-onboarding.ts'
import * as settings from './migrations/0008-settings.ts'
import * as hardware from './migrations/0009-hardware-and-remote-desktops.ts'
import * as toolCredentials from './migrations/0010-tool-credentials.ts'
import * as ticketsAndNotifications from './migrations/0011-tickets-and-notifications.ts'
import * as chatWhole from './migrations/0012-chat-whole.ts'
import * as tasks from './migrations/0013-tasks.ts'
import type { Schema } from './schema.ts'

export type Database = Kysely<Schema>

/** Migrations in the order they are applied; names are kept forever. */
const MIGRATIONS = {
  '0001-people-and-chat': peopleAndChat,
  '0002-sign-in-and-session': { up: signInAndSession.up },
  '0003-profile-pictures': profilePictures,
  '0005-personal-tools': { up: personalTools.up },
  '0006-live-shell': liveShell,
  '0007-public-and-onboarding': publicAndOnboarding,
  '0008-settings': settings,
  '0010-tool-credentials': toolCredentials,
  '0011-tickets-and-notifications': ticketsAndNotifications,
  '0009-hardware-and-remote-desktops': hardware,
  '0012-chat-whole': { up: chatWhole.up },
  '0013-tasks': tasks,
}

/** How long a statement waits for another process's lock, in milliseconds. */
const BUSY_TIMEOUT_MS = 5000

/** Shows node:sqlite to Kysely's SQLite dialect. Statements are kept: preparing costs more than running. */
function kyselyView(sqlite: DatabaseSync): SqliteDatabase {
  const statements = new Map<string, ReturnType<SqliteDatabase['prepare']>>()
  return {
    close: () => sqlite.close(),
    prepare(sql) {
      const known = statements.get(sql)
      if (known) return known
      const statement = sqlite.prepare(sql)
      const values = (parameters: readonly unknown[]) => parameters as readonly SQLInputValue[]
      const prepared: ReturnType<SqliteDatabase['prepare']> = {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...values(parameters)),
        run: (parameters) => statement.run(...values(parameters)),
        iterate: (parameters) => statement.iterate(...values(parameters)),
      }
      // Lists of changing length make statements of their own; the oldest gives way.
      if (statements.size >= 500) statements.delete(statements.keys().next().value ?? '')
      statements.set(sql, prepared)
      return prepared
    },
  }
}

/** A file that this server will not touch; the message says which and why. */
export class UnusableDatabaseError extends Error {
  constructor(file: string, why: string, cause?: unknown) {
    super(`${file} ${why}`, { cause })
    this.name = 'UnusableDatabaseError'
  }
}

/** Marks a database as this product's in its header, which SQLite keeps for that ('FWRK'). */
const APPLICATION_ID = 0x4657524b
/** SQLite's result code for a file that is no database. */
const SQLITE_NOTADB = 26

function single(sqlite: DatabaseSync, query: string): unknown {
  return Object.values(sqlite.prepare(query).get() ?? {})[0]
}

/** @throws UnusableDatabaseError for another program's database. Reads only. */
function assertOurs(sqlite: DatabaseSync, file: string): void {
  const tables = single(sqlite, 'select count(*) from sqlite_schema')
  if (tables !== 0 && single(sqlite, 'pragma application_id') !== APPLICATION_ID) {
    throw new UnusableDatabaseError(file, 'is the database of another program.')
  }
}

const FILE_HEADER = 'SQLite format 3\0'

/** SQLite writes over a file of a few bytes as if it were empty, so it doesn't get to see one. */
function assertDatabaseFile(file: string): void {
  const stat = statSync(file, { throwIfNoEntry: false })
  if (!stat || stat.size === 0) return
  const descriptor = openSync(file, 'r')
  const header = Buffer.alloc(FILE_HEADER.length)
  readSync(descriptor, header, 0, header.length, 0)
  closeSync(descriptor)
  if (header.toString('latin1') !== FILE_HEADER) throw new UnusableDatabaseError(file, 'is not a database.')
}

function connect(file: string): DatabaseSync {
  const sqlite = new DatabaseSync(file)
  try {
    assertOurs(sqlite, file)
    sqlite.exec(
      `pragma application_id = ${APPLICATION_ID}; pragma journal_mode = wal; pragma synchronous = normal; pragma foreign_keys = on; pragma busy_timeout = ${BUSY_TIMEOUT_MS};`,
    )
    return sqlite
  } catch (error) {
    sqlite.close()
    const isNoDatabase = error instanceof Error && 'errcode' in error && error.errcode === SQLITE_NOTADB
    throw isNoDatabase ? new UnusableDatabaseError(file, 'is not a database.', error) : error
  }
}

/**
 * Opens the database, making file and folder where there are none, and brings its schema up to
 * date. `:memory:` opens one that ends with the process.
 * @throws UnusableDatabaseError where the file isn't a database of this product, or of a newer
 * version of it; or what a migration throws. The file is then as it was.
 */
export async function openDatabase(file: string): Promise<Database> {
  if (file !== ':memory:') {
    mkdirSync(dirname(file), { recursive: true })
    assertDatabaseFile(file)
  }
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: kyselyView(connect(file)) }) })
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } })
  const { error } = await migrator.migrateToLatest()
  if (error === undefined) return db
  await db.destroy()
  if (error instanceof Error && error.message.startsWith('corrupted migrations')) {
    throw new UnusableDatabaseError(file, 'was written by another version of this server.', error)
  }
  throw error
}
