import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { sql } from 'kysely'
import { inRoot } from '../../scripts/lib/paths.ts'
import { type Database, openDatabase } from '../../server/db/database.ts'
import { sideBySide } from './statistics.ts'
import { type Row, timesRow } from './table.ts'

/** Writes of one sample: one alone is too short to time. */
const WRITES = 50

/**
 * What it costs that a committed write outlives a power cut (`synchronous = full`), beside a commit that
 * only a crash of the server can't lose (`normal`). The files lie on the disk of the working tree: a
 * folder in memory would cost nothing.
 */
export async function durabilityRow(rounds: number): Promise<Row> {
  const parent = inRoot('dist')
  mkdirSync(parent, { recursive: true })
  const folder = mkdtempSync(join(parent, 'durability-'))
  const full = await openWith('full', folder)
  const normal = await openWith('normal', folder)
  try {
    const pair = await sideBySide(
      () => msPerWrite(full),
      () => msPerWrite(normal),
      rounds,
      2,
    )
    return timesRow('A write committed, synchronous = full; normal', pair)
  } finally {
    await Promise.all([full.destroy(), normal.destroy()])
    rmSync(folder, { recursive: true, force: true })
  }
}

async function openWith(synchronous: 'full' | 'normal', folder: string): Promise<Database> {
  const db = await openDatabase(join(folder, `${synchronous}.db`))
  await sql.raw(`pragma synchronous = ${synchronous}`).execute(db)
  return db
}

/** Transactions of two rows, as a request writes its own and its key. */
async function msPerWrite(db: Database): Promise<number> {
  const start = performance.now()
  for (let write = 0; write < WRITES; write++) {
    await db.transaction().execute(async (unit) => {
      for (const part of ['value', 'answer']) {
        await unit
          .insertInto('settings')
          .values({ name: `${part} ${start} ${write}`, value: 'x'.repeat(400) })
          .execute()
      }
    })
  }
  return (performance.now() - start) / WRITES
}
