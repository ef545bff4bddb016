import type { Database } from '../db/database.ts'
import { type Viewer, within } from '../people/scope.ts'
import { Refusal } from '../refusal.ts'

/**
 * Whose quality the viewer looks after: their team and area, everybody with CAN_SEARCH_ALL_USERS (spec 4 §5.4). To
 * people of an agency nobody's: they get no answers and no coaching from any call.
 */
export const qcPeopleOf = (db: Database, viewer: Viewer) =>
  db
    .selectFrom('users as u')
    .where('u.id', '>', 0)
    .where((eb) => within(viewer, 'AREA_AND_TEAM')(eb as never))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('users as own')
            .where('own.id', '=', viewer.userID)
            .where('own.userType', '=', 'AGENCY')
            .select('own.id'),
        ),
      ),
    )

/** @throws Refusal 404 for whom the viewer doesn't look after */
export async function requireQcPerson(
  db: Database,
  viewer: Viewer,
  userID: number,
  one = 'person',
): Promise<string> {
  const found = await qcPeopleOf(db, viewer)
    .where('u.id', '=', userID)
    .select('u.displayName')
    .executeTakeFirst()
  if (!found) throw new Refusal(404, 'record.gone', { one })
  return found.displayName
}
