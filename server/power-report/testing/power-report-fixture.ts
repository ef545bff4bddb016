import type { Database } from '../../db/database.ts'
import { NOON } from '../../http/testing/test-server.ts'

const DEFINITION = {
  ...{ source: 'INTERVIEWS', rows: ['PERSON'], columns: ['WEEKDAY'], time: 'OWN' },
  ...{ from: '2026-05-01', to: '2026-05-04', filters: [], group: 'TEAM', chart: 'BAR', sort: null },
  measures: [{ figure: 'completes', field: null }],
}

/** A power report of person 1's, of id 2 where the report builder has one, and a number of it on their dashboard. */
export async function addPowerReport(db: Database): Promise<void> {
  await db
    .insertInto('reportDefinitions')
    .values({
      ...{ ownerID: 1, name: 'Completes', nameKey: 'completes', page: 'TRACKER', isShared: 0 },
      ...{ definition: JSON.stringify(DEFINITION), version: 1, changedBy: 1, changedAt: NOON },
    })
    .execute()
  await db
    .insertInto('dashboardPins')
    .values({
      ...{ userID: 1, place: 0, page: 'TRACKER', name: 'Total, Completes', report: 'Completes' },
      definition: JSON.stringify(DEFINITION),
    })
    .execute()
}

/** A file that person 1 waits for, of id 1. */
export async function addPageExport(db: Database): Promise<void> {
  await db
    .insertInto('pageExports')
    .values({
      ...{ userID: 1, page: 'admin.configuration.skills', request: '{}', type: 'Excel', state: 'FAILED' },
      ...{ askedAt: NOON, total: 60_000 },
    })
    .execute()
}

const SCHEDULE = { every: 'WEEK', day: 1, at: '08:00', recipients: [] }
const ASKED = { page: 'TRACKER', definition: DEFINITION }

/** Good requests for what `addPowerReport` made. */
export const POWER_REPORT_REQUESTS: Record<string, unknown> = {
  'exports.exportState': { exportID: 1 },
  'exports.exportFile': { exportID: 1 },
  'exports.stopExport': { exportID: 1 },
  'powerReport.endOfShift': { date: '2026-05-04', areaID: 1 },
  'powerReport.endOfShiftFile': { date: '2026-05-04', areaID: 1 },
  'powerReport.endOfShiftMail': { date: '2026-05-04', areaID: 1 },
  'powerReport.shiftRooms': {},
  'powerReport.sendEndOfShift': {
    ...{ date: '2026-05-04', areaID: 1, managerID: 1, projectID: 1, roomID: 2 },
  },
  'powerReport.powerDefinitions': { page: 'TRACKER' },
  'powerReport.runPowerReport': ASKED,
  'powerReport.powerReportRecords': { ...ASKED, row: ['2'], column: ['1'] },
  'powerReport.powerReportFile': ASKED,
  'powerReport.savePowerReport': { ...ASKED, id: 2, version: 1, name: 'All completes' },
  'powerReport.sharePowerReport': { id: 2, version: 1, isShared: true },
  'powerReport.schedulePowerReport': { id: 2, version: 1, schedule: SCHEDULE },
  'powerReport.deletePowerReport': { id: 2, version: 1 },
  'powerReport.pinPowerFigure': { ...ASKED, row: ['1'], name: 'Completes', report: 'My report' },
  'powerReport.unpinPowerFigure': { id: 1 },
}
