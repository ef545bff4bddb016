import { createHash } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { inOneUnit } from '../db/unit-of-work.ts'
import { Refusal } from '../refusal.ts'

/** How long an answer is kept for a repetition. */
const KEPT_MS = 24 * 60 * 60 * 1000
const KEY_MAX = 128

/** What identifies a repeated request. */
export interface KeyedRequest {
  readonly userID: number
  readonly key: string
  readonly path: string
  /** The validated request. The same request must always serialise to the same text. */
  readonly input: unknown
}

/** A successful answer, as text. */
export interface StoredAnswer {
  readonly status: number
  readonly answer: string
}

export interface IdempotentAnswer extends StoredAnswer {
  readonly isReplay: boolean
}

/**
 * The key in an Idempotency-Key header; null without one. @throws Refusal 400 for a key that is empty, too
 * long or not printable.
 */
export function readIdempotencyKey(header: string | readonly string[] | undefined): string | null {
  if (header === undefined) return null
  if (typeof header !== 'string' || header.length > KEY_MAX || !/^[\x21-\x7e]+$/.test(header)) {
    throw new Refusal(400, 'request.badKey', { max: KEY_MAX })
  }
  return header
}

function hashOf(input: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(input ?? null))
    .digest('hex')
}

/** Another server is handling or has handled the request; what this one did is undone. */
class KeyTaken extends Error {
  override readonly name = 'KeyTaken'
}

/**
 * Makes a request with a key take effect once: a repetition gets the first answer, also while the first is
 * still running. Only successes are kept; after a failure the same key tries again.
 *
 * The key's row, with the answer, is written in the handler's unit. So both are committed with what the handler
 * wrote, or nothing is, whenever the server dies. Of two servers the second one finds the first one's row, undoes what
 * it did, and gives the first one's answer.
 */
export class Idempotency {
  readonly #db: Database
  readonly #clock: Clock
  /** Running requests of this process by user and key, so that a repetition waits for them. */
  readonly #underWay = new Map<string, Promise<unknown>>()

  constructor(db: Database, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  /** @throws Refusal 422 where the key was used for another request, and whatever `run` throws. */
  async once(request: KeyedRequest, run: () => Promise<StoredAnswer>): Promise<IdempotentAnswer> {
    const name = `${request.userID}:${request.key}`
    for (let other = this.#underWay.get(name); other; other = this.#underWay.get(name)) await other
    const attempt = this.#replayOrRun(request, run)
    const settled = attempt.then(
      () => undefined,
      () => undefined,
    )
    this.#underWay.set(name, settled)
    try {
      return await attempt
    } finally {
      this.#underWay.delete(name)
    }
  }

  /** Deletes answers that are older than a day. */
  async purge(): Promise<void> {
    await this.#db
      .deleteFrom('idempotency')
      .where('createdAt', '<=', this.#clock() - KEPT_MS)
      .execute()
  }

  async #replayOrRun(request: KeyedRequest, run: () => Promise<StoredAnswer>): Promise<IdempotentAnswer> {
    const requestHash = hashOf(request.input)
    const known = await this.#replay(request, requestHash)
    if (known) return known
    const keepAnswer = async () => {
      const fresh = await run()
      await this.#keep(request, requestHash, fresh)
      return { ...fresh, isReplay: false }
    }
    try {
      return await inOneUnit(keepAnswer)
    } catch (error) {
      // It may have failed because another server has done the same meanwhile.
      const other = await this.#replay(request, requestHash)
      if (other) return other
      throw error
    }
  }

  async #replay({ userID, key, path }: KeyedRequest, requestHash: string): Promise<IdempotentAnswer | null> {
    const known = await this.#db
      .selectFrom('idempotency')
      .select(['path', 'requestHash', 'status', 'answer'])
      .where('userID', '=', userID)
      .where('key', '=', key)
      .where('createdAt', '>', this.#clock() - KEPT_MS)
      .executeTakeFirst()
    if (!known) return null
    if (known.path !== path || known.requestHash !== requestHash) throw new Refusal(422, 'request.keyReused')
    return { status: known.status, answer: known.answer, isReplay: true }
  }

  async #keep({ userID, key, path }: KeyedRequest, requestHash: string, answer: StoredAnswer): Promise<void> {
    const now = this.#clock()
    const row = { userID, key, path, requestHash, ...answer, createdAt: now }
    const { numInsertedOrUpdatedRows } = await this.#db
      .insertInto('idempotency')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .columns(['userID', 'key'])
          .doUpdateSet(row)
          .where('idempotency.createdAt', '<=', now - KEPT_MS),
      )
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows !== 1n) throw new KeyTaken()
  }
}
