import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DamagedBackupError } from './backup-file.ts'
import { AUDIT_ROOTS, beganAt, buildDatabase, filesRootOf, generationsIn, readBase } from './log-folder.ts'
import { RestoreRefused, requireOurs } from './restore.ts'
import { backupKey } from './sealed-backup.ts'
import { LogKeys, type LogSealing, openBytes, readSealed } from './sealed-log.ts'
import { migrationsOf } from './take-backup.ts'

export interface FromLog {
  readonly build: string
  /** As of when the data is, in milliseconds since 1970. */
  readonly asOf: number
  /** The file that is damaged, so that what came after it isn't there; null where nothing is. */
  readonly cutAt: string | null
  /** Files that are damaged or missing, as the data folder names them. */
  readonly lostFiles: readonly string[]
}

/** The generation to restore from: the one that is named, or the newest that is whole and had begun by then. */
async function chosen(
  folder: string,
  until: number,
  keys: LogKeys,
): Promise<{ generation: string; continuous: string }> {
  if (existsSync(join(folder, 'base.json')))
    return { generation: resolve(folder), continuous: dirname(resolve(folder)) }
  for (const generation of await generationsIn(folder)) {
    // So that no key is asked for that isn't needed.
    if (beganAt(generation) > until) continue
    // One whose facts are damaged, or that another key opens, is told, and not passed over.
    const base = await readBase(generation, keys)
    if (base !== null && base.facts.endedAt <= until) return { generation, continuous: folder }
  }
  throw new RestoreRefused(`There is nothing in ${folder} that was shipped by then.`)
}

/** What uploaded files have to be, as the database says. */
function filesOf(database: string): { storedAs: string; sha256: string | null }[] {
  const db = new DatabaseSync(database, { readOnly: true })
  try {
    const tables = db.prepare(`select name from sqlite_master where type = 'table'`).all()
    // What an older version shipped has fewer.
    const naming = ['attachments', 'taskFiles', 'meetingFiles'].filter((table) =>
      tables.some(({ name }) => name === table),
    )
    const all = naming.map((table) => `select "storedAs" from "${table}"`).join(' union ')
    return db
      .prepare(
        `select f."storedAs" as "storedAs", h.sha256 as sha256 from (${all}) f
        left join "fileHashes" h on h."storedAs" = f."storedAs" where f."storedAs" is not null`,
      )
      .all()
      .map(({ storedAs, sha256 }) => ({
        storedAs: String(storedAs),
        sha256: sha256 === null ? null : String(sha256),
      }))
  } finally {
    db.close()
  }
}

function appliedIn(database: string): string[] {
  const db = new DatabaseSync(database, { readOnly: true })
  try {
    return migrationsOf(db)
  } finally {
    db.close()
  }
}

/** A file of what was shipped; null where it is missing, or isn't what was sealed. */
const readShipped = (root: string, name: string, sealing: LogSealing | null): Promise<Buffer | null> =>
  sealing === null
    ? readFile(join(root, name)).catch(() => null)
    : readSealed(join(root, name), sealing.keyFor(name))

async function put(folder: string, name: string, content: Buffer): Promise<void> {
  const target = join(folder, name)
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  await writeFile(target, content, { mode: 0o600 })
}

async function takeFiles(root: string, folder: string, sealing: LogSealing | null): Promise<string[]> {
  const lost: string[] = []
  for (const { storedAs, sha256 } of filesOf(join(folder, 'database'))) {
    const name = `files/${storedAs}`
    const content = await readShipped(root, name, sealing)
    const isWhole =
      content !== null && (sha256 === null || createHash('sha256').update(content).digest('hex') === sha256)
    if (isWhole) await put(folder, name, content)
    else lost.push(name)
  }
  return lost
}

/** The audit's roots, as they were shipped. @returns whether they are whole */
async function takeRoots(root: string, folder: string, sealing: LogSealing | null): Promise<boolean> {
  const [from, to] = [join(root, AUDIT_ROOTS), join(folder, AUDIT_ROOTS)]
  if (!existsSync(from)) return true
  if (sealing === null) {
    await copyFile(from, to)
    return true
  }
  const content = openBytes(sealing.keyFor(AUDIT_ROOTS), await readFile(from), Buffer.alloc(0))
  if (content !== null) await put(folder, AUDIT_ROOTS, content)
  return content !== null
}

/** @throws DamagedBackupError where the database isn't whole */
function examine(file: string): void {
  let isWhole = false
  try {
    const db = new DatabaseSync(file)
    try {
      const [first] = Object.values(db.prepare('pragma integrity_check').get() ?? {})
      isWhole = first === 'ok' && db.prepare('pragma foreign_key_check').get() === undefined
    } finally {
      db.close()
    }
  } catch {
    isWhole = false
  }
  if (!isWhole) throw new DamagedBackupError('database')
}

/**
 * Unpacks what was shipped all the time into a folder, as `unpack` does with a backup.
 * @param from the folder `continuous`, or one generation in it
 * @param until nothing later, in milliseconds since 1970
 * @param keys open what is sealed; by the key of the environment by default
 * @throws DamagedBackupError, RestoreRefused, BackupKeyError
 */
export async function unpackLog(
  from: string,
  folder: string,
  until: number,
  build: string,
  keys: LogKeys = new LogKeys(() => backupKey(process.env)),
): Promise<FromLog> {
  const { generation, continuous } = await chosen(from, until, keys)
  const database = join(folder, 'database')
  const { facts, asOf, cutAt, sealing } = await buildDatabase(generation, database, until, keys)
  examine(database)
  requireOurs({ migrations: appliedIn(database), build: facts.build }, build)
  const root = filesRootOf(continuous, sealing)
  const lostFiles = await takeFiles(root, folder, sealing)
  if (!(await takeRoots(root, folder, sealing))) lostFiles.push(AUDIT_ROOTS)
  lostFiles.push(...(await takeWidgets(root, folder, sealing)))
  return { build: facts.build, asOf, cutAt: cutAt && `${basename(generation)}/${cutAt}`, lostFiles }
}

async function takeWidgets(root: string, folder: string, sealing: LogSealing | null): Promise<string[]> {
  const lost: string[] = []
  const entries = await readdir(join(root, 'widgets'), { withFileTypes: true, recursive: true }).catch(
    () => [],
  )
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const name = relative(root, join(entry.parentPath, entry.name)).split(sep).join('/')
    if (name.endsWith('.unfinished')) continue
    const content = await readShipped(root, name, sealing)
    if (content === null) lost.push(name)
    else await put(folder, name, content)
  }
  return lost
}
