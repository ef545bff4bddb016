import { SURVEY_KINDS } from '#shared/contract/adaptors.ts'
import { FAILURES_TOLD } from '../adaptors/adaptors.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import { audit } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'
import type { LiveShell } from '../shell/live-shell.ts'
import { catiReport } from './cati-report.ts'
import { runImport } from './data-imports.ts'
import { takeInterviews } from './take-interviews.ts'
import { takeCells, takeSamples, takeTargets } from './take-projects.ts'
import { takeStatuses } from './take-statuses.ts'

interface InterviewServices {
  readonly db: Database
  readonly clock: Clock
  readonly shell: Pick<LiveShell, 'main' | 'dayChanged' | 'callEnded'>
}

const HISTORY_MAX = 100
const UNDO_MS = 24 * 3_600_000
const UNDONE = 'The import was undone.'

/** Interview records: how they come in (spec 4 §3.3). */
export function dataImportsHandlers({ db, clock, shell }: InterviewServices): AreaHandlers<'dataImports'> {
  const tellPeople = (people: ReadonlySet<number>) => {
    for (const userID of people)
      shell.main.toUser(userID, 'workingDayChange', [{ entity: 'INTERVIEW_RECORD', ids: [] }])
    shell.dayChanged(people)
  }
  const about = (caller: Caller) => ({ caller, at: clock() })

  return {
    importInterviewRecords: async ({ source, records }, { caller }) => {
      const at = clock()
      const people = new Set<number>()
      const answer = await runImport(db, {
        ...{ kind: 'INTERVIEW_RECORDS', source, records, caller, at },
        begin: (trx, part, importID) =>
          takeInterviews(trx, part, { source, importID, now: at, onPerson: (id) => void people.add(id) }),
      })
      tellPeople(people)
      return answer
    },

    importProjectTargets: ({ records }, { caller }) =>
      runImport(db, {
        ...{ kind: 'PROJECT_TARGETS', source: 'API', records, ...about(caller) },
        begin: (trx, part) => takeTargets(trx, part, clock()),
      }),

    importQuotaCells: ({ records }, { caller }) =>
      runImport(db, {
        ...{ kind: 'QUOTA_CELLS', source: 'API', records, ...about(caller) },
        begin: takeCells,
      }),

    importSampleStatus: ({ records }, { caller }) =>
      runImport(db, {
        ...{ kind: 'SAMPLE_STATUS', source: 'API', records, ...about(caller) },
        begin: takeSamples,
      }),

    importDiallerStatus: async ({ records }, { caller }) => {
      const people = new Set<number>()
      const ended = new Set<number>()
      const answer = await runImport(db, {
        ...{ kind: 'DIALLER_STATUS', source: 'API', records, ...about(caller) },
        begin: (trx, part) =>
          takeStatuses(trx, part, {
            now: clock(),
            onChange: (id) => void people.add(id),
            onCallEnd: (id) => void ended.add(id),
          }),
      })
      for (const userID of ended) await shell.callEnded(userID)
      shell.dayChanged(people)
      return answer
    },

    dataImportHistory: async () => {
      const now = clock()
      const rows = await db
        .selectFrom('dataImports')
        .where('kind', '<>', 'DIALLER_STATUS')
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(HISTORY_MAX)
        .selectAll()
        .execute()
      return {
        imports: rows.map(({ at, undoneAt, sender: _, byID: __, ...row }) => ({
          ...row,
          at: new Date(at).toISOString(),
          undoneAt: undoneAt === null ? null : new Date(undoneAt).toISOString(),
          canUndo: row.kind === 'INTERVIEW_RECORDS' && undoneAt === null && now - at < UNDO_MS,
        })),
      }
    },

    undoDataImport: async ({ importID }, { caller }) => {
      const at = clock()
      const people = await db.transaction().execute(async (trx) => {
        const found = await trx
          .selectFrom('dataImports')
          .where('id', '=', importID)
          .select(['kind', 'at'])
          .executeTakeFirst()
        if (!found) throw new Refusal(404, 'record.gone', { one: 'import' })
        if (found.kind !== 'INTERVIEW_RECORDS') throw new Refusal(400, 'data.notUndoable')
        if (at - found.at >= UNDO_MS) throw new Refusal(400, 'data.undoLate')
        const undone = await trx
          .updateTable('dataImports')
          .set({ undoneAt: at })
          .where('id', '=', importID)
          .where('undoneAt', 'is', null)
          .returning('id')
          .executeTakeFirst()
        // Somebody else undid it just now.
        if (!undone) return []
        const voided = await trx
          .updateTable('interviewRecords')
          .set({ isVoid: 1, voidReason: UNDONE })
          .where('importID', '=', importID)
          .where('isVoid', '=', 0)
          .returning('userID')
          .execute()
        await audit(trx, caller, at, {
          action: 'IMPORT_UNDONE',
          page: 'resource.performance.dashboard',
          recordType: 'dataImport',
          recordID: importID,
          label: found.kind,
          changes: [{ field: 'voided', before: null, after: voided.length }],
        })
        return voided.flatMap(({ userID }) => (userID === null ? [] : [userID]))
      })
      tellPeople(new Set(people))
      return { done: true }
    },
  }
}

/** The person's own figures of interviewing (spec 4 §4.2.8). */
export function catiReportHandlers({
  db,
  clock,
}: Pick<InterviewServices, 'db' | 'clock'>): AreaHandlers<'catiReport'> {
  return {
    myCatiReport: ({ from, to, projectID, by }, { caller: { userID } }) =>
      catiReport(db, { userID, from, to, projectID, by }, clock()),

    // Of several that fail, the one that is behind longest.
    figuresAge: async () => {
      const failing = await db
        .selectFrom('adaptors')
        .where('kind', 'in', SURVEY_KINDS)
        .where('isEnabled', '=', 1)
        .where('failuresInRow', '>=', FAILURES_TOLD)
        .where('lastSuccessAt', 'is not', null)
        .select((eb) => eb.fn.min('lastSuccessAt').as('at'))
        .executeTakeFirst()
      const at = failing?.at ?? null
      return { asOf: at === null ? null : new Date(Number(at)).toISOString() }
    },
  }
}
