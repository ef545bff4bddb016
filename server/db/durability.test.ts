import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildServer } from '../app.ts'
import { createRandom } from '../seed/random.ts'
import { type Database, openDatabase } from './database.ts'
import { syncToDisk } from './durability.ts'

const SYNC_MS = 1000

let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fieldwork-durable-'))
  file = join(folder, 'data.db')
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(folder, { recursive: true })
})

const keep = (db: Database, name: string) => db.insertInto('settings').values({ name, value: 'x' }).execute()

/** The names that would survive a power cut at worst: those in the file without its log. */
async function onDisk(): Promise<string[]> {
  const copy = join(folder, 'copy.db')
  copyFileSync(file, copy)
  const db = await openDatabase(copy)
  const rows = await db.selectFrom('settings').select('name').where('name', 'like', 'write %').execute()
  await db.destroy()
  for (const end of ['', '-wal', '-shm']) rmSync(copy + end, { force: true })
  return rows.map(({ name }) => name)
}

test('a commit is left to the system, in a log beside the file, as the documentation says', async () => {
  const db = await openDatabase(file)
  const { rows: mode } = await sql`pragma journal_mode`.execute(db)
  const { rows: level } = await sql`pragma synchronous`.execute(db)
  expect([mode, level]).toEqual([[{ journal_mode: 'wal' }], [{ synchronous: 1 }]])
  await db.destroy()
})

test('a sync puts on the disk what was committed, and what comes after it waits for the next', async () => {
  const db = await openDatabase(file)
  await syncToDisk(db)
  await keep(db, 'write 1')
  expect(await onDisk()).toEqual([])
  await syncToDisk(db)
  await keep(db, 'write 2')
  expect(await onDisk()).toEqual(['write 1'])
  await db.destroy()
})

test('a server that runs syncs every second, and no more once it has stopped', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const server = await buildServer({
    databaseFile: file,
    filesFolder: join(folder, 'files'),
    seed: false,
    logLevel: 'silent',
    build: 'test',
  })
  await syncToDisk(server.db)
  await keep(server.db, 'write 1')
  vi.advanceTimersByTime(SYNC_MS - 1)
  expect(await onDisk()).toEqual([])
  vi.advanceTimersByTime(1)
  await vi.waitFor(async () => expect(await onDisk()).toEqual(['write 1']))
  await server.close()
  expect(vi.getTimerCount()).toBe(0)
})

const WRITES = 30
const CUTS = 40

test(`a log that a power cut tore, at any of ${CUTS} places, leaves the first transactions, each whole`, async () => {
  const db = await openDatabase(file)
  await syncToDisk(db)
  await sql`pragma wal_checkpoint(truncate)`.execute(db)
  for (let write = 0; write < WRITES; write++) {
    await db.transaction().execute(async (unit) => {
      const value = 'x'.repeat(50 + 90 * write)
      for (const part of ['value', 'answer'])
        await unit
          .insertInto('settings')
          .values({ name: `write ${write} ${part}`, value })
          .execute()
    })
  }
  const [data, log] = [readFileSync(file), readFileSync(`${file}-wal`)]
  await db.destroy()
  const random = createRandom(17)
  const left = new Set<number>()
  for (let cut = 0; cut < CUTS; cut++) {
    const torn = Buffer.from(log)
    const at = random.int(0, log.length)
    // Half are cut short. In the others the rest was never written.
    if (cut % 2 === 1) for (let byte = at; byte < torn.length; byte++) torn[byte] = random.int(0, 255)
    const copy = join(folder, `torn-${cut}.db`)
    writeFileSync(copy, data)
    writeFileSync(`${copy}-wal`, cut % 2 === 1 ? torn : torn.subarray(0, at))
    const opened = await openDatabase(copy)
    const rows = await opened.selectFrom('settings').select('name').where('name', 'like', 'write %').execute()
    await opened.destroy()
    const names = new Set(rows.map(({ name }) => name))
    const whole = names.size / 2
    const expected = Array.from({ length: whole }, (_, write) => [
      `write ${write} value`,
      `write ${write} answer`,
    ])
    expect(names, `cut ${cut} at byte ${at}`).toEqual(new Set(expected.flat()))
    left.add(whole)
  }
  // The cuts hit many different transactions.
  expect(left.size).toBeGreaterThan(10)
})
