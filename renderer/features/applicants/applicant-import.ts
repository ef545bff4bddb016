import {
  applicantImports,
  applicantTemplate,
  importApplicants,
  stopApplicantImport,
  undoApplicantImport,
} from '#shared/contract/applicants.ts'
import { APPLICANT_FIELDS, APPLICANT_KEYS, type ApplicantKey } from '#shared/domain/applicant-import.ts'
import type { FileImport } from '../file-import/index.ts'
import { TEXT } from './text.ts'

/** Imports of applicants (spec 6 §3.4). */
export const APPLICANT_IMPORT: FileImport = {
  title: TEXT.importTitle,
  lead: TEXT.importLead,
  count: TEXT.count,
  reportName: TEXT.importReport,
  fields: APPLICANT_FIELDS,
  keys: APPLICANT_KEYS,
  keyLabel: TEXT.importKey,
  mode: 'ADD',
  consent: TEXT.importConsent,
  listKey: ['applicant-imports'],
  send: (api, { key, ...asked }) =>
    // The button to begin waits for the consent.
    api.upload(
      importApplicants,
      { ...asked, key: key as ApplicantKey, hasConsent: asked.seen === undefined ? 'false' : 'true' },
      { quiet: true },
    ),
  template: (api) => api.call(applicantTemplate, undefined, { quiet: true }),
  list: (api, signal) => api.call(applicantImports, undefined, { quiet: true, signal }),
  stop: (api, id) => api.call(stopApplicantImport, { id }, { quiet: true }),
  undo: (api, id) => api.call(undoApplicantImport, { id }, { quiet: true }),
}
