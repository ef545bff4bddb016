import type { Kysely } from 'kysely'
import { traitsOf } from '../dialect/traits.ts'

const KINDS = [
  ...(['ADDRESS_LOOKUP', 'EMAIL_VERIFICATION', 'AI', 'GIF'] as const),
  ...(['SURVEY_TOOL', 'DIMENSIONS', 'DIMENSIONS_STAGING'] as const),
]
const camel = (kind: string) =>
  kind.toLowerCase().replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Services that are asked now and then, and survey tools that are asked through (spec 5 §5.3). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  const { id } = traitsOf(db as unknown as Kysely<never>)
  for (const kind of KINDS)
    await schema
      .createIndex(`adaptorsOne${camel(kind)}`)
      .unique()
      .on('adaptors')
      .column('kind')
      .where('kind' as never, '=', kind as never)
      .execute()
  await schema
    .createTable('adaptorUses')
    .addColumn('adaptorID', 'integer', (c) => c.notNull().references('adaptors.id').onDelete('cascade'))
    .addColumn('month', 'text', (c) => c.notNull())
    .addColumn('uses', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('adaptorUsesKey', ['adaptorID', 'month'])
    .execute()
  await schema
    .createTable('surveyMarks')
    .addColumn('adaptorID', 'integer', (c) => c.notNull().references('adaptors.id').onDelete('cascade'))
    .addColumn('what', 'text', (c) => c.notNull())
    .addColumn('mark', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('surveyMarksKey', ['adaptorID', 'what'])
    .execute()
  await schema
    .createTable('surveyUnmapped')
    .addColumn('id', id.type, id.column)
    .addColumn('adaptorID', 'integer', (c) => c.notNull().references('adaptors.id').onDelete('cascade'))
    .addColumn('sourceCallID', 'text', (c) => c.notNull())
    .addColumn('userID', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('code', 'text', (c) => c.notNull())
    .addColumn('record', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .execute()
  await schema
    .createIndex('surveyUnmappedByCall')
    .unique()
    .on('surveyUnmapped')
    .columns(['adaptorID', 'sourceCallID'])
    .execute()
}
