import type { Kysely } from 'kysely'

/**
 * Help tickets with their history, notifications, incidents and tours. Columns are described in
 * server/db/schema.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await tickets(db)
  await ticketHistory(db)
  await systemIssues(db)
  await notifications(db)
  await db.schema
    .createTable('incidents')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('projectID', 'integer', (c) => c.notNull())
    .addColumn('callID', 'text', (c) => c.notNull())
    .addColumn('respondentName', 'text', (c) => c.notNull())
    .addColumn('phoneNumber', 'text', (c) => c.notNull())
    .addColumn('details', 'text', (c) => c.notNull())
    .addColumn('at', 'integer', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('tours')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('payload', 'text', (c) => c.notNull())
    .execute()
}

async function tickets(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('tickets')
    // A number is never used again, since somebody may have it in a mail or bookmark.
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('raisedBy', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('raisedAt', 'integer', (c) => c.notNull())
    .addColumn('ticketType', 'text', (c) => c.notNull())
    .addColumn('message', 'text', (c) => c.notNull())
    .addColumn('transcript', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('priority', 'text', (c) => c.notNull())
    .addColumn('effort', 'text')
    .addColumn('spec', 'text', (c) => c.notNull())
    .addColumn('dueBy', 'integer')
    .addColumn('assignedTo', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('team', 'text', (c) => c.notNull())
    .addColumn('respondedAt', 'integer')
    .addColumn('reopenedAt', 'integer')
    .addColumn('nextDeadline', 'integer')
    .addColumn('resolvedAt', 'integer')
    .addColumn('resolvedBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('resolvedSubject', 'text', (c) => c.notNull())
    .addColumn('resolvedComment', 'text', (c) => c.notNull())
    .addColumn('requireFeedback', 'integer', (c) => c.notNull())
    .addColumn('rating', 'integer')
    .addColumn('feedbackComment', 'text', (c) => c.notNull())
    .addColumn('mergedInto', 'integer', (c) => c.references('tickets.id').onDelete('set null'))
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('updatedAt', 'integer', (c) => c.notNull())
    .addColumn('updatedBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .execute()
  await db.schema.createIndex('ticketsByRaiser').on('tickets').columns(['raisedBy', 'raisedAt']).execute()
  await db.schema
    .createIndex('ticketsByAssignee')
    .on('tickets')
    .columns(['assignedTo', 'resolvedAt'])
    .execute()
  await db.schema.createIndex('ticketsByState').on('tickets').columns(['resolvedAt', 'raisedAt']).execute()
  await db.schema.createIndex('ticketsByMerge').on('tickets').column('mergedInto').execute()
}

async function ticketHistory(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('ticketTimeline')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('ticketID', 'integer', (c) => c.notNull().references('tickets.id').onDelete('cascade'))
    .addColumn('eventTime', 'integer', (c) => c.notNull())
    .addColumn('event', 'text', (c) => c.notNull())
    .addColumn('byID', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('changes', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('ticketTimelineByTicket')
    .on('ticketTimeline')
    .columns(['ticketID', 'id'])
    .execute()
  await db.schema
    .createTable('ticketNotes')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('ticketID', 'integer', (c) => c.notNull().references('tickets.id').onDelete('cascade'))
    .addColumn('byID', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('note', 'text', (c) => c.notNull())
    .addColumn('at', 'integer', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('ticketNotesByTicket').on('ticketNotes').columns(['ticketID', 'id']).execute()
  await db.schema
    .createTable('ticketEscalations')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('ticketID', 'integer', (c) => c.notNull().references('tickets.id').onDelete('cascade'))
    .addColumn('team', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('byID', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('at', 'integer', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('ticketEscalationsByTicket')
    .on('ticketEscalations')
    .columns(['ticketID', 'id'])
    .execute()
}

async function systemIssues(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('systemIssues')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('ticketID', 'integer', (c) => c.notNull().references('tickets.id').onDelete('cascade'))
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('activity', 'text', (c) => c.notNull())
    .addColumn('startedAt', 'integer', (c) => c.notNull())
    .addColumn('endedAt', 'integer')
    .addColumn('revokedAt', 'integer')
    .addColumn('revokedBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('revokeReason', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('systemIssuesByTicket').on('systemIssues').columns(['ticketID', 'id']).execute()
  await db.schema
    .createIndex('systemIssuesByPerson')
    .on('systemIssues')
    .columns(['userID', 'endedAt'])
    .execute()
  await db.schema
    .createTable('shiftLocks')
    .addColumn('userID', 'integer', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('lockedBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('lockedAt', 'integer', (c) => c.notNull())
    .execute()
}

/** The notification centre's migration may have made the same table. */
async function notifications(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('notificationsByTime')
    .on('notifications')
    .columns(['userID', 'entryTime'])
    .execute()
}
