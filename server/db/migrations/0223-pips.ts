import type { Kysely } from 'kysely'
import { traitsOf } from '../dialect/traits.ts'

/** Performance improvement plans and their meetings (spec 4 §2.4, 6 §5.5). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  const { id } = traitsOf(db as unknown as Kysely<never>)
  await schema
    .createTable('pips')
    .addColumn('id', id.type, id.column)
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('ownerID', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('support', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('start', 'text', (c) => c.notNull())
    .addColumn('end', 'text', (c) => c.notNull())
    .addColumn('measures', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('shownAt', 'bigint')
    .addColumn('changedAt', 'bigint', (c) => c.notNull())
    .execute()
  // One plan goes on for a person, also on two servers (spec 6 §5.5).
  await schema
    .createIndex('activePlanOfPerson')
    .unique()
    .on('pips')
    .column('userID')
    .where('state' as never, 'in', ['ACTIVE', 'EXTENDED'] as never)
    .execute()
  await schema
    .createTable('pipMeetings')
    .addColumn('id', id.type, id.column)
    .addColumn('pipID', 'integer', (c) => c.notNull().references('pips.id').onDelete('cascade'))
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('notes', 'text', (c) => c.notNull())
    .addColumn('comment', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('commentedAt', 'bigint')
    .execute()
  await schema.createIndex('meetingsOfPip').on('pipMeetings').columns(['pipID', 'at']).execute()
}
