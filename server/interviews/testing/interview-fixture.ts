import type { Insertable } from 'kysely'
import type { Outcome } from '#shared/domain/interviews.ts'
import type { Database } from '../../db/database.ts'
import type { InterviewRecordTable } from '../../db/schema/fieldwork.ts'
import { NOON } from '../../http/testing/test-server.ts'

const MINUTE = 60_000

/** A record of person 2 on project 7: a call of ten minutes that ended at noon. */
export async function addInterview(
  db: Database,
  record: Partial<Insertable<InterviewRecordTable>> = {},
): Promise<number> {
  const { start = NOON - 10 * MINUTE, duration = 600 } = record
  const { id } = await db
    .insertInto('interviewRecords')
    .values({
      ...{ projectID: 7, userID: 2, outcome: 'COMPLETE' as Outcome, source: 'API' as const },
      ...{ quotaCellID: null, appointmentTime: null, sourceCallID: null, importID: null, importedAt: null },
      end: start + duration * 1000,
      ...record,
      ...{ start, duration },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Time in which that person interviewed. */
export async function addInterviewing(
  db: Database,
  {
    userID = 2,
    projectID = 7,
    from,
    to,
  }: { userID?: number; projectID?: number | null; from: number; to: number | null },
): Promise<void> {
  await db
    .insertInto('activitySessions')
    .values({
      ...{ userID, activity: 'AVAILABLE', project: projectID === null ? null : 'Rail', projectID },
      ...{
        category: null,
        startedAt: from,
        startedBy: userID,
        endedAt: to,
        endedBy: to === null ? null : userID,
      },
    })
    .execute()
}

/** An import that can be undone; two files of the first person's that were checked, and a match of theirs. */
export async function addImport(db: Database): Promise<void> {
  await db
    .insertInto('dataImports')
    .values({
      ...{ id: 1, kind: 'INTERVIEW_RECORDS', source: 'API', sender: 'key 1', byID: 1, byName: 'Survey tool' },
      ...{ at: NOON, undoneAt: null },
    })
    .execute()
  const record = { project: 'P7', start: '2026-05-04T11:00:00Z', duration: 60, outcome: 'COMPLETE' }
  await db
    .insertInto('dataImportChecks')
    .values({ byID: 1, fileName: 'calls.csv', at: NOON, records: JSON.stringify([{ row: 2, record }]) })
    .execute()
  const target = { project: 'N1', name: 'New' }
  await db
    .insertInto('dataImportChecks')
    .values({
      ...{ byID: 1, fileName: 'projects.csv', at: NOON, kind: 'PROJECT_TARGETS' },
      records: JSON.stringify([{ row: 2, record: target }]),
    })
    .execute()
  await db
    .insertInto('importMatches')
    .values({
      ...{ userID: 1, kind: 'QUOTA_CELLS', name: 'Tool', nameKey: 'tool', columns: '{}', outcomes: '{}' },
      savedAt: NOON,
    })
    .execute()
}

/** Good requests: import 1 is of records. */
export const INTERVIEW_REQUESTS: Record<string, unknown> = {
  'catiReport.myCatiReport': { from: '2026-05-01', to: '2026-05-04' },
  'dataImports.importInterviewRecords': { records: [] },
  'dataImports.importProjectTargets': { records: [] },
  'dataImports.importQuotaCells': { records: [] },
  'dataImports.importSampleStatus': { records: [] },
  'dataImports.importDiallerStatus': { records: [] },
  'dataImports.undoDataImport': { importID: 1 },
  'dataImports.checkImportFile': {
    file: new File(['Project,Start,Seconds,Outcome\nP7,2026-05-04T11:00:00Z,60,Complete'], 'calls.csv'),
  },
  'dataImports.applyImportFile': { checkID: 1 },
  'dataImports.checkProjectFile': {
    file: new File(['Project,Name\nN2,Newer'], 'projects.csv'),
    kind: 'PROJECT_TARGETS',
  },
  'dataImports.applyProjectFile': { checkID: 2 },
  'dataImports.importMatches': { kind: 'QUOTA_CELLS' },
  'dataImports.saveImportMatch': { kind: 'QUOTA_CELLS', name: 'Other', columns: { code: 'project' } },
  'dataImports.removeImportMatch': { id: 1 },
}
