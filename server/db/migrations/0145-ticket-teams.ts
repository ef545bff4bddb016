import type { Kysely } from 'kysely'

/** Who is told of the tickets of a team (spec 5 §5.13). */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('ticketTeamMembers')
    .addColumn('team', 'text', (c) => c.notNull())
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('addedAt', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('ticketTeamMembersKey', ['team', 'userID'])
    .execute()
  await schema.createIndex('ticketTeamMembersUser').on('ticketTeamMembers').column('userID').execute()
}
