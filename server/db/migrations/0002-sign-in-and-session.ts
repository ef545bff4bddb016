import { type Kysely, sql } from 'kysely'
import { PERMISSIONS } from '#shared/domain/permissions.ts'

/**
 * For sign-in by two factors, link and device; and the event log. Columns are described in server/db/schema.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema.alterTable('users').addColumn('email', 'text').execute()
  await schema.alterTable('sessions').addColumn('renewedAt', 'integer').execute()
  await schema.createIndex('sessionsByUser').on('sessions').column('userID').execute()

  // A sign-in takes minutes at most, so those in progress can begin again.
  await schema.dropTable('signIns').execute()
  await schema
    .createTable('signIns')
    .addColumn('clientKey', 'text', (c) => c.primaryKey())
    .addColumn('userName', 'text', (c) => c.notNull())
    .addColumn('userID', 'integer', (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('stage', 'text', (c) => c.notNull())
    .addColumn('isPasswordless', 'integer', (c) => c.notNull())
    .addColumn('linkHash', 'text', (c) => c.unique())
    .addColumn('confirmedAt', 'integer')
    .addColumn('wrongCodes', 'integer', (c) => c.notNull())
    .addColumn('createdAt', 'integer', (c) => c.notNull())
    .addColumn('expiresAt', 'integer', (c) => c.notNull())
    .execute()

  await schema
    .createTable('twoFactor')
    .addColumn('userID', 'integer', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('secret', 'text')
    .addColumn('lastStep', 'integer', (c) => c.notNull())
    .addColumn('pendingSecret', 'text')
    .addColumn('pendingSince', 'integer')
    .execute()
  await schema
    .createTable('recoveryCodes')
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('codeHash', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('recoveryCodesKey', ['userID', 'codeHash'])
    .execute()

  await schema
    .createTable('passwordResets')
    .addColumn('tokenHash', 'text', (c) => c.primaryKey())
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('expiresAt', 'integer', (c) => c.notNull())
    .execute()

  await schema
    .createTable('devices')
    .addColumn('deviceID', 'text', (c) => c.primaryKey())
    .addColumn('userID', 'integer', (c) => c.notNull().unique().references('users.id').onDelete('cascade'))
    .addColumn('pairedBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('pairedAt', 'integer', (c) => c.notNull())
    .execute()

  await schema
    .createTable('outbox')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('to', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('createdAt', 'integer', (c) => c.notNull())
    .addColumn('sentAt', 'integer')
    .execute()

  await schema
    .createTable('eventLog')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('actionName', 'text', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('at', 'integer', (c) => c.notNull())
    .execute()
  await schema.createIndex('eventLogByUser').on('eventLog').columns(['userID', 'id']).execute()

  await keepWhatPeopleCould(db)
}

/** Before this everybody could be signed in twice, and the demo company's people had no mail addresses. */
async function keepWhatPeopleCould(db: Kysely<unknown>): Promise<void> {
  await sql`insert or ignore into userPermissions (userID, permission)
    select id, ${PERMISSIONS.AUTH_CAN_USE_MULTI_TOKEN} from users where isActive = 1`.execute(db)
  await sql`update users set email = userName || '@northgate.example'
    where isActive = 1 and exists (select 1 from settings where name = 'seedVersion')`.execute(db)
}
