import { existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { KNOWN_MIGRATIONS, openDatabase, pendingMigrations, UnusableDatabaseError } from './database.ts'

let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fieldwork-db-'))
  file = join(folder, 'sub', 'data.db')
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a new database is made with its folder, and opens again with what is in it', async () => {
  const first = await openDatabase(file)
  await first.insertInto('areas').values({ name: 'Leeds' }).execute()
  await first.destroy()
  const second = await openDatabase(file)
  expect(await second.selectFrom('areas').select('name').execute()).toEqual([{ name: 'Leeds' }])
  await second.destroy()
})

test('a new database has its whole schema before it has its name, so that a killed start leaves none by halves', async () => {
  const opening = openDatabase(file)
  await vi.waitFor(() => expect(existsSync(file)).toBe(true), { interval: 1 })
  const seen = new DatabaseSync(file, { readOnly: true })
  const made = seen.prepare('select count(*) as made from kysely_migration').get()?.made
  seen.close()
  const db = await opening
  expect([made, await pendingMigrations(db)]).toEqual([KNOWN_MIGRATIONS.length, []])
  await db.destroy()
})

test('rows must refer to rows that are there', async () => {
  const db = await openDatabase(':memory:')
  const orphan = { userID: 99, permission: 1 }
  await expect(db.insertInto('userPermissions').values(orphan).execute()).rejects.toThrow('FOREIGN KEY')
  await db.destroy()
})

test.each([
  ['text', Buffer.from('my diary, and nothing that a server should write to')],
  ['zeros', Buffer.alloc(8192)],
  ['a few bytes', Buffer.from('x')],
  ['a damaged header', Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(4096, 7)])],
])('a file of %s is refused in words and left as it was', async (_, content) => {
  const own = join(folder, 'file')
  writeFileSync(own, content)
  await expect(openDatabase(own)).rejects.toThrow(new UnusableDatabaseError(own, 'is not a database.'))
  expect(readFileSync(own)).toEqual(content)
})

test("another program's database is refused and left as it was", async () => {
  const own = join(folder, 'other.db')
  const other = new DatabaseSync(own)
  other.exec('create table bookmarks (url text)')
  other.close()
  const before = readFileSync(own)
  await expect(openDatabase(own)).rejects.toThrow('is the database of another program.')
  expect(readFileSync(own)).toEqual(before)
})

test('a database of a newer version is refused', async () => {
  const newer = await openDatabase(file)
  await newer.destroy()
  const raw = new DatabaseSync(file)
  raw.exec("insert into kysely_migration values ('0999-of-the-future', '2030-01-01')")
  raw.close()
  await expect(openDatabase(file)).rejects.toThrow(
    'was written by a newer version of this server, which made 0999-of-the-future. Start that version, or a newer one.',
  )
})

test('an empty file is no new database: what it held is lost, and says so', async () => {
  const own = join(folder, 'file')
  writeFileSync(own, '')
  await expect(openDatabase(own)).rejects.toThrow(
    new UnusableDatabaseError(
      own,
      'is empty: what it held is lost. Put a backup in its place, or begin afresh with --reset.',
    ),
  )
  expect(readFileSync(own)).toHaveLength(0)
})

test('a first start that was cut short in making the file is begun again', async () => {
  await (await openDatabase(file)).destroy()
  rmSync(file)
  writeFileSync(`${file}-new`, 'half')
  await (await openDatabase(file)).destroy()
  expect(readFileSync(file).length).toBeGreaterThan(4096)
})

test.each(['cut short', 'overwritten'])('a database that was %s is refused in words', async (how) => {
  await (await openDatabase(file)).destroy()
  const content = readFileSync(file)
  if (how === 'cut short') truncateSync(file, 8192)
  else writeFileSync(file, Buffer.concat([content.subarray(0, 100), Buffer.alloc(content.length - 100, 7)]))
  await expect(openDatabase(file)).rejects.toThrow(
    `${file} is damaged or was cut short. Put a backup in its place, or begin afresh with --reset.`,
  )
})
