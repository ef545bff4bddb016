import { randomUUID } from 'node:crypto'
import { webhookSettings } from '#shared/contract/adaptors.ts'
import {
  type DeliveryState,
  nextDelivery,
  WEBHOOK_GIVEN_UP_MS,
  WEBHOOK_OVERLAP_MS,
} from '#shared/domain/webhooks.ts'
import type { Adaptors } from '../adaptors/adaptors.ts'
import { isServicePaused } from '../background-services/background-services.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { raiseFlag } from '../flags/system-flags.ts'
import { audit } from '../records/audit.ts'
import { DeliveryError, type OutgoingRules, postTo } from './outgoing.ts'
import { signatureOf } from './signature.ts'

/** Whoever delivers has the delivery for so long; longer than delivering can take. */
const LEASE_MS = 60_000
/** How long what was delivered or given up is kept. Ours. */
const KEPT_MS = 30 * 86_400_000
/** Deliveries of one round that go out at the same time. */
const AT_ONCE = 8

export interface DeliveryParts {
  readonly db: Database
  readonly clock: Clock
  readonly adaptors: Pick<Adaptors, 'note' | 'secret' | 'secretSetAt'>
  readonly rules: OutgoingRules
}

interface Claimed {
  readonly id: number
  readonly leaseID: string
  readonly adaptorID: number
  readonly deliveryID: string
  readonly body: string
  readonly tries: number
  readonly event: string
}

/** The headers of a delivery; for so long as two secrets are valid, it is signed with both (spec 5 §5.3). */
export function signedHeaders(
  deliveryID: string,
  body: string,
  secrets: readonly string[],
  now: number,
): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000))
  return {
    'content-type': 'application/json',
    'user-agent': 'Fieldwork',
    'fieldwork-delivery': deliveryID,
    'fieldwork-timestamp': timestamp,
    'fieldwork-signature': secrets.map((secret) => signatureOf(secret, timestamp, body)).join(','),
  }
}

/**
 * The queue of what webhooks are told of (spec 5 §5.3). A delivery is a row before anybody tries to send it, whoever
 * sends it holds a lease, and its id and body never change. So none is lost with the process, two servers never
 * send the same one at once, and one whose server died comes again.
 */
export class Deliveries {
  readonly #parts: DeliveryParts
  #isTending: Promise<number> | null = null

  constructor(parts: DeliveryParts) {
    this.#parts = parts
  }

  get rules(): OutgoingRules {
    return this.#parts.rules
  }

  /** Sends what is due, unless the service is paused. */
  async look(): Promise<void> {
    const { db, clock } = this.#parts
    if ((await this.#due()).length === 0) return
    if (!(await isServicePaused(db, 'WEBHOOK_DELIVERIES', clock()))) await this.tend()
  }

  /** Sends what is due, once for all who ask at the same time. Gives how many were tried. */
  tend(signal?: AbortSignal): Promise<number> {
    this.#isTending ??= this.#tend(signal).finally(() => {
      this.#isTending = null
    })
    return this.#isTending
  }

  /** Forgets what is long over, and turns off what has long had no success. */
  async sweep(): Promise<void> {
    const { db, clock } = this.#parts
    await db
      .deleteFrom('webhookDeliveries')
      .where('endedAt', '<', clock() - KEPT_MS)
      .execute()
    const failing = await db
      .selectFrom('adaptors')
      .where('kind', '=', 'WEBHOOK')
      .where('isEnabled', '=', 1)
      .where('failingSince', '<=', clock() - WEBHOOK_GIVEN_UP_MS)
      .select('id')
      .execute()
    for (const { id } of failing) await this.#turnOff(id)
  }

  /** The secrets that a webhook signs with now, the newest first. */
  async secretsOf(adaptorID: number): Promise<string[]> {
    const { adaptors, clock } = this.#parts
    const present = await adaptors.secret(adaptorID, 'secret')
    const rotatedAt = await adaptors.secretSetAt(adaptorID, 'previousSecret')
    const isStillGood = rotatedAt !== null && clock() < rotatedAt + WEBHOOK_OVERLAP_MS
    const previous = isStillGood ? await adaptors.secret(adaptorID, 'previousSecret') : null
    return [present, previous].filter((one) => one !== null)
  }

  /** Puts a delivery that is over into the queue again, with its id and body. Gives whether it was over. */
  async again(db: Database, id: number): Promise<boolean> {
    const back = await db
      .updateTable('webhookDeliveries')
      .set({ state: 'WAITING', tries: 0, nextAt: this.#parts.clock(), endedAt: null })
      .where('id', '=', id)
      .where('state', 'in', ['SENT', 'DEAD'])
      .returning('id')
      .executeTakeFirst()
    return back !== undefined
  }

  async #tend(signal?: AbortSignal): Promise<number> {
    await this.#takeUpLost()
    let tried = 0
    while (!signal?.aborted) {
      const due = await this.#due()
      if (due.length === 0) break
      const claimed = (await Promise.all(due.map((id) => this.#claim(id)))).filter((one) => one !== null)
      await Promise.all(claimed.map((one) => this.#deliver(one)))
      tried += claimed.length
    }
    return tried
  }

  async #due(): Promise<number[]> {
    const { db, clock } = this.#parts
    const rows = await db
      .selectFrom('webhookDeliveries as d')
      .innerJoin('adaptors as a', 'a.id', 'd.adaptorID')
      .where('a.isEnabled', '=', 1)
      .where('d.state', '=', 'WAITING')
      .where('d.nextAt', '<=', clock())
      .orderBy('d.nextAt')
      .orderBy('d.id')
      .limit(AT_ONCE)
      .select('d.id')
      .execute()
    return rows.map(({ id }) => id)
  }

  /** Takes the delivery; null where somebody else has it. One statement decides. */
  async #claim(id: number): Promise<Claimed | null> {
    const { db, clock } = this.#parts
    const now = clock()
    const leaseID = randomUUID()
    return db.transaction().execute(async (trx) => {
      const row = await trx
        .updateTable('webhookDeliveries')
        .set((eb) => ({
          state: 'SENDING',
          leaseID,
          leaseUntil: now + LEASE_MS,
          tries: eb('tries', '+', 1),
        }))
        .where('id', '=', id)
        .where('state', '=', 'WAITING')
        .where('nextAt', '<=', now)
        .returning(['id', 'adaptorID', 'deliveryID', 'body', 'tries', 'event'])
        .executeTakeFirst()
      if (!row) return null
      await trx
        .insertInto('webhookAttempts')
        .values({ deliveryID: id, leaseID, startedAt: now, endedAt: null, status: null, answer: '' })
        .execute()
      return { ...row, leaseID }
    })
  }

  async #deliver(claimed: Claimed): Promise<void> {
    const { db, clock } = this.#parts
    const startedAt = clock()
    let [status, answer, isOk]: [number | null, string, boolean] = [null, '', false]
    try {
      const row = await db
        .selectFrom('adaptors')
        .where('id', '=', claimed.adaptorID)
        .select('settings')
        .executeTakeFirstOrThrow()
      const { address } = webhookSettings.parse(JSON.parse(row.settings))
      const secrets = await this.secretsOf(claimed.adaptorID)
      if (secrets.length === 0) throw new DeliveryError('It has no secret to sign with.')
      const { deliveryID, body } = claimed
      const headers = signedHeaders(deliveryID, body, secrets, startedAt)
      status = await postTo(new URL(address), { headers, body }, this.#parts.rules)
      isOk = status >= 200 && status < 300
      answer = answerInWords(status)
    } catch (error) {
      answer = error instanceof DeliveryError ? error.message : 'It could not be sent.'
    }
    await this.#note(claimed, { startedAt, status, answer, isOk })
  }

  /** Only whoever still has the lease may say what came of it. */
  async #note(
    { id, leaseID, adaptorID, tries, event }: Claimed,
    {
      startedAt,
      status,
      answer,
      isOk,
    }: { startedAt: number; status: number | null; answer: string; isOk: boolean },
  ): Promise<void> {
    const { db, clock, adaptors } = this.#parts
    const now = clock()
    const next = isOk ? null : nextDelivery(tries, now)
    const state: DeliveryState = isOk ? 'SENT' : next === null ? 'DEAD' : 'WAITING'
    const isOurs = await db.transaction().execute(async (trx) => {
      const kept = await trx
        .updateTable('webhookDeliveries')
        .set({
          ...{ state, leaseID: null, leaseUntil: null, lastAnswer: answer },
          ...(next !== null && { nextAt: next }),
          endedAt: next === null ? now : null,
        })
        .where('id', '=', id)
        .where('leaseID', '=', leaseID)
        .returning('id')
        .executeTakeFirst()
      await trx
        .updateTable('webhookAttempts')
        .set({ endedAt: now, status, answer })
        .where('leaseID', '=', leaseID)
        .execute()
      if (!kept) return false
      await trx
        .updateTable('adaptors')
        .set((eb) => ({ failingSince: isOk ? null : eb.fn.coalesce('failingSince', eb.val(now)) }))
        .where('id', '=', adaptorID)
        .execute()
      return true
    })
    if (!isOurs) return
    await adaptors.note(adaptorID, {
      startedAt,
      what: event,
      answer,
      fault: isOk ? null : { isWayBlocked: true },
    })
    if (isOk) return
    const { failingSince } = await db
      .selectFrom('adaptors')
      .where('id', '=', adaptorID)
      .select('failingSince')
      .executeTakeFirstOrThrow()
    if (failingSince !== null && now - failingSince >= WEBHOOK_GIVEN_UP_MS) await this.#turnOff(adaptorID)
  }

  /** Five days without success: it is off until somebody turns it on, and a flag says so. */
  async #turnOff(id: number): Promise<void> {
    const { db, clock } = this.#parts
    const now = clock()
    await db.transaction().execute(async (trx) => {
      const off = await trx
        .updateTable('adaptors')
        .set((eb) => ({ isEnabled: 0, version: eb('version', '+', 1), changedBy: null, changedAt: now }))
        .where('id', '=', id)
        .where('isEnabled', '=', 1)
        .returning('name')
        .executeTakeFirst()
      if (!off) return
      await raiseFlag(
        trx,
        'WEBHOOK_OFF',
        now,
        `The webhook '${off.name}' had no success for 5 days and was turned off.`,
      )
      const by = { userID: null, displayName: 'Webhook deliveries' }
      await audit(trx, by, now, {
        action: 'ADAPTOR_CHANGED',
        page: 'admin.configuration.connection-adaptors',
        recordType: 'adaptor',
        recordID: id,
        label: off.name,
        changes: [{ field: 'isEnabled', before: true, after: false }],
        reason: 'No success for 5 days',
      })
    })
  }

  /** Deliveries whose server died while it sent them wait again, with the tries that they had. */
  async #takeUpLost(): Promise<void> {
    const { db, clock } = this.#parts
    const now = clock()
    await db
      .updateTable('webhookDeliveries')
      .set({ state: 'WAITING', leaseID: null, leaseUntil: null, nextAt: now })
      .where('state', '=', 'SENDING')
      .where('leaseUntil', '<=', now)
      .execute()
  }
}

/** What an answer means. */
export function answerInWords(status: number): string {
  if (status >= 200 && status < 300) return `Answered ${status}.`
  if (status >= 300 && status < 400) return `Answered ${status}: it redirects, which is not followed.`
  return `Answered ${status}.`
}
