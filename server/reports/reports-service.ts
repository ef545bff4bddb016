import type { BackgroundService } from '../background-services/service.ts'
import type { ReportRuns } from './report-runs.ts'

/** Runs reports when they are due (spec 5 §5.2, §5.6). */
export function reportsService(runs: Pick<ReportRuns, 'tend'>): BackgroundService {
  return {
    key: 'REPORT_SCHEDULES',
    name: 'Report schedules',
    what: 'Runs reports when they are due, pauses those whose owner may not see them any more, and ends links to results.',
    schedule: { every: 1 },
    async run({ signal, log }) {
      for (const line of await runs.tend(signal)) log(line)
    },
  }
}
