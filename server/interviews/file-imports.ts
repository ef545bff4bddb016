import type { CheckedRow } from '#shared/contract/data-imports.ts'
import { searchable } from '#shared/domain/locale.ts'
import type { FileKind } from '#shared/domain/project-files.ts'
import { RECORD_ROW_OUTCOMES, type RecordRowOutcome } from '#shared/domain/record-files.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { outsideUnits } from '../db/unit-of-work.ts'
import type { Caller } from '../http/handlers.ts'
import {
  type KeptNotification,
  keepNotifications,
  type NewNotification,
} from '../notifications/notification-store.ts'
import { Refusal } from '../refusal.ts'
import { type Portion, runImport, tryImport } from './data-imports.ts'
import { RecordFault } from './read-record.ts'
import type { FileRecord } from './record-files.ts'
import { takeInterviews } from './take-interviews.ts'
import { takeCells, takeTargets } from './take-projects.ts'

/** So long what was checked can be taken, in milliseconds, and so many of its rows are answered. */
const CHECK_MS = 3_600_000
const ROWS_SHOWN = 1000

interface Run {
  readonly importID: number
  readonly now: number
  readonly onPerson: (userID: number) => void
}

/** What a kind of file is to an import. */
interface Kind {
  /** Of what it is, for who imported it. */
  readonly words: string
  readonly begin: (db: Database, part: readonly unknown[], run: Run) => Promise<Portion>
  /** What two rows may not both be of; '' for what may come as often as it likes. */
  readonly key: (record: FileRecord['record']) => string
  /** What is said of the second, and of which column. */
  readonly twice: (row: number) => { readonly column: string; readonly reason: string }
}

const keyed = (...parts: readonly unknown[]) =>
  parts.map((part) => searchable(String(part ?? '').trim())).join('\n')
const rowTwice = (row: number) => new Refusal(400, 'data.rowTwice', { row }).value

const KINDS: Readonly<Record<FileKind, Kind>> = {
  INTERVIEW_RECORDS: {
    words: 'Interview records',
    begin: (db, part, run) => takeInterviews(db, part, { ...run, source: 'IMPORT' }),
    key: ({ sourceCallID }) => String(sourceCallID ?? ''),
    twice: (row) => ({
      column: 'sourceCallID',
      reason: new Refusal(400, 'data.callTwice', { row }).value,
    }),
  },
  PROJECT_TARGETS: {
    words: 'Projects and targets',
    begin: (db, part, { now }) => takeTargets(db, part, now),
    key: ({ project }) => keyed(project),
    twice: (row) => ({ column: 'project', reason: rowTwice(row) }),
  },
  QUOTA_CELLS: {
    words: 'Quota cells',
    begin: (db, part) => takeCells(db, part),
    key: ({ project, cell }) => keyed(project, cell),
    twice: (row) => ({ column: 'cell', reason: rowTwice(row) }),
  },
}

/** What each row of a file comes to; nothing is changed. What stands in it twice is refused the second time. */
async function checkedRows(
  db: Database,
  kind: Kind,
  records: readonly FileRecord[],
  now: number,
): Promise<CheckedRow[]> {
  const changing: string[] = []
  const outcomes = await tryImport(
    db,
    records.map(({ record }) => record),
    async (of, part) => {
      const portion = await kind.begin(of, part, { importID: 0, now, onPerson: () => {} })
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
    const key = kind.key(record)
    const before = key === '' ? undefined : first.get(key)
    if (before !== undefined) return { row, outcome: 'REFUSED', ...kind.twice(before) }
    if (key !== '') first.set(key, row)
    const become = outcome === 'created' ? 'NEW' : outcome === 'updated' ? 'CHANGED' : 'UNCHANGED'
    return { row, outcome: become, column, reason: '' }
  })
}

/** What who imported a file reads of it (spec 4 §5.3). */
const importNews = (
  userID: number,
  words: string,
  { created, updated, refused }: Readonly<Record<'created' | 'updated' | 'refused', number>>,
): NewNotification => ({
  ...{ userID, type: 'NEW_UPDATE', source: 'IMPORT', cssClass: refused > 0 ? 'warning' : 'success' },
  subject: `${words} are imported: ${created} new, ${updated} changed, ${refused} refused`,
  body: refused > 0 ? 'What was refused and why is in the list of imports.' : '',
})

interface FileServices {
  readonly db: Database
  readonly clock: Clock
  readonly publisher: { notified(kept: readonly KeptNotification[]): void }
  /** Tells people that their figures changed. */
  readonly tellPeople: (people: ReadonlySet<number>) => void
}

interface Checking {
  readonly kind: FileKind
  readonly read: { readonly records: readonly FileRecord[]; readonly missing: readonly string[] }
  readonly fileName: string
  readonly caller: Caller
}

interface Applying {
  readonly checkID: number
  readonly onlyGood: boolean
  /** Which checks it may be of. */
  readonly kinds: readonly FileKind[]
  readonly caller: Caller
}

/** Files of records, projects or quota cells: checked, which changes nothing, then taken (spec 4 §3.3). */
export function fileImports({ db, clock, publisher, tellPeople }: FileServices) {
  return {
    async check({ kind, read: { records, missing }, fileName, caller }: Checking) {
      const none = { received: records.length, created: 0, updated: 0, unchanged: 0, refused: 0 }
      if (missing.length > 0) return { ...none, checkID: null, rows: [] }
      const now = clock()
      const rows = await checkedRows(db, KINDS[kind], records, now)
      const count = (outcome: RecordRowOutcome) => rows.filter((row) => row.outcome === outcome).length
      const { id } = await db
        .insertInto('dataImportChecks')
        .values({ byID: caller.userID, kind, fileName, at: now, records: JSON.stringify(records) })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db
        .deleteFrom('dataImportChecks')
        .where('at', '<=', now - CHECK_MS)
        .execute()
      const order = (row: CheckedRow) => RECORD_ROW_OUTCOMES.indexOf(row.outcome)
      return {
        ...{ checkID: id, received: records.length, created: count('NEW'), updated: count('CHANGED') },
        ...{ unchanged: count('UNCHANGED'), refused: count('REFUSED') },
        rows: rows
          .filter(({ outcome }) => outcome !== 'UNCHANGED')
          .toSorted((a, b) => order(a) - order(b) || a.row - b.row)
          .slice(0, ROWS_SHOWN),
      }
    },

    /** @throws Refusal 404 for another's check, 409 where rows are refused and all were to be taken */
    async apply({ checkID, onlyGood, kinds, caller }: Applying) {
      const now = clock()
      const check = await db
        .selectFrom('dataImportChecks')
        .where('id', '=', checkID)
        .where('byID', '=', caller.userID)
        .where('kind', 'in', kinds)
        .where('at', '>', now - CHECK_MS)
        .select(['records', 'kind'])
        .executeTakeFirst()
      const name = kinds.find((one) => one === check?.kind)
      if (!check || !name) throw new Refusal(404, 'record.gone', { one: 'check' })
      const kind = KINDS[name]
      const all = JSON.parse(check.records) as FileRecord[]
      const rows = await checkedRows(db, kind, all, now)
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
        ...{ kind: name, source: 'IMPORT', caller, at: now, isFile: true },
        records: good.map(({ record }) => record),
        rowOf: (index) => good[index]?.row ?? 0,
        begin: (trx, part, importID) =>
          kind.begin(trx, part, { importID, now, onPerson: (id) => void people.add(id) }),
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
      publisher.notified(
        await keepNotifications(db, clock(), [importNews(caller.userID, kind.words, counts)]),
      )
      return { ...answer, received: all.length, refused: left }
    },
  }
}
