import { activitySessionRecord } from '#shared/records/resource/activity-session.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { audit, auditRead } from '../records/audit.ts'
import { listRecords, recordSource } from '../records/list.ts'
import { sheetFile } from '../records/sheet-file.ts'
import { Refusal } from '../refusal.ts'
import { activityReport } from './activity-report.ts'
import { activitySheet } from './activity-sheet.ts'
import { activitySessionSource } from './sessions-source.ts'

const { page, words } = activitySessionRecord

/** Where the hours went, and the sessions that say so (spec 4 §4.5.11). */
export function activityReportHandlers({
  db,
  clock,
}: {
  readonly db: Database
  readonly clock: Clock
}): AreaHandlers<'activityReport'> {
  return {
    activityReport: (asked, { caller }) => activityReport(db, caller, asked, clock()),

    activityReportFile: async ({ type, ...asked }, { caller }) => {
      const now = clock()
      const sheet = activitySheet(asked.by, await activityReport(db, caller, asked, now))
      const filters = Object.entries(asked).filter(([, value]) => value !== null)
      await audit(db, caller, now, {
        ...{ action: 'EXPORTED', page, recordType: 'activityReport', recordID: null, label: sheet.name },
        changes: [
          { field: 'filters', before: null, after: Object.fromEntries(filters) },
          { field: 'rows', before: null, after: sheet.rows.length },
        ],
      })
      return sheetFile(db, sheet, { type, now })
    },

    listActivitySessions: async (request, { caller }) =>
      listRecords(db, request, {
        ...{ record: activitySessionRecord, viewer: caller, now: clock() },
        source: recordSource(await activitySessionSource(db, caller, clock())),
      }),

    getActivitySession: async ({ id }, { caller }) => {
      const row = await (await activitySessionSource(db, caller, clock()))
        .where('s.id', '=', id)
        .executeTakeFirst()
      if (!row) throw new Refusal(404, 'record.gone', { one: words.one })
      await auditRead(db, caller, clock(), {
        ...{ action: 'ACTIVITY_SESSION_READ', page, recordType: 'activitySession', recordID: id },
        ...{ label: row.displayName, personID: row.userID },
      })
      const { startedAt, endedAt, isOverride, isCorrected, ...session } = row
      return {
        ...session,
        startedAt: new Date(startedAt).toISOString(),
        endedAt: endedAt === null ? null : new Date(endedAt).toISOString(),
        ...{ isOverride: isOverride === 1, isCorrected: isCorrected === 1 },
      }
    },
  }
}
