import type { Insertable } from 'kysely'
import { contactKeys } from '../../applicants/applicant-rules.ts'
import type { Database } from '../../db/database.ts'
import type { ApplicantTable } from '../../db/schema/staffing.ts'
import { NOON } from '../../http/testing/test-server.ts'

/** Adds an applicant at HIRED whose right to work wasn't checked; gives their id. */
export async function addApplicant(
  db: Database,
  values: Partial<Insertable<ApplicantTable>> = {},
): Promise<number> {
  const { id } = await db
    .insertInto('applicants')
    .values({
      ...{ name: 'Hal Holt', email: 'hal.holt@mail.example', mobile: '+44 7700 900123', address: '' },
      ...{
        source: 'WEBSITE',
        agencyID: null,
        languages: '["Welsh"]',
        skills: '[]',
        availability: 'evenings',
      },
      ...{ workLocation: 'HOME', rightToWork: 'NOT_CHECKED', rightToWorkDocument: '', rightToWorkBy: null },
      ...{ rightToWorkAt: null, rightToWorkExpires: null, consentAt: NOON, stage: 'HIRED', stageSince: NOON },
      ...{ ownerID: null, notes: '', contractTypeID: null, areaID: null, startDate: '2026-05-11' },
      ...{ personID: null, createdAt: NOON, version: 1, changedBy: null, changedAt: NOON },
      ...contactKeys({ email: 'hal.holt@mail.example', mobile: '+44 7700 900123' }),
      ...values,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Person 2's tasks: 8 is the employer's and open, 9 has a document that waits for approval. */
export async function addPending(db: Database): Promise<void> {
  await addApplicant(db)
  const task = { applyTo: '', createdBy: null, createdAt: NOON, place: 8 } as const
  await db
    .insertInto('onboardingTasks')
    .values([
      {
        ...task,
        id: 8,
        task: 'Order a headset',
        responsible: 'EMPLOYER',
        actionNeeded: 'NONE',
        requiredApproval: 0,
      },
      {
        ...task,
        id: 9,
        task: 'Passport',
        responsible: 'USER',
        actionNeeded: 'UPLOAD_PDF',
        requiredApproval: 1,
      },
    ])
    .execute()
  const done = {
    completedAt: NOON,
    actionedBy: 2,
    fileName: 'passport.pdf',
    content: Buffer.from('%PDF-1.7'),
  }
  await db
    .insertInto('checklistItems')
    .values({ userID: 2, taskID: 9, ...done })
    .execute()
}

/** Good requests about applicant 1, whose id on the page is 3, and person 2's task 1. */
export const PENDING_REQUESTS: Record<string, unknown> = {
  'pendingRecruitment.addStarter': {
    ...{ name: 'Ned New', email: 'ned@mail.example', mobile: '', source: 'REFERRAL', hasConsent: true },
  },
  'pendingRecruitment.listPending': {},
  'pendingRecruitment.getPending': { id: 3 },
  'pendingRecruitment.withdrawPending': { id: 3 },
  'pendingRecruitment.checkRightToWork': { id: 3, rightToWork: 'CHECKED', document: 'Passport' },
  'pendingRecruitment.approveDocument': { userID: 2, taskID: 9 },
  'pendingRecruitment.rejectDocument': { userID: 2, taskID: 9, reason: 'Can’t be read' },
  'pendingRecruitment.finishPendingTask': { userID: 2, taskID: 8 },
  'pendingRecruitment.pendingDocument': { userID: 2, taskID: 9 },
  'pendingRecruitment.remindPending': { userID: 2, taskID: 8 },
}
