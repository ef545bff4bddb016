import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DamagedBackupError } from './backup-file.ts'
import { buildDatabase, generationsIn, readBaseFacts } from './log-folder.ts'
import { RestoreRefused, requireOurs } from './restore.ts'
import { migrationsOf } from './take-backup.ts'

export interface FromLog {
  readonly build: string
  /** As of when the data is, in milliseconds since 1970. */
  readonly asOf: number
  /** The file that is damaged, so that what came after it isn't there; null where nothing is. */
  readonly cutAt: string | null
  /** Uploaded files that are damaged or missing, as the data folder names them. */
  readonly lostFiles: readonly string[]
}

/** The generation to restore from: the one that is named, or the newest that is whole and had begun by then. */
async function chosen(folder: string, until: number): Promise<{ generation: string; continuous: string }> {
  if (existsSync(join(folder, 'base.json'))) return { generation: folder, continuous: dirname(folder) }
  for (const generation of await generationsIn(folder)) {
    // One whose facts are damaged is told, and not passed over.
    const facts = await readBaseFacts(generation)
    if (facts !== null && facts.endedAt <= until) return { generation, continuous: folder }
  }
  throw new RestoreRefused(`There is nothing in ${folder} that was shipped by then.`)
}

/** What uploaded files have to be, as the database says. */
function filesOf(database: string): { storedAs: string; sha256: string | null }[] {
  const db = new DatabaseSync(database, { readOnly: true })
  try {
    return db
      .prepare(
        `select f."storedAs" as "storedAs", h.sha256 as sha256
        from (select "storedAs" from attachments union select "storedAs" from "taskFiles") f
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

async function takeFiles(continuous: string, folder: string): Promise<string[]> {
  const lost: string[] = []
  for (const { storedAs, sha256 } of filesOf(join(folder, 'database'))) {
    const from = join(continuous, 'files', storedAs)
    const content = await readFile(from).catch(() => null)
    const isWhole =
      content !== null && (sha256 === null || createHash('sha256').update(content).digest('hex') === sha256)
    if (!isWhole) {
      lost.push(`files/${storedAs}`)
      continue
    }
    const target = join(folder, 'files', storedAs)
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    await copyFile(from, target)
  }
  return lost
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
 * @throws DamagedBackupError, RestoreRefused
 */
export async function unpackLog(
  from: string,
  folder: string,
  until: number,
  build: string,
): Promise<FromLog> {
  const { generation, continuous } = await chosen(from, until)
  const database = join(folder, 'database')
  const { facts, asOf, cutAt } = await buildDatabase(generation, database, until)
  examine(database)
  requireOurs({ migrations: appliedIn(database), build: facts.build }, build)
  const lostFiles = await takeFiles(continuous, folder)
  const roots = join(continuous, 'audit-roots.jsonl')
  if (existsSync(roots)) await copyFile(roots, join(folder, 'audit-roots.jsonl'))
  await takeFolder(join(continuous, 'widgets'), join(folder, 'widgets'))
  return { build: facts.build, asOf, cutAt: cutAt && `${basename(generation)}/${cutAt}`, lostFiles }
}

async function takeFolder(from: string, to: string): Promise<void> {
  for (const name of await readdir(from).catch(() => [])) {
    const [source, target] = [join(from, name), join(to, name)]
    if ((await stat(source)).isDirectory()) await takeFolder(source, target)
    else {
      await mkdir(to, { recursive: true, mode: 0o700 })
      await copyFile(source, target)
    }
  }
}
