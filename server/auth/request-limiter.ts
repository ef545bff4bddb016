import { network } from '../address.ts'
import { Refusal } from '../refusal.ts'
import { bucketOf, count, type FailureLimit, limiterOf, TOO_MANY } from './sign-in-limiter.ts'

export interface RequestLimits {
  readonly perName: FailureLimit
  readonly perAddress: FailureLimit
}

/** How many mails anybody may have sent to one person, and from one address. */
export const MAIL_LIMITS: RequestLimits = {
  perName: { failures: 5, windowSeconds: 15 * 60 },
  perAddress: { failures: 50, windowSeconds: 15 * 60 },
}

/** Limits what costs something each time, whether it succeeds or not: mails. */
export class RequestLimiter {
  readonly #byName
  readonly #byAddress

  constructor({ perName, perAddress }: RequestLimits = MAIL_LIMITS) {
    this.#byName = limiterOf(perName)
    this.#byAddress = limiterOf(perAddress)
  }

  /** @throws Refusal 429 where there were too many. */
  async take(name: string, address: string): Promise<void> {
    // An address that is out of requests doesn't use up those of the person it names.
    if (!(await count(this.#byAddress, bucketOf(network(address))))) throw new Refusal(429, TOO_MANY)
    if (!(await count(this.#byName, bucketOf(name)))) throw new Refusal(429, TOO_MANY)
  }
}
