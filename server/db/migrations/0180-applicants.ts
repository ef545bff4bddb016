import type { Kysely } from 'kysely'
import { sameMobile } from '#shared/domain/applicants.ts'
import { searchable } from '#shared/domain/locale.ts'
import { traitsOf } from '../dialect/traits.ts'

interface Kept {
  id: number
  email: string
  mobile: string
  emailKey: string
  mobileKey: string
}

/**
 * What becomes of applicants before they are hired, and imports of them (spec 6 §3, §3.4; 5 §3.3). Columns are
 * described in server/db/schema/recruitment.ts and staffing.ts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  const { id } = traitsOf(db as unknown as Kysely<never>)
  const applicants = () => schema.alterTable('applicants')
  await applicants()
    .addColumn('stageReason', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await applicants().addColumn('mayApplyFrom', 'text').execute()
  await applicants().addColumn('mergedInto', 'integer').execute()
  for (const name of ['emailKey', 'mobileKey'])
    await applicants()
      .addColumn(name, 'text', (c) => c.notNull().defaultTo(''))
      .execute()
  await keysOfThoseThere(db as unknown as Kysely<{ applicants: Kept }>)
  await schema.createIndex('applicantsByEmail').on('applicants').column('emailKey').execute()
  await schema.createIndex('applicantsByMobile').on('applicants').column('mobileKey').execute()
  await schema.createIndex('applicantsMerged').on('applicants').column('mergedInto').execute()

  await schema
    .createTable('applicantImports')
    .addColumn('id', id.type, id.column)
    .addColumn('fileName', 'text', (c) => c.notNull())
    .addColumn('byID', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('byName', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('total', 'integer', (c) => c.notNull())
    .addColumn('isPartial', 'integer', (c) => c.notNull())
    .addColumn('isStopAsked', 'integer', (c) => c.notNull())
    .addColumn('message', 'text', (c) => c.notNull())
    .addColumn('leaseUntil', 'bigint')
    .execute()
  await schema
    .createTable('applicantImportRows')
    .addColumn('importID', 'integer', (c) =>
      c.notNull().references('applicantImports.id').onDelete('cascade'),
    )
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('applicantID', 'integer')
    .addColumn('version', 'integer')
    .addColumn('values', 'text', (c) => c.notNull())
    .addColumn('before', 'text')
    .addColumn('result', 'text')
    .addPrimaryKeyConstraint('applicantImportRowsOne', ['importID', 'number'])
    .execute()
}

async function keysOfThoseThere(db: Kysely<{ applicants: Kept }>): Promise<void> {
  for (const { id, email, mobile } of await db
    .selectFrom('applicants')
    .select(['id', 'email', 'mobile'])
    .execute())
    await db
      .updateTable('applicants')
      .set({ emailKey: searchable(email), mobileKey: sameMobile(mobile) })
      .where('id', '=', id)
      .execute()
}
