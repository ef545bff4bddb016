import * as z from 'zod/mini'
import { finding, type HardwareReport, speedTestRun } from '#shared/contract/device-health.ts'
import type { Database } from '../db/database.ts'
import { type Viewer, within } from '../people/scope.ts'

/** Most reports that are kept and shown to support; the oldest are dropped. */
const REPORTS_KEPT = 1000
const REPORTS_SHOWN = 100

export interface SentReport
  extends Pick<HardwareReport, 'userID' | 'findings' | 'note' | 'client' | 'lastRun'> {
  readonly sentAt: number
}

/** Stores a report and answers its id. */
export async function keepReport(db: Database, report: SentReport): Promise<number> {
  const { findings, lastRun, ...rest } = report
  const { id } = await db
    .insertInto('hardwareReports')
    .values({
      ...rest,
      findings: JSON.stringify(findings),
      lastRun: lastRun === null ? null : JSON.stringify(lastRun),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .deleteFrom('hardwareReports')
    .where('id', '<=', id - REPORTS_KEPT)
    .execute()
  return id
}

/** The newest reports of the people whom the viewer sees, newest first. */
export async function newestReports(db: Database, viewer: Viewer): Promise<HardwareReport[]> {
  const rows = await db
    .selectFrom('hardwareReports as r')
    .innerJoin('users as u', 'u.id', 'r.userID')
    .select(['r.id', 'r.userID', 'u.displayName as name', 'r.sentAt', 'r.note', 'r.client'])
    .select(['r.findings', 'r.lastRun'])
    .where((eb) => within(viewer, 'ALL')(eb as never))
    .orderBy('r.id', 'desc')
    .limit(REPORTS_SHOWN)
    .execute()
  return rows.map(({ sentAt, findings, lastRun, ...row }) => ({
    ...row,
    sentAt: new Date(sentAt).toISOString(),
    findings: z.array(finding).parse(JSON.parse(findings)),
    lastRun: lastRun === null ? null : speedTestRun.parse(JSON.parse(lastRun)),
  }))
}
