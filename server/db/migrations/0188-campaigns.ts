import type { Kysely } from 'kysely'
import { traitsOf } from '../dialect/traits.ts'

/** Extra hours that are offered, and who applied. Columns are described in server/db/schema. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  const { id } = traitsOf(db as unknown as Kysely<never>)
  await schema
    .createTable('campaigns')
    .addColumn('id', id.type, id.column)
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('projectID', 'integer', (c) => c.references('projects.id'))
    .addColumn('location', 'text', (c) => c.notNull())
    .addColumn('bonusPerHour', 'real')
    .addColumn('rateMultiplier', 'real')
    .addColumn('conditions', 'text', (c) => c.notNull())
    .addColumn('opensAt', 'bigint')
    .addColumn('closesAt', 'bigint', (c) => c.notNull())
    .addColumn('choice', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('toldAt', 'bigint')
    .addColumn('createdBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('changedBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('changedAt', 'bigint', (c) => c.notNull())
    .execute()
  await schema.createIndex('campaignsByState').on('campaigns').columns(['state', 'closesAt']).execute()
  await schema
    .createTable('campaignSlots')
    .addColumn('id', id.type, id.column)
    .addColumn('campaignID', 'integer', (c) => c.notNull().references('campaigns.id').onDelete('cascade'))
    .addColumn('start', 'bigint', (c) => c.notNull())
    .addColumn('end', 'bigint', (c) => c.notNull())
    .addColumn('breakMinutes', 'integer', (c) => c.notNull())
    .addColumn('places', 'integer', (c) => c.notNull())
    .execute()
  await schema
    .createIndex('campaignSlotsOnce')
    .unique()
    .on('campaignSlots')
    .columns(['campaignID', 'start', 'end'])
    .execute()
  await schema
    .createTable('campaignApplications')
    .addColumn('id', id.type, id.column)
    .addColumn('campaignID', 'integer', (c) => c.notNull().references('campaigns.id').onDelete('cascade'))
    .addColumn('slotID', 'integer', (c) => c.notNull().references('campaignSlots.id').onDelete('cascade'))
    // The slot while the application is about something: somebody has one at a time.
    .addColumn('openSlotID', 'integer')
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('rank', 'integer')
    .addColumn('rankReason', 'text', (c) => c.notNull())
    .addColumn('appliedAt', 'bigint', (c) => c.notNull())
    .addColumn('decidedAt', 'bigint')
    .addColumn('shiftID', 'integer', (c) => c.references('shifts.id').onDelete('set null'))
    .addColumn('bonusPerHour', 'real')
    .addColumn('rateMultiplier', 'real')
    .execute()
  await schema
    .createIndex('campaignApplicationsOnce')
    .unique()
    .on('campaignApplications')
    .columns(['userID', 'openSlotID'])
    .execute()
  for (const column of ['campaignID', 'slotID', 'shiftID'])
    await schema
      .createIndex(`campaignApplicationsBy${column}`)
      .on('campaignApplications')
      .column(column)
      .execute()
}
