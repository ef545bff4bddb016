import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Database, MIGRATIONS, openDatabase, pendingMigrations } from '../../database.ts'
import type { Schema } from '../../schema.ts'
import { bareDatabase } from '../../testing/test-database.ts'
import { inOneUnit } from '../../unit-of-work.ts'
import { openPostgres, placeOf } from './open-postgres.ts'

const open = (url: string) => openPostgres<Schema>(url, MIGRATIONS)

let url: string
let db: Database
const others: { destroy(): Promise<void> }[] = []
beforeEach(async () => {
  url = await bareDatabase()
  db = await open(url)
})
afterEach(async () => {
  for (const one of [db, ...others.splice(0)]) await one.destroy()
})

const addArea = (to: Database, name: string) =>
  to
    .insertInto('areas')
    .values({ name, nameKey: name.toLowerCase() })
    .returning('id')
    .executeTakeFirstOrThrow()
const areas = async (of: Database = db) =>
  (await of.selectFrom('areas').select('name').orderBy('id').execute()).map(({ name }) => name)

describe('the schema', () => {
  const KINDS: readonly (readonly [RegExp, string])[] = [
    [/int/, 'integer'],
    [/text|char/, 'text'],
    [/blob|bytea/, 'bytes'],
    [/real|double|float/, 'number'],
  ]
  const kindOf = (type: string) => KINDS.find(([pattern]) => pattern.test(type.toLowerCase()))?.[1] ?? type

  async function columnsOf(of: Kysely<never>): Promise<string[]> {
    const tables = await of.introspection.getTables()
    return tables
      .filter(({ name }) => !/^(?:messageWords|kysely_)/.test(name))
      .flatMap(({ name, columns }) =>
        columns.map(
          (column) =>
            `${name}.${column.name} ${kindOf(column.dataType)}${column.isNullable ? ' or null' : ''}${column.hasDefaultValue ? ' with a default' : ''}`,
        ),
      )
      .sort()
  }
  /** Ids are numbered in another way. */
  const plain = (lines: readonly string[]) =>
    lines.map((line) =>
      / integer(?: or null)?(?: with a default)?$/.test(line) && /\.id /.test(line)
        ? line.split(' ')[0]
        : line.replace(/ or null$/, ''),
    )

  test('has the tables and columns of SQLite, of the same kind', async () => {
    const file = await openDatabase(':memory:')
    others.push(file)
    const [here, there] = [await columnsOf(db as never), await columnsOf(file as never)]
    expect(plain(here)).toEqual(plain(there))
  })

  test('refuses twice what SQLite refuses twice', async () => {
    const file = await openDatabase(':memory:')
    others.push(file)
    const { rows: there } = await sql<{ name: string; sql: string }>`
      select name, sql from sqlite_schema where type = 'index' and sql is not null`.execute(file)
    const { rows: here } = await sql<{ name: string; isUnique: number }>`
      select indexname as name, indexdef like 'CREATE UNIQUE%' as "isUnique" from pg_indexes
      where schemaname = 'public'`.execute(db)
    const kept = new Map(here.map(({ name, isUnique }) => [name, isUnique === 1]))
    const wanted = there.map(({ name, sql: text }) => [name, /^create unique/i.test(text)] as const)
    expect(wanted.filter(([name, isUnique]) => kept.get(name) !== isUnique)).toEqual([])
  })

  test('is made once, also by two servers that start at the same time', async () => {
    const fresh = await bareDatabase()
    const both = await Promise.all([open(fresh), open(fresh)])
    others.push(...both)
    for (const one of both)
      expect(await one.selectFrom('projects').select('code').execute()).toEqual([{ code: 'OFFICE' }])
    await addArea(both[0], 'Leeds')
    const again = await open(fresh)
    others.push(again)
    expect(await areas(again)).toEqual(['Leeds'])
    expect(await pendingMigrations(again)).toEqual([])
  })
})

test('ids count on from the highest, whoever gave it', async () => {
  await db.insertInto('areas').values({ id: 1, name: 'A', nameKey: 'a' }).execute()
  expect((await addArea(db, 'B')).id).toBe(2)
  await db.insertInto('areas').values({ id: 40, name: 'C', nameKey: 'c' }).execute()
  await db.insertInto('areas').values({ id: 30, name: 'D', nameKey: 'd' }).execute()
  expect((await addArea(db, 'E')).id).toBe(41)
  // Rows that the schema brings have ids, too.
  const { id } = await db
    .insertInto('projects')
    .values({ code: 'P', name: 'P', epicID: null, kind: 'CATI', createdAt: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(id).toBe(2)
})

describe('writers take turns over all servers', () => {
  test('what one reads in its transaction the other doesn’t change meanwhile', async () => {
    const second = await open(url)
    others.push(second)
    await db.insertInto('settings').values({ name: 'n', value: '0' }).execute()
    const happened: string[] = []
    const add = (of: Database, who: string) =>
      of.transaction().execute(async (trx) => {
        const asked = trx.selectFrom('settings').select('value').where('name', '=', 'n')
        const { value } = await asked.executeTakeFirstOrThrow()
        happened.push(`${who} read ${value}`)
        // Long enough for the other to come in between, were it let in.
        for (let look = 0; look < 20; look += 1) await areas()
        await trx
          .updateTable('settings')
          .set({ value: `${Number(value) + 1}` })
          .where('name', '=', 'n')
          .execute()
        happened.push(`${who} wrote`)
      })
    await Promise.all([add(db, 'first'), add(second, 'second')])
    const order = happened[0]?.startsWith('first') ? ['first', 'second'] : ['second', 'first']
    expect(happened).toEqual([
      `${order[0]} read 0`,
      `${order[0]} wrote`,
      `${order[1]} read 1`,
      `${order[1]} wrote`,
    ])
  })

  test('more writers than connections wait, while readers are answered', async () => {
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const first = db.transaction().execute(async (trx) => {
      await addArea(trx, 'Leeds')
      await held
    })
    const waiting = Array.from({ length: 40 }, (_, n) => addArea(db, `Area ${n}`))
    for (let reader = 0; reader < 20; reader += 1) expect(await areas()).toEqual([])
    letGo()
    await Promise.all([first, ...waiting])
    expect(await areas()).toHaveLength(41)
  })

  test('ids come in the order of the commits', async () => {
    const second = await open(url)
    others.push(second)
    const seen: number[] = []
    let isOver = false
    const look = (async () => {
      while (!isOver) {
        const { rows } = await sql<{
          id: number
        }>`select id from areas where id > ${seen.at(-1) ?? 0} order by id`.execute(db)
        seen.push(...rows.map(({ id }) => id))
      }
    })()
    const writes = Array.from({ length: 60 }, (_, n) =>
      (n % 2 === 0 ? db : second).transaction().execute(async (trx) => {
        await addArea(trx, `Area ${n}`)
        await new Promise((resolve) => setTimeout(resolve, n % 3))
      }),
    )
    await Promise.all(writes)
    isOver = true
    await look
    const all = (await db.selectFrom('areas').select('id').orderBy('id').execute()).map(({ id }) => id)
    // Nobody who asks for what comes after the last that they saw misses one.
    expect(seen).toEqual(all.slice(0, seen.length))
    expect(all).toHaveLength(60)
  })
})

describe('a unit', () => {
  test('whose statement failed keeps nothing and says so, though the handler went on', async () => {
    await addArea(db, 'Leeds')
    const went = inOneUnit(async () => {
      await addArea(db, 'York')
      await db
        .insertInto('areas')
        .values({ id: 1, name: 'X', nameKey: 'x' })
        .execute()
        .catch(() => {})
      return 'done'
    })
    await expect(went).rejects.toThrow('duplicate key')
    expect(await areas()).toEqual(['Leeds'])
  })

  test('whose inner transaction failed goes on without it', async () => {
    await addArea(db, 'Leeds')
    await inOneUnit(async () => {
      await addArea(db, 'York')
      await db
        .transaction()
        .execute((trx) => trx.insertInto('areas').values({ id: 1, name: 'X', nameKey: 'x' }).execute())
        .catch(() => {})
      await addArea(db, 'Hull')
    })
    expect(await areas()).toEqual(['Leeds', 'York', 'Hull'])
  })
})

describe('what can’t be used is told in one sentence', () => {
  const said = (address: string) =>
    open(address).then(
      () => 'opened',
      (error: Error) => `${error.name}: ${error.message}`,
    )

  test.each(['fieldwork', 'mysql://h/d', 'postgres://h', 'postgres://h/', ''])(
    '%j is no address',
    (address) => {
      expect(() => placeOf(address)).toThrow('must be like postgres://user:password@host:5432/database')
    },
  )

  test('a clock that differs by minutes, either way; nothing is written', async () => {
    const fresh = await bareDatabase()
    const at = (ms: number) =>
      openPostgres<Schema>(
        fresh,
        MIGRATIONS,
        () => {},
        () => Date.now() + ms,
      ).then(
        (opened) => void others.push(opened),
        ({ message }: Error) => message.replace(/^.* has a clock/, ''),
      )
    expect(await at(125_000)).toMatch(
      /^ 12[456] seconds behind this server’s, where 10 are allowed; set both right, by NTP say\.$/,
    )
    expect(await at(-60_000)).toMatch(/^ (?:59|60|61) seconds ahead of this server’s/)
    const bare = new Kysely<never>({
      dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: fresh }) }),
    })
    others.push(bare)
    expect(await bare.introspection.getTables()).toEqual([])
    expect(await at(-9000)).toBeUndefined()
    expect(await at(9000)).toBeUndefined()
  })

  test('nobody there, no such database, another program’s, a newer version’s', async () => {
    expect(await said('postgres://ann:secret@127.0.0.1:1/fieldwork')).toBe(
      'UnusablePostgresError: The database at 127.0.0.1:1/fieldwork can’t be reached.',
    )
    expect(await said(`${url}_none`)).toMatch(
      /^UnusablePostgresError: The database at \S+ has no such database\./,
    )
    const foreign = await bareDatabase()
    const theirs = await open(await bareDatabase())
    others.push(theirs)
    const pool = await open(foreign)
    others.push(pool)
    await sql`drop table kysely_migration`.execute(pool)
    expect(await said(foreign)).toMatch(/is the database of another program\.$/)
    // A user who may look and not make anything: nothing is written.
    const bare = await bareDatabase()
    const admin = await open(await bareDatabase())
    others.push(admin)
    await sql.raw(`drop role if exists looker; create role looker login`).execute(admin)
    const looker = new URL(bare)
    looker.username = 'looker'
    expect(await said(looker.href)).toMatch(/doesn’t let this user make tables\.$/)
    await db
      .insertInto('kysely_migration' as never)
      .values({ name: '9999-from-tomorrow', timestamp: '2099-01-01' } as never)
      .execute()
    expect(await said(url)).toMatch(
      /was written by a newer version of this server, which made 9999-from-tomorrow\. Start that version, or a newer one\.$/,
    )
  })
})
