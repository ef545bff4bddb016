import type { Database } from '../db/database.ts'
import { linesOf } from '../live-panel/scope.ts'
import { type Viewer, within } from '../people/scope.ts'
import { Refusal } from '../refusal.ts'

/** From which page somebody looks: it decides whom they see. */
export type TrainingPage = 'MANAGER' | 'SUPERVISOR'

/** Whose training the viewer looks after: their line on the manager's page, else their scope (spec 4 §5.4). */
export async function traineesOf(
  db: Database,
  viewer: Viewer,
  page: TrainingPage,
): Promise<ReadonlySet<number>> {
  if (page === 'MANAGER') return (await linesOf(db, [viewer.userID])).get(viewer.userID) ?? new Set<number>()
  const rows = await db
    .selectFrom('users as u')
    .where('u.id', '>', 0)
    .where('u.id', '<>', viewer.userID)
    .where((eb) => within(viewer, 'AREA_AND_TEAM')(eb as never))
    .select('u.id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** All whom the pages show that the viewer may open. */
export async function allTraineesOf(db: Database, viewer: Viewer): Promise<ReadonlySet<number>> {
  const found = new Set<number>()
  if (viewer.permissions.can('IMANAGER_CAN_SEE_TRAINING'))
    for (const id of await traineesOf(db, viewer, 'MANAGER')) found.add(id)
  if (viewer.permissions.can('ISUPERVISOR_CAN_SEE_TRAINING'))
    for (const id of await traineesOf(db, viewer, 'SUPERVISOR')) found.add(id)
  return found
}

/** @throws Refusal 404 for whom the viewer doesn't look after */
export function requireTrainee(people: ReadonlySet<number>, userID: number): void {
  if (!people.has(userID)) throw new Refusal(404, 'record.gone', { one: 'person' })
}
