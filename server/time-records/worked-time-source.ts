import { sql } from 'kysely'
import { ACTIVITY_NAMES, isWorked } from '#shared/domain/activity.ts'
import type { Database } from '../db/database.ts'
import { type Viewer, within } from '../people/scope.ts'

const HOUR_MS = 3_600_000
const WORKED = ACTIVITY_NAMES.filter(isWorked)

/** The sessions of work of everybody whom the viewer may see; one that goes on has its hours up to now. */
export const workedTimeSource = (db: Database, viewer: Viewer, now: number) =>
  db
    .selectFrom('activitySessions as s')
    .innerJoin('users as u', 'u.id', 's.userID')
    .leftJoin('areas', 'areas.id', 'u.areaID')
    .leftJoin('agencies', 'agencies.id', 'u.agencyID')
    .leftJoin('contractTypes', 'contractTypes.id', 'u.contractTypeID')
    .where('s.activity', 'in', WORKED)
    .where((eb) => within(viewer, 'ALL')(eb as never))
    .select(['s.id', 'u.displayName', 's.project', 's.activity', 's.startedAt', 's.endedAt'])
    .select(['areas.name as areaName', 'agencies.name as agencyName'])
    .select(['contractTypes.name as contractTypeName', 's.userID', 's.projectID'])
    .select([
      sql<number>`1`.as('version'),
      sql<number>`cast(round((coalesce(${sql.ref('s.endedAt')}, ${sql.lit(now)}) - ${sql.ref('s.startedAt')})
        * 1.0 / ${sql.lit(HOUR_MS)}, 4) as double precision)`.as('hours'),
    ])
