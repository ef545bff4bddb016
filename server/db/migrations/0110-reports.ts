import type { Kysely } from 'kysely'

/** Reports that people define, and their results. Columns are described in server/db/schema. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('reportDefinitions')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('changedBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('changedAt', 'bigint')
    .addColumn('ownerID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('nameKey', 'text', (c) => c.notNull())
    .addColumn('definition', 'text', (c) => c.notNull())
    .addColumn('isShared', 'integer', (c) => c.notNull())
    .addUniqueConstraint('reportDefinitionsName', ['ownerID', 'nameKey'])
    .execute()
  await schema
    .createTable('reportRoles')
    .addColumn('reportID', 'integer', (c) =>
      c.notNull().references('reportDefinitions.id').onDelete('cascade'),
    )
    .addColumn('roleID', 'integer', (c) => c.notNull().references('roles.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('reportRolesPk', ['reportID', 'roleID'])
    .execute()
  await schema
    .createTable('reportSchedules')
    .addColumn('reportID', 'integer', (c) =>
      c.primaryKey().references('reportDefinitions.id').onDelete('cascade'),
    )
    .addColumn('every', 'text', (c) => c.notNull())
    .addColumn('day', 'integer', (c) => c.notNull())
    .addColumn('at', 'text', (c) => c.notNull())
    .addColumn('format', 'text', (c) => c.notNull())
    .addColumn('nextAt', 'bigint', (c) => c.notNull())
    .addColumn('pausedAt', 'bigint')
    .addColumn('pauseReason', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await schema
    .createTable('reportRecipients')
    .addColumn('reportID', 'integer', (c) =>
      c.notNull().references('reportDefinitions.id').onDelete('cascade'),
    )
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('reportRecipientsPk', ['reportID', 'userID'])
    .execute()
  await schema
    .createTable('reportRuns')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('reportID', 'integer', (c) =>
      c.notNull().references('reportDefinitions.id').onDelete('cascade'),
    )
    .addColumn('ranBy', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('isScheduled', 'integer', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('definition', 'text', (c) => c.notNull())
    .addColumn('format', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('startedAt', 'bigint', (c) => c.notNull())
    .addColumn('endedAt', 'bigint')
    .addColumn('expiresAt', 'bigint')
    .addColumn('done', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('total', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('fault', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('leaseUntil', 'bigint')
    .execute()
  await schema.createIndex('reportRunsByReport').on('reportRuns').columns(['reportID', 'id']).execute()
  await schema.createIndex('reportRunsByState').on('reportRuns').columns(['state', 'expiresAt']).execute()
  await schema
    .createTable('reportRunParts')
    .addColumn('runID', 'integer', (c) => c.notNull().references('reportRuns.id').onDelete('cascade'))
    .addColumn('part', 'integer', (c) => c.notNull())
    .addColumn('records', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('reportRunPartsPk', ['runID', 'part'])
    .execute()
  await schema
    .createTable('reportFetches')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('runID', 'integer', (c) => c.notNull().references('reportRuns.id').onDelete('cascade'))
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('how', 'text', (c) => c.notNull())
    .execute()
  await schema.createIndex('reportFetchesByRun').on('reportFetches').column('runID').execute()
}
