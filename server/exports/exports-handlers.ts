import { allows } from '#shared/domain/permission-rule.ts'
import { EXPORT_AT_ONCE_MAX } from '#shared/domain/records.ts'
import type { Column } from '#shared/records/record.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { audit } from '../records/audit.ts'
import { columnsFor, matching, usable } from '../records/list.ts'
import { sheetFile } from '../records/sheet-file.ts'
import { listedPage } from '../records/sources.ts'
import { Refusal } from '../refusal.ts'

/** Files of what pages of records list (spec 4 §1.6). */
export function exportsHandlers({
  db,
  clock,
}: {
  readonly db: Database
  readonly clock: Clock
}): AreaHandlers<'exports'> {
  return {
    newExport: async ({ page, filters, sort, searchTerm, columns: asked, type }, { caller }) => {
      const now = clock()
      const listed = listedPage(page)
      if (!listed) throw new Refusal(404, 'export.noSuchPage')
      const { record } = listed
      if (!allows(caller.permissions, record.permission)) throw new Refusal(403, 'accessDenied')
      const options = {
        record,
        source: await listed.source(db, now, caller, filters),
        viewer: caller.permissions,
        now,
      }
      const own = [...columnsFor(record, caller.permissions)].filter(([, { isExtra }]) => !isExtra)
      const columns: readonly (readonly [string, Column])[] =
        asked.length === 0 ? own : asked.map((field) => [field, usable(options, field)])
      const { inOrder } = matching(db, { filters, sort, searchTerm }, options)
      const rows = await inOrder
        .selectAll('r')
        .limit(EXPORT_AT_ONCE_MAX + 1)
        .execute()
      if (rows.length > EXPORT_AT_ONCE_MAX) throw new Refusal(400, 'export.tooMany')
      const title = record.words.many[0]?.toUpperCase() + record.words.many.slice(1)
      const sheet = {
        name: title,
        columns: columns.map(([, column]) => column),
        rows: rows.map((row) => columns.map(([field]) => row[field] ?? null)),
      }
      await audit(db, caller, now, {
        action: 'EXPORTED',
        page,
        recordType: record.name,
        recordID: null,
        label: title,
        changes: [
          { field: 'filters', before: null, after: filters },
          { field: 'columns', before: null, after: columns.map(([field]) => field) },
          { field: 'rows', before: null, after: rows.length },
        ],
      })
      return sheetFile(db, sheet, { type, now })
    },
  }
}
