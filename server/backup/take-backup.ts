import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Manifest, type Part, partOf, writeBackup } from './backup-file.ts'

export interface BackedUp {
  readonly databaseFile: string
  readonly filesFolder: string
  readonly widgetFolder: string
  readonly auditRootsFile: string
}

const one = (db: DatabaseSync, query: string) => Object.values(db.prepare(query).get() ?? {})[0]
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

const tablesOf = (db: DatabaseSync): string[] =>
  db
    .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name")
    .all()
    .map(({ name }) => String(name))

/** How many records there are, by table. */
export function countsOf(db: DatabaseSync): Record<string, number> {
  return Object.fromEntries(
    tablesOf(db).map((name) => [name, Number(one(db, `select count(*) from ${quoted(name)}`))]),
  )
}

export const migrationsOf = (db: DatabaseSync): string[] =>
  db
    .prepare('select name from kysely_migration order by timestamp, name')
    .all()
    .map(({ name }) => String(name))

export function auditHeadOf(db: DatabaseSync): Manifest['auditHead'] {
  // Data of before the chain has none.
  if (!db.prepare("select 1 from pragma_table_info('audit') where name = 'hash'").get()) return null
  const row = db
    .prepare('select sequence, hash from audit where hash is not null order by sequence desc limit 1')
    .get()
  return row ? { sequence: Number(row.sequence), hash: String(row.hash) } : null
}

async function filesOf(folder: string, name: string, isWanted: (path: string) => boolean) {
  if (!existsSync(folder)) return []
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => isWanted(relative(folder, path)))
    .map((path) => ({ path, name: `${name}/${relative(folder, path).split(sep).join('/')}` }))
}

const STORED = /^[\da-f]{2}[\\/][\da-f-]{36}$/

/**
 * Takes a backup, also while a server runs on the data (spec 5 §6.6). The database is SQLite's own snapshot, as of
 * one moment; files never change once they are there, so those of that moment are still the same afterwards.
 *
 * @param to a file that isn't there yet
 */
export async function takeBackup(
  { databaseFile, filesFolder, widgetFolder, auditRootsFile }: BackedUp,
  to: string,
  {
    now,
    build,
    secrets = null,
    key = null,
  }: {
    readonly now: number
    readonly build: string
    /** The installation's keys, sealed (server/backup/sealed-secrets.ts); null for none. */
    readonly secrets?: string | null
    /** Seals the whole backup (server/backup/sealed-backup.ts); null for none. */
    readonly key?: string | null
  },
): Promise<Manifest> {
  if (existsSync(to)) throw new Error(`${to} is there already: a backup never overwrites one.`)
  await mkdir(dirname(resolve(to)), { recursive: true, mode: 0o700 })
  // Where all is sealed, nothing of it stands open beside it, not for a moment either.
  const folder = await mkdtemp(key === null ? `${to}.snapshot-` : `${databaseFile}.snapshot-`)
  try {
    const snapshot = join(folder, 'database')
    const live = new DatabaseSync(databaseFile, { readOnly: true })
    try {
      live.exec('pragma busy_timeout = 5000')
      live.prepare('vacuum into ?').run(snapshot)
    } finally {
      live.close()
    }
    const places = new Map([['database', snapshot]])
    if (secrets !== null) {
      await writeFile(join(folder, 'secrets'), secrets, { mode: 0o600 })
      places.set('secrets', join(folder, 'secrets'))
    }
    if (existsSync(auditRootsFile)) places.set('audit-roots.jsonl', auditRootsFile)
    const found = [
      ...(await filesOf(filesFolder, 'files', (path) => STORED.test(path))),
      ...(await filesOf(widgetFolder, 'widgets', () => true)),
    ]
    for (const { name, path } of found) places.set(name, path)
    const parts: Part[] = []
    for (const [name, path] of places) parts.push(await partOf(name, path))
    const db = new DatabaseSync(snapshot, { readOnly: true })
    const about = (() => {
      try {
        return { counts: countsOf(db), migrations: migrationsOf(db), auditHead: auditHeadOf(db) }
      } finally {
        db.close()
      }
    })()
    const manifest: Manifest = { build, takenAt: new Date(now).toISOString(), ...about, parts }
    await writeBackup(to, manifest, (name) => places.get(name) ?? '', key)
    return manifest
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Records of an older database that a newer one lacks, by table; only tables that lack some. */
export function missingIn(databaseFile: string, olderFile: string): Record<string, number> {
  const db = new DatabaseSync(databaseFile, { readOnly: true })
  try {
    db.prepare('attach ? as old').run(olderFile)
    const ours = new Set(tablesOf(db))
    const theirs = db
      .prepare(
        "select name from old.sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name",
      )
      .all()
      .map(({ name }) => String(name))
      .filter((name) => !name.startsWith('kysely_'))
    const missing = theirs.map((table) => {
      const name = quoted(table)
      if (!ours.has(table)) return [table, Number(one(db, `select count(*) from old.${name}`))] as const
      const keys = db
        .prepare(`pragma old.table_info(${name})`)
        .all()
        .filter(({ pk }) => Number(pk) > 0)
        .map((column) => quoted(String(column.name)))
      const same = (keys.length > 0 ? keys : ['rowid']).map((key) => `n.${key} is o.${key}`).join(' and ')
      const query = `select count(*) from old.${name} o where not exists (select 1 from main.${name} n where ${same})`
      return [table, Number(one(db, query))] as const
    })
    return Object.fromEntries(missing.filter(([, count]) => count > 0))
  } finally {
    db.close()
  }
}
