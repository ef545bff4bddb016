import { SURVEY_KINDS } from '#shared/contract/adaptors.ts'
import type { CheckedRow, DataImport } from '#shared/contract/data-imports.ts'
import { RECORD_ROW_OUTCOMES, type RecordRowOutcome } from '#shared/domain/record-files.ts'
import { FAILURES_TOLD } from '../adaptors/adaptors.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { outsideUnits } from '../db/unit-of-work.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import {
  type KeptNotification,
  keepNotifications,
  type NewNotification,
} from '../notifications/notification-store.ts'
import { audit } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'
import type { LiveShell } from '../shell/live-shell.ts'
import { catiReport } from './cati-report.ts'
import { runImport, tryImport } from './data-imports.ts'
import { RecordFault } from './read-record.ts'
import { type FileRecord, readRecordFile } from './record-files.ts'
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

/** So long what was checked can be taken, in milliseconds, and so many of its rows are answered. */
const CHECK_MS = 3_600_000
const ROWS_SHOWN = 1000

/** What each row of a file comes to; nothing is changed. A call that stands in it twice is refused the second time. */
async function checkedRows(db: Database, records: readonly FileRecord[], now: number): Promise<CheckedRow[]> {
  const changing: string[] = []
  const outcomes = await tryImport(
    db,
    records.map(({ record }) => record),
    async (of, part) => {
      const portion = await takeInterviews(of, part, {
        source: 'IMPORT',
        importID: 0,
        now,
        onPerson: () => {},
      })
      return {
        ...portion,
        take: async (record, own) => {
          const before = portion.changes.length
          const taken = await portion.take(record, own)
          changing.push(
            portion.changes
              .slice(before)
              .map(({ field }) => field.split(' ').at(-1))
              .join(', '),
          )
          return taken
        },
      }
    },
  )
  const first = new Map<string, number>()
  let place = 0
  return records.map(({ row, record }, at): CheckedRow => {
    const outcome = outcomes[at]
    if (outcome instanceof RecordFault)
      return { row, outcome: 'REFUSED', column: outcome.field, reason: outcome.message }
    const column = changing[place] ?? ''
    place += 1
    const callID = String(record.sourceCallID ?? '')
    const before = callID === '' ? undefined : first.get(callID)
    if (before !== undefined) {
      const { value } = new Refusal(400, 'data.callTwice', { row: before })
      return { row, outcome: 'REFUSED', column: 'sourceCallID', reason: value }
    }
    if (callID !== '') first.set(callID, row)
    const become = outcome === 'created' ? 'NEW' : outcome === 'updated' ? 'CHANGED' : 'UNCHANGED'
    return { row, outcome: become, column, reason: '' }
  })
}

/** What who imported a file reads of it (spec 4 §5.3). */
const importNews = (
  userID: number,
  {
    created,
    updated,
    refused,
  }: { readonly created: number; readonly updated: number; readonly refused: number },
): NewNotification => ({
  ...{ userID, type: 'NEW_UPDATE', source: 'IMPORT', cssClass: refused > 0 ? 'warning' : 'success' },
  subject: `Interview records are imported: ${created} new, ${updated} changed, ${refused} refused`,
  body: refused > 0 ? 'What was refused and why is in the list of imports.' : '',
})

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
      const answer = {
        headings: [...headings],
        columns: [...columns],
        missing: [...missing],
        codes: [...codes],
      }
      const none = { received: read.records.length, created: 0, updated: 0, unchanged: 0, refused: 0 }
      if (missing.length > 0) return { ...answer, ...none, checkID: null, rows: [] }
      const now = clock()
      const rows = await checkedRows(db, read.records, now)
      const count = (outcome: RecordRowOutcome) => rows.filter((row) => row.outcome === outcome).length
      const { id } = await db
        .insertInto('dataImportChecks')
        .values({ byID: caller.userID, fileName: file.name, at: now, records: JSON.stringify(read.records) })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db
        .deleteFrom('dataImportChecks')
        .where('at', '<=', now - CHECK_MS)
        .execute()
      const order = (row: CheckedRow) => RECORD_ROW_OUTCOMES.indexOf(row.outcome)
      return {
        ...{ ...answer, checkID: id, received: read.records.length },
        ...{ created: count('NEW'), updated: count('CHANGED') },
        ...{ unchanged: count('UNCHANGED'), refused: count('REFUSED') },
        rows: rows
          .filter(({ outcome }) => outcome !== 'UNCHANGED')
          .toSorted((a, b) => order(a) - order(b) || a.row - b.row)
          .slice(0, ROWS_SHOWN),
      }
    },

    applyImportFile: async ({ checkID, onlyGood }, { caller }) => {
      const now = clock()
      const check = await db
        .selectFrom('dataImportChecks')
        .where('id', '=', checkID)
        .where('byID', '=', caller.userID)
        .where('at', '>', now - CHECK_MS)
        .select('records')
        .executeTakeFirst()
      if (!check) throw new Refusal(404, 'record.gone', { one: 'check' })
      const all = JSON.parse(check.records) as FileRecord[]
      const rows = await checkedRows(db, all, now)
      const wrong = rows.filter(({ outcome }) => outcome === 'REFUSED')
      if (wrong.length > 0 && !onlyGood) throw new Refusal(409, 'data.rowsRefused', { count: wrong.length })
      // Of two that apply it at once one does.
      const taken = await outsideUnits(() =>
        db.deleteFrom('dataImportChecks').where('id', '=', checkID).returning('id').executeTakeFirst(),
      )
      if (!taken) throw new Refusal(404, 'record.gone', { one: 'check' })
      const refused = new Set(wrong.map(({ row }) => row))
      const good = all.filter(({ row }) => !refused.has(row))
      const people = new Set<number>()
      const answer = await runImport(db, {
        ...{ kind: 'INTERVIEW_RECORDS', source: 'IMPORT', caller, at: now, isFile: true },
        records: good.map(({ record }) => record),
        rowOf: (index) => good[index]?.row ?? 0,
        begin: (trx, part, importID) =>
          takeInterviews(trx, part, {
            ...{ source: 'IMPORT', importID, now },
            onPerson: (id) => void people.add(id),
          }),
      })
      tellPeople(people)
      const left = [
        ...wrong.map(({ row, column, reason }) => ({ row, column, reason })),
        ...answer.refused.map(({ index, field, reason }) => ({
          row: good[index]?.row ?? 0,
          column: field,
          reason,
        })),
      ]
      const counts = { ...answer, refused: left.length }
      publisher.notified(await keepNotifications(db, clock(), [importNews(caller.userID, counts)]))
      return { ...answer, received: all.length, refused: left }
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
