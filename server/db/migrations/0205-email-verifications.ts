import type { Kysely } from 'kysely'
import { traitsOf } from '../dialect/traits.ts'

/** Addresses that were checked, for 30 days, and those that nobody writes to (spec 6 §9.6). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  const { id } = traitsOf(db as unknown as Kysely<never>)
  await schema
    .createTable('emailVerifications')
    .addColumn('id', id.type, id.column)
    .addColumn('byID', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('byName', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('projectID', 'integer', (c) => c.references('projects.id').onDelete('set null'))
    .addColumn('purpose', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('isStopAsked', 'integer', (c) => c.notNull())
    .addColumn('leaseUntil', 'bigint')
    .addColumn('paidChecks', 'integer', (c) => c.notNull())
    .execute()
  await schema
    .createTable('verifiedAddresses')
    .addColumn('id', id.type, id.column)
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('verificationID', 'integer', (c) =>
      c.notNull().references('emailVerifications.id').onDelete('cascade'),
    )
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('addressKey', 'text', (c) => c.notNull())
    .addColumn('isTwice', 'integer', (c) => c.notNull())
    .addColumn('result', 'text')
    .addColumn('findings', 'text', (c) => c.notNull())
    .addColumn('reasons', 'text', (c) => c.notNull())
    .addColumn('linkID', 'integer', (c) => c.references('publicLinks.id').onDelete('set null'))
    .addColumn('askedAt', 'bigint')
    .execute()
  await schema
    .createIndex('verifiedAddressesOfList')
    .on('verifiedAddresses')
    .columns(['verificationID', 'result'])
    .execute()
  await schema.createIndex('verifiedAddressesByKey').on('verifiedAddresses').column('addressKey').execute()
  await schema
    .createTable('stoppedAddresses')
    .addColumn('id', id.type, id.column)
    .addColumn('address', 'text', (c) => c.notNull().unique())
    .addColumn('byID', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('byName', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .execute()
}
