import type { Database } from '../../db/database.ts'
import { NOON } from '../../http/testing/test-server.ts'
import { addApplicant } from '../../pending-recruitment/testing/pending-fixture.ts'

/** Applicant 2 is applicant 1 again; import 1 is over, and 2 runs on another server. */
export async function addApplicants(db: Database): Promise<void> {
  await addApplicant(db, { name: 'Hal Hold', stage: 'NEW' })
  const one = { byID: null, byName: 'Ann', at: NOON, total: 1, isPartial: 0, isStopAsked: 0, message: '' }
  await db
    .insertInto('applicantImports')
    .values([
      { ...one, fileName: 'fair.csv', state: 'DONE', leaseUntil: null },
      { ...one, fileName: 'more.csv', state: 'RUNNING', leaseUntil: NOON * 2 },
    ])
    .execute()
}

/** Good requests about applicant 1. */
export const APPLICANT_REQUESTS: Record<string, unknown> = {
  'applicants.listApplicants': {},
  'applicants.getApplicant': { id: 1 },
  'applicants.saveApplicant': { name: 'Ned New', email: 'ned@mail.example', hasConsent: true },
  'applicants.moveApplicant': { id: 1, version: 1, stage: 'WITHDRAWN', reason: 'Found something else' },
  'applicants.ownApplicant': { id: 1, version: 1, isMine: true },
  'applicants.applicantTimeline': { id: 1 },
  'applicants.mergeApplicants': { id: 1, version: 1, otherID: 2 },
  'applicants.stopApplicantImport': { id: 2 },
  'applicants.undoApplicantImport': { id: 1 },
  'applicants.importApplicants': { file: new File(['Name,E-mail\nNed New,ned@mail.example'], 'fair.csv') },
  'applicants.applicantChoices': {},
  'applicants.applicantImports': {},
  'applicants.applicantTemplate': {},
}
