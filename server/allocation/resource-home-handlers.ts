import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { areaFigures, resourceHome } from './resource-home.ts'

/** The planner's morning, and areas by who is planned in them (spec 4 §4.5.1, §4.5.15). */
export function resourceHomeHandlers({
  db,
  clock,
}: {
  readonly db: Database
  readonly clock: Clock
}): AreaHandlers<'resourceHome'> {
  return {
    resourceHome: (_request, { caller }) => resourceHome(db, caller, clock()),
    areaFigures: ({ day }) => areaFigures(db, day, clock()),
  }
}
