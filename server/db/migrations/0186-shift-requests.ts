import type { Kysely } from 'kysely'
import { traitsOf } from '../dialect/traits.ts'

/** What people ask for about their shifts, and whom planners ask for cover. Columns are described in server/db/schema. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  const { id } = traitsOf(db as unknown as Kysely<never>)
  await schema
    .createTable('shiftRequests')
    .addColumn('id', id.type, id.column)
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('shiftID', 'integer', (c) => c.notNull().references('shifts.id').onDelete('cascade'))
    // The shift while the request is open: a shift has one at a time.
    .addColumn('openShiftID', 'integer', (c) => c.unique())
    .addColumn('byUserID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('toUserID', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('otherShiftID', 'integer', (c) => c.references('shifts.id').onDelete('set null'))
    .addColumn('newStart', 'bigint')
    .addColumn('newEnd', 'bigint')
    .addColumn('splitAt', 'bigint')
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('shiftStart', 'bigint', (c) => c.notNull())
    .addColumn('shiftEnd', 'bigint', (c) => c.notNull())
    .addColumn('askedAt', 'bigint', (c) => c.notNull())
    .addColumn('expiresAt', 'bigint', (c) => c.notNull())
    .addColumn('decidedBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('decidedAt', 'bigint')
    .addColumn('decisionNote', 'text', (c) => c.notNull())
    .execute()
  await schema
    .createIndex('shiftRequestsByState')
    .on('shiftRequests')
    .columns(['state', 'expiresAt'])
    .execute()
  await schema.createIndex('shiftRequestsOfPerson').on('shiftRequests').column('byUserID').execute()
  await schema.createIndex('shiftRequestsToPerson').on('shiftRequests').column('toUserID').execute()
  await schema.createIndex('shiftRequestsOfShift').on('shiftRequests').column('shiftID').execute()
  await schema
    .createTable('shiftOffers')
    .addColumn('requestID', 'integer', (c) => c.notNull().references('shiftRequests.id').onDelete('cascade'))
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('byID', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('answer', 'text')
    .addPrimaryKeyConstraint('shiftOffersKey', ['requestID', 'userID'])
    .execute()
  await schema.createIndex('shiftOffersToPerson').on('shiftOffers').column('userID').execute()
}
