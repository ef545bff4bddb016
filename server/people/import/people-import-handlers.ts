import { IMPORT_FIELDS, type ImportField } from '#shared/domain/people-import.ts'
import type { Reached } from '../../auth/link-origin.ts'
import type { Background } from '../../background.ts'
import type { Database } from '../../db/database.ts'
import { outsideUnits } from '../../db/unit-of-work.ts'
import type { AreaHandlers, Caller } from '../../http/handlers.ts'
import { csvOfTexts } from '../../records/sheet.ts'
import type { PeopleKeepingServices } from '../people-keeping-handlers.ts'
import { type ImportBy, PeopleImports } from './people-imports.ts'
import { readTable } from './read-table.ts'

interface PeopleImportServices extends PeopleKeepingServices {
  readonly background: Background
  readonly originOf: (reached: Reached) => string
}

const SAMPLE_ROWS = 5
const CSV = 'text/csv; charset=utf-8'

const EXAMPLE: Partial<Record<ImportField, string>> = {
  ...{ userName: 'amelia.ward', displayName: 'Amelia Ward', email: 'amelia.ward@example.com' },
  ...{ userType: 'Interviewer', roles: 'Interviewer', area: 'Head office', contractType: 'Employee' },
  ...{ startDate: '2026-01-05', weeklyHours: '37.5', languages: 'English, Welsh', workLocation: 'Office' },
}

const csv = (fileName: string, labels: readonly string[], rows: readonly (readonly string[])[]) => ({
  ...{ fileName, contentType: CSV },
  content: csvOfTexts(labels, rows),
})

const RESULT_WORDS = {
  ADDED: 'Added',
  UPDATED: 'Updated',
  FAILED: 'Failed',
  UNDONE: 'Undone',
  KEPT: 'Kept at undo',
} as const

async function reportOf(db: Database, id: number) {
  const rows = await db
    .selectFrom('peopleImportRows')
    .where('importID', '=', id)
    .orderBy('number')
    .select(['number', 'outcome', 'result', 'problems', 'cells'])
    .execute()
  return rows.map(({ number, outcome, result, problems, cells }) => {
    const said = JSON.parse(problems) as { column: string; value: string; message: string }[]
    return [
      String(number),
      outcome ?? '',
      result === null ? '' : RESULT_WORDS[result],
      said.map(({ column }) => column).join('; '),
      said.map(({ value }) => value).join('; '),
      said.map(({ message }) => message).join(' '),
      ...(JSON.parse(cells) as string[]),
    ]
  })
}

/** Imports of people (spec 5 §3.3). */
export function peopleImportHandlers(services: PeopleImportServices): AreaHandlers<'peopleImport'> {
  const { db, background } = services
  const imports = new PeopleImports({ ...services, windows: services })
  const byOf = (context: Reached & { readonly caller: Caller }): ImportBy => ({
    actor: { userID: context.caller.userID, displayName: context.caller.displayName },
    permissions: context.caller.permissions,
    origin: services.originOf(context),
  })

  return {
    listImports: async () => ({ imports: await imports.latest() }),

    uploadImport: async ({ file }, context) => {
      const table = readTable(new Uint8Array(await file.arrayBuffer()))
      const { info, columns } = await imports.keep(file.name, table, byOf(context))
      return { import: info, columns, sample: table.rows.slice(0, SAMPLE_ROWS).map((row) => [...row]) }
    },

    dryRunImport: async ({ id, ...options }, context) => {
      const planned = await imports.dryRun(id, options, byOf(context))
      return {
        import: await imports.info(id),
        rows: planned.map(({ number, outcome, name, problems }) => ({ number, outcome, name, problems })),
      }
    },

    startImport: async ({ id }, context) => {
      const by = byOf(context)
      await imports.claim(id, by)
      background.run(() => outsideUnits(() => imports.run(id, by)))
      return imports.info(id)
    },

    importProgress: ({ id }) => imports.info(id),

    stopImport: async ({ id }) => {
      await imports.stop(id)
      return { done: true }
    },

    importReport: async ({ id }) => {
      const { fileName, headings } = await imports.info(id)
      const labels = ['Row', 'Outcome', 'Result', 'Column', 'Value', 'Message', ...headings]
      return csv(`Report of ${fileName.replace(/\.\w+$/, '')}.csv`, labels, await reportOf(db, id))
    },

    undoImport: async ({ id }, context) => {
      const kept = await imports.undo(id, byOf(context))
      const rows = await db
        .selectFrom('peopleImportRows')
        .innerJoin('users', 'users.id', 'peopleImportRows.userID')
        .where('importID', '=', id)
        .select(['number', 'displayName'])
        .execute()
      const names = new Map(rows.map(({ number, displayName }) => [number, displayName]))
      return {
        import: await imports.info(id),
        kept: kept.map((one) => ({ ...one, name: names.get(one.number) ?? '' })),
      }
    },

    importTemplate: () => {
      const fields = Object.keys(IMPORT_FIELDS) as ImportField[]
      return csv(
        'People template.csv',
        fields.map((field) => IMPORT_FIELDS[field][0]),
        [fields.map((field) => EXAMPLE[field] ?? '')],
      )
    },
  }
}
