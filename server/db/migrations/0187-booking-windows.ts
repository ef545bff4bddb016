import type { Kysely } from 'kysely'
import { traitsOf } from '../dialect/traits.ts'

/** Times in which people book their own hours, and what they booked. Columns are described in server/db/schema. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  const { id } = traitsOf(db as unknown as Kysely<never>)
  await schema
    .createTable('bookingWindows')
    .addColumn('id', id.type, id.column)
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('nameKey', 'text', (c) => c.notNull().unique())
    .addColumn('opensAt', 'bigint', (c) => c.notNull())
    .addColumn('closesAt', 'bigint', (c) => c.notNull())
    .addColumn('from', 'text', (c) => c.notNull())
    .addColumn('to', 'text', (c) => c.notNull())
    .addColumn('projectID', 'integer', (c) => c.references('projects.id'))
    .addColumn('location', 'text', (c) => c.notNull())
    .addColumn('minimumHours', 'real', (c) => c.notNull())
    .addColumn('maximumHours', 'real')
    .addColumn('approval', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('conditions', 'text', (c) => c.notNull())
    .addColumn('createdBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('remindedAt', 'bigint')
    .addColumn('changedBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('changedAt', 'bigint', (c) => c.notNull())
    .execute()
  await schema
    .createIndex('bookingWindowsByState')
    .on('bookingWindows')
    .columns(['state', 'opensAt'])
    .execute()
  await schema
    .createTable('windowSlots')
    .addColumn('id', id.type, id.column)
    .addColumn('windowID', 'integer', (c) => c.notNull().references('bookingWindows.id').onDelete('cascade'))
    .addColumn('start', 'bigint', (c) => c.notNull())
    .addColumn('end', 'bigint', (c) => c.notNull())
    .addColumn('breakMinutes', 'integer', (c) => c.notNull())
    .addColumn('capacity', 'integer', (c) => c.notNull())
    .execute()
  await schema
    .createIndex('windowSlotsOnce')
    .unique()
    .on('windowSlots')
    .columns(['windowID', 'start', 'end'])
    .execute()
  await schema
    .createTable('slotBookings')
    .addColumn('id', id.type, id.column)
    .addColumn('slotID', 'integer', (c) => c.notNull().references('windowSlots.id').onDelete('cascade'))
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('shiftID', 'integer', (c) => c.references('shifts.id').onDelete('set null'))
    .addColumn('requestID', 'integer', (c) => c.references('bookingRequests.id').onDelete('cascade'))
    .addColumn('at', 'bigint', (c) => c.notNull())
    .execute()
  for (const column of ['slotID', 'userID', 'shiftID', 'requestID'])
    await schema.createIndex(`slotBookingsBy${column}`).on('slotBookings').column(column).execute()
}
