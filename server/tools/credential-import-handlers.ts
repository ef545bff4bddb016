import { CREDENTIAL_FIELDS, type CredentialField } from '#shared/domain/credential-import.ts'
import { IMPORT_OUTCOMES, IMPORT_UNDO_HOURS } from '#shared/domain/people-import.ts'
import type { Sealer } from '../auth/sealer.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { inOneUnit } from '../db/unit-of-work.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { columnsOf } from '../people/import/columns-of.ts'
import { readTable, type Table } from '../people/import/read-table.ts'
import { csvOfTexts, textOfCsv } from '../records/sheet.ts'
import { Refusal } from '../refusal.ts'
import { type PlannedCredential, planCredentials, planDigest } from './credential-import.ts'
import type { CredentialImports } from './credential-imports.ts'

const UNDO_MS = IMPORT_UNDO_HOURS * 3_600_000
const LISTED = 50

const EXAMPLE: Readonly<Record<CredentialField, string>> = {
  ...{ userName: 'amelia.ward', payrollNumber: '', email: '', tool: 'VPN', toolUserName: 'amelia.vpn' },
  ...{ password: 'the password', address: 'vpn.example.com', isAutoConnect: 'Yes', forceReload: '' },
  expires: '2027-01-31',
}

/** What became of each row; the file's own cells aren't in it, since they have passwords. */
const reportOf = (planned: readonly PlannedCredential[]): string =>
  textOfCsv(
    ['Row', 'Outcome', 'Person', 'Tool', 'Column', 'Value', 'Message'],
    planned.map(({ number, outcome, name, tool, problems }) => [
      ...[String(number), IMPORT_OUTCOMES[outcome], name, tool],
      problems.map(({ column }) => column).join('; '),
      problems.map(({ value }) => value).join('; '),
      problems.map(({ message }) => message).join(' '),
    ]),
  )

type Handlers = Pick<
  AreaHandlers<'credentials'>,
  | 'importCredentials'
  | 'credentialImports'
  | 'stopCredentialImport'
  | 'undoCredentialImport'
  | 'credentialTemplate'
>

interface ImportParts {
  readonly db: Database
  readonly clock: Clock
  readonly sealer: Sealer
  readonly imports: CredentialImports
}

/** Imports of tool credentials (spec 5 §5.5). What a file had is kept sealed alone. */
export function credentialImportHandlers({ db, clock, sealer, imports }: ImportParts): Handlers {
  return {
    importCredentials: ({ file, mode, key, columns: matched, isPartial, seen }, { caller }) =>
      inOneUnit(async () => {
        const table: Table = readTable(new Uint8Array(await file.arrayBuffer()))
        const columns = columnsOf(CREDENTIAL_FIELDS, table.headings, matched)
        const planned = await planCredentials(db, sealer, caller, table, { columns, mode, key })
        const digest = planDigest(planned)
        if (seen !== undefined && seen !== digest) throw new Refusal(409, 'import.outdated')
        const errors = planned.filter(({ outcome }) => outcome === 'ERROR').length
        const takesGood = isPartial === 'true'
        if (seen !== undefined && errors > 0 && !takesGood)
          throw new Refusal(409, 'import.errors', { rows: errors })
        const importID =
          seen === undefined ? null : await imports.begin(caller, file.name, planned, takesGood)
        return {
          ...{ headings: [...table.headings], columns, seen: digest, importID, report: reportOf(planned) },
          rows: planned.map(({ number, outcome, name, tool, problems }) => ({
            ...{ number, outcome, name, tool, problems },
          })),
        }
      }),

    credentialImports: async () => {
      const rows = await db
        .selectFrom('credentialImports')
        .where((eb) => eb.or([eb('at', '>', clock() - UNDO_MS), eb('state', '=', 'RUNNING')]))
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(LISTED)
        .selectAll()
        .execute()
      return {
        imports: rows.map(({ id, fileName, state, total, done, failed, message, ...row }) => ({
          ...{ id, fileName, state, total, done, failed, message, added: row.added, updated: row.updated },
          ...{ by: row.byName, at: new Date(row.at).toISOString() },
          // What left nothing behind has nothing to be undone.
          undoUntil:
            state !== 'RUNNING' && row.added + row.updated > 0
              ? new Date(row.at + UNDO_MS).toISOString()
              : null,
        })),
      }
    },

    stopCredentialImport: async ({ id }) => {
      await imports.stop(id)
      return { done: true }
    },

    undoCredentialImport: ({ id }, { caller }) => inOneUnit(() => imports.undo(id, caller)),

    credentialTemplate: async () => ({
      ...{ fileName: 'Tool credentials template.csv', contentType: 'text/csv; charset=utf-8' },
      content: csvOfTexts(
        Object.values(CREDENTIAL_FIELDS).map(([label]) => label),
        [Object.keys(CREDENTIAL_FIELDS).map((field) => EXAMPLE[field as CredentialField])],
      ),
    }),
  }
}
