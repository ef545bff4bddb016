import type { Kysely } from 'kysely'

/** What of the tables is read and written here, as they are at this point. */
type Tables = {
  threads: { id: number; source: string; parentID: number | null }
  threadMembers: { threadID: number; userID: number }
}

/** Whoever left a group, or was taken out of it, had stayed in its topics: out of them too. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const db = database.withTables<Tables>()
  await db
    .deleteFrom('threadMembers')
    .where('threadID', 'in', (eb) =>
      eb.selectFrom('threads').where('source', '=', 'TOPIC').where('parentID', 'is not', null).select('id'),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('threads as t')
            .innerJoin('threadMembers as p', 'p.threadID', 't.parentID')
            .whereRef('t.id', '=', 'threadMembers.threadID')
            .whereRef('p.userID', '=', 'threadMembers.userID')
            .select('p.userID'),
        ),
      ),
    )
    .execute()
}
