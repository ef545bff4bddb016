import { APPLICANT_FIELDS, type ApplicantField } from '#shared/domain/applicant-import.ts'
import { IMPORT_OUTCOMES, IMPORT_UNDO_HOURS } from '#shared/domain/people-import.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { withinUnit } from '../db/unit-of-work.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { columnsOf } from '../people/import/columns-of.ts'
import { readTable } from '../people/import/read-table.ts'
import { csvOfTexts, textOfCsv } from '../records/sheet.ts'
import { Refusal } from '../refusal.ts'
import type { ApplicantImports } from './applicant-imports.ts'
import { type PlannedApplicant, planApplicants, planDigest } from './applicant-plan.ts'

const UNDO_MS = IMPORT_UNDO_HOURS * 3_600_000
const LISTED = 50

const EXAMPLE: Readonly<Record<ApplicantField, string>> = {
  ...{ name: 'Amelia Ward', email: 'amelia.ward@example.com', mobile: '07700 900123', address: '' },
  ...{ source: 'Job board', agency: '', languages: 'English, Welsh', skills: '', availability: 'Evenings' },
  ...{ workLocation: 'Office', notes: '' },
}

const reportOf = (planned: readonly PlannedApplicant[]): string =>
  textOfCsv(
    ['Row', 'Outcome', 'Applicant', 'Column', 'Value', 'Message'],
    planned.map(({ number, outcome, name, problems }) => [
      ...[String(number), IMPORT_OUTCOMES[outcome], name],
      problems.map(({ column }) => column).join('; '),
      problems.map(({ value }) => value).join('; '),
      problems.map(({ message }) => message).join(' '),
    ]),
  )

type Handlers = Pick<
  AreaHandlers<'applicants'>,
  | 'importApplicants'
  | 'applicantImports'
  | 'stopApplicantImport'
  | 'undoApplicantImport'
  | 'applicantTemplate'
>

/** Imports of applicants (spec 6 §3.4, as 5 §3.3 has it). */
export function applicantImportHandlers({
  db,
  clock,
  imports,
}: {
  readonly db: Database
  readonly clock: Clock
  readonly imports: ApplicantImports
}): Handlers {
  return {
    importApplicants: ({ file, mode, key, columns: matched, isPartial, hasConsent, seen }, { caller }) =>
      withinUnit(async () => {
        const table = readTable(new Uint8Array(await file.arrayBuffer()))
        const columns = columnsOf(APPLICANT_FIELDS, table.headings, matched)
        const planned = await planApplicants(db, clock(), table, { columns, mode, key })
        const digest = planDigest(planned)
        const takesGood = isPartial === 'true'
        if (seen !== undefined) {
          if (seen !== digest) throw new Refusal(409, 'import.outdated')
          if (hasConsent !== 'true') throw new Refusal(400, 'applicant.noConsent')
          const errors = planned.filter(({ outcome }) => outcome === 'ERROR').length
          if (errors > 0 && !takesGood) throw new Refusal(409, 'import.errors', { rows: errors })
        }
        const importID =
          seen === undefined ? null : await imports.begin(caller, file.name, planned, takesGood)
        return {
          ...{ headings: [...table.headings], columns, seen: digest, importID, report: reportOf(planned) },
          rows: planned.map(({ number, outcome, name, problems }) => ({ number, outcome, name, problems })),
        }
      }),

    applicantImports: async () => {
      const counted = (result: 'ADDED' | 'UPDATED' | 'FAILED') =>
        db
          .selectFrom('applicantImportRows as r')
          .whereRef('r.importID', '=', 'i.id' as never)
          .where('r.result', '=', result)
          .select((eb) => eb.fn.countAll<number>().as('n'))
      const rows = await db
        .selectFrom('applicantImports as i')
        .where((eb) => eb.or([eb('at', '>', clock() - UNDO_MS), eb('state', '=', 'RUNNING')]))
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(LISTED)
        .selectAll()
        .select([
          counted('ADDED').as('added'),
          counted('UPDATED').as('updated'),
          counted('FAILED').as('failed'),
        ])
        .execute()
      return {
        imports: rows.map(({ id, fileName, state, total, message, byName, at, ...row }) => {
          const { added, updated, failed } = {
            ...{ added: row.added ?? 0, updated: row.updated ?? 0, failed: row.failed ?? 0 },
          }
          return {
            ...{ id, fileName, state, total, message, by: byName, at: new Date(at).toISOString() },
            ...{ added, updated, failed, done: added + updated + failed },
            // What left nothing behind has nothing to be undone.
            undoUntil:
              state !== 'RUNNING' && added + updated > 0 ? new Date(at + UNDO_MS).toISOString() : null,
          }
        }),
      }
    },

    stopApplicantImport: async ({ id }) => {
      await imports.stop(id)
      return { done: true }
    },

    undoApplicantImport: ({ id }, { caller }) => withinUnit(() => imports.undo(id, caller)),

    applicantTemplate: async () => ({
      ...{ fileName: 'Applicants template.csv', contentType: 'text/csv; charset=utf-8' },
      content: csvOfTexts(
        Object.values(APPLICANT_FIELDS).map(([label]) => label),
        [(Object.keys(APPLICANT_FIELDS) as ApplicantField[]).map((field) => EXAMPLE[field])],
      ),
    }),
  }
}
