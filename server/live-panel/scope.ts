import type { Database } from '../db/database.ts'
import type { Viewer } from '../people/scope.ts'
import { Refusal } from '../refusal.ts'

/** Where somebody stands in the company. */
export interface Place {
  readonly areaID: number | null
  readonly managerID: number | null
  readonly agencyID: number | null
}

/** Who looks, by what decides whom they see. */
export interface Watcher extends Viewer {
  readonly areaID: number | null
  readonly agencyID: number | null
  readonly isAgency: boolean
}

/** The same viewers with where they stand now. */
export async function watchersOf(
  db: Database,
  viewers: readonly Viewer[],
): Promise<ReadonlyMap<number, Watcher>> {
  const rows = await db
    .selectFrom('users')
    .where('id', 'in', [0, ...new Set(viewers.map(({ userID }) => userID))])
    .select(['id', 'areaID', 'agencyID', 'userType'])
    .execute()
  const found = new Map(rows.map((row) => [row.id, row]))
  return new Map(
    viewers.map(({ userID, permissions }) => {
      const { areaID = null, agencyID = null, userType = '' } = found.get(userID) ?? {}
      return [userID, { userID, permissions, areaID, agencyID, isAgency: userType === 'AGENCY' }]
    }),
  )
}

/** What `within(viewer, 'AREA_AND_TEAM')` asks the database, of somebody who was read already (people/scope.ts). */
export function isWithin(watcher: Watcher, { areaID, managerID, agencyID }: Place): boolean {
  if (watcher.isAgency) return agencyID !== null && agencyID === watcher.agencyID
  if (watcher.permissions.can('CAN_SEARCH_ALL_USERS')) return true
  if (managerID === watcher.userID) return true
  return !watcher.permissions.can('ISUPERVISOR_IS_RESTRICTED') && areaID !== null && areaID === watcher.areaID
}

/**
 * The people of each of these managers' LINE: their team, its teams and so on (spec 4 §1.10). A manager of an agency has
 * its people alone.
 */
export async function linesOf(
  db: Database,
  managerIDs: readonly number[],
): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
  const lines = new Map<number, ReadonlySet<number>>()
  if (managerIDs.length === 0) return lines
  const people = await db.selectFrom('users').select(['id', 'managerID', 'agencyID', 'userType']).execute()
  const known = new Map(people.map((person) => [person.id, person]))
  const teams = Map.groupBy(people, ({ managerID }) => managerID ?? 0)
  for (const managerID of managerIDs) {
    const manager = known.get(managerID)
    const line = new Set<number>()
    const managers = [managerID]
    for (let next = managers.pop(); next !== undefined; next = managers.pop())
      for (const { id } of teams.get(next) ?? [])
        if (id !== managerID && !line.has(id)) {
          line.add(id)
          managers.push(id)
        }
    if (manager?.userType === 'AGENCY')
      for (const id of line) if (known.get(id)?.agencyID !== manager.agencyID) line.delete(id)
    lines.set(managerID, line)
  }
  return lines
}

/** Somebody whom the viewer's live panel shows; null where they are nobody of it. */
export async function sees(
  db: Database,
  viewer: Viewer,
  userID: number,
): Promise<(Place & { readonly displayName: string }) | null> {
  const person = await db
    .selectFrom('users')
    .where('id', '=', userID)
    .where('isActive', '=', 1)
    .select(['displayName', 'areaID', 'managerID', 'agencyID'])
    .executeTakeFirst()
  const watcher = (await watchersOf(db, [viewer])).get(viewer.userID)
  return person && watcher && isWithin(watcher, person) ? person : null
}

/** The same. @throws Refusal 404 where they are nobody of it */
export async function requireWithin(
  db: Database,
  viewer: Viewer,
  userID: number,
): Promise<Place & { readonly displayName: string }> {
  const person = await sees(db, viewer, userID)
  if (!person) throw new Refusal(404, 'record.gone', { one: 'person' })
  return person
}
