import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { groupedCode, SETUP_CODE_ALPHABET, SETUP_CODE_LENGTH, setupCodeMeant } from '#shared/domain/setup.ts'
import type { AttemptCounts, AttemptLimit } from '../auth/attempt-counts.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { settingOrFirst } from '../db/settings.ts'
import { Refusal } from '../refusal.ts'

const ROW = 1
const CODE_LIFE_MS = 24 * 60 * 60 * 1000
/** Spec 5 §2.1. Of the installation, not of an address: the code is one. */
const CODE_LIMIT: AttemptLimit = { failures: 10, windowSeconds: 15 * 60 }
const COUNT_KEY = 'set-up codes'

/** 80 random bits can't be guessed, so a plain hash is enough. */
const hashOf = (code: string) => createHash('sha256').update(setupCodeMeant(code)).digest('base64url')

function newCode(): string {
  const bytes = [...randomBytes(SETUP_CODE_LENGTH)]
  return bytes.map((byte) => SETUP_CODE_ALPHABET[byte % SETUP_CODE_ALPHABET.length]).join('')
}

/** Whether a company lives here (spec 5 §2.1). */
export async function isClaimed(db: Database): Promise<boolean> {
  const row = await db
    .selectFrom('installation')
    .where('id', '=', ROW)
    .where('claimedAt', 'is not', null)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Makes the installation CLAIMED; it belongs into the transaction that makes the company. Of two at once, also on
 * two servers, one succeeds: the row is changed only while nobody claimed it.
 *
 * @param code what somebody typed, which has to be the code of now; null where who asks needs none
 * @throws Refusal 409 where it is CLAIMED, 403 where the code isn't good any more
 */
export async function claim(trx: Database, now: number, code: string | null): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('installation')
    .set({ claimedAt: now, codeHash: null, codeEndsAt: null, address: null })
    .where('id', '=', ROW)
    .where('claimedAt', 'is', null)
    .$if(code !== null, (query) =>
      query.where('codeHash', '=', hashOf(code ?? '')).where('codeEndsAt', '>', now),
    )
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return
  throw (await isClaimed(trx)) ? new Refusal(409, 'setup.done') : new Refusal(403, 'setup.wrongCode')
}

/**
 * Makes a set-up code; one of before is good no more. It is kept as a hash and told to whoever asks, this once.
 *
 * @param address where the server listens; null leaves what is known
 * @returns the code in four groups; null where the installation is CLAIMED
 */
export async function issueSetupCode(
  db: Database,
  now: number,
  address: string | null,
): Promise<string | null> {
  const code = newCode()
  const { numUpdatedRows } = await db
    .updateTable('installation')
    .set({
      codeHash: hashOf(code),
      codeEndsAt: now + CODE_LIFE_MS,
      ...(address !== null && { address }),
    })
    .where('id', '=', ROW)
    .where('claimedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n ? groupedCode(code) : null
}

/** Where the server listens that waits for its set-up; null where none said. */
export async function setupAddressOf(db: Database): Promise<string | null> {
  const row = await db.selectFrom('installation').where('id', '=', ROW).select('address').executeTakeFirst()
  return row?.address ?? null
}

/** The installation as its server sees it. */
export class Installation {
  readonly #db: Database
  readonly #clock: Clock
  readonly #counts: AttemptCounts
  #isClaimed = false

  constructor(db: Database, clock: Clock, counts: AttemptCounts) {
    this.#db = db
    this.#clock = clock
    this.#counts = counts
  }

  /** Asks the database until it is CLAIMED, since another process may finish the set-up; then it stays so. */
  async isClaimed(): Promise<boolean> {
    this.#isClaimed ||= await isClaimed(this.#db)
    return this.#isClaimed
  }

  /** Tells this installation from another. */
  id(): Promise<string> {
    return settingOrFirst(this.#db, 'installationID', randomUUID())
  }

  issueCode(address: string): Promise<string | null> {
    return issueSetupCode(this.#db, this.#clock(), address)
  }

  /**
   * Runs what needs the code. It is counted before it is looked at, so that many at once can't slip through.
   * @throws Refusal 409 where the installation is CLAIMED, 429 after 10 wrong codes, 403 for a wrong one; what `run` throws
   */
  async withCode<T>(code: string, run: () => Promise<T>): Promise<T> {
    if (await this.isClaimed()) throw new Refusal(409, 'setup.done')
    await this.#counts.take(COUNT_KEY, CODE_LIMIT)
    const row = await this.#db
      .selectFrom('installation')
      .where('codeHash', '=', hashOf(code))
      .where('codeEndsAt', '>', this.#clock())
      .select('id')
      .executeTakeFirst()
    if (!row) throw new Refusal(403, 'setup.wrongCode')
    await this.#counts.clear(COUNT_KEY)
    return run()
  }
}
