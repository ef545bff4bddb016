import { type Kysely, sql } from 'kysely'
import { traitsOf } from '../dialect/traits.ts'

/**
 * What one server's memory held and every server must see: calls that ring, who is in a meeting, the last picture
 * of a shared screen, who has a ticket open; and that a meeting's end was told. Columns are described in
 * server/db/schema/live.ts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('callOffers')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('callerID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('calleeID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('connectionID', 'text')
    .addColumn('meetingID', 'integer', (c) => c.notNull().references('meetings.id').onDelete('cascade'))
    .addColumn('screenShare', 'integer', (c) => c.notNull())
    .addColumn('endsAt', 'bigint', (c) => c.notNull())
    .execute()
  // Who calls somebody again rings once.
  await schema
    .createIndex('callOffersPair')
    .unique()
    .on('callOffers')
    .columns(['callerID', 'calleeID'])
    .execute()
  await schema
    .createTable('meetingPresence')
    .addColumn('userID', 'integer', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('meetingID', 'integer', (c) => c.notNull().references('meetings.id').onDelete('cascade'))
    .addColumn('joinedAt', 'bigint', (c) => c.notNull())
    .execute()
  await schema.createIndex('meetingPresenceOfMeeting').on('meetingPresence').column('meetingID').execute()
  const screens = schema.createTable('meetingScreens')
  // A picture of somebody's screen goes into no log of the database and into none of its base backups.
  const unlogged = traitsOf(db as unknown as Kysely<never>).kind === 'postgres'
  await (unlogged ? screens.modifyFront(sql`unlogged`) : screens)
    .addColumn('meetingID', 'integer', (c) => c.primaryKey().references('meetings.id').onDelete('cascade'))
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('picture', 'text', (c) => c.notNull())
    .addColumn('shownAt', 'bigint', (c) => c.notNull())
    .execute()
  await schema
    .createTable('ticketLooks')
    .addColumn('connectionID', 'text', (c) => c.notNull())
    .addColumn('ticketID', 'integer', (c) => c.notNull().references('tickets.id').onDelete('cascade'))
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('since', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('ticketLooksPk', ['connectionID', 'ticketID'])
    .execute()
  await schema.createIndex('ticketLooksOfTicket').on('ticketLooks').column('ticketID').execute()
  await schema.alterTable('meetings').addColumn('endToldAt', 'bigint').execute()
  await sql`update meetings set ${sql.ref('endToldAt')} = ${sql.ref('end')}
    where ${sql.ref('end')} <= ${Date.now()}`.execute(db)
  await schema.createIndex('meetingsToEnd').on('meetings').columns(['endToldAt', 'end']).execute()
}
