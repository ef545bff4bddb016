import type { Kysely } from 'kysely'

/** What lists show of a contract type's terms (spec 5 §4.5); rates of agencies and expenses (§5.5); pay lines (spec 6 §6). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema.alterTable('contractTerms').addColumn('baseRate', 'double precision').execute()
  await schema
    .createTable('agencyRates')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('agencyID', 'integer', (c) => c.notNull().references('agencies.id'))
    .addColumn('contractTypeID', 'integer', (c) => c.notNull().references('contractTypes.id'))
    .addColumn('skillID', 'integer', (c) => c.references('skills.id'))
    .addColumn('dayKind', 'text', (c) => c.notNull())
    .addColumn('fromTime', 'text', (c) => c.notNull())
    .addColumn('toTime', 'text', (c) => c.notNull())
    .addColumn('pay', 'double precision', (c) => c.notNull())
    .addColumn('charge', 'double precision', (c) => c.notNull())
    .addColumn('validFrom', 'text', (c) => c.notNull())
    .addColumn('validTo', 'text')
    .addColumn('changedBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('changedAt', 'bigint', (c) => c.notNull())
    .execute()
  await schema
    .createIndex('agencyRatesByAgency')
    .on('agencyRates')
    .columns(['agencyID', 'contractTypeID', 'dayKind'])
    .execute()
  await schema
    .createTable('expenseRates')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('category', 'text', (c) => c.notNull())
    .addColumn('unit', 'text', (c) => c.notNull())
    .addColumn('rate', 'double precision')
    .addColumn('secondRate', 'double precision')
    .addColumn('aboveUnits', 'integer')
    .addColumn('cap', 'double precision')
    .addColumn('receiptAbove', 'double precision')
    .addColumn('vat', 'double precision', (c) => c.notNull())
    .addColumn('validFrom', 'text', (c) => c.notNull())
    .addColumn('validTo', 'text')
    .addColumn('confirmedBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('confirmedAt', 'bigint')
    .addColumn('changedBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('changedAt', 'bigint', (c) => c.notNull())
    .execute()
  await schema
    .createTable('payLines')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('element', 'text', (c) => c.notNull())
    .addColumn('hours', 'double precision', (c) => c.notNull())
    .addColumn('rate', 'double precision', (c) => c.notNull())
    .addColumn('multiplier', 'double precision', (c) => c.notNull())
    .addColumn('amount', 'double precision', (c) => c.notNull())
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('sourceID', 'integer')
    .addColumn('projectID', 'integer', (c) => c.references('projects.id'))
    .addColumn('contractTypeID', 'integer', (c) => c.references('contractTypes.id'))
    .addColumn('agencyRateID', 'integer', (c) => c.references('agencyRates.id'))
    .addColumn('state', 'text', (c) => c.notNull())
    .execute()
  await schema.createIndex('payLinesByPerson').on('payLines').columns(['userID', 'day']).execute()
  await schema.createIndex('payLinesByRate').on('payLines').columns(['agencyRateID', 'state']).execute()
  await mileage(db as Kysely<Record<string, Record<string, unknown>>>)
}

/** What the product comes with: the mileage that the tax office allows. Finance confirms it before the first claim. */
async function mileage(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  const common = {
    ...{
      version: 1,
      unit: 'MILE',
      cap: null,
      receiptAbove: null,
      vat: 0,
      validFrom: '2011-04-06',
      validTo: null,
    },
    ...{ confirmedBy: null, confirmedAt: null, changedBy: null, changedAt: 0 },
  }
  await db
    .insertInto('expenseRates')
    .values([
      { ...common, category: 'MILEAGE_CAR', rate: 45, secondRate: 25, aboveUnits: 10_000 },
      { ...common, category: 'MILEAGE_MOTORCYCLE', rate: 24, secondRate: null, aboveUnits: null },
      { ...common, category: 'MILEAGE_BICYCLE', rate: 20, secondRate: null, aboveUnits: null },
    ])
    .execute()
}
