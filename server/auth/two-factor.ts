import type { Permissions } from '#shared/domain/permissions.ts'
import { codeMeant, isOneTimeCode } from '#shared/domain/sign-in.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { codeURI, newCodeSecret, stepOfCode } from './one-time-codes.ts'
import { newRecoveryCodes, recoveryCodeMeant } from './recovery-codes.ts'
import type { Sealer } from './sealer.ts'
import type { Session } from './sessions.ts'

/** How long a new secret waits to be confirmed. */
const ENROLMENT_LIFE_MS = 15 * 60 * 1000

/** The result of a code. `used`: it was right, but used before; `wrong` includes one that is too old. */
export type CodeVerdict = 'right' | 'wrong' | 'used'

export interface TwoFactorOptions {
  readonly db: Database
  readonly clock: Clock
  readonly sealer: Sealer
}

/** A secret is sealed for one person and can't be used in another's row. */
export const twoFactorPlace = (userID: number): string => `twoFactor ${userID}`

/** Whether these permissions let somebody use one-time codes (spec 1 §6, Auth). */
export function mayUseTwoFactor(permissions: Permissions): boolean {
  return permissions.canAny(['AUTH_USE_2FA', 'AUTH_ALWAYS_2FA'])
}

/**
 * Whether nothing but setting up a second factor is open to a session (spec 5 §3.6): it began without one, and its
 * holder still has to have one and still has none.
 */
export async function hasToEnrol(
  db: Database,
  { userID, mustEnrol }: Pick<Session, 'userID' | 'mustEnrol'>,
  permissions: Permissions,
): Promise<boolean> {
  return mustEnrol && permissions.can('AUTH_ALWAYS_2FA') && !(await isEnrolled(db, userID))
}

/** Whether an authenticator app is set up. */
export async function isEnrolled(db: Database, userID: number): Promise<boolean> {
  const row = await db
    .selectFrom('twoFactor')
    .where('userID', '=', userID)
    .select('secret')
    .executeTakeFirst()
  return row?.secret != null
}

/** The secret as the database stores it; for the demo data. */
export function sealCodeSecret(sealer: Sealer, userID: number, secret: string): string {
  return sealer.seal(secret, twoFactorPlace(userID))
}

const recoveryCodeHash = (sealer: Sealer, userID: number, code: string): string =>
  sealer.hash(recoveryCodeMeant(code), `recovery code ${userID}`)

/**
 * Gives somebody new an authenticator app that was confirmed before they were there, in the transaction that makes
 * them. Gives their recovery codes.
 * @param step the time step of the code that confirmed it, which is good no more
 */
export async function enrolNew(
  trx: Database,
  sealer: Sealer,
  { userID, secret, step }: { readonly userID: number; readonly secret: string; readonly step: number },
): Promise<string[]> {
  const recoveryCodes = newRecoveryCodes()
  await trx
    .insertInto('twoFactor')
    .values({
      ...{ userID, secret: sealCodeSecret(sealer, userID, secret), lastStep: step },
      ...{ pendingSecret: null, pendingSince: null },
    })
    .execute()
  await trx
    .insertInto('recoveryCodes')
    .values(recoveryCodes.map((code) => ({ userID, codeHash: recoveryCodeHash(sealer, userID, code) })))
    .execute()
  return recoveryCodes
}

/** Authenticator apps and recovery codes of people. Every code is good once. */
export class TwoFactor {
  readonly #db: Database
  readonly #clock: Clock
  readonly #sealer: Sealer

  constructor({ db, clock, sealer }: TwoFactorOptions) {
    this.#db = db
    this.#clock = clock
    this.#sealer = sealer
  }

  isEnrolled(userID: number): Promise<boolean> {
    return isEnrolled(this.#db, userID)
  }

  async recoveryCodesLeft(userID: number): Promise<number> {
    const { count } = await this.#db
      .selectFrom('recoveryCodes')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('userID', '=', userID)
      .executeTakeFirstOrThrow()
    return count
  }

  /** A new secret beside the present one, which stays in use until a code of the new one is confirmed. */
  async begin(userID: number, userName: string): Promise<{ uri: string; secret: string }> {
    const secret = newCodeSecret()
    const pending = {
      pendingSecret: sealCodeSecret(this.#sealer, userID, secret),
      pendingSince: this.#clock(),
    }
    await this.#db
      .insertInto('twoFactor')
      .values({ userID, secret: null, lastStep: 0, ...pending })
      .onConflict((conflict) => conflict.column('userID').doUpdateSet(pending))
      .execute()
    return { uri: codeURI(secret, userName), secret }
  }

  /** Makes the new secret the present one; null where none waits, or the code isn't its. */
  async confirm(userID: number, typed: string): Promise<string[] | null> {
    const { pendingSecret, pendingSince } = (await this.#find(userID)) ?? {}
    if (pendingSecret == null || pendingSince == null) return null
    if (pendingSince + ENROLMENT_LIFE_MS <= this.#clock()) return null
    const step = this.#stepOf(userID, pendingSecret, typed)
    if (step === null) return null
    const recoveryCodes = newRecoveryCodes()
    return this.#db.transaction().execute(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('twoFactor')
        // The confirming code can't be used to sign in, too.
        .set({ secret: pendingSecret, lastStep: step, pendingSecret: null, pendingSince: null })
        .where('userID', '=', userID)
        .where('pendingSecret', '=', pendingSecret)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return null
      await transaction.updateTable('sessions').set({ mustEnrol: 0 }).where('userID', '=', userID).execute()
      await transaction.deleteFrom('recoveryCodes').where('userID', '=', userID).execute()
      await transaction
        .insertInto('recoveryCodes')
        .values(recoveryCodes.map((code) => ({ userID, codeHash: this.#hashOf(userID, code) })))
        .execute()
      return recoveryCodes
    })
  }

  async disable(userID: number): Promise<void> {
    await this.#db.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('recoveryCodes').where('userID', '=', userID).execute()
      await transaction.deleteFrom('twoFactor').where('userID', '=', userID).execute()
    })
  }

  /** Uses up a one-time or recovery code, for one caller only. */
  async spend(userID: number, typed: string): Promise<CodeVerdict> {
    const { secret, lastStep } = (await this.#find(userID)) ?? {}
    if (secret == null || lastStep === undefined) return 'wrong'
    if (!isOneTimeCode(codeMeant(typed))) return this.#spendRecoveryCode(userID, typed)
    const step = this.#stepOf(userID, secret, typed)
    if (step === null) return 'wrong'
    const { numUpdatedRows } = await this.#db
      .updateTable('twoFactor')
      .set({ lastStep: step })
      .where('userID', '=', userID)
      .where('secret', '=', secret)
      .where('lastStep', '<', step)
      .executeTakeFirst()
    return numUpdatedRows > 0n ? 'right' : 'used'
  }

  async #spendRecoveryCode(userID: number, typed: string): Promise<CodeVerdict> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('recoveryCodes')
      .where('userID', '=', userID)
      .where('codeHash', '=', this.#hashOf(userID, typed))
      .executeTakeFirst()
    // A used code is deleted, so it is simply wrong.
    return numDeletedRows > 0n ? 'right' : 'wrong'
  }

  #stepOf(userID: number, sealed: string, typed: string): number | null {
    const code = codeMeant(typed)
    if (!isOneTimeCode(code)) return null
    return stepOfCode(this.#sealer.unseal(sealed, twoFactorPlace(userID)), code, this.#clock())
  }

  #hashOf(userID: number, code: string): string {
    return recoveryCodeHash(this.#sealer, userID, code)
  }

  #find(userID: number) {
    return this.#db.selectFrom('twoFactor').selectAll().where('userID', '=', userID).executeTakeFirst()
  }
}
