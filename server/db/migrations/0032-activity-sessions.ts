import { type Generated, type Kysely, sql } from 'kysely'

/** Rows of one statement, well within SQLite's limit of values. */
const ROWS_PER_STATEMENT = 500

/** The tables as they are at this point, as far as they are used here. */
type Tables = {
  activities: {
    userID: number
    activity: string
    project: string | null
    category: string | null
    pendingActions: string
    isOverride: number
    since: number
    lastResponseAt: number | null
  }
  activityHistory: {
    id: number
    userID: number
    activity: string
    project: string | null
    startedAt: number
    endedAt: number
    endedBy: number | null
  }
  activitySessions: Session & { id: Generated<number> }
}
type Db = Kysely<Tables>

interface Session {
  userID: number
  activity: string
  project: string | null
  category: string | null
  pendingActions: string
  startedAt: number
  startedBy: number | null
  endedAt: number | null
  endedBy: number | null
}

/** What people are doing and have done, in one table of sessions. Columns are described in schema/day.ts. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const db = database.withTables<Tables>()
  await makeSessions(db)
  await fillSessions(db)
  await db.schema.dropTable('activityHistory').execute()
  await db.schema.dropTable('activities').execute()
}

async function makeSessions({ schema }: Db): Promise<void> {
  await schema
    .createTable('activitySessions')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('userID', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('activity', 'text', (c) => c.notNull())
    .addColumn('project', 'text')
    .addColumn('category', 'text')
    .addColumn('pendingActions', 'text', (c) => c.notNull().defaultTo('[]'))
    .addColumn('startedAt', 'bigint', (c) => c.notNull())
    .addColumn('startedBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('endedAt', 'bigint')
    .addColumn('endedBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .execute()
  await schema
    .createIndex('activitySessionsByPerson')
    .on('activitySessions')
    .columns(['userID', 'startedAt'])
    .execute()
  // A unique index: nobody does two things at once, even on two servers.
  await schema
    .createIndex('activitySessionsOpen')
    .on('activitySessions')
    .column('userID')
    .unique()
    .where(sql.ref('endedAt'), 'is', null)
    .execute()
}

/** Copies the old sessions in order. Whoever began a session has ended the one before it. */
async function fillSessions(db: Db): Promise<void> {
  const history = await db.selectFrom('activityHistory').selectAll().orderBy('id').execute()
  const present = await db.selectFrom('activities').selectAll().execute()
  const lastOwn = new Map(present.map(({ userID, lastResponseAt }) => [userID, lastResponseAt]))
  const enders = new Map<number, number | null>()
  const past = history.map(({ id: _, ...row }): Session => {
    const isOwn = row.startedAt === lastOwn.get(row.userID)
    const startedBy = enders.has(row.userID) ? (enders.get(row.userID) ?? null) : isOwn ? row.userID : null
    enders.set(row.userID, row.endedBy)
    return { ...row, category: null, pendingActions: '[]', startedBy }
  })
  const open = present.map(({ isOverride, since, lastResponseAt: _, ...row }): Session => {
    const starter = enders.get(row.userID) ?? null
    const startedBy = isOverride === 0 ? row.userID : starter === row.userID ? null : starter
    return { ...row, startedAt: since, startedBy, endedAt: null, endedBy: null }
  })
  const rows = [...past, ...open]
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT)
    await db
      .insertInto('activitySessions')
      .values(rows.slice(start, start + ROWS_PER_STATEMENT))
      .execute()
}
