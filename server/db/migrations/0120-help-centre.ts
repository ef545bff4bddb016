import { type Kysely, sql } from 'kysely'

/** The title that a tour's payload has; '' where it has none. */
function titleIn(payload: string): string {
  try {
    const parsed: unknown = JSON.parse(payload)
    const title: unknown = typeof parsed === 'object' && parsed !== null ? Reflect.get(parsed, 'title') : ''
    return typeof title === 'string' ? title.slice(0, 100) : ''
  } catch {
    return ''
  }
}

/** How questions and tours are kept, and what people made of them. Columns are described in schema/help.ts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  for (const table of ['faqArticles', 'tours']) {
    await schema.alterTable(table).addColumn('changedBy', 'integer').execute()
    await schema.alterTable(table).addColumn('changedAt', 'bigint').execute()
  }
  await schema
    .alterTable('tours')
    .addColumn('name', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await schema
    .alterTable('tours')
    .addColumn('audience', 'text', (c) => c.notNull().defaultTo('[]'))
    .execute()
  const tours = sql.table('tours')
  const { rows } = await sql<{ id: number; payload: string }>`select * from ${tours}`.execute(db)
  for (const { id, payload } of rows)
    await sql`update ${tours} set ${sql.ref('name')} = ${titleIn(payload)} where ${sql.ref('id')} = ${id}`.execute(
      db,
    )
  for (const [column, first] of [
    ['version', 1],
    ['stops', 0],
    ['lost', 0],
  ] as const)
    await schema
      .alterTable('tours')
      .addColumn(column, 'integer', (c) => c.notNull().defaultTo(first))
      .execute()
  await schema
    .createTable('faqReadings')
    .addColumn('articleID', 'integer', (c) => c.notNull().references('faqArticles.id').onDelete('cascade'))
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('views', 'integer', (c) => c.notNull())
    .addColumn('lastAt', 'bigint', (c) => c.notNull())
    .addColumn('helpful', 'integer')
    .addPrimaryKeyConstraint('faqReadingsPk', ['articleID', 'userID'])
    .execute()
  await schema
    .createTable('faqMisses')
    .addColumn('term', 'text', (c) => c.notNull())
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('faqMissesPk', ['term', 'userID', 'day'])
    .execute()
  await schema.createIndex('faqMissesByTime').on('faqMisses').column('at').execute()
  await schema
    .createTable('tourFinishes')
    .addColumn('tourID', 'integer', (c) => c.notNull().references('tours.id').onDelete('cascade'))
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('finishedAt', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('tourFinishesPk', ['tourID', 'userID'])
    .execute()
}
