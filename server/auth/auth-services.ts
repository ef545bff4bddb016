import type { PermissionTable } from '#shared/domain/permission-numbers.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { Outbox } from '../mail/outbox.ts'
import { Authenticator } from './authenticator.ts'
import { Companions } from './companions.ts'
import { MagicLinks } from './magic-links.ts'
import { PasswordResets } from './password-resets.ts'
import { hashPassword, type PasswordCost } from './passwords.ts'
import { MAIL_LIMITS, RequestLimiter, type RequestLimits } from './request-limiter.ts'
import { Sessions } from './sessions.ts'
import { SIGN_IN_LIMITS, SignInLimiter, type SignInLimits } from './sign-in-limiter.ts'
import { SignIns } from './sign-ins.ts'
import { Tokens } from './tokens.ts'
import { TwoFactor } from './two-factor.ts'
import type { Vault } from './vault.ts'

export interface AuthOptions {
  readonly db: Database
  readonly clock: Clock
  readonly vault: Vault
  readonly outbox: Outbox
  readonly passwordCost: PasswordCost
  readonly limits?: SignInLimits | undefined
  readonly mailLimits?: RequestLimits | undefined
  readonly permissionNumbers?: PermissionTable | undefined
}

/** A whole office of desktop clients asks at start whether its devices are paired. */
const DEVICE_LIMITS: SignInLimits = {
  perUserName: { failures: 60, windowSeconds: 15 * 60 },
  perAddress: { failures: 1000, windowSeconds: 15 * 60 },
}

/** Auth, with the rows that it works on. */
export async function createAuth(options: AuthOptions) {
  const { db, clock, vault, outbox, passwordCost, limits = SIGN_IN_LIMITS } = options
  const tokens = await Tokens.open(db, clock, options.permissionNumbers)
  const sessions = new Sessions(db, clock)
  const signIns = new SignIns(db, clock)
  const mailLimits = options.mailLimits ?? MAIL_LIMITS
  return {
    tokens,
    sessions,
    signIns,
    limiter: new SignInLimiter(limits),
    linkLimiter: new SignInLimiter(limits),
    deviceLimiter: new SignInLimiter(DEVICE_LIMITS),
    // What is mailed to people who forgot doesn't keep out who signs in by mail.
    mailLimiter: new RequestLimiter(mailLimits),
    authenticator: new Authenticator({ db, tokens, sessions }),
    twoFactor: new TwoFactor({ db, clock, vault }),
    companions: new Companions(db, clock),
    magicLinks: new MagicLinks({
      db,
      signIns,
      vault,
      outbox,
      mailLimiter: new RequestLimiter(mailLimits),
    }),
    passwordResets: new PasswordResets({
      db,
      clock,
      outbox,
      hashPassword: (password) => hashPassword(password, passwordCost),
    }),
  }
}
