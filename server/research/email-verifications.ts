import type { Selectable } from 'kysely'
import type { EmailJob } from '#shared/contract/email-verification.ts'
import { type EmailJobState, emailKey, findingsInWords, resultOf } from '#shared/domain/email-checks.ts'
import { verifiedAddressRecord } from '#shared/records/research/verified-address.ts'
import type { Background } from '../background.ts'
import type { BackgroundService } from '../background-services/service.ts'
import type { EmailVerificationTable } from '../db/schema/integration.ts'
import { outsideUnits } from '../db/unit-of-work.ts'
import type { Caller } from '../http/handlers.ts'
import { audit } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'
import { type CheckParts, EmailChecks } from './email-checks.ts'

/** Results are kept so long (spec 6 §9.6). */
const KEPT_MS = 30 * 86_400_000
/** Addresses that are checked before what came of them is written; between two parts a list can be stopped. */
const AT_ONCE = 50
/** A provider may take seconds over each of a part. */
const LEASE_MS = 10 * 60_000
const KEPT_AT_ONCE = 500
const { page } = verifiedAddressRecord
const recordType = 'emailVerification'

interface Parts extends CheckParts {
  readonly background: Pick<Background, 'run'>
}
type Verification = Selectable<EmailVerificationTable>

export interface NewVerification {
  readonly projectID: number | null
  readonly purpose: string
  readonly addresses: readonly string[]
}

/** Lists of addresses that are checked (spec 6 §9.6). What is left of one stands in rows: any server goes on with it. */
export class EmailVerifications {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Keeps a list, and begins with it once the running unit is committed. Gives its id. */
  async begin(caller: Caller, { projectID, purpose, addresses }: NewVerification): Promise<number> {
    const { db, clock, background } = this.#parts
    const at = clock()
    const { id } = await db
      .insertInto('emailVerifications')
      .values({
        ...{ byID: caller.userID, byName: caller.displayName, at, projectID, purpose, state: 'RUNNING' },
        ...{ isStopAsked: 0, leaseUntil: at + LEASE_MS, paidChecks: 0 },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const seen = new Set<string>()
    const rows = addresses.map((address) => {
      const addressKey = emailKey(address)
      const isTwice = seen.has(addressKey) ? 1 : 0
      seen.add(addressKey)
      return {
        ...{ verificationID: id, version: 1, address, addressKey, isTwice, result: null },
        ...{ findings: '[]', reasons: '', linkID: null, askedAt: null },
      }
    })
    for (let start = 0; start < rows.length; start += KEPT_AT_ONCE)
      await db
        .insertInto('verifiedAddresses')
        .values(rows.slice(start, start + KEPT_AT_ONCE))
        .execute()
    await audit(db, caller, at, {
      ...{ action: 'EMAIL_VERIFICATION_BEGUN', page, recordType, recordID: id, label: purpose },
      changes: [{ field: 'addresses', before: null, after: addresses.length }],
      reason: '',
    })
    background.run(() => outsideUnits(() => this.run(id)))
    return id
  }

  /** Works through what is left of a list, a part at a time. */
  async run(id: number): Promise<void> {
    const checks = new EmailChecks(this.#parts)
    try {
      await checks.open()
      while (await this.#part(id, checks)) {
        // Others get their turn between two parts.
        await new Promise((resolve) => setImmediate(resolve))
      }
    } catch (error) {
      await this.#end(id, 'FAILED')
      throw error
    }
  }

  /** Checks some addresses. Gives whether some are left. */
  async #part(id: number, checks: EmailChecks): Promise<boolean> {
    const { db, clock } = this.#parts
    const one = await db
      .updateTable('emailVerifications')
      .set({ leaseUntil: clock() + LEASE_MS })
      .where('id', '=', id)
      .where('state', '=', 'RUNNING')
      .returningAll()
      .executeTakeFirst()
    if (!one) return false
    if (one.isStopAsked === 1) {
      await this.#end(id, 'STOPPED')
      return false
    }
    const rows = await db
      .selectFrom('verifiedAddresses')
      .where('verificationID', '=', id)
      .where('result', 'is', null)
      .orderBy('id')
      .limit(AT_ONCE)
      .select(['id', 'address', 'isTwice'])
      .execute()
    const checked = await checks.check(
      rows.map(({ address, isTwice }) => ({ address, isTwice: isTwice === 1 })),
    )
    await db.transaction().execute(async (trx) => {
      for (const [at, row] of rows.entries()) {
        const findings = checked[at]?.findings ?? []
        await trx
          .updateTable('verifiedAddresses')
          .set((eb) => ({
            ...{ result: resultOf(findings), findings: JSON.stringify(findings) },
            ...{ reasons: findingsInWords(findings), version: eb('version', '+', 1) },
          }))
          .where('id', '=', row.id)
          .where('result', 'is', null)
          .execute()
      }
      await trx
        .updateTable('emailVerifications')
        .set((eb) => ({ paidChecks: eb('paidChecks', '+', checked.filter(({ isPaid }) => isPaid).length) }))
        .where('id', '=', id)
        .execute()
    })
    if (rows.length === AT_ONCE) return true
    await this.#end(id, 'DONE')
    return false
  }

  async #end(id: number, state: Exclude<EmailJobState, 'RUNNING'>): Promise<void> {
    await this.#parts.db
      .updateTable('emailVerifications')
      .set({ state, leaseUntil: null })
      .where('id', '=', id)
      .where('state', '=', 'RUNNING')
      .execute()
  }

  /** Asks a list that runs to stop between two parts. @throws Refusal 404 where there is none, 409 where it is over */
  async stop(id: number, caller: Caller): Promise<void> {
    const { db, clock } = this.#parts
    const { purpose } = await this.#read(id)
    const asked = await db
      .updateTable('emailVerifications')
      .set({ isStopAsked: 1 })
      .where('id', '=', id)
      .where('state', '=', 'RUNNING')
      .where('isStopAsked', '=', 0)
      .returning('id')
      .executeTakeFirst()
    if (!asked) throw new Refusal(409, 'verification.notRunning')
    await audit(db, caller, clock(), {
      ...{ action: 'EMAIL_VERIFICATION_STOPPED', page, recordType, recordID: id, label: purpose },
      ...{ changes: [], reason: '' },
    })
  }

  async #read(id: number): Promise<Verification> {
    const one = await this.#parts.db
      .selectFrom('emailVerifications')
      .where('id', '=', id)
      .selectAll()
      .executeTakeFirst()
    if (!one) throw new Refusal(404, 'record.gone', { one: 'list' })
    return one
  }

  /** Lists as they are shown, the newest first. */
  async jobs(ids?: readonly number[]): Promise<EmailJob[]> {
    const { db } = this.#parts
    const rows = await db
      .selectFrom('emailVerifications as v')
      .leftJoin('projects as p', 'p.id', 'v.projectID')
      .$if(ids !== undefined, (query) => query.where('v.id', 'in', ids ?? []))
      .orderBy('v.id', 'desc')
      .limit(JOBS_SHOWN)
      .select(['v.id', 'v.purpose', 'v.byName', 'v.at', 'v.state', 'v.paidChecks', 'p.name as projectName'])
      .execute()
    if (rows.length === 0) return []
    const counted = await db
      .selectFrom('verifiedAddresses')
      .where(
        'verificationID',
        'in',
        rows.map(({ id }) => id),
      )
      .groupBy(['verificationID', 'result'])
      .select(({ fn }) => ['verificationID', 'result', fn.countAll<number>().as('n')])
      .execute()
    return rows.map(({ at, ...row }) => {
      const own = counted.filter(({ verificationID }) => verificationID === row.id)
      const countOf = (result: string | null) => Number(own.find((one) => one.result === result)?.n ?? 0)
      const total = own.reduce((sum, { n }) => sum + Number(n), 0)
      return {
        ...{ ...row, at: new Date(at).toISOString(), total, checked: total - countOf(null) },
        counts: {
          ...{ VALID: countOf('VALID'), RISKY: countOf('RISKY') },
          ...{ INVALID: countOf('INVALID'), UNKNOWN: countOf('UNKNOWN') },
        },
      }
    })
  }

  /** @throws Refusal 404 */
  async job(id: number): Promise<EmailJob> {
    const { id: found } = await this.#read(id)
    const [job] = await this.jobs([found])
    if (!job) throw new Refusal(404, 'record.gone', { one: 'list' })
    return job
  }

  /** Goes on with what a server left that ended, and forgets what is older than 30 days. */
  async tend(): Promise<void> {
    const { db, clock } = this.#parts
    await db
      .deleteFrom('emailVerifications')
      .where('at', '<=', clock() - KEPT_MS)
      .execute()
    const left = await db
      .selectFrom('emailVerifications')
      .where('state', '=', 'RUNNING')
      .where('leaseUntil', '<=', clock())
      .select(['id', 'leaseUntil'])
      .execute()
    for (const { id, leaseUntil } of left) {
      const taken = await db
        .updateTable('emailVerifications')
        .set({ leaseUntil: clock() + LEASE_MS })
        .where('id', '=', id)
        .where('leaseUntil', '=', leaseUntil)
        .returning('id')
        .executeTakeFirst()
      if (taken) await this.run(id)
    }
  }
}

const JOBS_SHOWN = 20

export const emailVerificationService = (verifications: EmailVerifications): BackgroundService => ({
  key: 'EMAIL_VERIFICATION',
  name: 'E-mail verification',
  what: 'Goes on with lists of addresses whose server ended while it checked them, and forgets results after 30 days.',
  schedule: { every: 1 },
  run: () => verifications.tend(),
})
