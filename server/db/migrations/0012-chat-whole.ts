import { type Kysely, sql } from 'kysely'

/**
 * The chat's files on disk, search, deliveries, polls, documents and statuses. Columns are described in
 * server/db/schema.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await attachments(db)
  await threads(db)
  await indexes(db)
  await search(db)
  await polls(db)
  await documents(db)
  await presence(db)
}

/** SQLite can't make an existing column nullable, so the table is made anew. */
async function attachments(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('attachmentsOnDisk')
    .addColumn('messageID', 'integer', (c) => c.primaryKey().references('messages.id').onDelete('cascade'))
    .addColumn('fileName', 'text', (c) => c.notNull())
    .addColumn('contentType', 'text', (c) => c.notNull())
    .addColumn('content', 'blob')
    .addColumn('storedAs', 'text')
    .addColumn('size', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await sql`insert into "attachmentsOnDisk" select "messageID", "fileName", "contentType", content, null, length(content) from attachments`.execute(
    db,
  )
  await db.schema.dropTable('attachments').execute()
  await db.schema.alterTable('attachmentsOnDisk').renameTo('attachments').execute()
}

async function threads(db: Kysely<unknown>): Promise<void> {
  const zero = (table: string, column: string) =>
    db.schema
      .alterTable(table)
      .addColumn(column, 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
  await zero('threads', 'archivedThroughID')
  await zero('threadMembers', 'deliveredThroughID')
  await db.schema
    .createTable('threadRooms')
    .addColumn('threadID', 'integer', (c) => c.primaryKey().references('threads.id').onDelete('cascade'))
    .addColumn('meetingID', 'integer', (c) => c.notNull().references('meetings.id').onDelete('cascade'))
    .execute()
}

/** Each index holds only the few messages that its question is about. */
async function indexes(db: Kysely<unknown>): Promise<void> {
  await sql`create index "messagesUndelivered" on messages ("threadID", id) where "overallStatus" = 'SENT'`.execute(
    db,
  )
  await sql`create index "messagesPinned" on messages ("threadID", "pinnedTime") where "pinnedTime" is not null`.execute(
    db,
  )
  await sql`create index "messagesBroadcast" on messages ("threadID", "broadcastTime") where "broadcastTime" is not null`.execute(
    db,
  )
  await sql`create index "messagesByReply" on messages ("replyToID") where "replyToID" is not null`.execute(
    db,
  )
  await sql`create index "messagesByTopic" on messages ("topicID") where "topicID" is not null`.execute(db)
}

/** The words of all messages that aren't deleted. Triggers keep it up to date, whoever writes messages. */
async function search(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run(
    `create virtual table "messageWords" using fts5(text, content='messages', content_rowid='id', tokenize="unicode61 remove_diacritics 2")`,
  )
  const remove = `insert into "messageWords"("messageWords", rowid, text) values ('delete', old.id, old.text);`
  const add = `insert into "messageWords"(rowid, text) values (new.id, new.text);`
  await run(
    `create trigger "messageWordsAdded" after insert on messages when new."deletedAt" is null begin ${add} end`,
  )
  await run(
    `create trigger "messageWordsRemoved" after delete on messages when old."deletedAt" is null begin ${remove} end`,
  )
  const change = `update of text, "deletedAt" on messages`
  await run(
    `create trigger "messageWordsLeft" after ${change} when old."deletedAt" is null and new."deletedAt" is not null begin ${remove} end`,
  )
  await run(
    `create trigger "messageWordsCame" after ${change} when old."deletedAt" is not null and new."deletedAt" is null begin ${add} end`,
  )
  await run(
    `create trigger "messageWordsChanged" after ${change} when old."deletedAt" is null and new."deletedAt" is null and old.text is not new.text begin ${remove} ${add} end`,
  )
  await run(`insert into "messageWords"(rowid, text) select id, text from messages where "deletedAt" is null`)
}

async function polls(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('polls')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('threadID', 'integer', (c) => c.notNull().references('threads.id').onDelete('cascade'))
    .addColumn('messageID', 'integer', (c) => c.references('messages.id').onDelete('cascade'))
    .addColumn('question', 'text', (c) => c.notNull())
    .addColumn('isMultiple', 'integer', (c) => c.notNull())
    .addColumn('isAnonymous', 'integer', (c) => c.notNull())
    .addColumn('createdBy', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('createdAt', 'integer', (c) => c.notNull())
    .addColumn('closesAt', 'integer')
    .addColumn('closedAt', 'integer')
    .execute()
  await db.schema.createIndex('pollsByThread').on('polls').columns(['threadID', 'id']).execute()
  await db.schema
    .createTable('pollOptions')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('pollID', 'integer', (c) => c.notNull().references('polls.id').onDelete('cascade'))
    .addColumn('text', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('pollOptionsByPoll').on('pollOptions').column('pollID').execute()
  await db.schema
    .createTable('pollVotes')
    .addColumn('optionID', 'integer', (c) => c.notNull().references('pollOptions.id').onDelete('cascade'))
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('at', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('pollVotesKey', ['optionID', 'userID'])
    .execute()
}

async function documents(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('chatDocuments')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('threadID', 'integer', (c) => c.notNull().references('threads.id').onDelete('cascade'))
    .addColumn('messageID', 'integer', (c) => c.references('messages.id').onDelete('cascade'))
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('updatedBy', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('updatedAt', 'integer', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('chatDocumentsByThread').on('chatDocuments').column('threadID').execute()
}

async function presence(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('chatStatuses')
    .addColumn('userID', 'integer', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('at', 'integer', (c) => c.notNull())
    .execute()
}
