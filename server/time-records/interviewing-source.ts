import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { type Viewer, within } from '../people/scope.ts'

const HOUR_MS = 3_600_000

/**
 * Interviewing of everybody whom the viewer may see: sessions of AVAILABLE with a project have the odd ids, calls that
 * somebody took and that aren't void the even ones.
 */
export function interviewingSource(db: Database, viewer: Viewer, now: number) {
  const sessions = db
    .selectFrom('activitySessions as s')
    .where('s.activity', '=', 'AVAILABLE')
    .where('s.projectID', 'is not', null)
    .select(['s.userID', 's.projectID', 's.startedAt as at'])
    .select((eb) => [
      eb(eb('s.id', '*', 2), '+', 1).as('id'),
      eb.lit(0).as('attempts'),
      eb.lit(0).as('completes'),
      sql<number>`cast((coalesce(${sql.ref('s.endedAt')}, ${sql.lit(now)}) - ${sql.ref('s.startedAt')})
        * 1.0 / ${sql.lit(HOUR_MS)} as double precision)`.as('hours'),
    ])
  const calls = db
    .selectFrom('interviewRecords as r')
    .where('r.isVoid', '=', 0)
    .where('r.userID', 'is not', null)
    .select(['r.userID', 'r.projectID', 'r.start as at'])
    .select((eb) => [
      eb('r.id', '*', 2).as('id'),
      eb.lit(1).as('attempts'),
      eb.case().when('r.outcome', '=', 'COMPLETE').then(1).else(0).end().as('completes'),
      sql<number>`cast(0 as double precision)`.as('hours'),
    ])
  return db
    .selectFrom(sessions.unionAll(calls as never).as('i'))
    .innerJoin('users as u', (join) => join.onRef('u.id', '=', 'i.userID' as never))
    .leftJoin('areas', 'areas.id', 'u.areaID')
    .leftJoin('agencies', 'agencies.id', 'u.agencyID')
    .leftJoin('projects', (join) => join.onRef('projects.id', '=', 'i.projectID' as never))
    .where((eb) => within(viewer, 'ALL')(eb as never))
    .select([
      'i.id',
      'i.at',
      'i.attempts',
      'i.completes',
      'i.hours',
      'u.displayName',
      'i.userID',
      'i.projectID',
    ])
    .select(['areas.name as areaName', 'agencies.name as agencyName', 'projects.name as project'])
    .select([sql<number>`1`.as('version'), sql<number | null>`null`.as('completesPerHour')])
}
