import { sql } from 'kysely'
import { startOfLondonDay } from '#shared/domain/london-time.ts'
import type { PersonStatus } from '#shared/domain/person.ts'
import { isOlderVersion } from '#shared/domain/update.ts'
import type { Database } from '../db/database.ts'
import { peopleSource } from '../people/person-source.ts'
import type { PeopleScope, Viewer } from '../people/scope.ts'
import { deploymentSetting } from '../settings/deployment-settings.ts'

const LISTED: readonly PersonStatus[] = ['ACTIVE', 'SUSPENDED']
const MINUTE_MS = 60_000

/** Whom support sees: everybody with SUPPORT_CAN_EDIT_USER_SETTINGS, else area and team (spec 5 §3.1). */
export const supportScope = ({ permissions }: Viewer): PeopleScope =>
  permissions.can('SUPPORT_CAN_EDIT_USER_SETTINGS') ? 'ALL' : 'AREA_AND_TEAM'

/** Versions of the desktop client that are in use and below the minimum. */
async function oldVersions(db: Database): Promise<string[]> {
  const minimum = await deploymentSetting(db, 'minimumDesktopClient')
  if (minimum === '') return []
  const rows = await db
    .selectFrom('machines')
    .where('desktopVersion', 'is not', null)
    .select('desktopVersion')
    .distinct()
    .execute()
  return rows.flatMap(({ desktopVersion }) =>
    desktopVersion !== null && isOlderVersion(desktopVersion, minimum) ? [desktopVersion] : [],
  )
}

/** The people whom support sees, with what it asks about. `now` in milliseconds since 1970. */
export async function supportPeopleSource(db: Database, viewer: Viewer, now: number) {
  const old = await oldVersions(db)
  const today = startOfLondonDay(now)
  return peopleSource(db, { viewer, scope: supportScope(viewer), statuses: LISTED })
    .leftJoin('machines', 'machines.userID', 'u.id')
    .select((eb) => [
      eb
        .case()
        .when(eb.or([eb('u.lockedAt', 'is not', null), eb('u.lockedOutUntil', '>', now)]))
        .then(1)
        .else(0)
        .end()
        .as('isLocked'),
      eb.fn
        .coalesce(
          eb
            .selectFrom('sessions')
            .whereRef('sessions.userID', '=', 'u.id')
            .where('sessions.deviceID', 'is not', null)
            .where('sessions.revokedAt', 'is', null)
            .where('sessions.expiresAt', '>', now)
            .orderBy('sessions.createdAt', 'desc')
            .orderBy('sessions.id')
            .limit(1)
            .select('sessions.deviceID'),
          eb
            .selectFrom('devices')
            .whereRef('devices.userID', '=', 'u.id')
            .select((device) => device.fn.min<string | null>('devices.deviceID').as('n')),
        )
        .as('deviceID'),
      'machines.desktopVersion',
      eb
        .case()
        .when('machines.desktopVersion', 'in', old.length === 0 ? [''] : old)
        .then(1)
        .else(0)
        .end()
        .as('isDesktopOld'),
      'machines.grade',
      eb
        .selectFrom('tickets')
        .whereRef('tickets.raisedBy', '=', 'u.id')
        .where('tickets.resolvedAt', 'is', null)
        .select((count) => count.fn.countAll<number>().as('n'))
        .as('openTickets'),
      eb
        .selectFrom('activitySessions as now')
        .whereRef('now.userID', '=', 'u.id')
        .where('now.endedAt', 'is', null)
        .where('now.activity', '=', 'SYSTEM ISSUES')
        .select((count) => count.fn.countAll<number>().as('n'))
        .as('hasSystemIssues'),
      eb
        .selectFrom('activitySessions as day')
        .whereRef('day.userID', '=', 'u.id')
        .where('day.activity', '=', 'SYSTEM ISSUES')
        .where((day) => day.or([day('day.endedAt', 'is', null), day('day.endedAt', '>', today)]))
        .select(
          sql<number>`cast(coalesce(sum(coalesce(${sql.ref('day.endedAt')}, ${now}) -
            case when ${sql.ref('day.startedAt')} > ${today} then ${sql.ref('day.startedAt')} else ${today} end
          ), 0) as bigint) / ${sql.lit(MINUTE_MS)}`.as('n'),
        )
        .as('systemIssueMinutes'),
    ])
}
