import { type Kysely, sql } from 'kysely'

/** First schema: people, sessions, chat. Columns are described in server/db/schema. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('areas')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull().unique())
    .execute()

  await schema
    .createTable('users')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('userName', 'text', (c) => c.notNull().unique())
    .addColumn('displayName', 'text', (c) => c.notNull())
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('userType', 'text', (c) => c.notNull())
    .addColumn('areaID', 'integer', (c) => c.references('areas.id'))
    .addColumn('managerID', 'integer', (c) => c.references('users.id'))
    .addColumn('passwordHash', 'text', (c) => c.notNull())
    .addColumn('isActive', 'integer', (c) => c.notNull())
    .addColumn('createdAt', 'integer', (c) => c.notNull())
    .execute()

  await schema
    .createTable('userPermissions')
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('permission', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('userPermissionsKey', ['userID', 'permission'])
    .execute()

  await schema
    .createTable('sessions')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('signInID', 'text', (c) => c.notNull())
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('tokenType', 'text', (c) => c.notNull())
    .addColumn('deviceID', 'text')
    .addColumn('createdAt', 'integer', (c) => c.notNull())
    .addColumn('expiresAt', 'integer', (c) => c.notNull())
    .addColumn('revokedAt', 'integer')
    .execute()

  await schema
    .createTable('signIns')
    .addColumn('clientKey', 'text', (c) => c.primaryKey())
    .addColumn('userName', 'text', (c) => c.notNull())
    .addColumn('userID', 'integer', (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('stage', 'text', (c) => c.notNull())
    .addColumn('createdAt', 'integer', (c) => c.notNull())
    .addColumn('expiresAt', 'integer', (c) => c.notNull())
    .execute()

  await schema
    .createTable('threads')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('sourceID', 'integer', (c) => c.notNull())
    .addColumn('label', 'text', (c) => c.notNull())
    .addColumn('displayLabel', 'text', (c) => c.notNull())
    .addColumn('displayGroupLabel', 'text', (c) => c.notNull())
    .addColumn('isGroup', 'integer', (c) => c.notNull())
    .addColumn('parentID', 'integer', (c) => c.references('threads.id'))
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('priority', 'text', (c) => c.notNull())
    .addColumn('createdAt', 'integer', (c) => c.notNull())
    .addColumn('lastMessageID', 'integer')
    .addColumn('lastMessageTime', 'integer')
    .addUniqueConstraint('threadsAddress', ['source', 'sourceID'])
    .addUniqueConstraint('threadsLabel', ['label'])
    .execute()

  await schema
    .createTable('threadMembers')
    .addColumn('threadID', 'integer', (c) => c.notNull().references('threads.id').onDelete('cascade'))
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('isAdmin', 'integer', (c) => c.notNull())
    .addColumn('isArchived', 'integer', (c) => c.notNull())
    .addColumn('pinnedAt', 'integer')
    .addColumn('lastReadMessageID', 'integer', (c) => c.notNull())
    .addColumn('lastReadAt', 'integer')
    .addPrimaryKeyConstraint('threadMembersKey', ['threadID', 'userID'])
    .execute()
  await schema
    .createIndex('threadMembersByUser')
    .on('threadMembers')
    .columns(['userID', 'threadID'])
    .execute()

  await schema
    .createTable('messages')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('threadID', 'integer', (c) => c.notNull().references('threads.id').onDelete('cascade'))
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('entryTime', 'integer', (c) => c.notNull())
    .addColumn('editTime', 'integer')
    .addColumn('deletedAt', 'integer')
    .addColumn('pinnedTime', 'integer')
    .addColumn('broadcastTime', 'integer')
    .addColumn('broadcastUserID', 'integer', (c) => c.references('users.id'))
    .addColumn('topicID', 'integer', (c) => c.references('threads.id'))
    .addColumn('replyToID', 'integer', (c) => c.references('messages.id'))
    .addColumn('tokenType', 'text')
    .addColumn('overallStatus', 'text', (c) => c.notNull())
    .addColumn('clientID', 'text')
    .execute()
  // A page of a thread is one range of this index, however long the thread is.
  await schema.createIndex('messagesByThread').on('messages').columns(['threadID', 'id']).execute()
  await sql`create unique index messagesByClientID on messages (userID, clientID) where clientID is not null`.execute(
    db,
  )

  await schema
    .createTable('mentions')
    .addColumn('messageID', 'integer', (c) => c.notNull().references('messages.id').onDelete('cascade'))
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('mentionsKey', ['messageID', 'userID'])
    .execute()
  await schema.createIndex('mentionsByUser').on('mentions').columns(['userID', 'messageID']).execute()

  await schema
    .createTable('reactions')
    .addColumn('messageID', 'integer', (c) => c.notNull().references('messages.id').onDelete('cascade'))
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('reaction', 'text', (c) => c.notNull())
    .addColumn('at', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('reactionsKey', ['messageID', 'userID'])
    .execute()

  await schema
    .createTable('attachments')
    .addColumn('messageID', 'integer', (c) => c.primaryKey().references('messages.id').onDelete('cascade'))
    .addColumn('fileName', 'text', (c) => c.notNull())
    .addColumn('contentType', 'text', (c) => c.notNull())
    .addColumn('content', 'blob', (c) => c.notNull())
    .execute()

  await schema
    .createTable('idempotency')
    .addColumn('userID', 'integer', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('path', 'text', (c) => c.notNull())
    .addColumn('requestHash', 'text', (c) => c.notNull())
    .addColumn('status', 'integer', (c) => c.notNull())
    .addColumn('answer', 'text', (c) => c.notNull())
    .addColumn('createdAt', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('idempotencyKey', ['userID', 'key'])
    .execute()

  await schema
    .createTable('settings')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .execute()
}
