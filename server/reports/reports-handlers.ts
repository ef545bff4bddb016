import { searchable } from '#shared/domain/locale.ts'
import { londonField } from '#shared/domain/london-time.ts'
import { momentText } from '#shared/domain/moment-text.ts'
import { PERMISSIONS } from '#shared/domain/permissions.ts'
import { EXPORT_AT_ONCE_MAX } from '#shared/domain/records.ts'
import {
  nextReport,
  REPORT_PREVIEW_ROWS,
  type ReportDefinition,
  type ReportFormat,
} from '#shared/domain/reports.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import { pictureOf } from '../legal/company-pictures.ts'
import { audit } from '../records/audit.ts'
import { changeSeen } from '../records/change.ts'
import { csvOf, workbookOf } from '../records/sheet.ts'
import { Refusal } from '../refusal.ts'
import { companyName } from '../setup/company-name.ts'
import { PDF_LINES_MAX, pagesOf, pdfOf } from './pdf/pdf.ts'
import {
  lacking,
  narrowed,
  type ReportSource,
  readRecords,
  requireSource,
  sourcesFor,
} from './report-data.ts'
import { ReportRuns, type RunServices, runsOf } from './report-runs.ts'
import { recordsBehind, sheetOf, shownReport, withNames } from './report-view.ts'
import {
  definitionIn,
  REPORT_PAGE,
  type ReportRow,
  reportsFor,
  requireOwn,
  requireReport,
  savedReport,
} from './reports.ts'

const LINES_AT_ONCE = 200
const RUNS_SHOWN = 50

const FILES = {
  Excel: { ending: 'xlsx', mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  CSV: { ending: 'csv', mime: 'text/csv; charset=utf-8' },
  PDF: { ending: 'pdf', mime: 'application/pdf' },
} as const

/** Reports that people build from pages of records (spec 5 §5.6). */
export function reportsHandlers(services: RunServices): AreaHandlers<'reports'> {
  const { db, clock } = services
  const runs = new ReportRuns(services)

  const told = (
    caller: Caller,
    action: string,
    id: number,
    label: string,
    after: object = {},
    before: Readonly<Record<string, unknown>> = {},
  ) =>
    audit(db, caller, clock(), {
      ...{ action: `REPORT_${action}`, page: REPORT_PAGE, recordType: 'report', recordID: id, label },
      changes: Object.entries(after)
        .map(([field, value]) => ({ field, before: before[field] ?? null, after: value }))
        .filter((one) => JSON.stringify(one.before) !== JSON.stringify(one.after)),
    })

  /** A definition as the caller has it now, with the records that it reads for a preview. */
  async function read(definition: ReportDefinition, caller: Caller, max: number, hasNames = false) {
    const now = clock()
    const mine = narrowed(definition, caller)
    const asked = hasNames ? { ...mine, definition: withNames(mine) } : mine
    return { mine, now, ...(await readRecords(db, asked, { viewer: caller, now, max })) }
  }

  /** A run whose result is still there. @throws Refusal 404, 403, or 410 once its link has ended */
  async function requireRun(runID: number, caller: Caller) {
    const run = await db
      .selectFrom('reportRuns')
      .where('id', '=', runID)
      .select(['id', 'reportID', 'name', 'state', 'format', 'definition', 'startedAt', 'expiresAt'])
      .executeTakeFirst()
    const report = run && (await reportsFor(db, caller).where('d.id', '=', run.reportID).executeTakeFirst())
    // Of a report that isn't theirs nobody learns whether it has results.
    if (!run || !report) throw new Refusal(404, 'record.gone', { one: 'result' })
    if (run.state === 'EXPIRED' || (run.expiresAt !== null && run.expiresAt <= clock()))
      throw new Refusal(410, 'report.linkEnded')
    return { run, report }
  }

  async function requireResult(runID: number, caller: Caller) {
    const { run, report } = await requireRun(runID, caller)
    if (run.state !== 'READY') throw new Refusal(409, 'report.notReady')
    const mine = narrowed(definitionIn(run), caller)
    return { run, report, mine, records: await runs.recordsFor(runID, mine, caller) }
  }

  const fetched = (runID: number, caller: Caller, how: 'PAGE' | ReportFormat) =>
    db.insertInto('reportFetches').values({ runID, userID: caller.userID, at: clock(), how }).execute()

  async function contentOf(
    kind: ReportFormat,
    sheet: ReturnType<typeof sheetOf>,
    { startedAt }: { readonly startedAt: number },
  ): Promise<Uint8Array> {
    if (kind === 'CSV') return csvOf(sheet)
    const company = await companyName(db)
    if (kind === 'Excel') return workbookOf(sheet, company)
    const about = [`As of ${momentText(new Date(startedAt).toISOString())}`]
    return pdfOf(pagesOf(sheet, { company, about, logo: await pictureOf(db, 'LOGO') }))
  }

  const oneRun = async (id: number, isOwner: boolean) => {
    const [run] = await runsOf(db, [{ id }], isOwner)
    if (!run) throw new Refusal(404, 'record.gone', { one: 'result' })
    return run
  }

  /** @throws Refusal 403 where the definition names what its author may not see */
  function requireMaySee(definition: ReportDefinition, caller: Caller): void {
    requireSource(definition.source, caller)
    narrowed(definition, caller)
    if (lacking(definition, caller) !== null) throw new Refusal(403, 'accessDenied')
  }

  async function shareWith(reportID: number, roleIDs: readonly number[]): Promise<void> {
    await db.deleteFrom('reportRoles').where('reportID', '=', reportID).execute()
    const roles = await db
      .selectFrom('roles')
      .where('id', 'in', [0, ...roleIDs])
      .select('id')
      .execute()
    if (roles.length < new Set(roleIDs).size) throw new Refusal(404, 'record.gone', { one: 'role' })
    for (const { id } of roles) await db.insertInto('reportRoles').values({ reportID, roleID: id }).execute()
  }

  /** @throws Refusal 400 naming the first who may not open reports */
  async function requireRecipients(ids: readonly number[]): Promise<void> {
    const now = clock()
    for (const id of ids) {
      const row = await db
        .selectFrom('users as u')
        .leftJoin('userPermissions as p', (join) =>
          join
            .onRef('p.userID', '=', 'u.id')
            .on('p.permission', '=', PERMISSIONS.ADMIN_CAN_BUILD_REPORTS)
            .on((eb) => eb.or([eb('p.endsAt', 'is', null), eb('p.endsAt', '>', now)])),
        )
        .where('u.id', '=', id)
        .where('u.isActive', '=', 1)
        .select(['u.displayName', 'p.permission'])
        .executeTakeFirst()
      if (!row) throw new Refusal(404, 'record.gone', { one: 'person' })
      if (row.permission === null) throw new Refusal(400, 'report.recipient', { name: row.displayName })
    }
  }

  const answer = async (id: number, caller: Caller) =>
    savedReport(db, await requireReport(db, caller, id), caller)

  /** A source with its columns, and the choices that the company has now. */
  const sourceOut = async ({ page, columns }: ReportSource) => {
    const own = (await page.choices?.(db)) ?? {}
    return {
      name: page.record.name,
      label: `${page.record.words.many[0]?.toUpperCase()}${page.record.words.many.slice(1)}`,
      columns: [...columns].map(([field, { label, kind, choices, isExtra }]) => {
        const offered = own[field] ?? choices
        return {
          ...{ field, label, kind, isExtra: isExtra === true },
          ...(offered && { choices: { ...offered } }),
        }
      }),
    }
  }

  return {
    reportDefinitions: async (_input, { caller }) => {
      const sources = sourcesFor(caller)
      const names = new Set(sources.map(({ page }) => page.record.name))
      const rows = await reportsFor(db, caller).orderBy('d.nameKey').orderBy('d.id').execute()
      const isOpen = (row: ReportRow) => row.ownerID === caller.userID || names.has(definitionIn(row).source)
      const roles = await db.selectFrom('roles').orderBy('nameKey').select(['id', 'name']).execute()
      return {
        sources: (await Promise.all(sources.map(sourceOut))).toSorted((a, b) => (a.label < b.label ? -1 : 1)),
        reports: await Promise.all(rows.filter(isOpen).map((row) => savedReport(db, row, caller))),
        roles,
      }
    },

    saveReport: async ({ id, version = 1, name, definition, isShared, roleIDs }, { caller }) => {
      requireMaySee(definition, caller)
      const nameKey = searchable(name)
      const other = await db
        .selectFrom('reportDefinitions')
        .where('ownerID', '=', caller.userID)
        .where('nameKey', '=', nameKey)
        .select('id')
        .executeTakeFirst()
      if (other && other.id !== id) throw new Refusal(400, 'record.nameTaken', { one: 'report' })
      const values = { name, nameKey, definition: JSON.stringify(definition), isShared: isShared ? 1 : 0 }
      const at = clock()
      let saved = id
      let before = {}
      if (saved === undefined) {
        const row = await db
          .insertInto('reportDefinitions')
          .values({ ...values, ownerID: caller.userID, version: 1, changedBy: caller.userID, changedAt: at })
          .returning('id')
          .executeTakeFirstOrThrow()
        saved = row.id
      } else {
        before = await savedReport(db, await requireOwn(db, caller, saved), caller)
        await changeSeen(db, 'reportDefinitions', 'report', { id: saved, version }, values, { caller, at })
      }
      await shareWith(saved, isShared ? [] : roleIDs)
      const after = { name, definition, isShared, roleIDs: isShared ? [] : roleIDs }
      await told(caller, id === undefined ? 'ADDED' : 'CHANGED', saved, name, after, before)
      return answer(saved, caller)
    },

    deleteReport: async ({ id, version }, { caller }) => {
      const { name } = await requireOwn(db, caller, id)
      // Of two at once, one is refused.
      await changeSeen(db, 'reportDefinitions', 'report', { id, version }, {}, { caller, at: clock() })
      await db.deleteFrom('reportDefinitions').where('id', '=', id).execute()
      await told(caller, 'DELETED', id, name)
      return { done: true }
    },

    previewReport: async ({ definition }, { caller }) => {
      const { mine, records, isMore, now } = await read(definition, caller, EXPORT_AT_ONCE_MAX)
      return shownReport(mine, records, { page: 1, pageSize: REPORT_PREVIEW_ROWS, isPartial: isMore, now })
    },

    reportRecords: async ({ definition, path, page }, { caller }) => {
      const { mine, records } = await read(definition, caller, EXPORT_AT_ONCE_MAX, true)
      return recordsBehind(mine, records, path, page)
    },

    runReport: async ({ id, format }, { caller }) => {
      const report = await requireReport(db, caller, id)
      const definition = definitionIn(report)
      narrowed(definition, caller)
      const runID = await runs.begin({
        ...{ reportID: id, ranBy: caller.userID, isScheduled: false, name: report.name, definition, format },
      })
      await told(caller, 'RAN', id, report.name)
      return oneRun(runID, false)
    },

    scheduleReport: async ({ id, version, schedule }, { caller }) => {
      const report = await requireOwn(db, caller, id)
      const { schedule: before } = await savedReport(db, report, caller)
      const at = clock()
      if (schedule) {
        requireMaySee(definitionIn(report), caller)
        await requireRecipients(schedule.recipients)
      }
      await changeSeen(db, 'reportDefinitions', 'report', { id, version }, {}, { caller, at })
      await db.deleteFrom('reportSchedules').where('reportID', '=', id).execute()
      await db.deleteFrom('reportRecipients').where('reportID', '=', id).execute()
      if (schedule) {
        const { recipients, ...time } = schedule
        const day = time.every === 'DAY' ? 0 : time.every === 'WEEK' ? time.day % 7 : Math.max(1, time.day)
        await db
          .insertInto('reportSchedules')
          .values({
            ...time,
            day,
            reportID: id,
            nextAt: nextReport({ ...time, day }, at),
            pausedAt: null,
            pauseReason: '',
          })
          .execute()
        for (const userID of new Set(recipients))
          await db.insertInto('reportRecipients').values({ reportID: id, userID }).execute()
      }
      const was = before && {
        ...{ every: before.every, day: before.day, at: before.at, format: before.format },
        recipients: before.recipients.map(({ userID }) => userID),
      }
      await told(
        ...([caller, schedule ? 'SCHEDULED' : 'UNSCHEDULED', id, report.name] as const),
        ...([{ schedule }, { schedule: was }] as const),
      )
      return answer(id, caller)
    },

    reportResults: async ({ id }, { caller }) => {
      const report = await requireReport(db, caller, id)
      const rows = await db
        .selectFrom('reportRuns')
        .where('reportID', '=', id)
        .orderBy('id', 'desc')
        .limit(RUNS_SHOWN)
        .select('id')
        .execute()
      return { runs: await runsOf(db, rows, report.ownerID === caller.userID) }
    },

    reportResult: async ({ runID, page }, { caller }) => {
      const { run, report } = await requireRun(runID, caller)
      const isOwner = report.ownerID === caller.userID
      if (run.state !== 'READY') return { run: await oneRun(runID, isOwner), result: null }
      const { mine, records } = await requireResult(runID, caller)
      if (page === 1) await fetched(runID, caller, 'PAGE')
      const part = { page, pageSize: LINES_AT_ONCE, isPartial: false, now: clock() }
      return { run: await oneRun(runID, isOwner), result: shownReport(mine, records, part) }
    },

    reportResultRecords: async ({ runID, path, page }, { caller }) => {
      const { mine, records } = await requireResult(runID, caller)
      return recordsBehind(mine, records, path, page)
    },

    downloadReport: async ({ runID, format }, { caller }) => {
      const { run, report, mine, records } = await requireResult(runID, caller)
      const kind = format ?? run.format
      const sheet = sheetOf(run.name, mine, records)
      if (kind === 'Excel' && sheet.rows.length > EXPORT_AT_ONCE_MAX)
        throw new Refusal(400, 'report.tooManyForExcel')
      if (kind === 'PDF' && sheet.rows.length > PDF_LINES_MAX)
        throw new Refusal(400, 'report.tooManyForPdf', { max: PDF_LINES_MAX })
      // Before anything is written, since nobody else writes while a unit does.
      const content = await contentOf(kind, sheet, run)
      await fetched(runID, caller, kind)
      await told(caller, 'EXPORTED', report.id, run.name, {
        ...{ filters: mine.definition.filters, rows: sheet.rows.length },
        columns: sheet.columns.map(({ label }) => label),
      })
      const { ending, mime } = FILES[kind]
      return {
        fileName: `${run.name} ${londonField(clock()).replace('T', ' ').replace(':', '')}.${ending}`,
        contentType: mime,
        content,
      }
    },
  }
}
