import type { Kysely } from 'kysely'

type Rows = Kysely<Record<string, Record<string, unknown>>>

/** Until now a mail's text was kept for half an hour at most: by then its links were dead. */
const WORTH_SENDING_MS = 30 * 60_000

async function mails(db: Rows): Promise<void> {
  const { schema } = db
  await schema
    .createTable('mails')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('messageID', 'text', (c) => c.notNull().unique())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('to', 'text', (c) => c.notNull())
    .addColumn('from', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('userID', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('content', 'text')
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .addColumn('expiresAt', 'bigint')
    .addColumn('nextAt', 'bigint', (c) => c.notNull())
    .addColumn('leaseID', 'text')
    .addColumn('leaseUntil', 'bigint')
    .addColumn('tries', 'integer', (c) => c.notNull())
    .addColumn('firstTriedAt', 'bigint')
    .addColumn('endedAt', 'bigint')
    .addColumn('lastAnswer', 'text', (c) => c.notNull())
    .execute()
  await schema.createIndex('mailsByState').on('mails').columns(['state', 'nextAt']).execute()
  await schema
    .createTable('mailAttempts')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('mailID', 'integer', (c) => c.notNull().references('mails.id').onDelete('cascade'))
    .addColumn('leaseID', 'text', (c) => c.notNull())
    .addColumn('startedAt', 'bigint', (c) => c.notNull())
    .addColumn('endedAt', 'bigint')
    .addColumn('outcome', 'text')
    .addColumn('answer', 'text', (c) => c.notNull())
    .execute()
  await schema.createIndex('mailAttemptsByMail').on('mailAttempts').column('mailID').execute()
  await schema.createIndex('mailAttemptsByTime').on('mailAttempts').column('startedAt').execute()
  const old = await db.selectFrom('outbox').selectAll().orderBy('id').execute()
  for (const { id, to, subject, text, createdAt, sentAt } of old) {
    const waits = sentAt === null && text !== ''
    await db
      .insertInto('mails')
      .values({
        version: 1,
        messageID: `<outbox-${id}@fieldwork.invalid>`,
        kind: 'OTHER',
        to,
        from: '',
        subject,
        userID: null,
        state: sentAt !== null ? 'SENT' : waits ? 'QUEUED' : 'EXPIRED',
        content: waits ? JSON.stringify({ text }) : null,
        createdAt,
        expiresAt: waits ? Number(createdAt) + WORTH_SENDING_MS : null,
        nextAt: createdAt,
        leaseID: null,
        leaseUntil: null,
        tries: 0,
        firstTriedAt: null,
        endedAt: sentAt ?? (waits ? null : createdAt),
        lastAnswer: '',
      })
      .execute()
  }
  await schema.dropTable('outbox').execute()
}

async function adaptors({ schema }: Rows): Promise<void> {
  await schema
    .createTable('adaptors')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('isEnabled', 'integer', (c) => c.notNull())
    .addColumn('settings', 'text', (c) => c.notNull())
    .addColumn('lastSuccessAt', 'bigint')
    .addColumn('lastErrorAt', 'bigint')
    .addColumn('lastError', 'text', (c) => c.notNull())
    .addColumn('failuresInRow', 'integer', (c) => c.notNull())
    .addColumn('changedBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('changedAt', 'bigint', (c) => c.notNull())
    .execute()
  // There is one way out for mail.
  await schema
    .createIndex('adaptorsOneSmtp')
    .unique()
    .on('adaptors')
    .column('kind')
    .where('kind' as never, '=', 'SMTP' as never)
    .execute()
  await schema
    .createTable('adaptorSecrets')
    .addColumn('adaptorID', 'integer', (c) => c.notNull().references('adaptors.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('sealed', 'text', (c) => c.notNull())
    .addColumn('setAt', 'bigint', (c) => c.notNull())
    .addColumn('setBy', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('adaptorSecretsOne', ['adaptorID', 'name'])
    .execute()
  await schema
    .createTable('adaptorExchanges')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('adaptorID', 'integer', (c) => c.notNull().references('adaptors.id').onDelete('cascade'))
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('ms', 'integer', (c) => c.notNull())
    .addColumn('isOk', 'integer', (c) => c.notNull())
    .addColumn('what', 'text', (c) => c.notNull())
    .addColumn('answer', 'text', (c) => c.notNull())
    .execute()
  await schema
    .createIndex('adaptorExchangesByAdaptor')
    .on('adaptorExchanges')
    .columns(['adaptorID', 'id'])
    .execute()
}

/** The queue of mails with their attempts, which takes the outbox over, and the adaptors to services outside. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await mails(db as Rows)
  await adaptors(db as Rows)
}
