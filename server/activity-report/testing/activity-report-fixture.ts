const TIME = { from: '2026-05-04', to: '2026-05-04' }

/** Good requests: session 1003 is bob's. */
export const ACTIVITY_REPORT_REQUESTS: Record<string, unknown> = {
  'activityReport.activityReport': TIME,
  'activityReport.activityReportFile': TIME,
  'activityReport.listActivitySessions': {},
  'activityReport.getActivitySession': { id: 1003 },
}
