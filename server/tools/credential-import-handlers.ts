import { CREDENTIAL_FIELDS, type CredentialField } from '#shared/domain/credential-import.ts'
import { IMPORT_OUTCOMES, IMPORT_UNDO_HOURS } from '#shared/domain/people-import.ts'
import type { Column } from '#shared/records/record.ts'
import type { Sealer } from '../auth/sealer.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { holdTurn } from '../db/hold-turn.ts'
import { inOneUnit } from '../db/unit-of-work.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import { readTable, type Table } from '../people/import/read-table.ts'
import { audit } from '../records/audit.ts'
import { csvOf } from '../records/sheet.ts'
import { Refusal } from '../refusal.ts'
import {
  type CredentialWrite,
  columnsOf,
  type PlannedCredential,
  planCredentials,
  planDigest,
} from './credential-import.ts'
import { sealFor } from './tool-credentials.ts'

const PAGE = 'admin.configuration.connection-adaptors'
const UNDO_MS = IMPORT_UNDO_HOURS * 3_600_000
const LISTED = 50

const EXAMPLE: Readonly<Record<CredentialField, string>> = {
  ...{ userName: 'amelia.ward', payrollNumber: '', email: '', tool: 'VPN', toolUserName: 'amelia.vpn' },
  ...{ password: 'the password', address: 'vpn.example.com', isAutoConnect: 'Yes', forceReload: '' },
  expires: '2027-01-31',
}

const csv = (labels: readonly string[], rows: readonly (readonly string[])[]) =>
  csvOf({ name: '', columns: labels.map((label): Column => ({ kind: 'text', label })), rows })

/** What became of each row; the file's own cells aren't in it, since they have passwords. */
const reportOf = (planned: readonly PlannedCredential[]): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(
    csv(
      ['Row', 'Outcome', 'Person', 'Tool', 'Column', 'Value', 'Message'],
      planned.map(({ number, outcome, name, tool, problems }) => [
        ...[String(number), IMPORT_OUTCOMES[outcome], name, tool],
        problems.map(({ column }) => column).join('; '),
        problems.map(({ value }) => value).join('; '),
        problems.map(({ message }) => message).join(' '),
      ]),
    ),
  )

interface ImportParts {
  readonly db: Database
  readonly clock: Clock
  readonly sealer: Sealer
  readonly personChanged: (userID: number) => void
}

type Handlers = Pick<
  AreaHandlers<'credentials'>,
  'importCredentials' | 'credentialImports' | 'undoCredentialImport' | 'credentialTemplate'
>

/** Imports of tool credentials (spec 5 §5.5). What a file had is kept sealed alone. */
export function credentialImportHandlers({ db, clock, sealer, personChanged }: ImportParts): Handlers {
  const told = (caller: Caller, action: string, label: string, counts: Readonly<Record<string, number>>) =>
    audit(db, caller, clock(), {
      ...{ action, page: PAGE, recordType: 'toolCredentials', recordID: null, label },
      changes: Object.entries(counts).map(([field, after]) => ({ field, before: null, after })),
    })

  /** @returns whether it was as it was planned; what was there before can be put back */
  async function write(importID: number, at: number, by: number, one: CredentialWrite): Promise<boolean> {
    const { userID, tool, place, version, details } = one
    const row = {
      sealed: sealFor(sealer, { kind: 'PERSON', id: userID }, tool, place, details),
      ...{ isAutoConnect: one.isAutoConnect ? 1 : 0, forceReload: one.forceReload ? 1 : 0 },
      ...{ expires: one.expires, updatedAt: at, changedBy: by },
    }
    if (version === null) {
      const added = await db
        .insertInto('toolCredentials')
        .values({ userID, tool, place, ...row })
        .onConflict((conflict) => conflict.doNothing())
        .returning('place')
        .executeTakeFirst()
      if (!added) return false
      await db
        .insertInto('credentialImportRows')
        .values({ importID, userID, tool, place, version: 1, sealed: null, isAutoConnect: 0, forceReload: 0 })
        .execute()
      return true
    }
    const before = await db
      .selectFrom('toolCredentials')
      .where('userID', '=', userID)
      .where('tool', '=', tool)
      .where('place', '=', place)
      .select(['sealed', 'isAutoConnect', 'forceReload', 'expires'])
      .executeTakeFirst()
    const { numUpdatedRows } = await db
      .updateTable('toolCredentials')
      .set({ ...row, version: version + 1 })
      .where('userID', '=', userID)
      .where('tool', '=', tool)
      .where('place', '=', place)
      .where('version', '=', version)
      .executeTakeFirst()
    if (!before || numUpdatedRows === 0n) return false
    await db
      .insertInto('credentialImportRows')
      .values({ importID, userID, tool, place, version: version + 1, ...before })
      .execute()
    return true
  }

  async function run(caller: Caller, fileName: string, planned: readonly PlannedCredential[]) {
    const at = clock()
    const added = planned.filter(({ outcome }) => outcome === 'ADD').length
    const updated = planned.filter(({ outcome }) => outcome === 'UPDATE').length
    const { id } = await db
      .insertInto('credentialImports')
      .values({ fileName, byName: caller.displayName, at, added, updated })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const { write: one } of planned) {
      if (one === null) continue
      // Somebody was quicker: nothing of it stays.
      if (!(await write(id, at, caller.userID, one))) throw new Refusal(409, 'import.outdated')
    }
    await told(caller, 'TOOL_CREDENTIALS_IMPORTED', fileName, { rows: planned.length, added, updated })
    for (const userID of new Set(planned.flatMap((row) => (row.write ? [row.write.userID] : []))))
      personChanged(userID)
    return { importID: id, added, updated }
  }

  return {
    importCredentials: ({ file, mode, key, columns: matched, isPartial, seen }, { caller }) =>
      inOneUnit(async () => {
        const table: Table = readTable(new Uint8Array(await file.arrayBuffer()))
        const columns = columnsOf(table.headings, matched)
        const planned = await planCredentials(db, sealer, caller, table, { columns, mode, key })
        const digest = planDigest(planned)
        if (seen !== undefined && seen !== digest) throw new Refusal(409, 'import.outdated')
        const errors = planned.filter(({ outcome }) => outcome === 'ERROR').length
        if (seen !== undefined && errors > 0 && isPartial !== 'true')
          throw new Refusal(409, 'import.errors', { rows: errors })
        const done = seen === undefined ? null : await run(caller, file.name, planned)
        return {
          ...{ headings: [...table.headings], columns, seen: digest, done, report: reportOf(planned) },
          rows: planned.map(({ number, outcome, name, tool, problems }) => ({
            ...{ number, outcome, name, tool, problems },
          })),
        }
      }),

    credentialImports: async () => {
      const rows = await db
        .selectFrom('credentialImports')
        .where('at', '>', clock() - UNDO_MS)
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(LISTED)
        .selectAll()
        .execute()
      return {
        imports: rows.map(({ byName: by, at, ...row }) => ({
          ...{ ...row, by, at: new Date(at).toISOString() },
          undoUntil: new Date(at + UNDO_MS).toISOString(),
        })),
      }
    },

    undoCredentialImport: ({ id }, { caller }) =>
      inOneUnit(async () => {
        await holdTurn(db)
        const one = await db
          .selectFrom('credentialImports')
          .where('id', '=', id)
          .selectAll()
          .executeTakeFirst()
        if (!one) throw new Refusal(404, 'record.gone', { one: 'import' })
        if (one.at <= clock() - UNDO_MS) throw new Refusal(409, 'import.undoOver')
        const rows = await db
          .selectFrom('credentialImportRows')
          .where('importID', '=', id)
          .selectAll()
          .execute()
        let undone = 0
        for (const { userID, tool, place, version, sealed, isAutoConnect, forceReload, expires } of rows) {
          // What somebody changed since stays.
          const asWritten = { userID, tool, place, version, updatedAt: one.at }
          const matching = Object.entries(asWritten) as [keyof typeof asWritten, never][]
          if (sealed === null) {
            let gone = db.deleteFrom('toolCredentials')
            for (const [column, value] of matching) gone = gone.where(column, '=', value)
            undone += Number((await gone.executeTakeFirst()).numDeletedRows)
          } else {
            let back = db.updateTable('toolCredentials').set({
              ...{ sealed, isAutoConnect, forceReload, expires, version: version + 1 },
              ...{ updatedAt: clock(), changedBy: caller.userID },
            })
            for (const [column, value] of matching) back = back.where(column, '=', value)
            undone += Number((await back.executeTakeFirst()).numUpdatedRows)
          }
          personChanged(userID)
        }
        await db.deleteFrom('credentialImports').where('id', '=', id).execute()
        const kept = rows.length - undone
        await told(caller, 'TOOL_CREDENTIALS_IMPORT_UNDONE', one.fileName, { undone, kept })
        return { undone, kept }
      }),

    credentialTemplate: async () => ({
      ...{ fileName: 'Tool credentials template.csv', contentType: 'text/csv; charset=utf-8' },
      content: csv(
        Object.values(CREDENTIAL_FIELDS).map(([label]) => label),
        [Object.keys(CREDENTIAL_FIELDS).map((field) => EXAMPLE[field as CredentialField])],
      ),
    }),
  }
}

/** Forgets what can't be undone any more, with the passwords of before. */
export async function forgetOldImports(db: Database, now: number): Promise<void> {
  await db
    .deleteFrom('credentialImports')
    .where('at', '<=', now - UNDO_MS)
    .execute()
}
