import { createHash } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { TooMany } from '../refusal.ts'

/**
 * How many attempts are allowed in a window of time. The last allowed one starts the window again, so that
 * the following ones are refused for its whole length.
 */
export interface AttemptLimit {
  readonly failures: number
  readonly windowSeconds: number
}

/** Texts that hash alike share a counter, so that a flood of made-up names can't grow the table. */
const BUCKETS = 2 ** 16

/** The counter for a text that anybody can make up. */
export function bucketOf(text: string): string {
  const number = createHash('sha256').update(text).digest().readUInt32BE(0) % BUCKETS
  return number.toString(36)
}

/** Counts of attempts, in the database: every server of an installation sees them. */
export class AttemptCounts {
  readonly #db: Database
  readonly #clock: Clock

  constructor(db: Database, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  /**
   * Counts one attempt, in one statement, so that simultaneous ones can't exceed the limit. @throws Refusal
   * 429 past the limit
   */
  async take(key: string, { failures, windowSeconds }: AttemptLimit): Promise<void> {
    const now = this.#clock()
    const fresh = now + windowSeconds * 1000
    const { count, endsAt } = await this.#db
      .insertInto('attemptCounts')
      .values({ key, count: 1, endsAt: fresh })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet(({ eb, ref }) => ({
          count: eb
            .case()
            .when('attemptCounts.endsAt', '<=', now)
            .then(1)
            .else(eb('attemptCounts.count', '+', 1))
            .end(),
          endsAt: eb
            .case()
            .when(
              eb.or([eb('attemptCounts.endsAt', '<=', now), eb('attemptCounts.count', '=', failures - 1)]),
            )
            .then(fresh)
            .else(ref('attemptCounts.endsAt'))
            .end(),
        })),
      )
      .returning(['count', 'endsAt'])
      .executeTakeFirstOrThrow()
    if (count > failures) this.#refuse(endsAt)
  }

  /** Looks without counting. @throws Refusal 429 where the next attempt would exceed the limit */
  async check(key: string, { failures }: AttemptLimit): Promise<void> {
    const row = await this.#db
      .selectFrom('attemptCounts')
      .select(['count', 'endsAt'])
      .where('key', '=', key)
      .where('endsAt', '>', this.#clock())
      .executeTakeFirst()
    if (row && row.count >= failures) this.#refuse(row.endsAt)
  }

  /** Until when the next attempt would exceed the limit, in milliseconds since 1970; null where it wouldn't. */
  async fullUntil(key: string, { failures }: AttemptLimit): Promise<number | null> {
    const row = await this.#db
      .selectFrom('attemptCounts')
      .select(['count', 'endsAt'])
      .where('key', '=', key)
      .where('endsAt', '>', this.#clock())
      .executeTakeFirst()
    return row && row.count >= failures ? row.endsAt : null
  }

  /** Takes one attempt back, as it wasn't a failure. */
  async giveBack(key: string): Promise<void> {
    await this.#db
      .updateTable('attemptCounts')
      .set(({ eb }) => ({ count: eb('count', '-', 1) }))
      .where('key', '=', key)
      .where('count', '>', 0)
      .execute()
  }

  async clear(...keys: readonly string[]): Promise<void> {
    await this.#db.deleteFrom('attemptCounts').where('key', 'in', keys).execute()
  }

  async purge(): Promise<void> {
    await this.#db.deleteFrom('attemptCounts').where('endsAt', '<=', this.#clock()).execute()
  }

  #refuse(endsAt: number): never {
    throw new TooMany('signIn.tooManyAttempts', endsAt - this.#clock())
  }
}
