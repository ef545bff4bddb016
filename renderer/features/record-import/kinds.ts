import {
  applyImportFile,
  applyProjectFile,
  type CheckedRow,
  checkImportFile,
  checkProjectFile,
} from '#shared/contract/data-imports.ts'
import type { FieldNames } from '#shared/domain/import-columns.ts'
import { type FileKind, PROJECT_FILES, type ProjectFileKind } from '#shared/domain/project-files.ts'
import { RECORD_FIELDS } from '#shared/domain/record-files.ts'
import type { ApiClient } from '../../services/http/api-client.ts'

/** What a file's rows come to. */
export interface CheckedRows {
  readonly checkID: number | null
  readonly headings: readonly string[]
  readonly columns: readonly (string | null)[]
  readonly missing: readonly string[]
  readonly codes: readonly string[]
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly refused: number
  readonly rows: readonly CheckedRow[]
}

interface AskedFile {
  readonly file: File
  readonly mapping?: string
  /** JSON: what codes of outcomes mean. */
  readonly outcomes: string
}

/** What a file holds, and the calls that check and take it. */
export interface ImportKind {
  readonly kind: FileKind
  readonly fields: FieldNames<string>
  /** Whether further columns are dimensions. */
  readonly hasDimensions: boolean
  readonly check: (api: ApiClient, asked: AskedFile) => Promise<CheckedRows>
  readonly apply: (
    api: ApiClient,
    asked: { readonly checkID: number; readonly onlyGood: boolean },
  ) => Promise<{ readonly created: number; readonly updated: number }>
}

const QUIET = { quiet: true } as const

export const RECORD_KINDS: readonly [ImportKind] = [
  {
    ...{ kind: 'INTERVIEW_RECORDS', fields: RECORD_FIELDS, hasDimensions: false },
    check: (api, asked) => api.call(checkImportFile, asked, QUIET),
    apply: (api, asked) => api.call(applyImportFile, asked, QUIET),
  },
]

const projects = (kind: ProjectFileKind): ImportKind => ({
  ...{ kind, fields: PROJECT_FILES[kind].fields, hasDimensions: kind === 'QUOTA_CELLS' },
  check: async (api, { file, mapping }) => ({
    ...(await api.call(checkProjectFile, { file, kind, ...(mapping !== undefined && { mapping }) }, QUIET)),
    codes: [],
  }),
  apply: (api, asked) => api.call(applyProjectFile, asked, QUIET),
})

export const PROJECT_KINDS: readonly [ImportKind, ...ImportKind[]] = [
  projects('PROJECT_TARGETS'),
  projects('QUOTA_CELLS'),
]
