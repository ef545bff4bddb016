/**
 * Copies a company's data between the file in its data folder and a PostgreSQL, while no server runs.
 *
 * usage: npm run database -- copy --from DIR --to postgres://…     or the other way round
 *
 * Each table is told with its rows and a checksum of them, which is the same on both sides.
 */
import './lib/require-node.ts'
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { CopyRefused, copyDatabase } from '../server/db/copy.ts'
import { databaseFileOf, FolderInUseError, takeDataFolder } from '../server/db/data-folder.ts'
import { type Database, openDatabase, UnusableDatabaseError } from '../server/db/database.ts'
import { UnusablePostgresError } from '../server/db/dialect/postgres/open-postgres.ts'

const USAGE = 'usage: npm run database -- copy --from DIR|postgres://… --to DIR|postgres://…'

class UsageError extends Error {}

const isAddress = (place: string) => /^postgres(?:ql)?:/.test(place)

interface Opened {
  readonly db: Database
  close(): Promise<void>
}

async function open(place: string, isSource: boolean): Promise<Opened> {
  if (isAddress(place)) {
    const db = await openDatabase(':memory:', place)
    return { db, close: () => db.destroy() }
  }
  if (isSource && !existsSync(databaseFileOf(place))) throw new UsageError(`There is no data in ${place}.`)
  const folder = takeDataFolder(place)
  const db = await openDatabase(folder.databaseFile)
  return {
    db,
    async close() {
      await db.destroy()
      folder.release()
    },
  }
}

async function copy(fromPlace: string, toPlace: string): Promise<void> {
  const from = await open(fromPlace, true)
  try {
    const to = await open(toPlace, false)
    try {
      const tables = await copyDatabase(from.db, to.db, ({ name, rows, checksum }) =>
        console.log(`${name.padEnd(32)} ${String(rows).padStart(9)}  ${checksum.slice(0, 16)}`),
      )
      const rows = tables.reduce((sum, table) => sum + table.rows, 0)
      console.log(`${tables.length} tables with ${rows} rows are copied, and the same on both sides.`)
      console.log('Files and secrets.json stay in the data folder: start the server with it.')
    } finally {
      await to.close()
    }
  } finally {
    await from.close()
  }
}

const EXPLAINED = [UsageError, CopyRefused, UnusableDatabaseError, UnusablePostgresError, FolderInUseError]

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { from: { type: 'string' }, to: { type: 'string' } },
  })
  if (positionals.join() !== 'copy' || !values.from || !values.to) throw new UsageError(USAGE)
  if (isAddress(values.from) === isAddress(values.to))
    throw new UsageError(`One side is a folder, the other a PostgreSQL.\n${USAGE}`)
  await copy(values.from, values.to)
} catch (error) {
  const isExplained = EXPLAINED.some((kind) => error instanceof kind)
  console.error(isExplained && error instanceof Error ? error.message : error)
  process.exitCode = 1
}
