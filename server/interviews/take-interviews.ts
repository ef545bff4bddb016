import type { RecordSource } from '#shared/domain/interviews.ts'
import type { Database } from '../db/database.ts'
import type { Change } from '../records/audit.ts'
import type { Portion, Taken } from './data-imports.ts'
import { activityCover, readNamed } from './import-context.ts'
import { namesIn, type ReadRecord, readRecord } from './read-record.ts'

const KEPT = [
  ...(['projectID', 'userID', 'start', 'end', 'duration', 'outcome', 'quotaCellID', 'attempt'] as const),
  ...(['appointmentTime', 'respondentRef', 'isVoid', 'voidReason'] as const),
]

interface TakeOptions {
  readonly source: RecordSource
  readonly importID: number
  readonly now: number
  /** Told whose records changed. */
  readonly onPerson: (userID: number) => void
}

/** Takes interview records: one with a known source and sourceCallID is the same once (spec 4 §3.3). */
export async function takeInterviews(
  trx: Database,
  records: readonly unknown[],
  { source, importID, now, onPerson }: TakeOptions,
): Promise<Portion> {
  const names = records.map(namesIn)
  const named = await readNamed(trx, {
    codes: names.map(({ project }) => project),
    people: names.map(({ interviewer }) => interviewer),
  })
  const callIDs = records.flatMap((record) => {
    const id = (record as { sourceCallID?: unknown } | null)?.sourceCallID
    return typeof id === 'string' && id.trim() !== '' ? [id.trim()] : []
  })
  const before = await trx
    .selectFrom('interviewRecords')
    .where('source', '=', source)
    .where('sourceCallID', 'in', callIDs.length > 0 ? callIDs : [''])
    .select(['id', 'sourceCallID', ...KEPT])
    .execute()
  const known = new Map<string | null, ReadRecord>(before.map((row) => [row.sourceCallID, row]))
  const stored = new Set(known.keys())
  const made: ReadRecord[] = []
  const madeByID = new Map<string, number>()
  const changed = new Map<string, ReadRecord>()
  const changes: Change[] = []

  function take(record: unknown): Taken {
    const read = readRecord(record, named, now)
    const { sourceCallID } = read
    const old = sourceCallID === null ? undefined : known.get(sourceCallID)
    if (sourceCallID !== null) known.set(sourceCallID, read)
    if (!old || sourceCallID === null) {
      if (sourceCallID !== null) madeByID.set(sourceCallID, made.length)
      made.push(read)
      return 'created'
    }
    const differ = KEPT.filter((field) => old[field] !== read[field])
    if (differ.length === 0) return 'unchanged'
    for (const field of differ)
      changes.push({ field: `${sourceCallID} ${field}`, before: old[field], after: read[field] })
    if (old.userID !== null) onPerson(old.userID)
    if (stored.has(sourceCallID)) changed.set(sourceCallID, read)
    else made[madeByID.get(sourceCallID) ?? 0] = read
    return 'updated'
  }

  async function finish(): Promise<void> {
    const all = [...made, ...changed.values()]
    if (all.length === 0) return
    const isCovered = await activityCover(trx, all)
    const rowOf = (record: ReadRecord) => ({ ...record, isOutside: isCovered(record) ? 0 : 1 })
    if (made.length > 0)
      await trx
        .insertInto('interviewRecords')
        .values(made.map((record) => ({ ...rowOf(record), source, importID, importedAt: now })))
        .execute()
    for (const [sourceCallID, record] of changed)
      await trx
        .updateTable('interviewRecords')
        .set({ ...rowOf(record), importedAt: now })
        .where('source', '=', source)
        .where('sourceCallID', '=', sourceCallID)
        .execute()
    for (const { userID } of all) if (userID !== null) onPerson(userID)
  }

  return { take, finish, changes }
}
