import type { Kysely } from 'kysely'

/** What decided requests did to shifts, so that it can be put back. Columns are described in server/db/schema. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('bookingShifts')
    .addColumn('requestID', 'integer', (c) =>
      c.notNull().references('bookingRequests.id').onDelete('cascade'),
    )
    .addColumn('shiftID', 'integer', (c) => c.notNull().references('shifts.id').onDelete('cascade'))
    .addColumn('before', 'text')
    .addColumn('leftStart', 'bigint')
    .addColumn('leftEnd', 'bigint')
    .addPrimaryKeyConstraint('bookingShiftsKey', ['requestID', 'shiftID'])
    .execute()
  await schema.createIndex('bookingShiftsByShift').on('bookingShifts').column('shiftID').execute()
}
