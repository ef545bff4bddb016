import { network } from '../address.ts'
import { type AttemptCounts, type AttemptLimit, bucketOf } from './attempt-counts.ts'
import type { KnownPlaces, Place } from './known-places.ts'

export interface RequestLimits {
  readonly perName: AttemptLimit
  readonly perAddress: AttemptLimit
}

/**
 * How many mails anybody may have sent to one person in an hour, and from one address where nobody of
 * that name has signed in. The figures are ours.
 */
export const MAIL_LIMITS: RequestLimits = {
  perName: { failures: 5, windowSeconds: 60 * 60 },
  perAddress: { failures: 50, windowSeconds: 15 * 60 },
}

interface RequestLimiterOptions {
  readonly counts: AttemptCounts
  readonly places: KnownPlaces
  /** Names what is counted: mails of another kind have counts of their own. */
  readonly kind: string
  readonly limits?: RequestLimits | undefined
}

/** Limits what costs something each time, whether it succeeds or not: mails. */
export class RequestLimiter {
  readonly #options: RequestLimiterOptions

  constructor(options: RequestLimiterOptions) {
    this.#options = options
  }

  /** Where the person has signed in before has its own count. @throws Refusal 429 where there were too many */
  async take(name: string, place: Place): Promise<void> {
    const { counts, places, kind, limits = MAIL_LIMITS } = this.#options
    const known = await places.find(name, place)
    if (known !== null) return counts.take(`${kind} at ${known}`, limits.perName)
    // An address that is out of requests doesn't use up those of the person it names.
    await counts.take(`${kind} from ${bucketOf(network(place.address))}`, limits.perAddress)
    await counts.take(`${kind} to ${bucketOf(name)}`, limits.perName)
  }
}
