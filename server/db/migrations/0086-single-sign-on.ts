import type { Kysely } from 'kysely'

/** Signing in at a provider of the company's (spec 5 §5.4). */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('externalIdentities')
    .addColumn('userID', 'integer', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('adaptorID', 'integer', (c) => c.notNull().references('adaptors.id').onDelete('cascade'))
    .addColumn('issuer', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('linkedAt', 'bigint', (c) => c.notNull())
    .addColumn('lastSignInAt', 'bigint', (c) => c.notNull())
    .execute()
  await schema
    .createIndex('externalIdentitiesOne')
    .unique()
    .on('externalIdentities')
    .columns(['adaptorID', 'issuer', 'subject'])
    .execute()
  await schema
    .createTable('ssoFlows')
    .addColumn('stateHash', 'text', (c) => c.primaryKey())
    .addColumn('adaptorID', 'integer', (c) => c.notNull().references('adaptors.id').onDelete('cascade'))
    .addColumn('challenge', 'text', (c) => c.notNull())
    .addColumn('nonce', 'text', (c) => c.notNull())
    .addColumn('sealedVerifier', 'text', (c) => c.notNull())
    .addColumn('redirectURI', 'text', (c) => c.notNull())
    .addColumn('expiresAt', 'bigint', (c) => c.notNull())
    .addColumn('usedAt', 'bigint')
    .addColumn('ticketHash', 'text', (c) => c.unique())
    .addColumn('userID', 'integer', (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('subject', 'text')
    .addColumn('sid', 'text')
    .addColumn('isTwoFactorDone', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await schema
    .createTable('ssoSessions')
    .addColumn('signInID', 'text', (c) => c.primaryKey())
    .addColumn('adaptorID', 'integer', (c) => c.notNull().references('adaptors.id').onDelete('cascade'))
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('sid', 'text')
    .addColumn('startedAt', 'bigint', (c) => c.notNull())
    .execute()
  await schema
    .createIndex('ssoSessionsBySubject')
    .on('ssoSessions')
    .columns(['adaptorID', 'subject'])
    .execute()
  await schema
    .createTable('ssoOnlyRoles')
    .addColumn('roleID', 'integer', (c) => c.notNull().references('roles.id').onDelete('cascade'))
    .addColumn('adaptorID', 'integer', (c) => c.notNull().references('adaptors.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('ssoOnlyRolesOne', ['roleID', 'adaptorID'])
    .execute()
  // A sign-in that came from a provider says from which, until its session says so.
  await schema
    .alterTable('signIns')
    .addColumn('ssoFlow', 'text', (c) => c.references('ssoFlows.stateHash').onDelete('cascade'))
    .execute()
}
