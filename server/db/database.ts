import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { Kysely, type SqliteDatabase, SqliteDialect } from 'kysely'
import { Migrator } from 'kysely/migration'
import * as peopleAndChat from './migrations/0001-people-and-chat.ts'
import type { Schema } from './schema.ts'

export type Database = Kysely<Schema>

/** Migrations in the order they are applied; names are kept forever. */
const MIGRATIONS = { '0001-people-and-chat': peopleAndChat }

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

/**
 * Opens the database, making file and folder where there are none, and brings its schema up to
 * date. `:memory:` opens one that ends with the process.
 * @throws where the file isn't a database or a migration fails; the file is then as it was.
 */
export async function openDatabase(file: string): Promise<Database> {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true })
  const sqlite = new DatabaseSync(file)
  sqlite.exec(
    `pragma journal_mode = wal; pragma synchronous = normal; pragma foreign_keys = on; pragma busy_timeout = ${BUSY_TIMEOUT_MS};`,
  )
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: kyselyView(sqlite) }) })
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } })
  const { error } = await migrator.migrateToLatest()
  if (error) {
    await db.destroy()
    throw error
  }
  return db
}
