import { randomUUID } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { settingOrFirst } from '../db/settings.ts'
import type { FileStore } from './file-store.ts'

/**
 * Younger files are left alone whatever the database says: another server may just be writing them, or their row, and
 * its clock or the store's may be wrong by hours.
 */
export const UNDER_WAY_MS = 24 * 60 * 60 * 1000

/** The tables whose rows name stored files, in `storedAs`. */
const NAMING = ['attachments', 'taskFiles', 'meetingFiles', 'privacyRequests', 'pageExports'] as const

/** The stored files that a message, task or export has. */
export async function knownFiles(db: Database): Promise<Set<string>> {
  const found = await Promise.all(
    NAMING.map((table) =>
      db.selectFrom(table).where('storedAs', 'is not', null).select('storedAs').execute(),
    ),
  )
  return new Set(found.flat().flatMap(({ storedAs }) => storedAs ?? []))
}

async function knownOf(db: Database, names: readonly string[]): Promise<Set<string>> {
  const found = await Promise.all(
    NAMING.map((table) => db.selectFrom(table).where('storedAs', 'in', names).select('storedAs').execute()),
  )
  return new Set(found.flat().flatMap(({ storedAs }) => storedAs ?? []))
}

/**
 * Whether the store holds this installation's files, and not those of another that was given the same place, or of a
 * database that wasn't copied yet. The first to see the store empty, or a file of its own in it, says so there.
 */
async function isOurs(db: Database, store: FileStore): Promise<boolean> {
  const ours = await settingOrFirst(db, 'filesOwner', randomUUID())
  const owner = await store.readOwner()
  if (owner !== null) return owner === ours
  let isEmpty = true
  let isKnown = false
  for await (const some of store.list()) {
    if (some.length === 0) continue
    isEmpty = false
    const names = some.map(({ storedAs }) => storedAs)
    isKnown = (await knownOf(db, names)).size > 0
    if (isKnown) break
  }
  if (!isEmpty && !isKnown) return false
  await store.writeOwner(ours)
  return true
}

/** Parts of uploads that this or another server never finished. */
async function sweepIncoming(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const facts = await stat(path).catch(() => null)
    if (facts?.isFile() && facts.mtimeMs < before) await rm(path, { force: true })
  }
}

export interface Swept {
  /** Files that were removed. */
  readonly gone: number
  /** The store is another installation's: nothing there was touched. */
  readonly isForeign: boolean
}

/**
 * Removes what killed servers left: files that no row names, parts of uploads, and hashes of files that are gone. What
 * another server is about to write is never taken (`UNDER_WAY_MS`).
 */
export async function sweepFiles(db: Database, store: FileStore, clock: Clock): Promise<Swept> {
  const before = clock() - UNDER_WAY_MS
  await sweepIncoming(store.incoming, before)
  if (!(await isOurs(db, store))) return { gone: 0, isForeign: true }
  let gone = 0
  for await (const some of store.list()) {
    const old = some.filter(({ changedAt }) => changedAt < before).map(({ storedAs }) => storedAs)
    if (old.length === 0) continue
    // Asked after the store: a row that is written meanwhile names no file as old as these.
    const known = await knownOf(db, old)
    for (const storedAs of old.filter((name) => !known.has(name))) {
      await store.remove(storedAs)
      gone += 1
    }
  }
  await db
    .deleteFrom('fileHashes')
    .where(({ and, not, exists, selectFrom }) =>
      and(
        NAMING.map((table) =>
          not(
            exists(
              selectFrom(table)
                .whereRef(`${table}.storedAs`, '=', 'fileHashes.storedAs')
                .select(`${table}.storedAs`),
            ),
          ),
        ),
      ),
    )
    .execute()
  return { gone, isForeign: false }
}
