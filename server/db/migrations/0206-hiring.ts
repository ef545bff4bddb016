import type { Kysely } from 'kysely'
import { traitsOf } from '../dialect/traits.ts'

/** What interviewers say of applicants, and what applicants are offered (spec 6 §3.3, §3.4). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  const { id } = traitsOf(db as unknown as Kysely<never>)
  await schema
    .createTable('applicantScorecards')
    .addColumn('id', id.type, id.column)
    .addColumn('applicantID', 'integer', (c) => c.notNull().references('applicants.id').onDelete('cascade'))
    .addColumn('byID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('score', 'integer', (c) => c.notNull())
    .addColumn('recommendation', 'text', (c) => c.notNull())
    .addColumn('notes', 'text', (c) => c.notNull())
    .addUniqueConstraint('oneScorecardOfEach', ['applicantID', 'byID'])
    .execute()
  await schema
    .createTable('applicantOffers')
    .addColumn('id', id.type, id.column)
    .addColumn('applicantID', 'integer', (c) => c.notNull().references('applicants.id').onDelete('cascade'))
    .addColumn('linkID', 'integer', (c) => c.references('publicLinks.id').onDelete('set null'))
    .addColumn('contractTypeID', 'integer', (c) =>
      c.notNull().references('contractTypes.id').onDelete('cascade'),
    )
    .addColumn('areaID', 'integer', (c) => c.notNull().references('areas.id').onDelete('cascade'))
    .addColumn('startDate', 'text', (c) => c.notNull())
    .addColumn('rate', 'integer', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('byID', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('answeredAt', 'bigint')
    .execute()
  await schema.createIndex('offersOfApplicant').on('applicantOffers').columns(['applicantID', 'id']).execute()
}
