import type { Kysely } from 'kysely'
import { traitsOf } from '../dialect/traits.ts'

/** Skills that supervisors propose, and for which projects somebody may be planned (spec 4 §4.4.7, §4.5.18). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  const { id } = traitsOf(db as unknown as Kysely<never>)
  await schema
    .createTable('skillProposals')
    .addColumn('id', id.type, id.column)
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('skillID', 'integer', (c) => c.notNull().references('skills.id').onDelete('cascade'))
    .addColumn('note', 'text', (c) => c.notNull())
    .addColumn('byID', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('decidedBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('decidedAt', 'bigint')
    .execute()
  // A skill is proposed once at a time, also on two servers.
  await schema
    .createIndex('openProposalOfSkill')
    .unique()
    .on('skillProposals')
    .columns(['userID', 'skillID'])
    .where('state' as never, '=', 'PENDING' as never)
    .execute()
  await schema
    .createTable('projectEligible')
    .addColumn('projectID', 'integer', (c) => c.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('byID', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addPrimaryKeyConstraint('projectEligibleKey', ['projectID', 'userID'])
    .execute()
  await schema.createIndex('projectsOfEligible').on('projectEligible').column('userID').execute()
}
