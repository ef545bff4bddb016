import { createHash } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { Refusal } from '../refusal.ts'

/** How long an answer is kept for a repeated request. */
const KEPT_MS = 24 * 60 * 60 * 1000
const KEY_MAX = 128

const BAD_KEY = `An Idempotency-Key has 1 to ${KEY_MAX} printable ASCII characters.`
const KEY_REUSED = 'This Idempotency-Key was used for another request.'

/** What a repeated request is told apart by. */
export interface KeyedRequest {
  readonly userID: number
  readonly key: string
  readonly path: string
  /** The validated request; the same one again must serialise alike. */
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
 * The key of an Idempotency-Key header; null without one.
 * @throws Refusal 400 for one that is empty, too long or not printable.
 */
export function readIdempotencyKey(header: string | readonly string[] | undefined): string | null {
  if (header === undefined) return null
  if (typeof header !== 'string' || header.length > KEY_MAX || !/^[\x21-\x7e]+$/.test(header)) {
    throw new Refusal(400, BAD_KEY)
  }
  return header
}

function hashOf(input: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(input ?? null))
    .digest('hex')
}

/**
 * Makes a request with a key take effect once: the same request again is answered as the first
 * was, also while the first is still under way. Only successes are kept; after a failure the
 * same key tries again.
 */
export class Idempotency {
  readonly #db: Database
  readonly #clock: Clock
  /** The requests under way, by user and key; settled without an error whatever became of them. */
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

  /** Forgets what is older than a day. */
  async purge(): Promise<void> {
    await this.#db
      .deleteFrom('idempotency')
      .where('createdAt', '<=', this.#clock() - KEPT_MS)
      .execute()
  }

  async #replayOrRun(request: KeyedRequest, run: () => Promise<StoredAnswer>): Promise<IdempotentAnswer> {
    const { userID, key, path } = request
    const requestHash = hashOf(request.input)
    const known = await this.#find(userID, key)
    if (known) {
      if (known.path !== path || known.requestHash !== requestHash) throw new Refusal(422, KEY_REUSED)
      return { status: known.status, answer: known.answer, isReplay: true }
    }
    const fresh = await run()
    const row = { userID, key, path, requestHash, ...fresh, createdAt: this.#clock() }
    await this.#db
      .insertInto('idempotency')
      .values(row)
      // Only a row that is too old to be found can be in the way.
      .onConflict((conflict) => conflict.columns(['userID', 'key']).doUpdateSet(row))
      .execute()
    return { ...fresh, isReplay: false }
  }

  #find(userID: number, key: string) {
    return this.#db
      .selectFrom('idempotency')
      .select(['path', 'requestHash', 'status', 'answer'])
      .where('userID', '=', userID)
      .where('key', '=', key)
      .where('createdAt', '>', this.#clock() - KEPT_MS)
      .executeTakeFirst()
  }
}
