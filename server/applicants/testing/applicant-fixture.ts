import type { Database } from '../../db/database.ts'
import { NOON } from '../../http/testing/test-server.ts'
import { addApplicant } from '../../pending-recruitment/testing/pending-fixture.ts'

/** Applicant 2 is applicant 1 again; 3 is at the interview, 4 at the offer, which waits; import 1 is over, and 2 runs on another server. */
export async function addApplicants(db: Database): Promise<void> {
  await addApplicant(db, { name: 'Hal Hold', stage: 'NEW' })
  const other = { email: '', mobile: '07700 900901', emailKey: '', mobileKey: '07700900901' }
  await addApplicant(db, { ...other, name: 'Ida Ives', stage: 'INTERVIEW' })
  await addApplicant(db, { ...other, name: 'Otto Orr', mobile: '', mobileKey: '', stage: 'OFFER' })
  await db
    .insertInto('applicantOffers')
    .values({
      ...{ applicantID: 4, linkID: null, contractTypeID: 1, areaID: 1, startDate: '2030-06-03', rate: 1310 },
      ...{ state: 'OPEN', at: NOON, byID: null, answeredAt: null },
    })
    .execute()
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
  'applicants.applicantHiring': { id: 1 },
  'applicants.saveScorecard': { applicantID: 3, score: 4, recommendation: 'HIRE', notes: 'Clear voice' },
  'applicants.makeOffer': {
    ...{ id: 4, version: 1, contractTypeID: 1, areaID: 1, startDate: '2030-06-03', rate: 1310 },
  },
  'applicants.withdrawOffer': { id: 4 },
  'applicants.mergeApplicants': { id: 1, version: 1, otherID: 2 },
  'applicants.stopApplicantImport': { id: 2 },
  'applicants.undoApplicantImport': { id: 1 },
  'applicants.importApplicants': { file: new File(['Name,E-mail\nNed New,ned@mail.example'], 'fair.csv') },
  'applicants.applicantChoices': {},
  'applicants.applicantImports': {},
  'applicants.applicantTemplate': {},
}
