import type { NextStage } from '#shared/contract/auth.ts'
import { type Permissions, permissionsOf } from '#shared/domain/permissions.ts'
import type { Database } from '../db/database.ts'
import { mayUseTwoFactor } from './two-factor.ts'

/** What decides how somebody signs in. */
export interface Account {
  readonly id: number
  readonly userName: string
  readonly displayName: string
  readonly email: string | null
  readonly passwordHash: string
  readonly permissions: Permissions
  /** An authenticator app is set up. */
  readonly isEnrolled: boolean
}

/** The active account of that name. Looks up as much for a name that nobody has. */
export async function findAccount(db: Database, userName: string): Promise<Account | null> {
  const row = await db
    .selectFrom('users')
    .leftJoin('twoFactor', 'twoFactor.userID', 'users.id')
    .select(['users.id', 'userName', 'displayName', 'email', 'passwordHash', 'twoFactor.secret'])
    .where('userName', '=', userName)
    .where('isActive', '=', 1)
    .executeTakeFirst()
  const held = await db
    .selectFrom('userPermissions')
    .select('permission')
    .where('userID', '=', row?.id ?? 0)
    .execute()
  if (!row) return null
  const { secret, ...account } = row
  const permissions = permissionsOf(held.map(({ permission }) => permission))
  return { ...account, permissions, isEnrolled: secret !== null }
}

/**
 * Whether the account has that password still. It is written as it is: who sets another one meanwhile waits
 * for the end of the transaction.
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

/** Whether a code is asked for: of who may use one and has set it up. */
function needsCode({ permissions, isEnrolled }: Account): boolean {
  return isEnrolled && mayUseTwoFactor(permissions)
}

/**
 * How a sign-in goes on after the user name. A name that nobody has goes on with PASSWORD, as most
 * names do: CONFIRM_MAGIC_LINK tells that somebody signs in by link, and nothing is told of others.
 * A link is one factor: who must or does use two has to give the password.
 */
export function stageAfterUserName(account: Account | null): NextStage {
  if (!account || account.email === null || needsCode(account)) return 'PASSWORD'
  const { permissions } = account
  const isPasswordless = permissions.can('AUTH_CAN_USE_PASSWORDLESS') && !permissions.can('AUTH_ALWAYS_2FA')
  return isPasswordless ? 'CONFIRM_MAGIC_LINK' : 'PASSWORD'
}

/**
 * How it goes on after the password. Who must always use two factors and has no app yet is let in
 * with what there is: nobody else could set it up for them. `required` of their state (the call
 * two-factor/state) says that their client has to insist. Who has no mail address gets no link.
 */
export function stageAfterPassword(account: Account): NextStage {
  if (needsCode(account)) return '2FA'
  const mayUseLink = account.permissions.can('AUTH_CAN_USE_MAGIC_PASSWORD') && account.email !== null
  return mayUseLink ? 'CONFIRM_MAGIC_LINK' : 'LOGIN'
}
