import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Sealer } from '../auth/sealer.ts'
import { clockAhead, clockFault } from '../db/clock-ahead.ts'
import { type Database, pendingMigrations } from '../db/database.ts'
import { readSetting, settingOrFirst } from '../db/settings.ts'
import type { FileStore } from '../files/file-store.ts'
import { somebodyCanGrant } from '../roles/grantors.ts'

/** What has to hold for the server to be of use (spec 5 §6.3). */
export const READY_CHECKS = [
  'database',
  'files',
  'secrets',
  'migrations',
  'grantor',
  'disk',
  'clock',
] as const
export type ReadyCheck = (typeof READY_CHECKS)[number]

export interface Readiness {
  readonly status: 'ready' | 'not ready' | 'stopping'
  readonly checks: Readonly<Record<ReadyCheck, boolean>>
  readonly failing: readonly ReadyCheck[]
}

/** Less than this and the server may fail at the next large file: the largest upload, and as much for the database. */
export const DISK_LOW_BYTES = 400 * 1024 * 1024

export interface ReadinessParts {
  readonly db: Database
  readonly sealer: Sealer
  /** The database's file, or `:memory:`. */
  readonly databaseFile: string
  readonly files: Pick<FileStore, 'check' | 'isElsewhere'>
  readonly isClaimed: () => Promise<boolean>
  readonly isStopping: () => boolean
  /** Whether the other servers on this database know that it lives. */
  readonly isInTouch?: () => boolean
  /** Room on the disk of a folder, in bytes. */
  readonly freeBytes?: ((folder: string) => Promise<number>) | undefined
}

async function freeOn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Whoever asks waits a few seconds at most. */
const FILES_MS = 1000

async function filesAnswer(files: ReadinessParts['files']): Promise<boolean> {
  const check = files.check().then(() => true)
  if (!files.isElsewhere) return check
  return Promise.race([check.catch(() => false), delay(FILES_MS, false, { ref: false })])
}

export const SENTINEL = 'secretsCheck'
export const SENTINEL_PLACE = 'check of the secrets'

/** Whether the key is the one with which this database's values were sealed. */
export async function secretsOpen(db: Database, sealer: Sealer): Promise<boolean> {
  const sealed = await settingOrFirst(db, SENTINEL, sealer.seal('open', SENTINEL_PLACE))
  return sealer.unseal(sealed, SENTINEL_PLACE) === 'open'
}

/** Looks at everything now, one after the other. A check that throws has failed. */
export async function readiness(parts: ReadinessParts): Promise<Readiness> {
  const { db, sealer, databaseFile, files, freeBytes = freeOn } = parts
  const looks: Record<ReadyCheck, () => Promise<boolean>> = {
    database: async () => {
      await readSetting(db, SENTINEL)
      return parts.isInTouch?.() ?? true
    },
    files: () => filesAnswer(files),
    secrets: () => secretsOpen(db, sealer),
    migrations: async () => (await pendingMigrations(db)).length === 0,
    // Until somebody lives here there is nobody to grant anything.
    grantor: async () => !(await parts.isClaimed()) || (await somebodyCanGrant(db)),
    disk: async () =>
      databaseFile === ':memory:' || (await freeBytes(dirname(databaseFile))) >= DISK_LOW_BYTES,
    // Where the database doesn't answer, that is the fault.
    clock: async () => clockFault(await clockAhead(db).catch(() => 0)) === null,
  }
  const found = await Promise.all(
    READY_CHECKS.map(async (name) => [name, await looks[name]().catch(() => false)] as const),
  )
  const failing = found.flatMap(([name, isGood]) => (isGood ? [] : [name]))
  const checks = Object.fromEntries(found) as Record<ReadyCheck, boolean>
  // A store that is away is so for every server: without any of them people could do nothing at all.
  const stops = failing.filter((name) => !(name === 'files' && files.isElsewhere))
  const status = stops.length === 0 ? 'ready' : 'not ready'
  return { status: parts.isStopping() ? 'stopping' : status, checks, failing }
}
