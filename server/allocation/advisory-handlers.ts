import { EVENING_HOURS } from '#shared/domain/advice.ts'
import { verdictOf, whatIfForecast } from '#shared/domain/forecast.ts'
import { londonField } from '#shared/domain/london-time.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { Refusal } from '../refusal.ts'
import { advisoryProject, advisoryRows, whatIfFacts } from './advisory.ts'
import { projectFactsOf } from './project-facts.ts'

interface AdvisoryServices {
  readonly db: Database
  readonly clock: Clock
}

/** Whether projects will make it, and what would help (spec 4 §4.5.12). */
export function advisoryHandlers({ db, clock }: AdvisoryServices): AreaHandlers<'advisory'> {
  async function requireProject(projectID: number) {
    const project = await projectFactsOf(db, projectID, clock())
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
