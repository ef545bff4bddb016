import type { Database } from '../db/database.ts'
import type { Caller } from '../http/handlers.ts'
import { within } from '../people/scope.ts'
import { Refusal } from '../refusal.ts'

/** Whom a planner may plan: everybody whom they see, or the people of the areas that they are limited to (spec 4 §4.5). */
export async function plannablePeople(db: Database, caller: Pick<Caller, 'userID' | 'permissions'>) {
  const { limitedToAreas } = await db
    .selectFrom('users')
    .where('id', '=', caller.userID)
    .select('limitedToAreas')
    .executeTakeFirstOrThrow()
  const limited = JSON.parse(limitedToAreas) as number[]
  return db
    .selectFrom('users as u')
    .where('u.id', '>', 0)
    .where((eb) => within(caller, 'ALL')(eb as never))
    .$if(limited.length > 0, (query) => query.where('u.areaID', 'in', limited))
}

/**
 * The area of each of these people.
 * @throws Refusal 404 where the caller may not see or plan one of them
 */
export async function requirePlanned(
  db: Database,
  caller: Caller,
  userIDs: readonly number[],
): Promise<ReadonlyMap<number, number | null>> {
  const wanted = [...new Set(userIDs)]
  if (wanted.length === 0) return new Map()
  const rows = await (await plannablePeople(db, caller))
    .where('u.id', 'in', wanted)
    .select(['u.id', 'u.areaID'])
    .execute()
  if (rows.length < wanted.length) throw new Refusal(404, 'record.gone', { one: 'person' })
  return new Map(rows.map(({ id, areaID }) => [id, areaID]))
}
