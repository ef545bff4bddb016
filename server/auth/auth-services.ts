import type { PermissionTable } from '#shared/domain/permission-numbers.ts'
import { ApiKeys } from '../api-keys/api-keys.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { Outbox } from '../mail/outbox.ts'
import { OAuthClients } from '../oauth/clients.ts'
import { Grants } from '../oauth/grants.ts'
import { FailedSignIns } from '../support/failed-sign-ins.ts'
import { AttemptCounts, type AttemptLimit } from './attempt-counts.ts'
import { Authenticator } from './authenticator.ts'
import { Companions } from './companions.ts'
import { KnownPlaces } from './known-places.ts'
import { MagicLinks } from './magic-links.ts'
import { MobileCodes } from './mobile-codes.ts'
import { PasswordResets } from './password-resets.ts'
import { hashPassword, type PasswordCost } from './passwords.ts'
import { RequestLimiter, type RequestLimits } from './request-limiter.ts'
import type { Sealer } from './sealer.ts'
import { Sessions } from './sessions.ts'
import { LinkLimiter, SIGN_IN_LIMITS, SignInLimiter, type SignInLimits } from './sign-in-limiter.ts'
import { SignIns } from './sign-ins.ts'
import { Tokens } from './tokens.ts'
import { TwoFactor } from './two-factor.ts'

export interface AuthOptions {
  readonly db: Database
  readonly clock: Clock
  readonly sealer: Sealer
  readonly outbox: Outbox
  readonly passwordCost: PasswordCost
  readonly limits?: SignInLimits | undefined
  readonly mailLimits?: RequestLimits | undefined
  readonly permissionNumbers?: PermissionTable | undefined
  readonly onReuse: (signInID: string) => void
}

/** High, since all desktop clients of an office ask at their start whether they are paired. */
const DEVICE_LIMIT: AttemptLimit = { failures: 1000, windowSeconds: 15 * 60 }

/** Auth, with the rows that it works on. */
export async function createAuth(options: AuthOptions) {
  const { db, clock, sealer, outbox, passwordCost, limits } = options
  const tokens = await Tokens.open(db, clock, options.permissionNumbers)
  const sessions = new Sessions(db, clock)
  const signIns = new SignIns(db, clock)
  const counts = new AttemptCounts(db, clock)
  const places = new KnownPlaces(db, clock)
  const failed = new FailedSignIns(db, clock)
  const mailLimits = options.mailLimits
  return {
    tokens,
    sessions,
    signIns,
    counts,
    places,
    failed,
    limiter: new SignInLimiter({ db, counts, places, failed, limits }),
    linkLimiter: new LinkLimiter(counts, 'links', (limits ?? SIGN_IN_LIMITS).perAddress),
    deviceLimiter: new LinkLimiter(counts, 'devices', DEVICE_LIMIT),
    // Counted apart from sign-in links, so that forgotten passwords don't block sign-ins by mail.
    mailLimiter: new RequestLimiter({ counts, places, kind: 'password letters', limits: mailLimits }),
    apiKeys: new ApiKeys(db, clock),
    authenticator: new Authenticator({ db, clock, tokens, sessions, onReuse: options.onReuse }),
    twoFactor: new TwoFactor({ db, clock, sealer }),
    companions: new Companions(db, clock, sessions),
    grants: new Grants(db, clock),
    mobileCodes: new MobileCodes(db, clock),
    oauthClients: new OAuthClients(db, clock),
    magicLinks: new MagicLinks({
      db,
      clock,
      signIns,
      sealer,
      outbox,
      mailLimiter: new RequestLimiter({ counts, places, kind: 'magic links', limits: mailLimits }),
    }),
    passwordResets: new PasswordResets({
      db,
      clock,
      outbox,
      sessions,
      signIns,
      hashPassword: (password) => hashPassword(password, passwordCost),
    }),
  }
}
