import type { Kysely } from 'kysely'

/** Imports of tool credentials run in the background: what is left of one, sealed row by row (spec 5 §5.5, §3.3). */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('credentialImports')
    .addColumn('state', 'text', (c) => c.notNull().defaultTo('DONE'))
    .execute()
  for (const name of ['total', 'done', 'failed', 'isPartial', 'isStopAsked'])
    await schema
      .alterTable('credentialImports')
      .addColumn(name, 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
  await schema
    .alterTable('credentialImports')
    .addColumn('message', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await schema.alterTable('credentialImports').addColumn('byID', 'integer').execute()
  await schema.alterTable('credentialImports').addColumn('leaseUntil', 'bigint').execute()
  await schema
    .createTable('credentialImportQueue')
    .addColumn('importID', 'integer', (c) =>
      c.notNull().references('credentialImports.id').onDelete('cascade'),
    )
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('tool', 'text', (c) => c.notNull())
    .addColumn('place', 'integer', (c) => c.notNull())
    .addColumn('version', 'integer')
    .addColumn('sealed', 'text', (c) => c.notNull())
    .addColumn('isAutoConnect', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('forceReload', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('expires', 'text')
    .addPrimaryKeyConstraint('credentialImportQueueKey', ['importID', 'number'])
    .execute()
}
