import type { NextStage } from '#shared/contract/auth.ts'
import { type Permissions, permissionsOf } from '#shared/domain/permissions.ts'
import type { Database } from '../db/database.ts'
import { Refusal } from '../refusal.ts'
import { mayUseTwoFactor } from './two-factor.ts'

/** What decides how somebody signs in. */
export interface Account {
  readonly id: number
  readonly userName: string
  readonly displayName: string
  readonly email: string | null
  readonly passwordHash: string
  readonly permissions: Permissions
  /** The service desk shut them out. */
  readonly isLocked: boolean
  /** An authenticator app is set up. */
  readonly isEnrolled: boolean
  /** They have to set a password of their own with this sign-in. */
  readonly mustChangePassword: boolean
  /** Until when a temporary password is good, in ms since 1970; null for a password of their own. */
  readonly temporaryUntil: number | null
  /** Their password isn't taken. */
  readonly isSingleSignOnOnly: boolean
}

/** The active account of that name, with what it may do now. For an unknown name it does the same work. */
export async function findAccount(db: Database, userName: string, now: number): Promise<Account | null> {
  const row = await db
    .selectFrom('users')
    .leftJoin('twoFactor', 'twoFactor.userID', 'users.id')
    .select(['users.id', 'userName', 'displayName', 'email', 'passwordHash', 'twoFactor.secret'])
    .select(['mustChangePassword', 'temporaryUntil', 'signInMethod', 'lockedAt'])
    .where('userName', '=', userName)
    .where('isActive', '=', 1)
    .executeTakeFirst()
  const held = await db
    .selectFrom('userPermissions')
    .select('permission')
    .where('userID', '=', row?.id ?? 0)
    .where((eb) => eb.or([eb('endsAt', 'is', null), eb('endsAt', '>', now)]))
    .execute()
  if (!row) return null
  const { secret, mustChangePassword, signInMethod, lockedAt, ...account } = row
  const permissions = permissionsOf(held.map(({ permission }) => permission))
  return {
    ...account,
    permissions,
    isLocked: lockedAt !== null,
    isEnrolled: secret !== null,
    mustChangePassword: mustChangePassword === 1,
    isSingleSignOnOnly: signInMethod === 'SINGLE_SIGN_ON',
  }
}

/**
 * Whether the account still has that password. It writes the row unchanged, so that somebody who sets another
 * password meanwhile waits for the end of the transaction.
 */
export async function holdPassword(
  transaction: Database,
  userID: number,
  passwordHash: string,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('users')
    .set({ passwordHash })
    .where('id', '=', userID)
    .where('passwordHash', '=', passwordHash)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** @throws Refusal 403 where the service desk shut them out (spec 5 §3.6) */
export async function requireUnlocked(db: Database, userID: number): Promise<void> {
  const row = await db.selectFrom('users').where('id', '=', userID).select('lockedAt').executeTakeFirst()
  if (row?.lockedAt != null) throw new Refusal(403, 'signIn.locked')
}

/** Whether the account needs a code: its person may use one and has set it up. */
export function needsCode({ permissions, isEnrolled }: Account): boolean {
  return isEnrolled && mayUseTwoFactor(permissions)
}

/**
 * The step after the user name. An unknown name gets PASSWORD, like most names. CONFIRM_MAGIC_LINK reveals
 * that somebody signs in by link; nothing else is revealed. A link is one factor only, so somebody who must
 * or does use two gives a password.
 */
export function stageAfterUserName(account: Account | null): NextStage {
  if (!account || account.email === null || needsCode(account)) return 'PASSWORD'
  // A temporary password is replaced by its holder, not passed by.
  if (account.mustChangePassword || account.isSingleSignOnOnly) return 'PASSWORD'
  const { permissions } = account
  const isPasswordless = permissions.can('AUTH_CAN_USE_PASSWORDLESS') && !permissions.can('AUTH_ALWAYS_2FA')
  return isPasswordless ? 'CONFIRM_MAGIC_LINK' : 'PASSWORD'
}

/**
 * The step after the password. Somebody who must use two factors and hasn't set them up is let in to do so, and to
 * nothing else (`hasToEnrol`). Without a mail address there is no link.
 */
export function stageAfterPassword(account: Account): NextStage {
  if (needsCode(account)) return '2FA'
  const mayUseLink = account.permissions.can('AUTH_CAN_USE_MAGIC_PASSWORD') && account.email !== null
  return mayUseLink ? 'CONFIRM_MAGIC_LINK' : 'LOGIN'
}

/**
 * Replaces a temporary password by one of its holder's own, if it is still theirs. False where it isn't.
 * @param passwordHash the temporary one's
 */
export async function replacePassword(
  transaction: Database,
  userID: number,
  passwordHash: string,
  own: string,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('users')
    .set({ passwordHash: own, mustChangePassword: 0, temporaryUntil: null })
    .where('id', '=', userID)
    .where('passwordHash', '=', passwordHash)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
