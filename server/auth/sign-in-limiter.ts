import { network } from '../address.ts'
import type { Database } from '../db/database.ts'
import { afterRollback, currentUnit } from '../db/unit-of-work.ts'
import { Refusal } from '../refusal.ts'
import { readSettings } from '../settings/settings.ts'
import type { FailedSignIns } from '../support/failed-sign-ins.ts'
import { type AttemptCounts, type AttemptLimit, bucketOf } from './attempt-counts.ts'
import type { KnownPlaces, Place } from './known-places.ts'

export interface SignInLimits {
  readonly perUserName: AttemptLimit
  readonly perAddress: AttemptLimit
}

/** Spec 5 §6.4, for what no setting says. For an address, tries with unknown names and bad links are counted. */
export const SIGN_IN_LIMITS: SignInLimits = {
  perUserName: { failures: 10, windowSeconds: 15 * 60 },
  perAddress: { failures: 100, windowSeconds: 15 * 60 },
}

/** Each step has its own count: a right password doesn't clear wrong codes. */
export type SignInStep = 'password' | 'second step'

export interface SignInAttempt extends Place {
  readonly userName: string
  readonly step: SignInStep
}

interface SignInLimiterOptions {
  /** Keeps what support sees of sign-ins that failed. */
  readonly failed: Pick<FailedSignIns, 'note' | 'over'>
  readonly db: Database
  readonly counts: AttemptCounts
  readonly places: KnownPlaces
  /** In place of the settings; for tests. */
  readonly limits?: SignInLimits | undefined
}

const nameKey = (step: SignInStep, userName: string) => `${step} of ${bucketOf(userName)}`
const placeKey = (step: SignInStep, place: string) => `${step} at ${place}`

/**
 * Limits failed sign-ins per user name (spec 5 §6.4). A device or address where the person has signed in has
 * its own count, so that strangers can't lock them out. An attempt is counted before it is checked, so that
 * many at once can't slip through; it is given back unless it was refused.
 */
export class SignInLimiter {
  readonly #options: SignInLimiterOptions
  constructor(options: SignInLimiterOptions) {
    this.#options = options
  }

  async #limits(): Promise<SignInLimits> {
    const { db, limits } = this.#options
    if (limits) return limits
    const read = await readSettings(db, [
      'signIn.lockoutFailures',
      'signIn.lockoutMinutes',
      'signIn.failuresOfAddress',
    ])
    const windowSeconds = read['signIn.lockoutMinutes'] * 60
    return {
      perUserName: { failures: read['signIn.lockoutFailures'], windowSeconds },
      perAddress: { failures: read['signIn.failuresOfAddress'], windowSeconds },
    }
  }

  /** Clears the count for the password, when the person has proved otherwise who they are. */
  async forgive(userID: number, userName: string): Promise<void> {
    const { counts, places, failed } = this.#options
    const known = await places.keysOfPerson(userID)
    await failed.over(userName)
    await counts.clear(nameKey('password', userName), ...known.map((place) => placeKey('password', place)))
  }

  /**
   * Runs the attempt. A Refusal counts as a failure; success clears the count. @throws Refusal 429 after too
   * many failures; for a user name the attempt isn't run then.
   */
  async attempt<T>({ userName, step, ...place }: SignInAttempt, run: () => Promise<T>): Promise<T> {
    const { counts, places, failed } = this.#options
    const known = await places.find(userName, place)
    const key = known === null ? nameKey(step, userName) : placeKey(step, known)
    const { perUserName } = await this.#limits()
    const note = async (isLockedOut: boolean) =>
      failed.note({
        ...{ userName, isLockedOut, address: place.address },
        step: step === 'password' ? 'PASSWORD' : 'SECOND_STEP',
        until: await counts.fullUntil(key, perUserName),
      })
    try {
      await counts.take(key, perUserName)
    } catch (error) {
      if (error instanceof Refusal) await note(true)
      throw error
    }
    try {
      const answer = await run()
      await counts.clear(key)
      await failed.over(userName)
      return answer
    } catch (error) {
      if (error instanceof Refusal) {
        await note(false)
        await this.#countAddress(userName, place)
      } else await counts.giveBack(key)
      throw error
    }
  }

  /**
   * Counts a failure for the address. Above the limit the answer is the same for existing and unknown names,
   * or it would reveal which exist. Right passwords pass.
   */
  async #countAddress(userName: string, { address }: Place): Promise<void> {
    const { db, counts } = this.#options
    const { perAddress } = await this.#limits()
    const key = `names from ${bucketOf(network(address))}`
    const somebody = await db
      .selectFrom('users')
      .select('id')
      .where('userName', '=', userName)
      .where('isActive', '=', 1)
      .executeTakeFirst()
    if (somebody) await counts.check(key, perAddress)
    else await counts.take(key, perAddress)
  }
}

/**
 * Limits bad links and unknown devices per address. Good ones can't be guessed, so they pass whatever others
 * at the address have tried.
 */
export class LinkLimiter {
  readonly #counts: AttemptCounts
  readonly #kind: string
  readonly #limit: AttemptLimit

  constructor(counts: AttemptCounts, kind: string, limit: AttemptLimit) {
    this.#counts = counts
    this.#kind = kind
    this.#limit = limit
  }

  /** @throws what `run` throws; Refusal 429 instead of its Refusal after too many */
  async attempt<T>(address: string, run: () => Promise<T>): Promise<T> {
    try {
      return await run()
    } catch (error) {
      if (error instanceof Refusal) await this.#count(`${this.#kind} from ${bucketOf(network(address))}`)
      throw error
    }
  }

  async #count(key: string): Promise<void> {
    // Counted after the unit: a refusal undoes what is written within it.
    if (currentUnit() === null) return this.#counts.take(key, this.#limit)
    await this.#counts.check(key, this.#limit)
    afterRollback(() => this.#counts.take(key, this.#limit).catch(passRefusal))
  }
}

/** Ignores a refusal by the count, since this attempt already has its answer. */
function passRefusal(error: unknown): void {
  if (!(error instanceof Refusal)) throw error
}
