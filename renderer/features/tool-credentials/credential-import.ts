import {
  credentialImports,
  credentialTemplate,
  importCredentials,
  stopCredentialImport,
  undoCredentialImport,
} from '#shared/contract/credentials.ts'
import { CREDENTIAL_FIELDS } from '#shared/domain/credential-import.ts'
import { numberText } from '#shared/domain/locale.ts'
import { IMPORT_KEYS, type ImportKey } from '#shared/domain/people-import.ts'
import type { FileImport } from '../file-import/index.ts'
import { TEXT } from './text.ts'

/** Imports of tool credentials (spec 5 §5.5). */
export const CREDENTIAL_IMPORT: FileImport = {
  title: TEXT.importTitle,
  lead: TEXT.importLead,
  count: (n) => (n === 1 ? '1 entry' : `${numberText(n)} entries`),
  reportName: TEXT.importReport,
  fields: CREDENTIAL_FIELDS,
  keys: IMPORT_KEYS,
  keyLabel: TEXT.importKey,
  mode: 'BOTH',
  listKey: ['tool-credentials', 'imports'],
  send: (api, { key, ...asked }) =>
    api.upload(importCredentials, { ...asked, key: key as ImportKey }, { quiet: true }),
  template: (api) => api.call(credentialTemplate, {}, { quiet: true }),
  list: (api, signal) => api.call(credentialImports, {}, { quiet: true, signal }),
  stop: (api, id) => api.call(stopCredentialImport, { id }, { quiet: true }),
  undo: (api, id) => api.call(undoCredentialImport, { id }, { quiet: true }),
}
