import type { PermissionName } from '#shared/domain/permissions.ts'
import type { Database } from '../db/database.ts'
import { linesOf } from '../live-panel/scope.ts'
import { type Viewer, within } from '../people/scope.ts'
import { qcPeopleOf } from '../qc/scope.ts'
import { Refusal } from '../refusal.ts'

const OF_TEAM: readonly PermissionName[] = ['ISUPERVISOR_CAN_SEE_HR', 'ISUPERVISOR_CAN_SEE_PERFORMANCE']

/**
 * About whom the viewer may write and read notes: a manager about their line, a supervisor about team and area, HR about
 * everybody, nobody about themselves. People of an agency about nobody (spec 4 §5.4).
 */
export async function lookedAfter(db: Database, viewer: Viewer): Promise<ReadonlySet<number>> {
  const { permissions, userID } = viewer
  const found = new Set<number>()
  const own = await db.selectFrom('users').where('id', '=', userID).select('userType').executeTakeFirst()
  if (own?.userType === 'AGENCY') return found
  if (permissions.can('IMANAGER_CAN_SEE_INTERACTIONS'))
    for (const id of (await linesOf(db, [userID])).get(userID) ?? []) found.add(id)
  if (permissions.canAny(OF_TEAM))
    for (const { id } of await qcPeopleOf(db, viewer).select('u.id').execute()) found.add(id)
  if (permissions.can('HR_CAN_SEE_MODULE'))
    for (const { id } of await db
      .selectFrom('users as u')
      .where('u.id', '>', 0)
      .where((eb) => within(viewer, 'ALL')(eb as never))
      .select('u.id')
      .execute())
      found.add(id)
  found.delete(userID)
  return found
}

/** @throws Refusal 404 for whom the viewer doesn't look after */
export async function requireLookedAfter(db: Database, viewer: Viewer, userID: number): Promise<void> {
  if (!(await lookedAfter(db, viewer)).has(userID)) throw new Refusal(404, 'record.gone', { one: 'person' })
}
