import type { Kysely } from 'kysely'
import { traitsOf } from '../dialect/traits.ts'

/** Patterns of shifts, whose they are, and which shift came of which (spec 4 §2.3, §4.5.10). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  const { id } = traitsOf(db as unknown as Kysely<never>)
  await schema
    .createTable('shiftPatterns')
    .addColumn('id', id.type, id.column)
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('nameKey', 'text', (c) => c.notNull().unique())
    .addColumn('areaID', 'integer', (c) => c.references('areas.id'))
    .addColumn('contractTypeID', 'integer', (c) => c.references('contractTypes.id'))
    .addColumn('projectID', 'integer', (c) => c.references('projects.id'))
    .addColumn('colour', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('versions', 'text', (c) => c.notNull())
    .addColumn('changedBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('changedAt', 'bigint', (c) => c.notNull())
    .execute()
  await schema
    .createTable('shiftPatternPeople')
    .addColumn('id', id.type, id.column)
    .addColumn('patternID', 'integer', (c) => c.notNull().references('shiftPatterns.id').onDelete('cascade'))
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('from', 'text', (c) => c.notNull())
    .addColumn('to', 'text')
    .addColumn('startWeek', 'integer', (c) => c.notNull())
    .execute()
  await schema
    .createIndex('shiftPatternPeopleOne')
    .unique()
    .on('shiftPatternPeople')
    .columns(['userID', 'from'])
    .execute()
  await schema
    .createIndex('shiftPatternPeopleOfPattern')
    .on('shiftPatternPeople')
    .column('patternID')
    .execute()
  const shifts = () => schema.alterTable('shifts')
  await shifts()
    .addColumn('patternID', 'integer', (c) => c.references('shiftPatterns.id'))
    .execute()
  await shifts().addColumn('patternDay', 'text').execute()
  await shifts()
    .addColumn('isByHand', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  // Null for what no pattern made: those aren't held against each other.
  await schema
    .createIndex('shiftsOfPatternDay')
    .unique()
    .on('shifts')
    .columns(['userID', 'patternID', 'patternDay'])
    .execute()
}
