import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runAdmin } from '../../../admin/run-admin.ts'
import { NOON, TEST_COST } from '../../../http/testing/test-server.ts'
import { ENTRIES } from '../../../setup/testing/setup-entries.ts'
import { databaseFileOf } from '../../data-folder.ts'
import { type Database, openDatabase } from '../../database.ts'
import { bareDatabase } from '../../testing/test-database.ts'

const { password: PASSWORD, ...ADMIN } = ENTRIES.admin

let data: string
let url: string
beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'fieldwork-admin-'))
  url = await bareDatabase()
  mkdirSync(join(data, 'files'), { mode: 0o700 })
  writeFileSync(join(data, 'setup.json'), JSON.stringify({ ...ENTRIES, admin: ADMIN }), { mode: 0o600 })
})
afterEach(() => rmSync(data, { recursive: true }))

async function run(args: string[], typed = '', environment: Record<string, string> = {}) {
  const said = { out: '', err: '' }
  const status = await runAdmin(['--data', data, ...args], {
    input: Readable.from([typed]),
    out: (text) => {
      said.out += text
    },
    err: (text) => {
      said.err += text
    },
    account: 'operator',
    clock: () => NOON,
    passwordCost: TEST_COST,
    environment,
    diskOf: async () => ({ free: 2 ** 40, size: 2 ** 41 }),
  })
  return { status, ...said }
}
const there = (...args: string[]) => run(['--database', url, ...args])
const setUp = () => run(['--database', url, 'setup', '--file', join(data, 'setup.json')], `${PASSWORD}\n`)

async function inDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const db = await openDatabase(databaseFileOf(data), url)
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

test('an installation on PostgreSQL is set up, looked after and checked by the same commands', async () => {
  expect(await setUp()).toEqual({
    status: 0,
    out: 'The installation is set up. Sign in as mary.quay.\n',
    err: '',
  })
  expect((await run(['list-people'], '', { FIELDWORK_DATABASE: url })).out).toContain('mary.quay')
  expect((await there('reset-password', 'mary.quay')).status).toBe(0)
  expect((await there('log-level', 'debug')).out).toBe(
    'The server logs at the level debug until it starts again.\n',
  )
  expect((await there('verify-audit')).status).toBe(0)
  expect(await there('migrate')).toMatchObject({ status: 0, out: 'The database is of this build.\n' })
  // As the tool's own umask makes it.
  chmodSync(join(data, 'fieldwork.lock'), 0o600)
  const { status, out } = await there('check')
  expect([status, out]).toEqual([0, expect.stringContaining('All is well.')])
  expect(await inDatabase((db) => db.selectFrom('audit').select('actorName').distinct().execute())).toEqual([
    { actorName: 'fieldwork-admin' },
  ])
})

test('check names a file that is missing in a store elsewhere, and a database of an older or newer build', async () => {
  await setUp()
  const files = mkdtempSync(join(tmpdir(), 'fieldwork-files-'))
  await inDatabase(async (db) => {
    const { id } = await db.selectFrom('users').select('id').limit(1).executeTakeFirstOrThrow()
    await db
      .insertInto('privacyRequests')
      .values({
        ...{ kind: 'EXPORT', state: 'READY', personID: id, requestedBy: id, reason: '', withTexts: 0 },
        ...{ requestedAt: NOON, size: 1, storedAs: 'ab/abababab-0000-4000-8000-000000000001' },
      })
      .execute()
  })
  const missing = await there('--files', files, 'check')
  expect([missing.status, missing.out]).toEqual([
    4,
    expect.stringContaining('Files: files/ab/abababab-0000-4000-8000-000000000001 is missing.'),
  ])
  await inDatabase((db) =>
    sql`insert into kysely_migration (name, timestamp) values ('9999-from-tomorrow', '2099')`.execute(db),
  )
  expect((await there('check')).out).toContain('Version: The data was written by a newer build.')
  expect((await there('list-people')).err).toMatch(
    /newer version of this server, which made 9999-from-tomorrow/,
  )
  rmSync(files, { recursive: true })
})

test.each([
  [
    'backup',
    'TO',
    'This backs up the file in a data folder. PostgreSQL is backed up by its own means: pg_dump, or continuous archiving.',
  ],
  [
    'restore',
    'FROM',
    'This restores the file in a data folder. PostgreSQL is restored by its own means: pg_dump, or continuous archiving.',
  ],
  [
    'rollback',
    null,
    'This puts the file in a data folder back. PostgreSQL goes back to before an upgrade by its own means: pg_dump, or continuous archiving.',
  ],
])('%s says in one sentence why it is not for PostgreSQL', async (command, operand, words) => {
  expect(await there(command, ...(operand === null ? [] : [operand]))).toEqual({
    status: 1,
    out: '',
    err: `${words}\n`,
  })
})

test('A016 A022 new keys, and a set-up, wait until no server runs on the database', async () => {
  await setUp()
  await inDatabase((db) =>
    db
      .insertInto('servers')
      .values({ id: 'a', startedAt: NOON, leaseUntil: NOON + 1 })
      .execute(),
  )
  expect(await there('rotate-secrets')).toMatchObject({
    status: 3,
    err: 'A server runs on this database, or did until a moment ago. Stop all of them, and try again in a minute.\n',
  })
  await inDatabase((db) => db.updateTable('servers').set({ leaseUntil: NOON }).execute())
  expect((await there('rotate-secrets')).status).toBe(0)
})

test('a wrong address, a database that isn’t there and another program’s are said in one sentence', async () => {
  const said = async (address: string) => (await run(['--database', address, 'list-people'])).err.trim()
  expect(await said('postgres://ann:planted@127.0.0.1:1/fieldwork')).toBe(
    'The database at 127.0.0.1:1/fieldwork can’t be reached.',
  )
  expect(await said(`${url}_none`)).toMatch(/has no such database\./)
  expect(await said('mysql://a/b')).toMatch(/must be like postgres:/)
  await inDatabase((db) => sql`drop table kysely_migration`.execute(db))
  expect(await said(url)).toMatch(/is the database of another program\.$/)
})
