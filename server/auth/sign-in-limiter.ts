import { createHash } from 'node:crypto'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { network } from '../address.ts'
import { Refusal } from '../refusal.ts'

/** How many failures are let through in a window; the next attempt is refused until the window ends. */
export interface FailureLimit {
  readonly failures: number
  readonly windowSeconds: number
}

export interface SignInLimits {
  readonly perUserName: FailureLimit
  readonly perAddress: FailureLimit
}

/** An office behind one address has many people: its limit is wider than a person's. */
export const SIGN_IN_LIMITS: SignInLimits = {
  perUserName: { failures: 10, windowSeconds: 15 * 60 },
  perAddress: { failures: 100, windowSeconds: 15 * 60 },
}

/** The words of spec 1 §8 for status 429. */
export const TOO_MANY = 'You have made too many failed requests. Please contact support.'

/** Counters are shared by what hashes alike, so that no flood of made-up names grows the memory. */
const BUCKETS = 2 ** 16

/** The counter of a text. */
export function bucketOf(text: string): string {
  const number = createHash('sha256').update(text).digest().readUInt32BE(0) % BUCKETS
  return number.toString(36)
}

/** Counts one more; false where that is more than is let through. */
export async function count(limiter: RateLimiterMemory, key: string): Promise<boolean> {
  try {
    await limiter.consume(key)
    return true
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return false
    throw refusal
  }
}

export function limiterOf({ failures, windowSeconds }: FailureLimit): RateLimiterMemory {
  return new RateLimiterMemory({ points: failures, duration: windowSeconds })
}

/**
 * Limits failed sign-ins per user name and per address. An attempt is counted before it is
 * checked, so that many at once can't slip through together, and given back unless it was
 * refused.
 */
export class SignInLimiter {
  readonly #byUserName: RateLimiterMemory
  readonly #byAddress: RateLimiterMemory

  constructor({ perUserName, perAddress }: SignInLimits = SIGN_IN_LIMITS) {
    this.#byUserName = limiterOf(perUserName)
    this.#byAddress = limiterOf(perAddress)
  }

  /** Clears what was counted for the name: its person has shown otherwise who they are. */
  async forgive(userName: string): Promise<void> {
    await this.#byUserName.delete(bucketOf(userName))
  }

  /**
   * Runs the attempt. Its Refusal counts as a failure; its success clears the user name's count.
   * @throws Refusal 429 where there were too many failures; the attempt isn't run then.
   */
  async attempt<T>(userName: string, address: string, run: () => Promise<T>): Promise<T> {
    const userKey = bucketOf(userName)
    const addressKey = bucketOf(network(address))
    // An address that is out of attempts doesn't use up those of the person it tries.
    if (!(await count(this.#byAddress, addressKey))) throw new Refusal(429, TOO_MANY)
    if (!(await count(this.#byUserName, userKey))) throw new Refusal(429, TOO_MANY)
    try {
      const answer = await run()
      await this.#byUserName.delete(userKey)
      await this.#byAddress.reward(addressKey)
      return answer
    } catch (error) {
      if (error instanceof Refusal) throw error
      await this.#byUserName.reward(userKey)
      await this.#byAddress.reward(addressKey)
      throw error
    }
  }
}
