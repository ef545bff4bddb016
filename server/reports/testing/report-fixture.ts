import type { Database } from '../../db/database.ts'
import { NOON } from '../../http/testing/test-server.ts'

const DEFINITION = {
  source: 'person',
  rows: [{ field: 'status', step: null }],
  columns: [{ field: 'userName', step: null }],
  measures: [{ figure: 'COUNT', field: null }],
  filters: [],
  sort: [],
}

/** A report of person 1's and its result, of ids 1. */
export async function addReport(db: Database): Promise<void> {
  const definition = JSON.stringify(DEFINITION)
  await db
    .insertInto('reportDefinitions')
    .values({
      ...{ ownerID: 1, name: 'People', nameKey: 'people', definition, isShared: 0 },
      ...{ version: 1, changedBy: 1, changedAt: NOON },
    })
    .execute()
  await db
    .insertInto('reportRuns')
    .values({
      ...{ reportID: 1, ranBy: 1, isScheduled: 0, name: 'People', definition, format: 'Excel' },
      ...{ state: 'READY', startedAt: NOON, endedAt: NOON, expiresAt: NOON + 86_400_000, done: 0, total: 0 },
    })
    .execute()
}

const SCHEDULE = { every: 'WEEK', day: 1, at: '08:00', recipients: [] }

/** Good requests for what `addReport` made. */
export const REPORT_REQUESTS: Record<string, unknown> = {
  'reports.reportDefinitions': {},
  'reports.saveReport': { id: 1, version: 1, name: 'All people', definition: DEFINITION, roleIDs: [1] },
  'reports.deleteReport': { id: 1, version: 1 },
  'reports.previewReport': { definition: DEFINITION },
  'reports.reportRecords': { definition: DEFINITION, path: ['ACTIVE'] },
  'reports.runReport': { id: 1 },
  'reports.scheduleReport': { id: 1, version: 1, schedule: SCHEDULE },
  'reports.reportResults': { id: 1 },
  'reports.reportResult': { runID: 1 },
  'reports.reportResultRecords': { runID: 1, path: [] },
  'reports.downloadReport': { runID: 1 },
}
