import { SURVEY_KINDS } from '#shared/contract/adaptors.ts'
import type { DataImport } from '#shared/contract/data-imports.ts'
import { PROJECT_FILE_KINDS } from '#shared/domain/project-files.ts'
import { FAILURES_TOLD } from '../adaptors/adaptors.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import type { KeptNotification } from '../notifications/notification-store.ts'
import { audit } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'
import type { LiveShell } from '../shell/live-shell.ts'
import { catiReport } from './cati-report.ts'
import { runImport } from './data-imports.ts'
import { fileImports } from './file-imports.ts'
import { matchesOf, removeMatch, saveMatch } from './import-matches.ts'
import { readProjectFile } from './project-files.ts'
import { readRecordFile } from './record-files.ts'
import { takeInterviews } from './take-interviews.ts'
import { takeCells, takeSamples, takeTargets } from './take-projects.ts'
import { takeStatuses } from './take-statuses.ts'

interface InterviewServices {
  readonly db: Database
  readonly clock: Clock
  readonly shell: Pick<LiveShell, 'main' | 'dayChanged' | 'callEnded'>
  /** Tells people of notifications that were kept. */
  readonly publisher: { notified(kept: readonly KeptNotification[]): void }
}

const HISTORY_MAX = 100
const UNDO_MS = 24 * 3_600_000
const UNDONE = 'The import was undone.'

/** Interview records: how they come in (spec 4 §3.3). */
export function dataImportsHandlers({
  db,
  clock,
  shell,
  publisher,
}: InterviewServices): AreaHandlers<'dataImports'> {
  const tellPeople = (people: ReadonlySet<number>) => {
    for (const userID of people)
      shell.main.toUser(userID, 'workingDayChange', [{ entity: 'INTERVIEW_RECORD', ids: [] }])
    shell.dayChanged(people)
  }
  const files = fileImports({ db, clock, publisher, tellPeople })
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

    checkImportFile: async ({ file, mapping, outcomes }, { caller }) => {
      const read = readRecordFile(new Uint8Array(await file.arrayBuffer()), { mapping, outcomes })
      const { headings, columns, missing, codes } = read
      return {
        ...{ headings: [...headings], columns: [...columns], missing: [...missing], codes: [...codes] },
        ...(await files.check({ kind: 'INTERVIEW_RECORDS', read, fileName: file.name, caller })),
      }
    },

    applyImportFile: (asked, { caller }) => files.apply({ ...asked, kinds: ['INTERVIEW_RECORDS'], caller }),

    checkProjectFile: async ({ file, kind, mapping }, { caller }) => {
      const read = readProjectFile(kind, new Uint8Array(await file.arrayBuffer()), mapping)
      const { headings, columns, missing } = read
      return {
        ...{ headings: [...headings], columns: [...columns], missing: [...missing] },
        ...(await files.check({ kind, read, fileName: file.name, caller })),
      }
    },

    applyProjectFile: (asked, { caller }) => files.apply({ ...asked, kinds: PROJECT_FILE_KINDS, caller }),

    importMatches: async ({ kind }, { caller }) => ({ matches: await matchesOf(db, caller.userID, kind) }),

    saveImportMatch: async (match, { caller }) => ({
      id: await saveMatch(db, caller.userID, match, clock()),
    }),

    removeImportMatch: async ({ id }, { caller }) => {
      await removeMatch(db, caller.userID, id)
      return { done: true }
    },

    dataImportHistory: async (asked) => {
      const { before, source, onlyRefused = false } = asked ?? {}
      const now = clock()
      const matching = () =>
        db
          .selectFrom('dataImports')
          .where('kind', '<>', 'DIALLER_STATUS')
          .$if(source !== undefined, (query) => query.where('source', '=', source ?? 'API'))
          .$if(onlyRefused, (query) => query.where('refused', '>', 0))
      const rows = await matching()
        .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
        .orderBy('id', 'desc')
        .limit(HISTORY_MAX + 1)
        .selectAll()
        .execute()
      const { count } = await matching()
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return {
        isMore: rows.length > HISTORY_MAX,
        total: Number(count),
        imports: rows.slice(0, HISTORY_MAX).map(({ at, undoneAt, sender: _, byID: __, ...row }) => ({
          ...row,
          refusals: JSON.parse(row.refusals) as DataImport['refusals'],
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
