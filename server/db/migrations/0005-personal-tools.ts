import { type Kysely, sql } from 'kysely'

/**
 * What belongs to one person: notes, scratch pad, documents, app history, notifications, moods, summary.
 * Columns are described in server/db/schema.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('stickyNotes')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('colour', 'text', (c) => c.notNull())
    .addColumn('x', 'real', (c) => c.notNull())
    .addColumn('y', 'real', (c) => c.notNull())
    .addColumn('updatedAt', 'integer', (c) => c.notNull())
    .addColumn('deletedAt', 'integer')
    .execute()
  await db.schema.createIndex('stickyNotesByUser').on('stickyNotes').column('userID').execute()
  await db.schema
    .createTable('scratchPads')
    .addColumn('userID', 'integer', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('revision', 'integer', (c) => c.notNull())
    .addColumn('updatedAt', 'integer', (c) => c.notNull())
    .execute()
  await documents(db)
  await db.schema
    .createTable('appHistory')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('app', 'text', (c) => c.notNull())
    .addColumn('entryTime', 'integer', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('appHistoryByUser').on('appHistory').column('userID').execute()
  await db.schema
    .createTable('moods')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('moodValue', 'integer', (c) => c.notNull())
    .addColumn('comments', 'text', (c) => c.notNull())
    .addColumn('at', 'integer', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('summaryGrids')
    .addColumn('userID', 'integer', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('gridTemplateColumns', 'text', (c) => c.notNull())
    .addColumn('gridTemplateRows', 'text', (c) => c.notNull())
    .addColumn('gridArea', 'text', (c) => c.notNull())
    .execute()
  await notifications(db)
  // For levels, which count a person's messages.
  await sql`create index messagesByUser on messages (userID, entryTime)`.execute(db)
}

async function documents(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('documents')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('contentType', 'text', (c) => c.notNull())
    .addColumn('size', 'integer', (c) => c.notNull())
    .addColumn('content', 'blob', (c) => c.notNull())
    .addColumn('uploadedAt', 'integer', (c) => c.notNull())
    .addColumn('deletedAt', 'integer')
    .execute()
  await db.schema.createIndex('documentsByUser').on('documents').column('userID').execute()
}

async function notifications(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('notifications')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('sourceID', 'integer')
    .addColumn('cssClass', 'text', (c) => c.notNull())
    .addColumn('isRead', 'integer', (c) => c.notNull())
    .addColumn('entryTime', 'integer', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('notificationsByUser')
    .on('notifications')
    .columns(['userID', 'isRead'])
    .execute()
}
