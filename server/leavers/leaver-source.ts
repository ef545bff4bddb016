import type { Database } from '../db/database.ts'
import { peopleSource } from '../people/person-source.ts'
import type { Viewer } from '../people/scope.ts'

/** Who left and wasn't erased (spec 5 §3.1). */
export function leaverSource(db: Database, viewer: Viewer) {
  return peopleSource(db, { viewer, scope: 'ALL', statuses: ['LEAVER'] })
    .leftJoin('users as deactivator', 'deactivator.id', 'u.deactivatedBy')
    .where('u.erasedAt', 'is', null)
    .select(['u.leaveDate', 'u.leaveReason', 'u.erasureDue', 'u.deactivatedBy'])
    .select('deactivator.displayName as deactivatedByName')
}
