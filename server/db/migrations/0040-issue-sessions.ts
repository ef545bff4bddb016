import { type Kysely, sql } from 'kysely'

/** The tables as they are at this point, as far as they are used here. */
type Tables = {
  systemIssues: {
    id: number
    userID: number
    sessionID: number | null
    startedAt: number
    endedAt: number | null
  }
  activitySessions: {
    id: number
    userID: number
    activity: string
    startedAt: number
    endedAt: number | null
  }
}

/** Lost work points to the activity session that it is booked on. A person has one at a time. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const db = database.withTables<Tables>()
  await db.schema
    .alterTable('systemIssues')
    .addColumn('sessionID', 'integer', (c) => c.references('activitySessions.id').onDelete('set null'))
    .execute()
  await db.schema
    .createIndex('systemIssuesBySession')
    .on('systemIssues')
    .columns(['sessionID', 'endedAt'])
    .execute()
  await endOlder(db)
  await db.schema
    .createIndex('systemIssuesOpen')
    .on('systemIssues')
    .column('userID')
    .unique()
    .where(sql.ref('endedAt'), 'is', null)
    .execute()
  await pointToSessions(db)
}

/** Of several that hadn't ended, each earlier one ends when the next began. */
async function endOlder(db: Kysely<Tables>): Promise<void> {
  const lasting = await db
    .selectFrom('systemIssues')
    .where('endedAt', 'is', null)
    .select(['id', 'userID', 'startedAt'])
    .orderBy('startedAt')
    .orderBy('id')
    .execute()
  for (const [place, { id, userID }] of lasting.entries()) {
    const next = lasting.slice(place + 1).find((other) => other.userID === userID)
    if (next)
      await db.updateTable('systemIssues').set({ endedAt: next.startedAt }).where('id', '=', id).execute()
  }
}

/** A record belongs to the session of system issues that its person was in when it began. */
async function pointToSessions(db: Kysely<Tables>): Promise<void> {
  const pairs = await db
    .selectFrom('systemIssues as r')
    .innerJoin('activitySessions as s', 's.userID', 'r.userID')
    .where('s.activity', '=', 'SYSTEM ISSUES')
    .whereRef('s.startedAt', '<=', 'r.startedAt')
    .where((e) => e.or([e('s.endedAt', 'is', null), e('s.endedAt', '>', e.ref('r.startedAt'))]))
    .select(['r.id', 's.id as sessionID'])
    .execute()
  for (const { id, sessionID } of pairs)
    await db.updateTable('systemIssues').set({ sessionID }).where('id', '=', id).execute()
}
