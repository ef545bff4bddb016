import { forecastCompletes } from '#shared/domain/forecast.ts'
import { hoursToCome, type Schedule, schedulesAround } from '../allocation/board.ts'
import { projectFactsOf } from '../allocation/project-facts.ts'
import type { Database } from '../db/database.ts'
import { heldPlaces } from './campaigns-stored.ts'

/**
 * A project's forecast completes without the shifts that were taken of a campaign, and with them (spec 4 §2.5, §4.5.8).
 * Completes that were made in such shifts are in both: only hours to come differ.
 * @returns null without a project, or once that isn't to run any more
 */
export async function forecastAround(
  db: Database,
  { id, projectID }: { readonly id: number; readonly projectID: number | null },
  now: number,
): Promise<{ readonly before: number; readonly after: number; readonly target: number } | null> {
  const project = projectID === null ? undefined : await projectFactsOf(db, projectID, now)
  if (!project) return null
  const taken = await heldPlaces(db).where('a.campaignID', '=', id).select('h.id').execute()
  const own = new Set(taken.map((shift) => shift.id))
  const { without, all } = await schedulesAround(db, now, [project], own)
  const completes = (schedule: Schedule) => forecastCompletes(project, hoursToCome(project, schedule, now))
  return { before: completes(without), after: completes(all), target: project.targetCompletes }
}
