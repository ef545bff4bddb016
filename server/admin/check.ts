import { createHash } from 'node:crypto'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { chainInWords } from '#shared/domain/audit-words.ts'
import { isDiskLow } from '#shared/domain/system-flags.ts'
import { checkAudit } from '../audit/audit-chain.ts'
import { AuditKey } from '../audit/audit-key.ts'
import { RootsFile } from '../audit/roots-file.ts'
import { Sealer } from '../auth/sealer.ts'
import { migrationsOf } from '../backup/take-backup.ts'
import { foldersOf, RESTORE_MARK } from '../db/data-folder.ts'
import {
  type Database,
  KNOWN_MIGRATIONS,
  lookIntoPostgres,
  openForLooking,
  pendingMigrations,
} from '../db/database.ts'
import type { FileStore } from '../files/file-store.ts'
import { openStore } from '../files/open-store.ts'
import { knownFiles } from '../files/sweep-files.ts'
import { secretsOpen } from '../health/readiness.ts'
import { somebodyCanGrant } from '../roles/grantors.ts'
import { resealAll } from '../secrets/sealed-values.ts'
import { isClaimed } from '../setup/installation.ts'
import type { AdminOptions } from './admin-options.ts'
import type { AdminSurroundings, Outcome } from './run-admin.ts'

/** What is looked at, as the report names it (spec 5 §2.3). */
const CHECKS = {
  database: 'Database',
  foreignKeys: 'Foreign keys',
  version: 'Version',
  files: 'Files',
  modes: 'File modes',
  secrets: 'Secrets',
  audit: 'Audit chain',
  grantor: 'Grantor',
  disk: 'Disk',
  clock: 'Clock',
} as const
type Check = keyof typeof CHECKS
/** What PostgreSQL's tables are made by at first; the other migrations are the file's, too. */
const BASELINE = '0000-baseline'
const NAMES = Object.keys(CHECKS) as Check[]

/** Of one kind this many are told, and how many more there are. */
const TOLD = 20
const OTHERS = 0o077
/** Clocks of one machine may be set right by a little. */
const CLOCK_MS = 60_000

type Look = () => Promise<readonly string[]> | readonly string[]

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

function withDatabase<T>(file: string, look: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    return look(db)
  } finally {
    db.close()
  }
}

const damagedPages = (file: string) =>
  withDatabase(file, (db) =>
    db
      .prepare(`pragma integrity_check(${TOLD})`)
      .all()
      .map((row) => String(row.integrity_check))
      .filter((text) => text !== 'ok'),
  )

const brokenKeys = (file: string) =>
  withDatabase(file, (db) =>
    db
      .prepare('pragma foreign_key_check')
      .all()
      .map(
        ({ table, rowid, parent }) => `Row ${rowid} of ${table} names a row of ${parent} that is not there.`,
      ),
  )

const versionFaults = (data: string, file: string) =>
  withDatabase(file, (db) => {
    const applied = migrationsOf(db)
    const restoring = existsSync(join(data, RESTORE_MARK)) ? ['A restore was interrupted. Run it again.'] : []
    if (applied.some((name) => !KNOWN_MIGRATIONS.includes(name)))
      return [...restoring, 'The data was written by a newer build.']
    const isOlder = KNOWN_MIGRATIONS.some((name) => !applied.includes(name))
    return isOlder
      ? [...restoring, 'The data is of an older build: migrate it, or start the server.']
      : restoring
  })

async function hashOf(store: FileStore, storedAs: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of store.read(storedAs)) hash.update(chunk)
  return hash.digest('hex')
}

async function fileFaults(db: Database, store: FileStore): Promise<string[]> {
  const rows = await db.selectFrom('fileHashes').selectAll().execute()
  const hashes = new Map(rows.map(({ storedAs, sha256 }) => [storedAs, sha256]))
  const faults: string[] = []
  for (const storedAs of [...(await knownFiles(db))].toSorted()) {
    const expected = hashes.get(storedAs)
    if ((await store.sizeOf(storedAs)) === null) faults.push(`files/${storedAs} is missing.`)
    else if (expected !== undefined && (await hashOf(store, storedAs)) !== expected)
      faults.push(`files/${storedAs} differs from its hash.`)
  }
  return faults
}

function openModes(data: string): string[] {
  if (process.platform === 'win32') return []
  const paths = readdirSync(data, { withFileTypes: true, recursive: true })
    .filter((entry) => !entry.isSymbolicLink())
    .map((entry) => join(entry.parentPath, entry.name))
  return [data, ...paths.toSorted()].flatMap((path) => {
    // A file of a running server may have gone meanwhile.
    const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0
    return (mode & OTHERS) === 0 ? [] : [`${path} can be used by others (${(mode & 0o777).toString(8)}).`]
  })
}

async function secretFaults(db: Database): Promise<string[]> {
  const sealer = await Sealer.open(db)
  if (!(await secretsOpen(db, sealer))) return ['The keys are those of another installation.']
  let unreadable = 0
  // What is opened is sealed nowhere: the database is open for looking only.
  const opener = {
    unseal: (sealed: string, place: string) => {
      try {
        sealer.unseal(sealed, place)
      } catch {
        unreadable++
      }
      return sealed
    },
  }
  await resealAll(db, opener, { seal: (sealed) => sealed })
  if (unreadable === 0) return []
  return [`${unreadable} sealed ${unreadable === 1 ? 'value' : 'values'} cannot be opened.`]
}

async function auditFaults(db: Database, rootsFile: string): Promise<string[]> {
  const { publicKey } = await AuditKey.open(db, await Sealer.open(db))
  const { verdict, unchained } = await checkAudit(db, publicKey, new RootsFile(rootsFile).read())
  return verdict.isWhole ? [] : [chainInWords(verdict, unchained)]
}

async function diskOf(folder: string) {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, size: blocks * bsize }
}

async function clockFaults(db: Database, now: number): Promise<string[]> {
  const newest = await db
    .selectFrom('audit')
    .select(({ fn }) => fn.max('at').as('at'))
    .executeTakeFirst()
  const at = Number(newest?.at ?? 0)
  if (at <= now + CLOCK_MS) return []
  const [here, there] = [now, at].map((time) => new Date(time).toISOString())
  return [`It is ${here} here, and an audit entry is of ${there}.`]
}

/** What of PostgreSQL's version isn't this build's. */
async function postgresFaults(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  if (rows.some(({ name }) => name !== BASELINE && !KNOWN_MIGRATIONS.includes(name)))
    return ['The data was written by a newer build.']
  return (await pendingMigrations(db)).length > 0
    ? ['The data is of an older build: migrate it, or start the server.']
    : []
}

/** Looks at everything that can be looked at. */
async function look(
  { data, database, files }: Pick<AdminOptions, 'data' | 'database' | 'files'>,
  around: AdminSurroundings,
): Promise<Record<Check, readonly string[]>> {
  const { databaseFile, filesFolder, auditRootsFile } = foldersOf(data)
  const found: Partial<Record<Check, readonly string[]>> = {}
  const see = async (name: Check, one: Look) => {
    try {
      found[name] = await one()
    } catch (error) {
      found[name] = [wordsOf(error)]
    }
  }
  const opened: { db: Database | null } = { db: null }
  if (database === null) {
    await see('database', () => damagedPages(databaseFile))
    await see('foreignKeys', () => brokenKeys(databaseFile))
    await see('version', () => versionFaults(data, databaseFile))
  } else {
    // Pages and keys are PostgreSQL's own to look after.
    await see('database', async () => {
      opened.db = await lookIntoPostgres(databaseFile, database)
      return []
    })
    const { db } = opened
    if (db) {
      found.foreignKeys = []
      await see('version', () => postgresFaults(db))
    }
  }
  await see('modes', () => openModes(data))
  await see('disk', async () => {
    const { free, size } = await (around.diskOf ?? diskOf)(data)
    return isDiskLow(free, size) ? [`${Math.floor(free / 2 ** 20)} MB are left.`] : []
  })
  if (found.version?.length === 0) {
    const db = opened.db ?? openForLooking(databaseFile)
    opened.db = db
    await see('files', async () =>
      fileFaults(db, await openStore(files ?? filesFolder, filesFolder, around.environment ?? {})),
    )
    await see('secrets', () => secretFaults(db))
    await see('audit', () => auditFaults(db, auditRootsFile))
    await see('grantor', async () =>
      (await isClaimed(db)) && !(await somebodyCanGrant(db))
        ? ['Nobody can grant permissions. Run fieldwork-admin create-admin.']
        : [],
    )
    await see('clock', () => clockFaults(db, around.clock()))
  }
  await opened.db?.destroy()
  const not = [`was not looked at: see ${found.database?.length ? CHECKS.database : CHECKS.version}.`]
  return Object.fromEntries(NAMES.map((name) => [name, found[name] ?? not])) as Record<
    Check,
    readonly string[]
  >
}

function sentencesOf(name: Check, faults: readonly string[]): string[] {
  if (faults.length === 0) return [`${CHECKS[name]}: in order`]
  const more = faults.length > TOLD ? [`${CHECKS[name]}: ${faults.length - TOLD} more`] : []
  return [...faults.slice(0, TOLD).map((fault) => `${CHECKS[name]}: ${fault}`), ...more]
}

/** Looks for whatever may be wrong with an installation, also beside a running server (spec 5 §2.3). Changes nothing. */
export async function checkAll(
  where: Pick<AdminOptions, 'data' | 'database' | 'files'>,
  around: AdminSurroundings,
): Promise<Outcome> {
  const checks = await look(where, around)
  const faults = NAMES.reduce((sum, name) => sum + checks[name].length, 0)
  const end = faults === 0 ? 'All is well.' : `${faults} ${faults === 1 ? 'fault was' : 'faults were'} found.`
  return {
    sentence: [...NAMES.flatMap((name) => sentencesOf(name, checks[name])), end].join('\n'),
    facts: { faults, checks },
    isFaulty: faults > 0,
  }
}
