import type { ImportMatch } from '#shared/contract/data-imports.ts'
import { searchable } from '#shared/domain/locale.ts'
import { type FileKind, MATCHES_MAX } from '#shared/domain/project-files.ts'
import type { Database } from '../db/database.ts'
import { holdTurn } from '../db/hold-turn.ts'
import { Refusal } from '../refusal.ts'

/** How somebody matched the columns of a kind of file, by name. */
export async function matchesOf(db: Database, userID: number, kind: FileKind): Promise<ImportMatch[]> {
  const rows = await db
    .selectFrom('importMatches')
    .where('userID', '=', userID)
    .where('kind', '=', kind)
    .orderBy('nameKey')
    .select(['id', 'name', 'columns', 'outcomes'])
    .execute()
  return rows.map(({ id, name, columns, outcomes }) => ({
    ...{ id, kind, name },
    columns: JSON.parse(columns) as ImportMatch['columns'],
    outcomes: JSON.parse(outcomes) as ImportMatch['outcomes'],
  }))
}

/** Keeps a match; one of the same name is replaced. @throws Refusal 400 where there are too many */
export async function saveMatch(
  db: Database,
  userID: number,
  { kind, name, columns, outcomes }: Omit<ImportMatch, 'id'>,
  now: number,
): Promise<number> {
  await holdTurn(db)
  return db.transaction().execute(async (trx) => {
    const values = {
      name,
      columns: JSON.stringify(columns),
      outcomes: JSON.stringify(outcomes),
      savedAt: now,
    }
    const nameKey = searchable(name)
    const own = await trx
      .selectFrom('importMatches')
      .where('userID', '=', userID)
      .where('kind', '=', kind)
      .select('nameKey')
      .execute()
    if (own.length >= MATCHES_MAX && !own.some((one) => one.nameKey === nameKey))
      throw new Refusal(400, 'data.matchesFull', { max: MATCHES_MAX })
    const { id } = await trx
      .insertInto('importMatches')
      .values({ ...values, userID, kind, nameKey })
      .onConflict((conflict) => conflict.columns(['userID', 'kind', 'nameKey']).doUpdateSet(values))
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })
}

/** @throws Refusal 404 where it is none of theirs */
export async function removeMatch(db: Database, userID: number, id: number): Promise<void> {
  const gone = await db
    .deleteFrom('importMatches')
    .where('id', '=', id)
    .where('userID', '=', userID)
    .returning('id')
    .executeTakeFirst()
  if (!gone) throw new Refusal(404, 'record.gone', { one: 'match' })
}
