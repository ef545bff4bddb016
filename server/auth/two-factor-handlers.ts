import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { Refusal } from '../refusal.ts'
import { findAccount } from './accounts.ts'
import { verifyPassword } from './passwords.ts'
import type { SignInLimiter } from './sign-in-limiter.ts'
import type { SignIns } from './sign-ins.ts'
import { mayUseTwoFactor, type TwoFactor } from './two-factor.ts'

export interface TwoFactorServices {
  readonly db: Database
  readonly clock: Clock
  readonly twoFactor: TwoFactor
  readonly signIns: SignIns
  readonly limiter: SignInLimiter
}

type TwoFactorCalls = 'beginTwoFactor' | 'confirmTwoFactor' | 'disableTwoFactor' | 'twoFactorState'

/**
 * Setting up and ending one-time codes. Wrong input of somebody signed in is refused with 400, since 401 is
 * about the session.
 */
export function twoFactorHandlers(services: TwoFactorServices): Pick<AreaHandlers<'signIn'>, TwoFactorCalls> {
  const { db, clock, twoFactor, signIns, limiter } = services
  return {
    beginTwoFactor: (_, { caller }) => twoFactor.begin(caller.userID, caller.userName),

    confirmTwoFactor: async ({ code }, { caller, address }) => {
      const { userID, userName } = caller
      return limiter.attempt({ userName, step: 'second step', address }, async () => {
        const recoveryCodes = await twoFactor.confirm(userID, code)
        if (!recoveryCodes) throw new Refusal(400, 'signIn.codeNotRight')
        // Sign-ins in progress were begun when no code was needed, or another app's.
        await signIns.forget(userID)
        return { recoveryCodes }
      })
    },

    disableTwoFactor: async ({ password }, { caller, address }) => {
      const { userID, userName, permissions } = caller
      if (permissions.can('AUTH_ALWAYS_2FA')) throw new Refusal(403, 'twoFactor.required')
      await limiter.attempt({ userName, step: 'password', address }, async () => {
        const account = await findAccount(db, userName, clock())
        const isRight = account !== null && (await verifyPassword(password, account.passwordHash))
        if (!isRight) throw new Refusal(400, 'twoFactor.passwordNotRight')
      })
      await twoFactor.disable(userID)
      await signIns.forget(userID)
      return { done: true }
    },

    twoFactorState: async (_, { caller: { userID, permissions } }) => ({
      enabled: mayUseTwoFactor(permissions) && (await twoFactor.isEnrolled(userID)),
      required: permissions.can('AUTH_ALWAYS_2FA'),
      recoveryCodesLeft: await twoFactor.recoveryCodesLeft(userID),
    }),
  }
}
