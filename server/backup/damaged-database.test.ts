import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../db/database.ts'
import { type Manifest, partOf, writeBackup } from './backup-file.ts'
import { verifyBackup } from './restore.ts'
import { auditHeadOf, countsOf, migrationsOf } from './take-backup.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fieldwork-damaged-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A backup whose parts are whole, of a database that was changed, or of which the manifest says otherwise. */
async function verify(change: (db: DatabaseSync) => void, said: Partial<Manifest> = {}): Promise<string> {
  const file = join(folder, 'data.db')
  await (await openDatabase(file)).destroy()
  const db = new DatabaseSync(file)
  db.exec('pragma journal_mode = delete; pragma foreign_keys = off')
  change(db)
  const about = { counts: countsOf(db), migrations: migrationsOf(db), auditHead: auditHeadOf(db) }
  db.close()
  const to = join(folder, 'one.backup')
  await writeBackup(
    to,
    {
      ...{ build: '1.0.0', takenAt: '2026-05-04T12:00:00.000Z', ...about },
      parts: [await partOf('database', file)],
      ...said,
    },
    () => file,
  )
  return verifyBackup(to, '1.0.0').then(
    () => 'whole',
    (error: Error) => error.message,
  )
}

const DAMAGED = 'This backup is damaged: database.'

test('A149 a database that is what the manifest says is whole', async () => {
  expect(await verify(() => {})).toBe('whole')
})

test('A149 a database with other records than the manifest says is damaged', async () => {
  expect(await verify(() => {}, { counts: { users: 7 } })).toBe(DAMAGED)
})

test('A149 a database whose audit ends elsewhere than the manifest says is damaged', async () => {
  expect(await verify(() => {}, { auditHead: { sequence: 3, hash: 'x' } })).toBe(DAMAGED)
})

test('A149 a database in which a record points to one that is gone is damaged', async () => {
  expect(
    await verify((db) =>
      db.exec(`insert into "fileNotes" ("userID", "byID", kind, text, at) values (99, 99, 'x', 'y', 1)`),
    ),
  ).toBe(DAMAGED)
})
