import { existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { readdir, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { databaseFileOf, foldersOf } from '../db/data-folder.ts'
import { KNOWN_MIGRATIONS, openDatabase } from '../db/database.ts'
import { writeSetting } from '../db/settings.ts'
import { syncFolder } from '../secrets/secrets-source.ts'
import { backupKey } from './sealed-backup.ts'
import { countsOf, migrationsOf, takeBackup } from './take-backup.ts'

/** An older build's start on newer data. */
export class NewerDataError extends Error {
  override readonly name = 'NewerDataError'
}

/** An upgrade that didn't succeed; the data is as it was. */
export class UpgradeFailedError extends Error {
  override readonly name = 'UpgradeFailedError'
}

/** The build that brought the data to where it is. */
const WRITTEN_BY = 'writtenBy'
/** How the backups of before upgrades begin. */
const BEFORE = 'before-'
/** What no migration may lose: what people wrote, worked, earned and were told. */
const KEPT = [
  ...['users', 'messages', 'audit', 'tickets', 'tasks', 'calendarEvents', 'shifts', 'activitySessions'],
  ...['attendanceDays', 'interviewRecords', 'qcReviews', 'oneToOnes', 'fileNotes', 'applicants', 'payLines'],
]
/** The backup, the copy that is upgraded, and the copy's log. */
const COPIES = 3

interface Seen {
  readonly migrations: readonly string[]
  readonly writtenBy: string | null
  readonly counts: Readonly<Record<string, number>>
}

function look(file: string): Seen {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    const row = db.prepare('select value from settings where name = ?').get(WRITTEN_BY)
    return { migrations: migrationsOf(db), writtenBy: row ? String(row.value) : null, counts: countsOf(db) }
  } finally {
    db.close()
  }
}

/** Whether the file can be looked at; what is wrong with one that can't, opening it says in words. */
function canBeSeen(file: string): boolean {
  if (!existsSync(file)) return false
  try {
    const db = new DatabaseSync(file, { readOnly: true })
    try {
      return db.prepare("select 1 from sqlite_schema where name = 'kysely_migration'").get() !== undefined
    } finally {
      db.close()
    }
  } catch {
    return false
  }
}

const FILES = ['', '-wal', '-shm']

/** Puts the upgraded copy in the place of the database, whose own log is emptied before. */
function swap(file: string, copy: string): void {
  const old = new DatabaseSync(file)
  old.exec('pragma wal_checkpoint(truncate)')
  old.close()
  for (const suffix of ['-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true })
  renameSync(copy, file)
  syncFolder(dirname(file))
}

async function migrateCopy(file: string, copy: string, before: Seen, build: string): Promise<void> {
  const live = new DatabaseSync(file, { readOnly: true })
  try {
    live.prepare('vacuum into ?').run(copy)
  } finally {
    live.close()
  }
  const db = await openDatabase(copy)
  try {
    await writeSetting(db, WRITTEN_BY, build)
  } finally {
    await db.destroy()
  }
  const { counts } = look(copy)
  const lost = KEPT.filter((table) => (counts[table] ?? 0) < (before.counts[table] ?? 0))
  if (lost.length > 0) throw new Error(`Records of ${lost.join(', ')} were lost.`)
}

/** The backup that was made before the last upgrade; null where there is none. */
export async function lastBefore(backups: string): Promise<string | null> {
  const names = (await readdir(backups).catch(() => [])).filter(
    (name) => name.startsWith(BEFORE) && name.endsWith('.backup'),
  )
  // Their names end with their time.
  const timeOf = (name: string) => name.slice(-'2026-01-01T00-00-00.backup'.length)
  const newest = names.toSorted((a, b) => timeOf(b).localeCompare(timeOf(a)))[0]
  return newest === undefined ? null : join(backups, newest)
}

/**
 * Brings older data up to this build (spec 5 §6.7): a backup first, then a copy is migrated and takes the database's
 * place once it is whole. So whatever fails, and whenever the machine stops, the data is the old or the new one.
 *
 * @param data the data folder, which is this process's alone
 * @returns the backup's file; null where there was nothing to do
 * @throws NewerDataError where a newer build wrote it; UpgradeFailedError
 */
export async function upgradeData(
  data: string,
  { now, build, backups }: { readonly now: number; readonly build: string; readonly backups: string },
): Promise<string | null> {
  const file = databaseFileOf(data)
  const copy = `${file}-upgrading`
  for (const suffix of FILES) rmSync(`${copy}${suffix}`, { force: true })
  if (!canBeSeen(file)) return null
  const before = look(file)
  const newest = before.migrations.toSorted().at(-1) ?? ''
  if (before.migrations.some((name) => !KNOWN_MIGRATIONS.includes(name)))
    throw new NewerDataError(
      `This data was written by ${before.writtenBy ?? `data ${newest}`}; this is ${build}.`,
    )
  if (KNOWN_MIGRATIONS.every((name) => before.migrations.includes(name))) return null
  try {
    const needed = statSync(file).size * COPIES
    const { bavail, bsize } = await statfs(data)
    if (bavail * bsize < needed) throw new Error(`${Math.ceil(needed / 2 ** 20)} MB have to be free.`)
    const stamp = new Date(now).toISOString().slice(0, 19).replaceAll(':', '-')
    const to = join(
      backups,
      `${BEFORE}${build.replaceAll(/[^\w.]+/g, '-').replace(/-$/, '')}-${stamp}.backup`,
    )
    await takeBackup(foldersOf(data), to, {
      now,
      build: before.writtenBy ?? `data ${newest}`,
      key: backupKey(process.env),
    })
    await migrateCopy(file, copy, before, build)
    swap(file, copy)
    return to
  } catch (error) {
    for (const suffix of FILES) rmSync(`${copy}${suffix}`, { force: true })
    const why = error instanceof Error ? error.message : String(error)
    throw new UpgradeFailedError(`The data could not be upgraded to ${build}, and is as it was: ${why}`, {
      cause: error,
    })
  }
}
