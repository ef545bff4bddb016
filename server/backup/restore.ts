import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { databaseFileOf, LOCK_FILE, RESTORE_MARK, takeDataFolder } from '../db/data-folder.ts'
import { KNOWN_MIGRATIONS } from '../db/database.ts'
import { ERASURES_FILE } from '../privacy/erasures-file.ts'
import { DamagedBackupError, type Manifest, unpack } from './backup-file.ts'
import { auditHeadOf, countsOf, missingIn } from './take-backup.ts'

/** A backup that can't be restored here and now; the message says why. */
export class RestoreRefused extends Error {
  override readonly name = 'RestoreRefused'
}

const single = (db: DatabaseSync, query: string) => Object.values(db.prepare(query).get() ?? {})[0]

/** @throws DamagedBackupError where the database isn't what the manifest says */
function examine(file: string, { counts, auditHead }: Manifest): void {
  const db = new DatabaseSync(file)
  try {
    const isWhole =
      single(db, 'pragma integrity_check') === 'ok' &&
      db.prepare('pragma foreign_key_check').get() === undefined &&
      JSON.stringify(countsOf(db)) === JSON.stringify(counts) &&
      JSON.stringify(auditHeadOf(db)) === JSON.stringify(auditHead)
    if (!isWhole) throw new DamagedBackupError('database')
  } catch (error) {
    throw error instanceof DamagedBackupError ? error : new DamagedBackupError('database')
  } finally {
    db.close()
  }
}

/** @throws RestoreRefused where a newer build wrote it */
export function requireOurs(
  { migrations, build }: Pick<Manifest, 'migrations' | 'build'>,
  ours: string,
): void {
  if (migrations.some((name) => !KNOWN_MIGRATIONS.includes(name)))
    throw new RestoreRefused(`This data was written by ${build}; this is ${ours}.`)
}

/**
 * Restores a backup into a temporary folder and compares everything with its manifest.
 * @throws DamagedBackupError, RestoreRefused
 */
export async function verifyBackup(file: string, build: string): Promise<Manifest> {
  const folder = await mkdtemp(join(tmpdir(), 'fieldwork-verify-'))
  try {
    const about = await unpack(file, folder)
    requireOurs(about, build)
    examine(join(folder, 'database'), about)
    return about
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Who was signed in isn't any more. */
const SIGNED_IN = ['sessions', 'signIns', 'oauthTokens', 'oauthCodes', 'mobileCodes'] as const

function endSessions(file: string): void {
  const db = new DatabaseSync(file)
  try {
    db.exec('pragma foreign_keys = on; begin')
    for (const table of SIGNED_IN) db.exec(`delete from "${table}"`)
    db.exec('commit')
  } finally {
    db.close()
  }
}

/** Records of a data folder that a backup lacks, by table. @throws DamagedBackupError */
export async function writtenSince(file: string, data: string): Promise<Readonly<Record<string, number>>> {
  const folder = await mkdtemp(join(tmpdir(), 'fieldwork-verify-'))
  try {
    await unpack(file, folder)
    return missingIn(join(folder, 'database'), databaseFileOf(data))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export interface Restored {
  readonly manifest: Manifest
  /** Where what was there before is now; null where there was nothing. */
  readonly before: string | null
  /** Records that were there before and that the backup lacks, by table. */
  readonly missing: Readonly<Record<string, number>>
}

const UNPACKED = '.restoring'
const SECRETS = 'secrets.json'
/** What goes on as it is now: the keys, unless the backup has them, and the erasures that a server repeats on older data. */
const STAYS = [SECRETS, ERASURES_FILE]

/** @throws RestoreRefused where keys are wanted and there are none */
async function takeSecrets(
  unpacked: string,
  openSecrets: ((sealed: string) => Promise<string>) | null,
): Promise<void> {
  const file = join(unpacked, 'secrets')
  const sealed = existsSync(file) ? await readFile(file, 'utf8') : null
  await rm(file, { force: true })
  if (openSecrets === null) return
  if (sealed === null)
    throw new RestoreRefused('This backup holds no keys. Restore it without --with-secrets.')
  await writeFile(join(unpacked, SECRETS), await openSecrets(sealed), { mode: 0o600 })
}

/**
 * Puts a backup in the place of a data folder (spec 5 §6.6).
 * @throws FolderInUseError, DamagedBackupError, RestoreRefused
 */
export async function restoreBackup(
  file: string,
  data: string,
  {
    build,
    openSecrets = null,
    ...how
  }: {
    readonly isReplacing: boolean
    readonly now: number
    readonly build: string
    /** Opens the keys that the backup holds; null to leave them out. */
    readonly openSecrets?: ((sealed: string) => Promise<string>) | null
  },
): Promise<Restored> {
  const { content: manifest, ...rest } = await replaceData(data, how, async (unpacked) => {
    const found = await unpack(file, unpacked)
    requireOurs(found, build)
    examine(join(unpacked, 'database'), found)
    await takeSecrets(unpacked, openSecrets)
    return found
  })
  return { manifest, ...rest }
}

/**
 * Puts something else in the place of a data folder. It is unpacked and examined beside what is there, so that a
 * refusal changes nothing. While the two change places, a mark keeps servers from starting on half of each.
 *
 * @param fill unpacks it into a folder, with the database as `database` @throws what it throws, FolderInUseError
 */
export async function replaceData<T>(
  data: string,
  { isReplacing, now }: { readonly isReplacing: boolean; readonly now: number },
  fill: (folder: string) => Promise<T>,
): Promise<Omit<Restored, 'manifest'> & { readonly content: T }> {
  const folder = takeDataFolder(data, { isRestoring: true })
  const unpacked = join(data, UNPACKED)
  const mark = join(data, RESTORE_MARK)
  try {
    const isThere = existsSync(databaseFileOf(data))
    if (isThere && !isReplacing)
      throw new RestoreRefused(`There is an installation in ${data}. With --replace it is moved aside first.`)
    await rm(unpacked, { recursive: true, force: true })
    await mkdir(unpacked, { mode: 0o700 })
    const content = await fill(unpacked)
    const missing = isThere ? missingIn(join(unpacked, 'database'), databaseFileOf(data)) : {}
    endSessions(join(unpacked, 'database'))
    for (const name of STAYS)
      if (existsSync(join(data, name)) && !existsSync(join(unpacked, name)))
        await copyFile(join(data, name), join(unpacked, name))
    const stamp = new Date(now).toISOString().replaceAll(/[:.]/g, '-')
    const before = isThere ? `${data}-before-restore-${stamp}` : null
    await writeFile(mark, '')
    if (before !== null) {
      await mkdir(before, { mode: 0o700 })
      // Backups stay where they are looked for.
      const stays = new Set([UNPACKED, RESTORE_MARK, LOCK_FILE, 'backups'])
      for (const name of await readdir(data))
        if (!stays.has(name)) await rename(join(data, name), join(before, name))
    }
    for (const name of await readdir(unpacked)) {
      const target = name === 'database' ? databaseFileOf(data) : join(data, name)
      await rename(join(unpacked, name), target)
    }
    await rm(mark)
    return { content, before, missing }
  } finally {
    await rm(unpacked, { recursive: true, force: true })
    folder.release()
  }
}
