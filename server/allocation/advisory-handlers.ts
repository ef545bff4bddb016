import { EVENING_HOURS } from '#shared/domain/advice.ts'
import { verdictOf, whatIfForecast } from '#shared/domain/forecast.ts'
import { londonField } from '#shared/domain/london-time.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { Refusal } from '../refusal.ts'
import { advisoryProject, advisoryRows, SHOWN_STATUSES, whatIfFacts } from './advisory.ts'
import { type AllocationServices, tellAllocators } from './allocation-handlers.ts'
import { projectFactsOf } from './project-facts.ts'
import { moveProject, type ProjectMoved } from './project-status.ts'

/** Whether projects will make it, and what would help (spec 4 §4.5.12). */
export function advisoryHandlers({
  db,
  clock,
  shell,
  publisher,
}: AllocationServices): AreaHandlers<'advisory'> {
  async function requireProject(projectID: number) {
    const project = await projectFactsOf(db, projectID, clock(), SHOWN_STATUSES)
    if (!project) throw new Refusal(404, 'record.gone', { one: 'project' })
    return project
  }

  return {
    projectAdvisory: async ({ filters: { verdicts, statuses } }) => {
      const now = clock()
      const rows = await advisoryRows(db, now)
      return {
        rows: rows.filter(
          (row) =>
            (verdicts === undefined || verdicts.includes(row.verdict)) &&
            (statuses === undefined || statuses.includes(row.status)),
        ),
        asOf: new Date(now).toISOString(),
      }
    },

    advisoryProject: async ({ projectID }) => advisoryProject(db, await requireProject(projectID), clock()),

    setProjectStatus: async ({ projectID, status }, { caller }) => {
      const moved = await db
        .transaction()
        .execute((trx) => moveProject(trx, caller, { projectID, to: status }, clock()))
      await tellMoved({ db, shell, publisher }, [moved])
      return { ended: moved.ended }
    },

    whatIf: async ({ projectID, hours, people = 0, rate, end }) => {
      const now = clock()
      const project = await requireProject(projectID)
      if (end !== null && end < londonField(now).slice(0, 10)) throw new Refusal(400, 'booking.past')
      const { before, allocated, other, days, sample } = await whatIfFacts(db, project, end, now)
      const after = whatIfForecast(other, allocated, { hours, people, hoursEach: EVENING_HOURS, days, rate })
      return { forecast: { before, after, verdict: verdictOf(other, after, sample) } }
    },
  }
}

/** Windows read on what people are planned, where projects are in another state. */
export async function tellMoved(
  { db, shell, publisher }: Pick<AllocationServices, 'db' | 'shell' | 'publisher'>,
  moved: readonly ProjectMoved[],
): Promise<void> {
  if (moved.length === 0) return
  for (const { kept } of moved) publisher.notified(kept)
  const people = new Set(moved.flatMap((one) => one.people))
  for (const userID of people) await shell.tellActivity(userID)
  shell.dayChanged(people)
  await tellAllocators(db, shell)
  await shell.tellAtRisk()
}
