import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openCompany } from '../../../http/testing/company.ts'
import { CopyRefused, copyDatabase } from '../../copy.ts'
import { type Database, MIGRATIONS, openDatabase } from '../../database.ts'
import type { Schema } from '../../schema.ts'
import { bareDatabase } from '../../testing/test-database.ts'
import { openPostgres } from './open-postgres.ts'

const opened: { destroy(): Promise<void> }[] = []
const kept = async (open: Promise<Database>) => {
  const db = await open
  opened.push(db)
  return db
}
const postgres = async () => kept(openPostgres<Schema>(await bareDatabase(), MIGRATIONS))
const file = () => kept(openDatabase(':memory:'))

let company: Database
beforeEach(async () => {
  // A company with something of each kind, on the PostgreSQL of this run.
  const { server } = await openCompany({})
  company = server.server.db
  opened.push({ destroy: () => server.server.close() })
})
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.destroy()
})

const said = (copy: Promise<unknown>) =>
  copy.then(
    () => 'copied',
    (error: unknown) => error,
  )

test('a company goes from PostgreSQL into a file and on into another PostgreSQL: the same rows everywhere', async () => {
  const [middle, last] = [await file(), await postgres()]
  const there = await copyDatabase(company, middle)
  const back = await copyDatabase(middle, last)
  expect(back).toEqual(there)
  expect(there.find(({ name }) => name === 'users')?.rows).toBeGreaterThan(1)
  expect(there.filter(({ rows }) => rows > 0).length).toBeGreaterThan(40)
  // Words are found, and ids count on.
  const { rows } = await sql<{ n: number }>`select count(*) as n from "messageWords"`.execute(middle)
  expect(rows[0]?.n).toBe(there.find(({ name }) => name === 'messages')?.rows)
  const highest = await last
    .selectFrom('areas')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirstOrThrow()
  const made = await last
    .insertInto('areas')
    .values({ name: 'New', nameKey: 'new' })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(made.id).toBe((highest.id ?? 0) + 1)
  // What refers to nothing is refused there as ever.
  const orphan = { userID: 999_999, permission: 1 } as never
  await expect(last.insertInto('userPermissions').values(orphan).execute()).rejects.toThrow(/foreign key/)
})

test('a copy that ends half-way leaves nothing, and can be made again', async () => {
  const to = await postgres()
  const broken = copyDatabase(company, to, ({ name }) => {
    if (name === 'threads') throw new Error('the machine went away')
  })
  expect(await said(broken)).toMatchObject({ message: 'the machine went away' })
  expect(await to.selectFrom('users').select('id').execute()).toEqual([])
  expect(await to.selectFrom('projects').select('code').execute()).toEqual([{ code: 'OFFICE' }])
  expect(await said(copyDatabase(company, to))).toBe('copied')
})

test('a database that somebody lives in isn’t copied over, nor one of another version', async () => {
  const to = await file()
  expect(await said(copyDatabase(company, to))).toBe('copied')
  expect(await said(copyDatabase(company, to))).toEqual(
    new CopyRefused('There are people in the database that is copied to. Name an empty one.'),
  )
  const older = await file()
  await older.schema
    .alterTable('areas')
    .dropColumn('nameKey')
    .execute()
    .catch(() => {})
  await older.schema.dropTable('scratchPads').execute()
  expect(await said(copyDatabase(company, older))).toMatchObject({ message: /different versions/ })
})

test('rows that are other ones when they are read back are told, and nothing is kept', async () => {
  const to = await postgres()
  await sql`create function spoil() returns trigger language plpgsql as $$
    begin new.name := upper(new.name); return new; end $$`.execute(to)
  await sql`create trigger spoil before insert on areas for each row execute function spoil()`.execute(to)
  expect(await said(copyDatabase(company, to))).toEqual(
    new CopyRefused('What was written to areas is not what was read: nothing is kept.'),
  )
  expect(await to.selectFrom('users').select('id').execute()).toEqual([])
})
