import type { BackgroundService } from '../background-services/service.ts'
import type { PageExports } from '../exports/page-exports.ts'
import { tendPowerReports } from '../power-report/schedules.ts'
import type { ReportRuns, RunServices } from './report-runs.ts'

/** Runs reports when they are due (spec 5 §5.2, §5.6). */
export function reportsService(
  runs: Pick<ReportRuns, 'tend' | 'pause'>,
  parts: Pick<RunServices, 'db' | 'clock' | 'publisher' | 'outbox'>,
  exports: Pick<PageExports, 'tend'>,
): BackgroundService {
  return {
    key: 'REPORT_SCHEDULES',
    name: 'Report schedules',
    what: 'Runs reports when they are due, mails power reports, pauses those whose owner may not see them any more, and ends links to results and exports.',
    schedule: { every: 1 },
    async run({ signal, log }) {
      for (const line of await runs.tend(signal)) log(line)
      for (const line of await tendPowerReports(parts, runs)) log(line)
      for (const line of await exports.tend()) log(line)
    },
  }
}
