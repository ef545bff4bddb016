import { randomUUID } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { inOneUnit } from '../db/unit-of-work.ts'
import { passwordChangedLetter, passwordResetForYouLetter, passwordResetLetter } from '../mail/letters.ts'
import type { Outbox } from '../mail/outbox.ts'
import { endAccessOf } from '../oauth/grants.ts'
import { companyName } from '../setup/company-name.ts'
import { requirePassword } from '../setup/require-password.ts'
import { findAccount } from './accounts.ts'
import { hashLinkToken, newLinkToken } from './link-tokens.ts'
import { verifyPassword } from './passwords.ts'
import type { EndedSignIn, Sessions } from './sessions.ts'
import type { SignIns } from './sign-ins.ts'

/** How long a link is good that the service desk sends (spec 5 §3.6). */
export const RESET_BY_SUPPORT_MS = 60 * 60 * 1000
/** How long a link for a new password is good. */
const RESET_LIFE_MS = 30 * 60 * 1000
/** What was asked for longer ago than this has no server that would answer it. */
const LEFT_MS = 30_000

export interface PasswordResetOptions {
  readonly db: Database
  readonly clock: Clock
  readonly outbox: Outbox
  readonly sessions: Sessions
  readonly signIns: SignIns
  readonly hashPassword: (password: string) => Promise<string>
}

/**
 * Whose password was set and what ended with it; or why none was set: a bad link, or the present password
 * again.
 */
export type ResetOutcome =
  | { readonly userID: number; readonly userName: string; readonly ended: readonly EndedSignIn[] }
  | 'no such link'
  | 'same password'

/** New passwords by mailed link. A link works once; using it removes the person's other links. */
export class PasswordResets {
  readonly #options: PasswordResetOptions

  constructor(options: PasswordResetOptions) {
    this.#options = options
  }

  /**
   * Notes that somebody asked for a link; gives the note's id for `answer`. It is a row, so that what was answered
   * with 'done' is mailed although this server dies.
   */
  async ask(userName: string, origin: string): Promise<string> {
    const id = randomUUID()
    await this.#options.db
      .insertInto('askedLinks')
      .values({ id, userName, origin, askedAt: this.#options.clock() })
      .execute()
    return id
  }

  /** Takes the note, and mails the link with it; nothing where another server has. */
  async answer(id: string): Promise<void> {
    await inOneUnit(async () => {
      const asked = await this.#options.db
        .deleteFrom('askedLinks')
        .where('id', '=', id)
        .returning(['userName', 'origin', 'askedAt'])
        .executeTakeFirst()
      if (asked && asked.askedAt > this.#options.clock() - RESET_LIFE_MS)
        await this.#begin(asked.userName, asked.origin)
    })
  }

  /** Mails a link, if there is such a person and they have an address. */
  async #begin(userName: string, origin: string): Promise<void> {
    const { db, clock, outbox } = this.#options
    const account = await findAccount(db, userName, clock())
    if (!account || account.email === null || account.isSingleSignOnOnly) return
    const token = newLinkToken()
    await db
      .insertInto('passwordResets')
      .values({
        tokenHash: hashLinkToken(token),
        userID: account.id,
        expiresAt: clock() + RESET_LIFE_MS,
      })
      .execute()
    const { email, displayName } = account
    const link = `${origin}/public/auth/validate?token=${token}`
    const good = { href: link, minutes: RESET_LIFE_MS / 60_000, endsAt: clock() + RESET_LIFE_MS }
    await outbox.post(passwordResetLetter({ email, displayName, userID: account.id }, good))
  }

  /** Mails a link to somebody whose password was reset for them; nothing where they have no address. */
  async mailLink(userID: number, origin: string, lifeMs: number): Promise<void> {
    const { db, clock, outbox } = this.#options
    const person = await db
      .selectFrom('users')
      .where('id', '=', userID)
      .select(['email', 'displayName'])
      .executeTakeFirstOrThrow()
    if (person.email === null) return
    const token = newLinkToken()
    const expiresAt = clock() + lifeMs
    await db
      .insertInto('passwordResets')
      .values({ tokenHash: hashLinkToken(token), userID, expiresAt })
      .execute()
    const href = `${origin}/public/auth/validate?token=${token}`
    const good = { href, minutes: lifeMs / 60_000, endsAt: expiresAt }
    await outbox.post(passwordResetForYouLetter({ ...person, email: person.email, userID }, good))
  }

  /**
   * In one transaction: sets the password, unpairs the companion device, and ends sessions and apps' access.
   * A password that is refused leaves the link usable. @throws Refusal 400 for one that the company doesn't take
   */
  async complete(token: string, password: string): Promise<ResetOutcome> {
    const { db, clock, hashPassword, outbox, sessions, signIns } = this.#options
    const tokenHash = hashLinkToken(token)
    const owner = await this.#ownerOf(tokenHash)
    if (!owner) return 'no such link'
    if (await verifyPassword(password, owner.passwordHash)) return 'same password'
    await requirePassword(db, password, {
      userName: owner.userName,
      email: owner.email ?? '',
      companyName: await companyName(db),
    })
    const passwordHash = await hashPassword(password)
    const ended = await db.transaction().execute(async (transaction) => {
      const { numDeletedRows } = await transaction
        .deleteFrom('passwordResets')
        .where('tokenHash', '=', tokenHash)
        .executeTakeFirst()
      // Another request used the same link while this one was hashing.
      if (numDeletedRows === 0n) return null
      await transaction.deleteFrom('passwordResets').where('userID', '=', owner.id).execute()
      await transaction
        .updateTable('users')
        .set({ passwordHash, mustChangePassword: 0, temporaryUntil: null })
        .where('id', '=', owner.id)
        .execute()
      // A paired device signs in without a password, and whoever had the old password may have paired it.
      await transaction.deleteFrom('devices').where('userID', '=', owner.id).execute()
      await endAccessOf(transaction, owner.id, clock())
      await signIns.forget(owner.id, transaction)
      return sessions.endAll({ userID: owner.id }, transaction)
    })
    if (!ended) return 'no such link'
    const { id: userID, userName, displayName, email } = owner
    if (email !== null) await outbox.post(passwordChangedLetter({ email, displayName, userID }))
    return { userID, userName, ended }
  }

  /** Forgets links that are over, and answers what a server that died left unanswered. */
  async purge(): Promise<void> {
    const { db, clock } = this.#options
    const left = await db
      .selectFrom('askedLinks')
      .where('askedAt', '<=', clock() - LEFT_MS)
      .select('id')
      .execute()
    for (const { id } of left) await this.answer(id)
    await db.deleteFrom('passwordResets').where('expiresAt', '<=', clock()).execute()
  }

  #ownerOf(tokenHash: string) {
    const { db, clock } = this.#options
    return db
      .selectFrom('passwordResets')
      .innerJoin('users', 'users.id', 'passwordResets.userID')
      .select(['users.id', 'userName', 'displayName', 'email', 'passwordHash'])
      .where('tokenHash', '=', tokenHash)
      .where('expiresAt', '>', clock())
      .where('isActive', '=', 1)
      .executeTakeFirst()
  }
}
