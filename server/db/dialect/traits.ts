import { type ColumnDefinitionBuilder, type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely'

/** Where messages are found by their words: what to select from, and the condition. */
export interface WordSearch {
  /** Has the messages as `m`. */
  readonly from: RawBuilder<unknown>
  readonly where: RawBuilder<boolean>
  /** What the newest come first by. */
  readonly key: RawBuilder<unknown>
}

/** The fields of rows that were worked out, and what they hold. */
export type MadeFields = Readonly<Record<string, 'whole' | 'number' | 'text'>>
const POSTGRES_TYPES = { whole: 'bigint', number: 'double precision', text: 'text' } as const

/** What the two databases do in their own way. Everything else is SQL that both take. */
export interface DialectTraits {
  readonly kind: 'sqlite' | 'postgres'
  /** The database's own time, in milliseconds since 1970: the same for all servers. */
  readonly now: RawBuilder<number>
  /** A column of ids that count up by themselves: `addColumn('id', id.type, id.column)`. */
  readonly id: {
    readonly type: 'integer' | 'bigint'
    readonly column: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder
  }
  /**
   * Rows that were worked out here, as a table to select from.
   * @param json a list of objects with these fields
   */
  made(fields: MadeFields, json: string): RawBuilder<unknown>
  /** @param words each must be there, as the beginning of a word; letters and digits only */
  messagesWith(words: readonly string[]): WordSearch
}

const SQLITE: DialectTraits = {
  kind: 'sqlite',
  now: sql<number>`cast(unixepoch('subsec') * 1000 as integer)`,
  // SQLite counts only what it calls an integer.
  id: { type: 'integer', column: (c) => c.primaryKey().autoIncrement() },
  made: (fields, json) => {
    const each = Object.keys(fields).map(
      (name) => sql`json_extract(value, ${sql.lit(`$.${name}`)}) as ${sql.ref(name)}`,
    )
    return sql`(select ${sql.join(each)} from json_each(${json}))`
  },
  messagesWith: (words) => ({
    from: sql`"messageWords" as w join messages as m on m.id = w.rowid`,
    where: sql<boolean>`"messageWords" match ${words.map((word) => `"${word}"*`).join(' ')}`,
    key: sql`w.rowid`,
  }),
}

/** As the index of PostgreSQL has it (`postgres/extras.sql`). */
const plain = (word: string) => word.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

const POSTGRES: DialectTraits = {
  kind: 'postgres',
  now: sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`,
  id: { type: 'bigint', column: (c) => c.primaryKey().generatedByDefaultAsIdentity() },
  made: (fields, json) => {
    const each = Object.entries(fields).map(
      ([name, kind]) => sql`${sql.ref(name)} ${sql.raw(POSTGRES_TYPES[kind])}`,
    )
    return sql`(select * from jsonb_to_recordset(${json}::jsonb) as made(${sql.join(each)}))`
  },
  messagesWith: (words) => ({
    from: sql`messages as m`,
    where: sql<boolean>`m."deletedAt" is null and "messageWords"(m.text) @@ to_tsquery('simple', ${words
      .map(plain)
      .filter((word) => word !== '')
      .map((word) => `'${word}':*`)
      .join(' & ')})`,
    key: sql`m.id`,
  }),
}

/** What the database of this connection, or of this transaction, does in its own way. */
export function traitsOf(db: Pick<Kysely<never>, 'getExecutor'>): DialectTraits {
  return db.getExecutor().adapter instanceof PostgresAdapter ? POSTGRES : SQLITE
}
