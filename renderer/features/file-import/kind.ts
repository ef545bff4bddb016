import type { QueryKey } from '@tanstack/react-query'
import type { FieldNames } from '#shared/domain/import-columns.ts'
import type { CredentialImportState, ImportMode, ImportOutcome } from '#shared/domain/people-import.ts'
import type { ApiClient, DownloadedFile } from '../../services/http/api-client.ts'

/** What a file's rows come to. */
export interface CheckedFile {
  readonly headings: readonly string[]
  readonly columns: readonly (string | null)[]
  readonly rows: readonly {
    readonly number: number
    readonly outcome: ImportOutcome
    readonly name: string
    readonly tool?: string
    readonly problems: readonly {
      readonly column: string
      readonly value: string
      readonly message: string
    }[]
  }[]
  readonly seen: string
  readonly importID: number | null
  readonly report: string
}

/** What is asked for with a file. */
export interface AskedFile {
  readonly file: File
  readonly mode: ImportMode
  readonly key: string
  readonly isPartial: 'true' | 'false'
  readonly columns?: string
  readonly seen?: string
}

export interface ListedImport {
  readonly id: number
  readonly fileName: string
  readonly by: string
  readonly at: string
  readonly state: CredentialImportState
  readonly total: number
  readonly done: number
  readonly added: number
  readonly updated: number
  readonly failed: number
  readonly message: string
  readonly undoUntil: string | null
}

/** A kind of record that comes from files: a dry run, then the import, which runs in the background (spec 5 §3.3). */
export interface FileImport {
  readonly title: string
  readonly lead: string
  /** So many of them, such as `3 entries`. */
  readonly count: (n: number) => string
  readonly reportName: string
  readonly fields: FieldNames<string>
  readonly keys: Readonly<Record<string, string>>
  readonly mode: ImportMode
  /** What has to be ticked before it begins; nothing where it isn't given. */
  readonly consent?: string
  /** What people are found by, as a label. */
  readonly keyLabel: string
  /** Of its list. */
  readonly listKey: QueryKey
  readonly send: (api: ApiClient, asked: AskedFile) => Promise<CheckedFile>
  readonly template: (api: ApiClient) => Promise<DownloadedFile>
  readonly list: (
    api: ApiClient,
    signal: AbortSignal,
  ) => Promise<{ readonly imports: readonly ListedImport[] }>
  readonly stop: (api: ApiClient, id: number) => Promise<unknown>
  readonly undo: (api: ApiClient, id: number) => Promise<{ readonly undone: number; readonly kept: number }>
}
