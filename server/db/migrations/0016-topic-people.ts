import type { Kysely } from 'kysely'

/** The tables as they are at this point, as far as they are used here. */
type Tables = {
  threads: { id: number; source: string; parentID: number | null }
  threadMembers: { threadID: number; userID: number }
}

/** People who had left a group had stayed in its topics; this removes them. */
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
