import { randomBytes } from 'node:crypto'
import { startOfLondonDay } from '#shared/domain/london-time.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { audit } from '../records/audit.ts'
import { type AuditKey, isSigned, type SignedPoint } from './audit-key.ts'
import {
  type ChainedRow,
  checkChain,
  ERASED,
  hashAfter,
  type Redactions,
  redactionsIn,
  START_HASH,
  sealedText,
  type Verdict,
} from './chain.ts'

/** Entries that are chained, or checked, at once. */
const BATCH = 500
const SALT_BYTES = 16

export interface AuditChainOptions {
  readonly db: Database
  readonly clock: Clock
  readonly key: AuditKey
  /** Told each root, to keep it where the database isn't. */
  readonly keepRoot: (root: SignedPoint) => void
}

/** What 'Verify' says, and how many entries have no hash yet. */
export interface Checked {
  readonly verdict: Verdict
  readonly unchained: number
}

const BEGINNING = { kind: 'END', at: 0, sequence: 0, hash: START_HASH, entries: 0, signature: '' } as const

/** Every chained entry from a place on, in batches. */
export async function* chainedRows(db: Database, upTo: number): AsyncGenerator<ChainedRow> {
  for (let seen = 0; ; ) {
    const rows = await db
      .selectFrom('audit')
      .selectAll()
      .where('sequence', '>', seen)
      .where('sequence', '<=', upTo)
      .orderBy('sequence')
      .limit(BATCH)
      .execute()
    yield* rows
    const last = rows.at(-1)?.sequence
    if (rows.length < BATCH || !last) return
    seen = last
  }
}

/**
 * The audit as a chain: each entry is hashed with the hash before it, and the chain's end is signed, so that
 * whoever changes, deletes, moves or cuts off entries in the database is found (spec 5 §5.6). Entries are
 * written unchained, in the transaction of what they tell of, and chained within a second: so nobody who
 * changes something waits for anybody else's entry.
 */
export class AuditChain {
  readonly #options: AuditChainOptions
  #underWay: Promise<void> = Promise.resolve()

  constructor(options: AuditChainOptions) {
    this.#options = options
  }

  /** Chains what was written since. */
  tend(): Promise<void> {
    const next = this.#underWay.then(async () => {
      while (await this.#chainSome()) {}
    })
    this.#underWay = next.catch(() => {})
    return next
  }

  /** Chains some entries; whether there may be more. Of two servers at once one does, and the other looks again. */
  async #chainSome(): Promise<boolean> {
    const { db, key } = this.#options
    const waiting = await db
      .selectFrom('audit')
      .select('id')
      .where('sequence', 'is', null)
      .limit(1)
      .executeTakeFirst()
    if (!waiting) return false
    return db.transaction().execute(async (trx) => {
      await trx
        .insertInto('auditPoints')
        .values(key.sign(BEGINNING))
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      // The row of the end is written first: whoever comes second waits here, and then sees what the first chained.
      await trx
        .updateTable('auditPoints')
        .set((eb) => ({ entries: eb.ref('entries') }))
        .where('kind', '=', 'END')
        .execute()
      const end = await this.#end(trx)
      const rows = await trx
        .selectFrom('audit')
        .selectAll()
        .where('sequence', 'is', null)
        .orderBy('id')
        .limit(BATCH)
        .execute()
      let { sequence, hash } = end
      for (const row of rows) {
        sequence += 1
        const salt = randomBytes(SALT_BYTES).toString('base64url')
        const sealed = sealedText(row, sequence, salt)
        const chained = { sequence, salt, sealed, previousHash: hash, hash: hashAfter(hash, sealed) }
        await trx.updateTable('audit').set(chained).where('id', '=', row.id).execute()
        hash = chained.hash
      }
      const entries = end.entries + rows.length
      const { signature } = key.sign({ kind: 'END', at: 0, sequence, hash, entries })
      await trx
        .updateTable('auditPoints')
        .set({ sequence, hash, entries, signature })
        .where('kind', '=', 'END')
        .execute()
      return rows.length === BATCH
    })
  }

  async #end(db: Database): Promise<SignedPoint> {
    return (await signedPoints(db)).end ?? BEGINNING
  }

  /**
   * Signs the chain's end as the day's root, once a day, and keeps it where the database isn't.
   * @returns how many entries the chain has
   */
  async signRoot(): Promise<number> {
    const { db, clock, key, keepRoot } = this.#options
    const at = startOfLondonDay(clock())
    const end = await this.#end(db)
    if (end.sequence === 0) return 0
    const { sequence, hash, entries } = end
    const root = key.sign({ kind: 'ROOT', at, sequence, hash, entries })
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('auditPoints')
      .values(root)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if ((numInsertedOrUpdatedRows ?? 0n) > 0n) keepRoot(root)
    return entries
  }

  /**
   * Takes the oldest entries out, as many at once as `most`, and signs where the chain begins from then on. What is
   * about somebody whom a legal hold keeps stays, with all after it.
   *
   * @param before in milliseconds since 1970: older ones go
   * @returns how many went; 0 where none is left to go
   */
  async checkpoint(before: number, held: readonly number[], most: number): Promise<number> {
    const { db, key, clock } = this.#options
    return db.transaction().execute(async (trx) => {
      // The row of the end is written first, as where entries are chained: one does this at a time.
      await trx
        .updateTable('auditPoints')
        .set((eb) => ({ entries: eb.ref('entries') }))
        .where('kind', '=', 'END')
        .execute()
      const last = (await signedPoints(trx)).checkpoint?.sequence ?? 0
      const first = await trx
        .selectFrom('audit')
        .where('sequence', 'is not', null)
        .where((eb) =>
          eb.or([
            eb('at', '>=', before),
            ...(held.length > 0 ? [eb('personID', 'in', held), eb('actorID', 'in', held)] : []),
          ]),
        )
        .select((eb) => eb.fn.min('sequence').as('sequence'))
        .executeTakeFirst()
      // Without one that stays, the newest does: the chain never ends before it begins.
      const stays = first?.sequence ?? (await this.#end(trx)).sequence
      const upTo = Math.min(Number(stays) - 1, last + most)
      if (upTo <= last) return 0
      const row = await trx
        .selectFrom('audit')
        .where('sequence', '=', upTo)
        .select('hash')
        .executeTakeFirstOrThrow()
      await trx.deleteFrom('auditPoints').where('kind', '=', 'CHECKPOINT').execute()
      await trx
        .insertInto('auditPoints')
        .values(key.sign({ kind: 'CHECKPOINT', at: 0, sequence: upTo, hash: row.hash ?? '', entries: upTo }))
        .execute()
      await trx.deleteFrom('audit').where('sequence', '<=', upTo).execute()
      await trx.deleteFrom('auditPoints').where('kind', '=', 'ROOT').where('sequence', '<=', upTo).execute()
      const gone = upTo - last
      await audit(trx, { userID: null, displayName: 'Retention' }, clock(), {
        ...{ action: 'AUDIT_CHECKPOINT', page: 'admin.audit-logs', recordType: 'auditEntry', recordID: null },
        label: 'Oldest audit entries',
        changes: [{ field: 'sequence', before: last, after: upTo }],
      })
      return gone
    })
  }

  /**
   * Checks the whole chain against its signed end and roots.
   * @param kept roots that were kept elsewhere
   */
  async verify(kept: readonly SignedPoint[] = []): Promise<Checked> {
    return checkAudit(this.#options.db, this.#options.key.publicKey, kept)
  }
}

/** What erasures took out of entries about others. */
export async function auditRedactions(db: Database): Promise<Redactions> {
  return redactionsIn(await db.selectFrom('audit').where('action', '=', ERASED).select('changes').execute())
}

/** The chain's end, the roots of its days, and where it begins if its oldest part is gone. */
export async function signedPoints(db: Database): Promise<{
  end: SignedPoint | null
  roots: SignedPoint[]
  checkpoint: SignedPoint | null
}> {
  const points = await db.selectFrom('auditPoints').selectAll().orderBy('at').execute()
  return {
    end: points.find(({ kind }) => kind === 'END') ?? null,
    checkpoint: points.find(({ kind }) => kind === 'CHECKPOINT') ?? null,
    roots: points.filter(({ kind }) => kind === 'ROOT'),
  }
}

/** Checks an audit in a database, a running server's or a copy's. */
export async function checkAudit(
  db: Database,
  publicKey: string,
  kept: readonly SignedPoint[] = [],
): Promise<Checked> {
  // Read before the end: what is chained meanwhile is beyond it.
  const { most, unchained } = await db
    .selectFrom('audit')
    .select((eb) => [
      eb.fn.max('sequence').as('most'),
      eb.fn.countAll<number>().filterWhere('sequence', 'is', null).as('unchained'),
    ])
    .executeTakeFirstOrThrow()
  const { end, roots: own, checkpoint } = await signedPoints(db)
  const roots = [...own, ...kept]
  const points = [end, checkpoint].filter((point) => point !== null)
  const forged = [...points, ...roots].find((point) => !isSigned(point, publicKey))
  const upTo = Math.max(end?.sequence ?? 0, most ?? 0)
  const verdict = await checkChain(chainedRows(db, upTo), {
    end,
    roots: roots.filter((one) => one !== forged),
    // One that nobody signed takes the place of nothing: what it stands for is missing.
    checkpoint: checkpoint === forged ? null : checkpoint,
    redactions: await auditRedactions(db),
  })
  if (verdict.isWhole && forged)
    return { verdict: { isWhole: false, sequence: forged.sequence, kind: 'EDITED' }, unchained }
  return { verdict, unchained }
}
