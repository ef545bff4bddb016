import type { ExpressionBuilder } from 'kysely'
import type { Database } from '../db/database.ts'
import type { UserTable } from '../db/schema/people.ts'
import type { Schema } from '../db/schema.ts'
import type { Caller } from '../http/handlers.ts'
import { Refusal } from '../refusal.ts'

/** Who asks. */
export type Viewer = Pick<Caller, 'userID' | 'permissions'>

/**
 * Whom a page of people lists: everybody, or the viewer's area and team, to a restricted supervisor the team
 * alone (spec 5 §3.1). CAN_SEARCH_ALL_USERS makes everybody of it.
 */
export type PeopleScope = 'ALL' | 'AREA_AND_TEAM'

/**
 * Whether the person `u` is among those whom the viewer may see. To somebody of user type AGENCY that are the
 * people of their own agency, whatever they hold. It asks the database each time, so that it is true at once.
 */
export const within =
  ({ userID, permissions }: Viewer, scope: PeopleScope) =>
  (eb: ExpressionBuilder<Schema & { u: UserTable }, 'u'>) => {
    const viewer = eb.selectFrom('users as viewer').where('viewer.id', '=', userID)
    const isAgency = eb(viewer.select('viewer.userType'), '=', 'AGENCY')
    const sameAgency = eb('u.agencyID', '=', viewer.select('viewer.agencyID'))
    const agencys = eb.and([isAgency, sameAgency])
    if (scope === 'ALL' || permissions.can('CAN_SEARCH_ALL_USERS')) return eb.or([agencys, eb.not(isAgency)])
    const team = eb('u.managerID', '=', userID)
    const area = eb('u.areaID', '=', viewer.select('viewer.areaID'))
    const theirs = permissions.can('ISUPERVISOR_IS_RESTRICTED') ? team : eb.or([team, area])
    return eb.or([agencys, eb.and([eb.not(isAgency), theirs])])
  }

/** @throws Refusal 404 where there is nobody of that id, or nobody whom the viewer may see */
export async function requireSeen(db: Database, viewer: Viewer, userID: number): Promise<void> {
  const row = await db
    .selectFrom('users as u')
    .where('u.id', '=', userID)
    .where((eb) => within(viewer, 'ALL')(eb as never))
    .select('u.id')
    .executeTakeFirst()
  if (!row) throw new Refusal(404, 'record.gone', { one: 'person' })
}
