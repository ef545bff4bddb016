import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { Readable } from 'node:stream'
import { Kysely, SqliteDialect } from 'kysely'
import { Migrator } from 'kysely/migration'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runAdmin } from '../../server/admin/run-admin.ts'
import { ourBuild } from '../../server/backup/our-build.ts'
import { verifyBackup } from '../../server/backup/restore.ts'
import { databaseFileOf, takeDataFolder } from '../../server/db/data-folder.ts'
import { KNOWN_MIGRATIONS, openDatabase } from '../../server/db/database.ts'
import { readSetting } from '../../server/db/settings.ts'

const MAIN = new URL('../../server/main.ts', import.meta.url).pathname

let folder: string
let data: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fieldwork-upgrade-'))
  data = join(folder, 'data')
  mkdirSync(data)
})
afterEach(() => rmSync(folder, { recursive: true }))

const change = (statement: string) => {
  const db = new DatabaseSync(databaseFileOf(data))
  db.exec(statement)
  db.close()
}
const appliedIn = (file: string) => {
  const db = new DatabaseSync(file, { readOnly: true })
  const rows = db.prepare('select name from kysely_migration').all()
  db.close()
  return rows.map(({ name }) => String(name)).toSorted()
}
const hash = () =>
  createHash('sha256')
    .update(readFileSync(databaseFileOf(data)))
    .digest('hex')

/** A database as an older build leaves it, with something in it. */
async function older(last: string): Promise<void> {
  const sqlite = new DatabaseSync(databaseFileOf(data))
  sqlite.exec(`pragma application_id = ${0x4657524b}; pragma journal_mode = wal`)
  const db = new Kysely<never>({
    dialect: new SqliteDialect({
      database: {
        close: () => sqlite.close(),
        prepare: (sql) => {
          const statement = sqlite.prepare(sql)
          type Values = SQLInputValue[]
          return {
            reader: statement.columns().length > 0,
            all: (values) => statement.all(...(values as Values)),
            run: (values) => statement.run(...(values as Values)),
            iterate: (values) => statement.iterate(...(values as Values)),
          }
        },
      },
    }),
  })
  const modules = await Promise.all(
    KNOWN_MIGRATIONS.map(
      async (name) => [name, await import(`../../server/db/migrations/${name}.ts`)] as const,
    ),
  )
  const migrations = Object.fromEntries(modules.map(([name, { up }]) => [name, { up }]))
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => migrations } }).migrateTo(
    last,
  )
  expect(error).toBe(undefined)
  await db.destroy()
  change("insert into settings (name, value) values ('of before', 'kept')")
}

async function start() {
  const child = spawn(process.execPath, [MAIN, '--data', data, '--no-seed', '--log', 'warn'])
  let err = ''
  child.stderr.on('data', (chunk) => {
    err += chunk
  })
  const ended = once(child, 'close').then(([code]) => Number(code))
  const code = await Promise.race([ended, once(child.stdout, 'data').then(() => null)])
  child.kill('SIGTERM')
  await ended
  return { code, err }
}

test('A151 a start with older data backs it up first, and then serves the upgraded one', async () => {
  await older('0047-role-times')
  expect(appliedIn(databaseFileOf(data))).not.toContain('0048-installation')
  expect(await start()).toEqual({ code: null, err: '' })
  expect(appliedIn(databaseFileOf(data))).toEqual(KNOWN_MIGRATIONS.toSorted())
  const [backup = ''] = readdirSync(join(data, 'backups'))
  expect(backup).toMatch(/^before-.*\.backup$/)
  const manifest = await verifyBackup(join(data, 'backups', backup), ourBuild())
  expect([manifest.migrations.toSorted().at(-1), manifest.counts.settings]).toEqual(['0047-role-times', 1])
  const db = await openDatabase(databaseFileOf(data))
  expect(await readSetting(db, 'of before')).toBe('kept')
  expect(await readSetting(db, 'writtenBy')).toBe(ourBuild())
  await db.destroy()
  // The next start has nothing to upgrade.
  await start()
  expect(readdirSync(join(data, 'backups'))).toEqual([backup])
})

test('A151 a failing migration leaves the data as it was, with a backup of it, and ends with status 5', async () => {
  await (await openDatabase(databaseFileOf(data))).destroy()
  // The newest one that makes something, and what comes after it: what it makes is there already, so that it fails.
  const last = KNOWN_MIGRATIONS.filter((name) => name !== '0420-pattern-colour').at(-1)
  change(`delete from kysely_migration where name >= '${last}'; pragma wal_checkpoint(truncate)`)
  const before = hash()
  const { code, err } = await start()
  expect(code).toBe(5)
  expect(err).toMatch(/^The data could not be upgraded to \S+ \(data \d{4}\), and is as it was: /)
  expect(hash()).toBe(before)
  expect(readdirSync(data).filter((name) => name.includes('upgrading'))).toEqual([])
  const [backup = ''] = readdirSync(join(data, 'backups'))
  expect(backup).toMatch(/^before-/)
  const manifest = await verifyBackup(join(data, 'backups', backup), ourBuild())
  expect(manifest.migrations).not.toContain(last)
})

test('A151 an upgrade that would lose records of any kind that counts is refused and names them', async () => {
  const last = KNOWN_MIGRATIONS.at(-2) ?? ''
  await older(last)
  const lost = ['users', 'tickets', 'shifts', 'interviewRecords', 'payLines', 'qcReviews', 'applicants']
  const db = new DatabaseSync(databaseFileOf(data), { enableForeignKeyConstraints: false })
  for (const table of lost) {
    const columns = db.prepare(`pragma table_info("${table}")`).all()
    const needed = columns.filter((column) => column.notnull === 1 && column.dflt_value === null)
    const names = needed.map(({ name }) => `"${name}"`).join(', ')
    const values = needed.map(({ type }) => (String(type) === 'text' ? "'x'" : '7')).join(', ')
    db.exec(`insert into "${table}" (${names}) values (${values})`)
  }
  // It is the next migration that loses them.
  const losing = lost.map((table) => `delete from "${table}";`).join(' ')
  db.exec(`create trigger loses after insert on kysely_migration begin ${losing} end`)
  db.exec('pragma wal_checkpoint(truncate)')
  db.close()
  const before = hash()
  const { code, err } = await start()
  expect(code).toBe(5)
  expect(err).toMatch(/, and is as it was: Records of .* were lost\.\n$/)
  const named = /Records of (.*) were lost/.exec(err)?.[1]?.split(', ')
  expect(named?.toSorted()).toEqual(lost.toSorted())
  expect(hash()).toBe(before)
})

test('A152 an older build refuses newer data in words, and changes nothing', async () => {
  const db = await openDatabase(databaseFileOf(data))
  await db.insertInto('settings').values({ name: 'writtenBy', value: '9.1.0 (data 9999)' }).execute()
  await db.destroy()
  change(
    "insert into kysely_migration values ('9999-of-tomorrow', '2030-01-01'); pragma wal_checkpoint(truncate)",
  )
  const before = hash()
  expect(await start()).toEqual({
    code: 1,
    err: `This data was written by 9.1.0 (data 9999); this is ${ourBuild()}.\n`,
  })
  expect(hash()).toBe(before)
})

/** Runs a command of the tool on the folder. */
async function admin(...args: string[]) {
  const said = { out: '', err: '' }
  const status = await runAdmin(['--data', data, ...args], {
    input: Readable.from(['']),
    out: (text) => {
      said.out += text
    },
    err: (text) => {
      said.err += text
    },
    account: 'operator',
    clock: () => Date.UTC(2026, 10, 25, 12),
  })
  return { status, ...said }
}

test('A152 rollback says how many records were written since, and puts the data of before back', async () => {
  expect(await admin('rollback')).toMatchObject({ status: 1, err: expect.stringContaining('There is no ') })
  await older('0054-mail-queue')
  const migrated = await admin('migrate')
  expect(migrated).toMatchObject({ status: 0, err: '' })
  expect(migrated.out).toMatch(
    /^The data is of \S+ \(data \d{4}\) now\. What it was before is in \S+before-\S+\.backup\.\n$/,
  )
  expect(await admin('migrate')).toMatchObject({ status: 0, out: expect.stringMatching(/ already\.\n$/) })
  change("insert into settings (name, value) values ('of later', 'one'), ('of later still', 'two')")
  const held = takeDataFolder(data)
  expect((await admin('rollback')).status).toBe(3)
  held.release()
  const { status, out, err } = await admin('rollback')
  // Besides the two: what the build that wrote it is called, the audit entry of the migration, and the three
  // mileage rates that come with a migration.
  expect(err).toMatch(/^7 records were written since \S+before-\S+\.backup was made\.\n$/)
  expect(status).toBe(0)
  expect(out).toMatch(/^ {2}settings: 3$/m)
  expect(appliedIn(databaseFileOf(data)).at(-1)).toBe('0054-mail-queue')
  const db = new DatabaseSync(databaseFileOf(data), { readOnly: true })
  expect(db.prepare('select name from settings order by name').all()).toEqual([{ name: 'of before' }])
  expect(db.prepare('select action, actorName, reason from audit').all()).toEqual([
    { action: 'BACKUP_RESTORED', actorName: 'fieldwork-admin', reason: 'Operating-system account operator' },
  ])
  db.close()
  // What was written since is in the folder that was moved aside.
  const aside = readdirSync(folder).find((name) => name.startsWith('data-before-restore-')) ?? ''
  expect(appliedIn(join(folder, aside, 'fieldwork.db'))).toEqual(KNOWN_MIGRATIONS.toSorted())
})

test('A018 A152 rollback says it as one JSON object, too', async () => {
  await older('0054-mail-queue')
  await admin('migrate')
  const { out, err } = await admin('rollback', '--json')
  expect(err).toBe('')
  expect(JSON.parse(out)).toMatchObject({ done: true, writtenSince: 5, missing: { audit: 1, settings: 1 } })
})
