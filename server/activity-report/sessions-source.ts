import { sql } from 'kysely'
import type { SessionSource } from '#shared/domain/activity-report.ts'
import type { Database } from '../db/database.ts'
import type { Viewer } from '../people/scope.ts'
import { plannablePeople } from '../shifts/plannable.ts'
import { PRAYER } from './activity-report.ts'

const HOUR_MS = 3_600_000

/** The sessions of the people whom the viewer plans; who began one is worked out as `sourceOf` does. */
export async function activitySessionSource(db: Database, viewer: Viewer, now: number) {
  const people = (await plannablePeople(db, viewer)).select('u.id')
  const isSecret = !viewer.permissions.can('IRESOURCE_CAN_SEE_BOOKINGS')
  return db
    .selectFrom('activitySessions as s')
    .innerJoin('users as u', 'u.id', 's.userID')
    .leftJoin('areas', 'areas.id', 'u.areaID')
    .where('s.activity', '<>', 'INACTIVE')
    .where('s.userID', 'in', people)
    .select([
      's.id',
      's.userID',
      'u.displayName',
      'areas.name as areaName',
      's.activity',
      's.project',
      's.projectID',
    ])
    .select(['s.startedAt', 's.endedAt', 's.reason'])
    .select((eb) => [
      sql<number>`1`.as('version'),
      (isSecret
        ? eb.case().when('s.category', '=', PRAYER).then(null).else(eb.ref('s.category')).end()
        : eb.ref('s.category')
      ).as('category'),
      sql<number>`cast(round((coalesce(${sql.ref('s.endedAt')}, ${sql.lit(now)}) - ${sql.ref('s.startedAt')})
        * 1.0 / ${sql.lit(HOUR_MS)}, 4) as double precision)`.as('hours'),
      sql<number>`cast(round(${sql.ref('s.idleSeconds')} * 1.0 / 60, 1) as double precision)`.as(
        'idleMinutes',
      ),
      sql<SessionSource>`case when ${sql.ref('s.source')} <> '' then ${sql.ref('s.source')}
        when ${sql.ref('s.startedBy')} is not null and ${sql.ref('s.startedBy')} <> ${sql.ref('s.userID')}
        then 'SUPERVISOR' else 'SELF' end`.as('source'),
      sql<number>`case when ${sql.ref('s.source')} = '' and ${sql.ref('s.startedBy')} is not null
        and ${sql.ref('s.startedBy')} <> ${sql.ref('s.userID')} then 1 else 0 end`.as('isOverride'),
      sql<number>`case when ${sql.ref('s.correctionID')} is null then 0 else 1 end`.as('isCorrected'),
    ])
}
