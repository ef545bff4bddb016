import type { EXPORT_TYPES } from '#shared/contract/exports.ts'
import { londonField } from '#shared/domain/london-time.ts'
import type { Database } from '../db/database.ts'
import { companyName } from '../setup/company-name.ts'
import { csvOf, type Sheet, workbookOf } from './sheet.ts'

const TYPES = {
  Excel: { ending: 'xlsx', mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  CSV: { ending: 'csv', mime: 'text/csv; charset=utf-8' },
} as const

interface SheetFile {
  readonly type: (typeof EXPORT_TYPES)[number]
  /** In milliseconds since 1970. */
  readonly now: number
}

export const fileKind = (type: SheetFile['type']) => TYPES[type]

/** '{page} {yyyy-MM-dd HHmm}' (spec 4 §1.6). */
export const sheetFileName = (name: string, type: SheetFile['type'], now: number): string =>
  `${name} ${londonField(now).replace('T', ' ').replace(':', '')}.${TYPES[type].ending}`

/** A sheet as a file, named '{page} {yyyy-MM-dd HHmm}' (spec 4 §1.6). */
export async function sheetFile(db: Database, sheet: Sheet, { type, now }: SheetFile) {
  const { mime } = fileKind(type)
  return {
    fileName: sheetFileName(sheet.name, type, now),
    contentType: mime,
    content: type === 'CSV' ? csvOf(sheet) : workbookOf(sheet, await companyName(db)),
  }
}
