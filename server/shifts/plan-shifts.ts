import type { PlanShift } from '#shared/contract/shifts.ts'
import { PERMISSIONS } from '#shared/domain/permissions.ts'
import type { PlannedChange } from '#shared/domain/shifts.ts'
import type { Database } from '../db/database.ts'
import type { LiveShell } from '../shell/live-shell.ts'
import type { PersonShift } from './hours.ts'
import { asPlanned, changeOf, PLAN_COLUMNS, type StoredPlan } from './planned.ts'

/** A stored shift, as the planner goes by it. */
export interface PlanRow extends StoredPlan {
  readonly id: number
  readonly version: number
  readonly userID: number
  readonly patternID: number | null
}

export const planRows = (db: Database) =>
  db.selectFrom('shifts').select(['id', 'version', 'userID', 'patternID']).select(PLAN_COLUMNS)

const iso = (at: number): string => new Date(at).toISOString()

const timesSent = <T extends { readonly start: number; readonly end: number }>(one: T) => ({
  ...one,
  start: iso(one.start),
  end: iso(one.end),
})

/** As it travels to planners. */
export function planShiftOf({ planned, ...row }: PlanRow): PlanShift {
  const change = changeOf(planned)
  return { ...timesSent(row), planned: change === null ? null : timesSent(change) }
}

/** What is to be worked by it, for the checks of hours. */
export function proposedOf(row: PlanRow): PersonShift {
  const { start, end, breakMinutes, projectID, areaID, location } = asPlanned(row)
  return {
    ...{ id: row.id, userID: row.userID },
    ...{ start, end, breakMinutes, projectID, areaID, location },
  }
}

/** What stands in the columns of a shift whose change is that; null takes back what was to be changed. */
export const plannedColumns = (change: PlannedChange | null) => ({
  planned: change === null ? null : JSON.stringify(change),
  plannedStart: change?.start ?? null,
  plannedEnd: change?.end ?? null,
})

/** Planners who look, on this server and others, are told that shifts are otherwise. */
export async function tellPlanners(
  db: Database,
  { main }: Pick<LiveShell, 'main'>,
  ids: readonly number[],
): Promise<void> {
  const rows = await db
    .selectFrom('userPermissions')
    .where('permission', '=', PERMISSIONS.IRESOURCE_CAN_SEE_PLANNER)
    .select('userID')
    .execute()
  const few = ids.length > 50 ? [] : [...ids]
  for (const { userID } of rows)
    if (main.onlineUserIDs.has(userID))
      main.toUser(userID, 'workingDayChange', [{ entity: 'SHIFT', ids: few }])
}
