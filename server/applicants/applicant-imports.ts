import type { Selectable } from 'kysely'
import { IMPORT_UNDO_HOURS } from '#shared/domain/people-import.ts'
import { type ApplicantValues, applicantRecord } from '#shared/records/recruitment/applicant.ts'
import type { Background } from '../background.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { holdTurn } from '../db/hold-turn.ts'
import type { ApplicantImportRowTable, ApplicantImportTable } from '../db/schema/staffing.ts'
import { outsideUnits } from '../db/unit-of-work.ts'
import type { Caller } from '../http/handlers.ts'
import { type Actor, audit, changesBetween } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'
import type { PlannedApplicant } from './applicant-plan.ts'
import { columnsOfApplicant, newApplicant } from './applicant-rules.ts'

const UNDO_MS = IMPORT_UNDO_HOURS * 3_600_000
/** Rows that one transaction writes; between two the import can be stopped. */
const AT_ONCE = 50
const LEASE_MS = 60_000
const KEPT_AT_ONCE = 500
const { page, name: recordType } = applicantRecord

type Import = Selectable<ApplicantImportTable>
type Row = Selectable<ApplicantImportRowTable>
type Columns = ReturnType<typeof columnsOfApplicant>

interface Parts {
  readonly db: Database
  readonly clock: Clock
  readonly background: Pick<Background, 'run'>
}

/** Imports of applicants under way (spec 6 §3.4, 5 §3.3). What is left of one stands in rows: any server goes on with it. */
export class ApplicantImports {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Takes over what a dry run planned, and begins with it once the running unit is committed. Gives its id. */
  async begin(
    caller: Caller,
    fileName: string,
    planned: readonly PlannedApplicant[],
    isPartial: boolean,
  ): Promise<number> {
    const { db, clock, background } = this.#parts
    const at = clock()
    const writes = planned.flatMap(({ number, write }) => (write ? [{ number, ...write }] : []))
    const { id } = await db
      .insertInto('applicantImports')
      .values({
        ...{ fileName, byID: caller.userID, byName: caller.displayName, at, state: 'RUNNING' },
        ...{ total: writes.length, isPartial: isPartial ? 1 : 0, isStopAsked: 0, message: '' },
        leaseUntil: at + LEASE_MS,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const rows = writes.map(({ values, ...write }) => ({
      ...{ ...write, importID: id, values: JSON.stringify(values), before: null, result: null },
    }))
    for (let start = 0; start < rows.length; start += KEPT_AT_ONCE)
      await db
        .insertInto('applicantImportRows')
        .values(rows.slice(start, start + KEPT_AT_ONCE))
        .execute()
    background.run(() => outsideUnits(() => this.run(id)))
    return id
  }

  /** Works through what is left, some rows at a time. All or nothing: where one fails, all is taken back. */
  async run(id: number): Promise<void> {
    try {
      while (await this.#part(id)) {
        // Others get their turn between two parts.
        await new Promise((resolve) => setImmediate(resolve))
      }
    } catch (error) {
      await this.#end(id, 'FAILED', error instanceof Error ? error.message : String(error))
      if (!(error instanceof Refusal)) throw error
    }
  }

  /** Writes some rows. Gives whether some are left. @throws Refusal 409 where all or nothing meets a change */
  async #part(id: number): Promise<boolean> {
    const { db, clock } = this.#parts
    const { left, isStopped } = await db.transaction().execute(async (trx) => {
      const one = await trx
        .updateTable('applicantImports')
        .set({ leaseUntil: clock() + LEASE_MS })
        .where('id', '=', id)
        .where('state', '=', 'RUNNING')
        .returningAll()
        .executeTakeFirst()
      if (!one || one.isStopAsked === 1) return { left: 0, isStopped: one !== undefined }
      const rows = await trx
        .selectFrom('applicantImportRows')
        .where('importID', '=', id)
        .where('result', 'is', null)
        .orderBy('number')
        .limit(AT_ONCE)
        .selectAll()
        .execute()
      for (const row of rows) {
        const written = await write(trx, one, row, clock())
        // Somebody was quicker.
        if (!written && one.isPartial === 0) throw new Refusal(409, 'import.outdated')
        await trx
          .updateTable('applicantImportRows')
          .set(written ?? { result: 'FAILED' })
          .where('importID', '=', id)
          .where('number', '=', row.number)
          .execute()
      }
      return { left: rows.length, isStopped: false }
    })
    if (isStopped) await this.#end(id, 'STOPPED', '')
    else if (left < AT_ONCE) await this.#end(id, 'DONE', '')
    return !isStopped && left === AT_ONCE
  }

  /** Ends an import that runs. One of all or nothing that wasn't done leaves nothing behind. */
  async #end(id: number, state: 'DONE' | 'STOPPED' | 'FAILED', message: string): Promise<void> {
    const { db, clock } = this.#parts
    await db.transaction().execute(async (trx) => {
      const one = await trx
        .updateTable('applicantImports')
        .set({ state, message, leaseUntil: null })
        .where('id', '=', id)
        .where('state', '=', 'RUNNING')
        .returningAll()
        .executeTakeFirst()
      if (!one) return
      const actor = { userID: one.byID, displayName: one.byName }
      if (state !== 'DONE' && one.isPartial === 0) {
        await this.#takeBack(trx, one, actor)
        await trx.deleteFrom('applicantImportRows').where('importID', '=', id).execute()
      }
      const action = state === 'DONE' ? 'IMPORTED' : `IMPORT_${state}`
      await told(trx, actor, clock(), action, one, message)
    })
  }

  /** Asks a running import to stop between two parts. @throws Refusal 404 where there is none, 409 where it is over */
  async stop(id: number): Promise<void> {
    const { db } = this.#parts
    await this.#read(db, id)
    const asked = await db
      .updateTable('applicantImports')
      .set({ isStopAsked: 1 })
      .where('id', '=', id)
      .where('state', '=', 'RUNNING')
      .returning('id')
      .executeTakeFirst()
    if (!asked) throw new Refusal(409, 'import.notRunning')
  }

  /** Goes on with what a server left that ended, and forgets what can't be undone any more. */
  async tend(): Promise<void> {
    const { db, clock } = this.#parts
    const left = await db
      .selectFrom('applicantImports')
      .where('state', '=', 'RUNNING')
      .where('leaseUntil', '<=', clock())
      .select(['id', 'leaseUntil'])
      .execute()
    for (const { id, leaseUntil } of left) {
      const taken = await db
        .updateTable('applicantImports')
        .set({ leaseUntil: clock() + LEASE_MS })
        .where('id', '=', id)
        .where('leaseUntil', '=', leaseUntil)
        .returning('id')
        .executeTakeFirst()
      if (taken) await this.run(id)
    }
    await db
      .deleteFrom('applicantImports')
      .where('state', '!=', 'RUNNING')
      .where('at', '<=', clock() - UNDO_MS)
      .execute()
  }

  async #read(db: Database, id: number): Promise<Import> {
    const one = await db.selectFrom('applicantImports').where('id', '=', id).selectAll().executeTakeFirst()
    if (!one) throw new Refusal(404, 'record.gone', { one: 'import' })
    return one
  }

  /**
   * Takes back what an import wrote and nobody changed since, and forgets it. It belongs into a unit.
   * @throws Refusal 404 where there is none, 409 while it runs or once 24 hours have passed
   */
  async undo(id: number, caller: Caller): Promise<{ undone: number; kept: number }> {
    const { db, clock } = this.#parts
    await holdTurn(db)
    const one = await this.#read(db, id)
    if (one.state === 'RUNNING') throw new Refusal(409, 'import.running')
    if (one.at <= clock() - UNDO_MS) throw new Refusal(409, 'import.undoOver')
    const counts = await this.#takeBack(db, one, caller)
    await db.deleteFrom('applicantImports').where('id', '=', id).execute()
    await told(db, caller, clock(), 'IMPORT_UNDONE', one)
    return counts
  }

  /** What somebody changed since stays. */
  async #takeBack(db: Database, one: Import, actor: Actor): Promise<{ undone: number; kept: number }> {
    const { clock } = this.#parts
    const rows = await db
      .selectFrom('applicantImportRows')
      .where('importID', '=', one.id)
      .where('result', 'in', ['ADDED', 'UPDATED'])
      .selectAll()
      .execute()
    let undone = 0
    for (const { applicantID, version, before, values } of rows) {
      const id = applicantID ?? 0
      const as = { id, version: version ?? 0 }
      let isUndone: boolean
      if (before === null) {
        const gone = await db
          .deleteFrom('applicants')
          .where('id', '=', as.id)
          .where('version', '=', as.version)
          .executeTakeFirst()
        isUndone = gone.numDeletedRows > 0n
      } else {
        const back = await db
          .updateTable('applicants')
          .set({
            ...(JSON.parse(before) as Columns),
            ...{ version: as.version + 1, changedBy: actor.userID, changedAt: clock() },
          })
          .where('id', '=', as.id)
          .where('version', '=', as.version)
          .executeTakeFirst()
        isUndone = back.numUpdatedRows > 0n
      }
      if (!isUndone) continue
      undone++
      const { name } = JSON.parse(values) as ApplicantValues
      await audit(db, actor, clock(), {
        ...{ action: before === null ? 'APPLICANT_REMOVED' : 'APPLICANT_PUT_BACK', page, recordType },
        ...{ recordID: id, label: name, reason: `Import ${one.fileName} undone` },
      })
    }
    return { undone, kept: rows.length - undone }
  }
}

function told(db: Database, actor: Actor, at: number, verb: string, one: Import, message = '') {
  return audit(db, actor, at, {
    ...{ action: `APPLICANTS_${verb}`, page, recordType: 'applicantImport', recordID: one.id },
    ...{ label: one.fileName, reason: message },
    changes: [{ field: 'rows', before: null, after: one.total }],
  })
}

/** Writes a row as it was planned; null where somebody was quicker. */
async function write(
  trx: Database,
  one: Import,
  { applicantID, version, values }: Row,
  at: number,
): Promise<Pick<Row, 'applicantID' | 'version' | 'before' | 'result'> | null> {
  const meant = JSON.parse(values) as ApplicantValues
  const actor = { userID: one.byID, displayName: one.byName }
  const entry = { page, recordType, label: meant.name, reason: `Import ${one.fileName}` }
  if (applicantID === null || version === null) {
    const made = await trx
      .insertInto('applicants')
      .values(newApplicant(meant, at, one.byID))
      .returning('id')
      .executeTakeFirstOrThrow()
    const changes = [{ field: 'stage', before: null, after: 'NEW' }]
    await audit(trx, actor, at, { ...entry, action: 'APPLICANT_ADDED', recordID: made.id, changes })
    return { applicantID: made.id, version: 1, before: null, result: 'ADDED' }
  }
  const columns = columnsOfApplicant(meant)
  const names = Object.keys(columns) as (keyof Columns)[]
  const before = await trx
    .selectFrom('applicants')
    .where('id', '=', applicantID)
    .where('version', '=', version)
    .select(names)
    .executeTakeFirst()
  const changed = await trx
    .updateTable('applicants')
    .set({ ...columns, version: version + 1, changedBy: one.byID, changedAt: at })
    .where('id', '=', applicantID)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst()
  if (!before || !changed) return null
  const changes = changesBetween<Record<string, unknown>>({ ...before }, { ...columns })
  await audit(trx, actor, at, { ...entry, action: 'APPLICANT_CHANGED', recordID: applicantID, changes })
  return { applicantID, version: version + 1, before: JSON.stringify(before), result: 'UPDATED' }
}
