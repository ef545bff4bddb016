import { network } from '../address.ts'
import { type AttemptCounts, type AttemptLimit, bucketOf } from './attempt-counts.ts'
import type { KnownPlaces, Place } from './known-places.ts'

export interface RequestLimits {
  readonly perName: AttemptLimit
  readonly perAddress: AttemptLimit
}

/**
 * How many mails may be sent in an hour: to one person, and from an address where nobody of that name has
 * signed in. The numbers are ours.
 */
export const MAIL_LIMITS: RequestLimits = {
  perName: { failures: 5, windowSeconds: 60 * 60 },
  perAddress: { failures: 50, windowSeconds: 15 * 60 },
}

interface RequestLimiterOptions {
  readonly counts: AttemptCounts
  readonly places: KnownPlaces
  /** Kinds of mail are counted apart. */
  readonly kind: string
  readonly limits?: RequestLimits | undefined
}

/** Limits requests that cost something even if they fail, such as mails. */
export class RequestLimiter {
  readonly #options: RequestLimiterOptions

  constructor(options: RequestLimiterOptions) {
    this.#options = options
  }

  /**
   * Places where the person has signed in have counts of their own. @throws Refusal 429 where there were too
   * many
   */
  async take(name: string, place: Place): Promise<void> {
    const { counts, places, kind, limits = MAIL_LIMITS } = this.#options
    const known = await places.find(name, place)
    if (known !== null) return counts.take(`${kind} at ${known}`, limits.perName)
    // The address is counted first, so that one above its limit doesn't use up the person's.
    await counts.take(`${kind} from ${bucketOf(network(place.address))}`, limits.perAddress)
    await counts.take(`${kind} to ${bucketOf(name)}`, limits.perName)
  }
}
