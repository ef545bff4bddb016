import { type LiveStats, UNKNOWN, type UserStats } from '#shared/contract/live-panel.ts'
import type { Database } from '../db/database.ts'

/** Facts about people that aren't in the database. */
export interface LiveFacts {
  readonly isOnline: (userID: number) => boolean
  /** People's activities by user id; missing ones aren't known. */
  readonly activitiesOf?: (userIDs: readonly number[]) => Promise<ReadonlyMap<number, string>>
}

async function openTickets(db: Database, userIDs: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('tickets')
    .where('resolvedAt', 'is', null)
    .where('raisedBy', 'in', userIDs)
    .groupBy('raisedBy')
    .select(['raisedBy', db.fn.countAll<number>().as('count')])
    .execute()
  return new Map(rows.map(({ raisedBy, count }) => [raisedBy, count]))
}

/**
 * What these people, or all, are doing (spec 3 §3). This installation knows nothing of diallers and machines,
 * so those are 'UNKNOWN'.
 */
export async function liveStatsOf(
  db: Database,
  { isOnline, activitiesOf }: LiveFacts,
  userIDs?: readonly number[],
): Promise<LiveStats> {
  const people = await db
    .selectFrom('users as u')
    .leftJoin('areas as a', 'a.id', 'u.areaID')
    .leftJoin('users as m', 'm.id', 'u.managerID')
    .where('u.isActive', '=', 1)
    .$if(userIDs !== undefined, (query) => query.where('u.id', 'in', userIDs ?? []))
    .select(['u.id', 'u.displayName', 'a.name as areaName', 'm.displayName as manager'])
    .orderBy('u.id')
    .execute()
  const ids = people.map(({ id }) => id)
  const [open, activities] = await Promise.all([
    openTickets(db, ids),
    activitiesOf?.(ids) ?? new Map<number, string>(),
  ])
  const stats = people.map(({ id, displayName, areaName, manager }): [string, UserStats] => [
    String(id),
    {
      wurkforceStatus: isOnline(id) ? 'ONLINE' : 'OFFLINE',
      masterActivity: activities.get(id) ?? UNKNOWN,
      diallerStatus: UNKNOWN,
      areaName: areaName ?? UNKNOWN,
      manager: manager ?? UNKNOWN,
      machineStatus: UNKNOWN,
      userName: displayName,
      openTickets: open.get(id) ?? 0,
    },
  ])
  return Object.fromEntries(stats)
}
