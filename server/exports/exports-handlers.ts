import { EXPORT_AT_ONCE_MAX, EXPORT_ROWS_MAX } from '#shared/domain/records.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import { audit } from '../records/audit.ts'
import { fileKind, sheetFile } from '../records/sheet-file.ts'
import { Refusal } from '../refusal.ts'
import { askedRows, type ExportServices, exportEntry, PageExports } from './page-exports.ts'

/** Files of what pages of records list (spec 4 §1.6). */
export function exportsHandlers(services: ExportServices): AreaHandlers<'exports'> {
  const { db, clock, files } = services
  const exports = new PageExports(services)

  /** @throws Refusal 404 for one that isn't there, or is somebody else's */
  async function requireOwn(exportID: number, caller: Caller) {
    const row = await db
      .selectFrom('pageExports')
      .where('id', '=', exportID)
      .where('userID', '=', caller.userID)
      .selectAll()
      .executeTakeFirst()
    if (!row) throw new Refusal(404, 'record.gone', { one: 'export' })
    return row
  }

  return {
    newExport: async ({ mode: _, ...request }, { caller }) => {
      const now = clock()
      const asked = await askedRows(db, request, caller, now)
      const { record, columns, inOrder, all, title } = asked
      const counted = all.select('r.id').limit(EXPORT_ROWS_MAX + 1)
      const { count } = await db
        .selectFrom(counted.as('c') as never)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      if (Number(count) > EXPORT_ROWS_MAX) throw new Refusal(400, 'export.tooMany')
      if (Number(count) > EXPORT_AT_ONCE_MAX) {
        const exportID = await exports.begin(request, caller.userID, Number(count))
        const answer = JSON.stringify({ exportID, rows: Number(count) })
        return {
          fileName: 'export.json',
          contentType: 'application/json',
          content: new TextEncoder().encode(answer),
        }
      }
      const rows = await inOrder.selectAll('r').execute()
      const sheet = {
        name: title,
        columns: columns.map(([, column]) => column),
        rows: rows.map((row) => columns.map(([field]) => row[field] ?? null)),
      }
      await audit(db, caller, now, exportEntry(request, { record, columns, title }, rows.length))
      return sheetFile(db, sheet, { type: request.type, now })
    },

    exportState: async ({ exportID }, { caller }) => {
      const { state, done, total, expiresAt } = await requireOwn(exportID, caller)
      const isOver = state === 'READY' && (expiresAt ?? 0) <= clock()
      return { state: isOver ? 'EXPIRED' : state, done, total }
    },

    exportFile: async ({ exportID }, { caller }) => {
      const { state, storedAs, expiresAt, fileName, type, size } = await requireOwn(exportID, caller)
      if (state === 'RUNNING') throw new Refusal(409, 'export.notReady')
      if (state !== 'READY' || storedAs === null || (expiresAt ?? 0) <= clock())
        throw new Refusal(410, 'export.linkEnded')
      return {
        fileName,
        contentType: fileKind(type).mime,
        content: { size: Number(size), read: (span) => files.read(storedAs, span) },
      }
    },

    stopExport: async ({ exportID }, { caller }) => {
      await requireOwn(exportID, caller)
      // Whoever makes it sees that with its next portion.
      await db
        .updateTable('pageExports')
        .set({ state: 'CANCELLED', endedAt: clock(), leaseUntil: null })
        .where('id', '=', exportID)
        .where('state', '=', 'RUNNING')
        .execute()
      return { done: true }
    },
  }
}
