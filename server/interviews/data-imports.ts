import { setTimeout as pause } from 'node:timers/promises'
import {
  IMPORT_CALLS_A_MINUTE,
  IMPORT_RECORDS_MAX,
  IMPORT_REFUSALS_MAX,
  type ImportRefusal,
  type TakenRecords,
} from '#shared/contract/data-imports.ts'
import type { RecordSource } from '#shared/domain/interviews.ts'
import type { Database } from '../db/database.ts'
import type { DataImportKind } from '../db/schema/fieldwork.ts'
import { outsideUnits } from '../db/unit-of-work.ts'
import { type Actor, audit, type Change } from '../records/audit.ts'
import { Refusal, TooMany } from '../refusal.ts'
import { RecordFault } from './read-record.ts'

/** So many records are written at once. */
const PORTION = 125
/** Between two portions others have the database for so many times as long as a portion had it. */
const OTHERS_SHARE = 2
const MINUTE_MS = 60_000

/** What became of one record. */
export type Taken = 'created' | 'updated' | 'unchanged'

/** Takes the records of one portion, in its transaction. */
export interface Portion {
  /**
   * Takes one record. @throws RecordFault where it is refused
   */
  take(record: unknown, trx: Database): Promise<Taken> | Taken
  /** Writes what was taken. */
  finish(trx: Database): Promise<void>
  /** What was changed of what was known. */
  readonly changes: readonly Change[]
}

/** Who sends: a person, a key or an adaptor. */
export interface ImportSender extends Actor {
  readonly sessionID: string
}

interface ImportRun {
  readonly kind: DataImportKind
  readonly source: RecordSource
  readonly records: readonly unknown[]
  readonly caller: ImportSender
  /** A file that was checked: as long as it is, and none of the calls that are counted. */
  readonly isFile?: true
  /** The row of the file at which a record stands; absent: records are counted from 1. */
  readonly rowOf?: (index: number) => number
  /** Whether an import that changed nothing stays in the list; it does unless told otherwise. */
  readonly isKeptUnchanged?: boolean
  /** In milliseconds since 1970. */
  readonly at: number
  readonly begin: (trx: Database, records: readonly unknown[], importID: number) => Promise<Portion>
}

const senderOf = ({ kind, sessionID, userID }: ImportSender) =>
  kind === 'API_KEY' || kind === 'ADAPTOR' ? sessionID : `person ${userID}`

/**
 * The row of a new import. It counts for the limit of calls a minute, over all servers.
 * @throws Refusal 413, 429
 */
async function beginImport(db: Database, run: ImportRun): Promise<number> {
  const { kind, source, records, caller, at } = run
  if (!run.isFile && records.length > IMPORT_RECORDS_MAX)
    throw new Refusal(413, 'data.tooManyRecords', { max: IMPORT_RECORDS_MAX })
  const sender = senderOf(caller)
  return db.transaction().execute(async (trx) => {
    // Whoever writes has the turn: two calls that count at once don't both pass.
    const { id } = await trx
      .insertInto('dataImports')
      .values({
        ...{ kind, source, sender, at, undoneAt: null, received: records.length },
        byID: caller.userID,
        byName: caller.actorName ?? caller.displayName,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    // It is told every few seconds: a record of each would hide all others.
    if (kind === 'DIALLER_STATUS')
      await trx
        .deleteFrom('dataImports')
        .where('kind', '=', kind)
        .where('sender', '=', sender)
        .where('at', '<=', at - MINUTE_MS)
        .execute()
    // It comes as often as it is set to.
    if (caller.kind === 'ADAPTOR' || run.isFile) return id
    const calls = await trx
      .selectFrom('dataImports')
      .where('sender', '=', sender)
      .where('at', '>', at - MINUTE_MS)
      .orderBy('at')
      .select('at')
      .execute()
    const [first] = calls
    if (first && calls.length > IMPORT_CALLS_A_MINUTE)
      throw new TooMany('data.tooOften', first.at + MINUTE_MS - at, { max: IMPORT_CALLS_A_MINUTE })
    return id
  })
}

/** The first refusals, as they are kept. */
const refusalsOf = (
  { rowOf = (index) => index + 1 }: ImportRun,
  refused: TakenRecords['refused'],
): string => {
  const first = refused.slice(0, IMPORT_REFUSALS_MAX)
  return JSON.stringify(
    first.map(({ index, field, reason }): ImportRefusal => ({ row: rowOf(index), field, reason })),
  )
}

/**
 * Takes what somebody sent, a portion a transaction, so that others go on meanwhile. What was taken stays taken if
 * the rest fails: sent again it is unchanged.
 */
export function runImport(db: Database, run: ImportRun): Promise<TakenRecords> {
  return outsideUnits(async () => {
    const { kind, records, caller, at } = run
    const importID = await beginImport(db, run)
    const sum = { created: 0, updated: 0, unchanged: 0 }
    const refused: TakenRecords['refused'] = []
    for (let first = 0; first < records.length; first += PORTION) {
      const part = records.slice(first, first + PORTION)
      const begun = performance.now()
      const { counts, wrong } = await db.transaction().execute(async (trx) => {
        const own = { created: 0, updated: 0, unchanged: 0 }
        const faults: TakenRecords['refused'] = []
        const portion = await run.begin(trx, part, importID)
        for (const [place, record] of part.entries()) {
          try {
            own[await portion.take(record, trx)] += 1
          } catch (error) {
            if (!(error instanceof RecordFault)) throw error
            faults.push({ index: first + place, field: error.field, reason: error.message })
          }
        }
        await portion.finish(trx)
        await trx
          .updateTable('dataImports')
          .set((eb) => ({
            created: eb('created', '+', own.created),
            updated: eb('updated', '+', own.updated),
            unchanged: eb('unchanged', '+', own.unchanged),
            refused: eb('refused', '+', faults.length),
            ...(refused.length < IMPORT_REFUSALS_MAX && {
              refusals: refusalsOf(run, [...refused, ...faults]),
            }),
          }))
          .where('id', '=', importID)
          .execute()
        if (kind !== 'DIALLER_STATUS' && own.created + own.updated > 0)
          await audit(trx, caller, at, {
            action: 'RECORDS_IMPORTED',
            page: 'resource.performance.dashboard',
            recordType: 'dataImport',
            recordID: importID,
            label: kind,
            changes: [
              { field: 'created', before: null, after: own.created },
              { field: 'updated', before: null, after: own.updated },
              ...portion.changes,
            ],
          })
        return { counts: own, wrong: faults }
      })
      for (const key of ['created', 'updated', 'unchanged'] as const) sum[key] += counts[key]
      refused.push(...wrong)
      if (first + PORTION < records.length) await pause((performance.now() - begun) * OTHERS_SHARE)
    }
    if (run.isKeptUnchanged === false && sum.created + sum.updated + refused.length === 0)
      await db.deleteFrom('dataImports').where('id', '=', importID).execute()
    return { received: records.length, ...sum, refused }
  })
}

/**
 * What would become of records, without taking any (spec 4 §3.3).
 * @returns of each what it would be, or what is wrong about it
 */
export async function tryImport(
  db: Database,
  records: readonly unknown[],
  begin: (db: Database, part: readonly unknown[]) => Promise<Portion>,
): Promise<readonly (Taken | RecordFault)[]> {
  const outcomes: (Taken | RecordFault)[] = []
  for (let first = 0; first < records.length; first += PORTION) {
    const part = records.slice(first, first + PORTION)
    const begun = performance.now()
    const portion = await begin(db, part)
    for (const record of part) {
      try {
        outcomes.push(await portion.take(record, db))
      } catch (error) {
        if (!(error instanceof RecordFault)) throw error
        outcomes.push(error)
      }
    }
    if (first + PORTION < records.length) await pause((performance.now() - begun) * OTHERS_SHARE)
  }
  return outcomes
}
