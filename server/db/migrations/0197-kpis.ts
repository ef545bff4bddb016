import type { Kysely } from 'kysely'
import { traitsOf } from '../dialect/traits.ts'

/** What figures are judged by, and targets. Columns are described in server/db/schema. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  const { id } = traitsOf(db as unknown as Kysely<never>)
  await schema
    .createTable('kpis')
    .addColumn('id', id.type, id.column)
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('code', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('measure', 'text', (c) => c.notNull())
    .addColumn('direction', 'text', (c) => c.notNull())
    .addColumn('green', 'double precision', (c) => c.notNull())
    .addColumn('amber', 'double precision', (c) => c.notNull())
    .addColumn('weight', 'integer', (c) => c.notNull())
    .addColumn('scope', 'text', (c) => c.notNull())
    .addColumn('scopeIDs', 'text', (c) => c.notNull())
    .addColumn('validFrom', 'text', (c) => c.notNull())
    .addColumn('validTo', 'text')
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('changedBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('changedAt', 'bigint', (c) => c.notNull())
    .execute()
  await schema.createIndex('kpisByMeasure').on('kpis').columns(['measure', 'status']).execute()
  await schema
    .createTable('targets')
    .addColumn('id', id.type, id.column)
    .addColumn('measure', 'text', (c) => c.notNull())
    .addColumn('userID', 'integer', (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('projectID', 'integer', (c) => c.references('projects.id').onDelete('cascade'))
    .addColumn('period', 'text', (c) => c.notNull())
    .addColumn('value', 'double precision', (c) => c.notNull())
    .addColumn('from', 'text', (c) => c.notNull())
    .addColumn('to', 'text')
    .addColumn('setBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('setAt', 'bigint', (c) => c.notNull())
    .execute()
  await schema.createIndex('targetsOfPerson').on('targets').column('userID').execute()
  await schema.createIndex('targetsOfProject').on('targets').column('projectID').execute()
}
