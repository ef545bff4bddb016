import { PERMISSIONS, permissionsOf } from '#shared/domain/permissions.ts'
import type { Database } from '../db/database.ts'
import { isWithin, watchersOf } from '../live-panel/scope.ts'

/** What decides who supervises somebody. */
const ASKED = [
  PERMISSIONS.ISUPERVISOR_CAN_SEE_LIVE_PANEL,
  PERMISSIONS.ISUPERVISOR_IS_RESTRICTED,
  PERMISSIONS.CAN_SEARCH_ALL_USERS,
]

/**
 * Whoever looks after somebody now: their manager; of somebody without one, or whose manager has left, those who have
 * them on their live panel by area or agency, and where there is nobody, those who have everybody on it (spec 4 §5.4).
 * @returns ids in order, never the person's own
 */
export async function supervisorsOf(db: Database, userID: number, now: number): Promise<number[]> {
  const person = await db
    .selectFrom('users as u')
    .leftJoin('users as manager', (join) =>
      join.onRef('manager.id', '=', 'u.managerID').on('manager.isActive', '=', 1),
    )
    .where('u.id', '=', userID)
    .select(['u.areaID', 'u.agencyID', 'manager.id as managerID'])
    .executeTakeFirst()
  if (!person) return []
  if (person.managerID !== null) return [person.managerID]
  const held = await db
    .selectFrom('userPermissions as p')
    .innerJoin('users as u', 'u.id', 'p.userID')
    .where('p.permission', 'in', ASKED)
    .where((eb) => eb.or([eb('p.endsAt', 'is', null), eb('p.endsAt', '>', now)]))
    .where('u.isActive', '=', 1)
    .where('u.id', '<>', userID)
    .select(['p.userID', 'p.permission'])
    .execute()
  const viewers = [...Map.groupBy(held, (one) => one.userID)].map(([id, own]) => ({
    userID: id,
    permissions: permissionsOf(own.map(({ permission }) => permission)),
  }))
  const watching = viewers.filter(({ permissions }) => permissions.can('ISUPERVISOR_CAN_SEE_LIVE_PANEL'))
  const watchers = [...(await watchersOf(db, watching)).values()].filter((one) => isWithin(one, person))
  const near = watchers.filter(({ areaID, agencyID, isAgency, permissions }) =>
    isAgency
      ? agencyID === person.agencyID
      : areaID !== null && areaID === person.areaID && !permissions.can('ISUPERVISOR_IS_RESTRICTED'),
  )
  return (near.length > 0 ? near : watchers).map((one) => one.userID).sort((a, b) => a - b)
}
