import type { Kysely } from 'kysely'

type Rows = Kysely<Record<string, Record<string, unknown>>>

/** Tables that say of a row which area it belongs to. */
const OF_AREAS = ['users', 'broadcasts', 'shifts', 'applicants'] as const

/**
 * An area's name is its own among its siblings alone: until now no two areas could have one name. Its room, and the
 * days on which it is closed (spec 5 §4.3).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const rows = db as Rows
  const { schema } = rows
  // A database can't drop a column's own uniqueness: the table is made anew, and nothing may point to it meanwhile.
  await schema
    .createTable('areaKept')
    .addColumn('of', 'text', (c) => c.notNull())
    .addColumn('id', 'integer', (c) => c.notNull())
    .addColumn('areaID', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('areaKeptOne', ['of', 'id'])
    .execute()
  for (const table of OF_AREAS) {
    await rows
      .insertInto('areaKept')
      .columns(['of', 'id', 'areaID'])
      .expression(
        rows
          .selectFrom(table)
          .where('areaID', 'is not', null)
          .select((eb) => [eb.val(table).as('of'), 'id', 'areaID']),
      )
      .execute()
    await rows.updateTable(table).set({ areaID: null }).execute()
  }
  await makeAnew(rows)
  for (const table of OF_AREAS)
    await rows
      .updateTable(table)
      .set((eb) => ({
        areaID: eb
          .selectFrom('areaKept')
          .where('areaKept.of', '=', table)
          .whereRef('areaKept.id', '=', `${table}.id`)
          .select('areaKept.areaID'),
      }))
      .where('id', 'in', rows.selectFrom('areaKept').where('of', '=', table).select('id'))
      .execute()
  await schema.dropTable('areaKept').execute()
  await schema
    .createTable('areaClosedDays')
    .addColumn('areaID', 'integer', (c) => c.notNull().references('areas.id').onDelete('cascade'))
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('areaClosedDaysOne', ['areaID', 'day'])
    .execute()
}

const COLUMNS = [
  ...['id', 'name', 'version', 'nameKey', 'code', 'parentID', 'managerID', 'kind', 'address'],
  ...['seats', 'openingHours', 'isActive', 'changedBy', 'changedAt', 'roomID'],
]

async function makeAnew(db: Rows): Promise<void> {
  const { schema } = db
  await schema
    .createTable('areasAnew')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('nameKey', 'text')
    .addColumn('code', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('parentID', 'integer', (c) => c.references('areasAnew.id').onDelete('set null'))
    .addColumn('managerID', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('kind', 'text', (c) => c.notNull().defaultTo('OFFICE'))
    .addColumn('address', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('seats', 'integer')
    .addColumn('openingHours', 'text', (c) => c.notNull().defaultTo('[]'))
    .addColumn('isActive', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('changedBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('changedAt', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('roomID', 'integer', (c) => c.references('threads.id').onDelete('set null'))
    .execute()
  // A room has been kept since 0060, where that was before.
  const before = (await db.introspection.getTables()).find(({ name }) => name === 'areas')
  const columns = COLUMNS.filter((column) => before?.columns.some(({ name }) => name === column))
  await db
    .insertInto('areasAnew')
    .columns(columns)
    .expression(db.selectFrom('areas').select(columns))
    .execute()
  await schema.dropTable('areas').execute()
  await schema.alterTable('areasAnew').renameTo('areas').execute()
  await schema
    .createIndex('areasNameTop')
    .unique()
    .on('areas')
    .column('nameKey')
    .where('parentID' as 'nameKey', 'is', null)
    .execute()
  await schema
    .createIndex('areasNameBelow')
    .unique()
    .on('areas')
    .columns(['parentID', 'nameKey'])
    .where('parentID', 'is not', null)
    .execute()
}
