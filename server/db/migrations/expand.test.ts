import { readFileSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { Kysely, type SqliteDatabase, SqliteDialect, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MIGRATIONS } from '../database.ts'

/**
 * While servers are upgraded one after the other, the version before works on what the new version has migrated. So a
 * migration may only add: what is no longer used goes with a version after the one that stopped using it. Such a
 * migration is listed here, with the version that did.
 */
const CONTRACTED: Readonly<Record<string, string>> = {}

/** PostgreSQL's first schema: nobody ran a version before it beside another. */
const BASELINE = new Set(
  /^-- includes: (.*)$/m
    .exec(readFileSync(new URL('../dialect/postgres/baseline.sql', import.meta.url), 'utf8'))?.[1]
    ?.split(' '),
)

type Shape = ReadonlyMap<
  string,
  { readonly isNeeded: boolean; readonly type: string; readonly isOptional: boolean }
>

/** Each table's columns. `isNeeded` where a row can't be written without naming the column. */
async function shapeOf(db: Kysely<never>): Promise<Shape> {
  const { rows } = await sql<{
    table: string
    name: string
    type: string
    notnull: number
    dflt: string | null
    pk: number
  }>`
    select t.name as "table", c.name, c.type, c."notnull", c.dflt_value as dflt, c.pk
    from pragma_table_list as t, pragma_table_info(t.name) as c
    where t.schema = 'main' and t.type = 'table' and t.name not like 'sqlite%' and t.name not like 'kysely%'`.execute(
    db,
  )
  return new Map(
    rows.map(({ table, name, type, notnull, dflt, pk }) => [
      `${table}.${name}`,
      {
        isNeeded: notnull === 1 && dflt === null && pk === 0,
        isOptional: notnull === 0,
        type: type.toLowerCase(),
      },
    ]),
  )
}

/** Unique indexes that a row of the version before may violate, by table and columns. */
async function uniqueOf(db: Kysely<never>): Promise<Set<string>> {
  const { rows } = await sql<{ table: string; columns: string }>`
    select t.name as "table", (select group_concat(x.name) from pragma_index_info(i.name) as x) as columns
    from pragma_table_list as t, pragma_index_list(t.name) as i
    where t.schema = 'main' and t.type = 'table' and i."unique" = 1`.execute(db)
  return new Set(rows.map(({ table, columns }) => `${table} (${columns})`))
}

/** What the version before would stumble over, as sentences. */
async function stumbles(db: Kysely<never>, migrate: () => Promise<void>): Promise<string[]> {
  const [before, unique] = [await shapeOf(db), await uniqueOf(db)]
  await migrate()
  const [after, uniqueAfter] = [await shapeOf(db), await uniqueOf(db)]
  const tables = new Set([...before.keys()].map((name) => name.split('.')[0]))
  const isOld = (name: string) => tables.has(name.split(/[ .]/)[0])
  /** With a new column that may be null: the version before leaves it so, and nulls are held against nothing. */
  const leavesOut = (name: string) => {
    const [table = '', columns = ''] = name.split(' ')
    return columns
      .slice(1, -1)
      .split(',')
      .some((column) => {
        const key = `${table}.${column}`
        return !before.has(key) && after.get(key)?.isOptional === true
      })
  }
  return [
    ...[...before].flatMap(([name, was]) => {
      const is = after.get(name)
      if (!is) return [`${name} is gone`]
      if (was.type !== is.type) return [`${name} has another type`]
      return was.isOptional && !is.isOptional ? [`${name} may no longer be null`] : []
    }),
    ...[...after].flatMap(([name, { isNeeded }]) =>
      !before.has(name) && isOld(name) && isNeeded ? [`${name} has no default`] : [],
    ),
    ...[...uniqueAfter].flatMap((name) =>
      !unique.has(name) && isOld(name) && !leavesOut(name) ? [`${name} is unique`] : [],
    ),
  ]
}

let db: Kysely<never>
beforeEach(() => {
  const sqlite = new DatabaseSync(':memory:')
  const database: SqliteDatabase = {
    close: () => sqlite.close(),
    prepare: (query) => {
      const statement = sqlite.prepare(query)
      const values = (parameters: readonly unknown[]) => parameters as readonly SQLInputValue[]
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...values(parameters)),
        run: (parameters) => statement.run(...values(parameters)),
        iterate: (parameters) => statement.iterate(...values(parameters)),
      }
    },
  }
  db = new Kysely<never>({ dialect: new SqliteDialect({ database }) })
})
afterEach(() => db.destroy())

test('a migration after the baseline takes nothing from the version before, which still runs beside the new one', async () => {
  const found: Record<string, string[]> = {}
  let later = 0
  const all: Readonly<Record<string, Migration>> = MIGRATIONS
  const inOrder = Object.entries(all).toSorted(([one], [other]) => (one < other ? -1 : 1))
  for (const [name, { up }] of inOrder) {
    if (BASELINE.has(name)) await up(db)
    else {
      later += 1
      const words = await stumbles(db, () => up(db))
      if (words.length > 0 && CONTRACTED[name] === undefined) found[name] = words
    }
  }
  expect(later).toBeGreaterThan(0)
  expect(found).toEqual({})
})

test.each([
  ['drops a column', 'alter table a drop column x', ['a.x is gone']],
  ['drops a table', 'drop table a', ['a.id is gone', 'a.x is gone']],
  ['renames a column', 'alter table a rename column x to y', ['a.x is gone']],
  ['renames a table', 'alter table a rename to b', ['a.id is gone', 'a.x is gone']],
  [
    'adds what has to be named',
    `create table n (id integer primary key, x text, y text not null);
    drop table a; alter table n rename to a`,
    ['a.y has no default'],
  ],
  [
    'needs what could be missing',
    `create table n (id integer primary key, x text not null default '');
    drop table a; alter table n rename to a`,
    ['a.x may no longer be null'],
  ],
  [
    'makes another type of it',
    `create table n (id integer primary key, x integer);
    drop table a; alter table n rename to a`,
    ['a.x has another type'],
  ],
  ['refuses twice what could be twice', 'create unique index u on a (x)', ['a (x) is unique']],
  [
    'refuses twice what could be twice, with a column that is never null',
    "alter table a add column y text not null default ''; create unique index u on a (x, y)",
    ['a (x,y) is unique'],
  ],
  [
    'refuses twice what only it writes',
    'alter table a add column y text; create unique index u on a (x, y)',
    [],
  ],
  [
    'adds',
    `create table b (id integer primary key, x text not null); create unique index u on b (x);
    alter table a add column y text; alter table a add column z integer not null default 0`,
    [],
  ],
])('one that %s is noticed', async (_, statements, words) => {
  await sql`create table a (id integer primary key, x text)`.execute(db)
  const migrate = async () => {
    for (const one of statements.split(';')) await sql.raw(one).execute(db)
  }
  expect(await stumbles(db, migrate)).toEqual(words)
})
