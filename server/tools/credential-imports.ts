import type { Selectable } from 'kysely'
import { IMPORT_UNDO_HOURS } from '#shared/domain/people-import.ts'
import type { Sealer } from '../auth/sealer.ts'
import type { Background } from '../background.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { holdTurn } from '../db/hold-turn.ts'
import type { CredentialImportQueueTable, CredentialImportTable } from '../db/schema/machines.ts'
import { outsideUnits } from '../db/unit-of-work.ts'
import type { Caller } from '../http/handlers.ts'
import { type Actor, audit } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'
import type { PlannedCredential } from './credential-import.ts'
import { sealFor } from './tool-credentials.ts'

const PAGE = 'admin.configuration.connection-adaptors'
const UNDO_MS = IMPORT_UNDO_HOURS * 3_600_000
/** Rows that one transaction writes; between two the import can be stopped. */
const AT_ONCE = 50
const LEASE_MS = 60_000
const QUEUED_AT_ONCE = 500

type Import = Selectable<CredentialImportTable>
type Queued = Selectable<CredentialImportQueueTable>

interface Parts {
  readonly db: Database
  readonly clock: Clock
  readonly sealer: Sealer
  readonly background: Pick<Background, 'run'>
  readonly personChanged: (userID: number) => void
}

/**
 * Imports of tool credentials under way (spec 5 §5.5, §3.3). What is left of one stands in rows, each password sealed
 * for its own place, so that any server goes on with it, also after a restart.
 */
export class CredentialImports {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Takes over what a dry run planned, and begins with it once the running unit is committed. Gives its id. */
  async begin(
    caller: Caller,
    fileName: string,
    planned: readonly PlannedCredential[],
    isPartial: boolean,
  ): Promise<number> {
    const { db, clock, sealer, background } = this.#parts
    const at = clock()
    const writes = planned.flatMap(({ number, write }) => (write ? [{ number, ...write }] : []))
    const { id } = await db
      .insertInto('credentialImports')
      .values({
        ...{ fileName, byID: caller.userID, byName: caller.displayName, at, added: 0, updated: 0 },
        ...{ state: 'RUNNING', total: writes.length, isPartial: isPartial ? 1 : 0 },
        leaseUntil: at + LEASE_MS,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const rows = writes.map(({ details, isAutoConnect, forceReload, ...write }) => ({
      ...{ ...write, importID: id, isAutoConnect: isAutoConnect ? 1 : 0, forceReload: forceReload ? 1 : 0 },
      sealed: sealFor(sealer, { kind: 'PERSON', id: write.userID }, write.tool, write.place, details),
    }))
    for (let start = 0; start < rows.length; start += QUEUED_AT_ONCE)
      await db
        .insertInto('credentialImportQueue')
        .values(rows.slice(start, start + QUEUED_AT_ONCE))
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
    const { db, clock, personChanged } = this.#parts
    const written = await db.transaction().execute(async (trx) => {
      const one = await trx
        .updateTable('credentialImports')
        .set({ leaseUntil: clock() + LEASE_MS })
        .where('id', '=', id)
        .where('state', '=', 'RUNNING')
        .returningAll()
        .executeTakeFirst()
      if (!one || one.isStopAsked === 1) return { rows: [], isStopped: one !== undefined }
      const rows = await trx
        .selectFrom('credentialImportQueue')
        .where('importID', '=', id)
        .orderBy('number')
        .limit(AT_ONCE)
        .selectAll()
        .execute()
      const count = { added: 0, updated: 0, failed: 0 }
      for (const row of rows) {
        const isDone = await write(trx, one, row)
        // Somebody was quicker.
        if (!isDone && one.isPartial === 0) throw new Refusal(409, 'import.outdated')
        count[isDone ? (row.version === null ? 'added' : 'updated') : 'failed']++
      }
      await trx
        .deleteFrom('credentialImportQueue')
        .where('importID', '=', id)
        .where('number', 'in', [0, ...rows.map(({ number }) => number)])
        .execute()
      await trx
        .updateTable('credentialImports')
        .set((eb) => ({
          done: eb('done', '+', rows.length),
          added: eb('added', '+', count.added),
          updated: eb('updated', '+', count.updated),
          failed: eb('failed', '+', count.failed),
        }))
        .where('id', '=', id)
        .execute()
      return { rows, isStopped: false }
    })
    for (const userID of new Set(written.rows.map((row) => row.userID))) personChanged(userID)
    if (written.isStopped) await this.#end(id, 'STOPPED', '')
    else if (written.rows.length < AT_ONCE) await this.#end(id, 'DONE', '')
    return !written.isStopped && written.rows.length === AT_ONCE
  }

  /** Ends an import that runs. One of all or nothing that wasn't done leaves nothing behind. */
  async #end(id: number, state: 'DONE' | 'STOPPED' | 'FAILED', message: string): Promise<void> {
    const { db, clock } = this.#parts
    await db.transaction().execute(async (trx) => {
      const one = await trx
        .updateTable('credentialImports')
        .set({ state, message, leaseUntil: null })
        .where('id', '=', id)
        .where('state', '=', 'RUNNING')
        .returningAll()
        .executeTakeFirst()
      if (!one) return
      await trx.deleteFrom('credentialImportQueue').where('importID', '=', id).execute()
      let { added, updated } = one
      if (state !== 'DONE' && one.isPartial === 0) {
        await this.#takeBack(trx, one, one.byID)
        await trx.deleteFrom('credentialImportRows').where('importID', '=', id).execute()
        await trx
          .updateTable('credentialImports')
          .set({ added: 0, updated: 0, done: 0 })
          .where('id', '=', id)
          .execute()
        added = 0
        updated = 0
      }
      const actor = { userID: one.byID, displayName: one.byName }
      const action = state === 'DONE' ? 'IMPORTED' : `IMPORT_${state}`
      await told(trx, actor, clock(), action, one.fileName, { rows: one.total, added, updated }, message)
    })
  }

  /** Asks a running import to stop between two parts. @throws Refusal 404 where there is none, 409 where it is over */
  async stop(id: number): Promise<void> {
    const { db } = this.#parts
    await this.#read(db, id)
    const asked = await db
      .updateTable('credentialImports')
      .set({ isStopAsked: 1 })
      .where('id', '=', id)
      .where('state', '=', 'RUNNING')
      .returning('id')
      .executeTakeFirst()
    if (!asked) throw new Refusal(409, 'import.notRunning')
  }

  /** Goes on with what a server left that ended. */
  async tend(): Promise<void> {
    const { db, clock } = this.#parts
    const left = await db
      .selectFrom('credentialImports')
      .where('state', '=', 'RUNNING')
      .where('leaseUntil', '<=', clock())
      .select(['id', 'leaseUntil'])
      .execute()
    for (const { id, leaseUntil } of left) {
      const taken = await db
        .updateTable('credentialImports')
        .set({ leaseUntil: clock() + LEASE_MS })
        .where('id', '=', id)
        .where('leaseUntil', '=', leaseUntil)
        .returning('id')
        .executeTakeFirst()
      if (taken) await this.run(id)
    }
  }

  async #read(db: Database, id: number): Promise<Import> {
    const one = await db.selectFrom('credentialImports').where('id', '=', id).selectAll().executeTakeFirst()
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
    const { undone, kept } = await this.#takeBack(db, one, caller.userID)
    await db.deleteFrom('credentialImports').where('id', '=', id).execute()
    await told(db, caller, clock(), 'IMPORT_UNDONE', one.fileName, { undone, kept })
    return { undone, kept }
  }

  async #takeBack(db: Database, one: Import, by: number | null): Promise<{ undone: number; kept: number }> {
    const { clock, personChanged } = this.#parts
    const rows = await db
      .selectFrom('credentialImportRows')
      .where('importID', '=', one.id)
      .selectAll()
      .execute()
    let undone = 0
    for (const { userID, tool, place, version, sealed, isAutoConnect, forceReload, expires } of rows) {
      // What somebody changed since stays.
      const asWritten = { userID, tool, place, version, updatedAt: one.at }
      const matching = Object.entries(asWritten) as [keyof typeof asWritten, never][]
      if (sealed === null) {
        let gone = db.deleteFrom('toolCredentials')
        for (const [column, value] of matching) gone = gone.where(column, '=', value)
        undone += Number((await gone.executeTakeFirst()).numDeletedRows)
      } else {
        let back = db.updateTable('toolCredentials').set({
          ...{ sealed, isAutoConnect, forceReload, expires, version: version + 1 },
          ...{ updatedAt: clock(), changedBy: by },
        })
        for (const [column, value] of matching) back = back.where(column, '=', value)
        undone += Number((await back.executeTakeFirst()).numUpdatedRows)
      }
      personChanged(userID)
    }
    return { undone, kept: rows.length - undone }
  }
}

function told(
  db: Database,
  actor: Actor,
  at: number,
  verb: string,
  label: string,
  counts: Readonly<Record<string, number>>,
  reason = '',
) {
  return audit(db, actor, at, {
    ...{ action: `TOOL_CREDENTIALS_${verb}`, page: PAGE, recordType: 'toolCredentials', recordID: null },
    ...{ label, reason },
    changes: Object.entries(counts).map(([field, after]) => ({ field, before: null, after })),
  })
}

/** @returns whether it was as it was planned; what was there before can be put back */
async function write(trx: Database, { at, byID }: Import, row: Queued): Promise<boolean> {
  const { importID, userID, tool, place, version, sealed, isAutoConnect, forceReload, expires } = row
  const values = { sealed, isAutoConnect, forceReload, expires, updatedAt: at, changedBy: byID }
  if (version === null) {
    const added = await trx
      .insertInto('toolCredentials')
      .values({ userID, tool, place, ...values })
      .onConflict((conflict) => conflict.doNothing())
      .returning('place')
      .executeTakeFirst()
    if (!added) return false
    await trx
      .insertInto('credentialImportRows')
      .values({ importID, userID, tool, place, version: 1, sealed: null, isAutoConnect: 0, forceReload: 0 })
      .execute()
    return true
  }
  const before = await trx
    .selectFrom('toolCredentials')
    .where('userID', '=', userID)
    .where('tool', '=', tool)
    .where('place', '=', place)
    .select(['sealed', 'isAutoConnect', 'forceReload', 'expires'])
    .executeTakeFirst()
  const { numUpdatedRows } = await trx
    .updateTable('toolCredentials')
    .set({ ...values, version: version + 1 })
    .where('userID', '=', userID)
    .where('tool', '=', tool)
    .where('place', '=', place)
    .where('version', '=', version)
    .executeTakeFirst()
  if (!before || numUpdatedRows === 0n) return false
  await trx
    .insertInto('credentialImportRows')
    .values({ importID, userID, tool, place, version: version + 1, ...before })
    .execute()
  return true
}

/** Forgets what can't be undone any more, with the passwords of before. */
export async function forgetOldImports(db: Database, now: number): Promise<void> {
  await db
    .deleteFrom('credentialImports')
    .where('state', '!=', 'RUNNING')
    .where('at', '<=', now - UNDO_MS)
    .execute()
}
