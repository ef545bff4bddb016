import type { Kysely } from 'kysely'
import { traitsOf } from '../dialect/traits.ts'

/** The servers of this installation, who is connected to each, and what all of them tell their hubs' clients. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('servers')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('startedAt', 'bigint', (c) => c.notNull())
    .addColumn('leaseUntil', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('hubConnections')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('serverID', 'text', (c) => c.notNull().references('servers.id'))
    .addColumn('hub', 'text', (c) => c.notNull())
    .addColumn('userID', 'integer', (c) => c.notNull())
    .addColumn('sessionID', 'text', (c) => c.notNull())
    .addColumn('tokenType', 'text', (c) => c.notNull())
    .addColumn('openedAt', 'bigint', (c) => c.notNull())
    .addColumn('goneAt', 'bigint')
    .addColumn('isTakenOver', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createIndex('hubConnectionsServer')
    .on('hubConnections')
    .columns(['serverID', 'isTakenOver'])
    .execute()
  await db.schema.createIndex('hubConnectionsUser').on('hubConnections').columns(['userID', 'hub']).execute()
  const { id } = traitsOf(db)
  await db.schema
    .createTable('hubEvents')
    .addColumn('id', id.type, id.column)
    .addColumn('serverID', 'text', (c) => c.notNull())
    .addColumn('content', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('hubEventsAt').on('hubEvents').column('at').execute()
}
