import type { RefusalCode } from '#shared/texts/refusal.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { readPrivacyDocument } from '../public/privacy-documents.ts'
import { audit } from '../records/audit.ts'
import { Refusal, SessionOver } from '../refusal.ts'
import { isSsoOnly } from '../roles/grantors.ts'
import { companyName } from '../setup/company-name.ts'
import { requirePassword } from '../setup/require-password.ts'
import type { SingleSignOn } from '../sso/single-sign-on.ts'
import {
  type Account,
  findAccount,
  holdPassword,
  replacePassword,
  requireUnlocked,
  stageAfterPassword,
  stageAfterUserName,
} from './accounts.ts'
import { requireAllowedDevice } from './excluded-devices.ts'
import { issueToken } from './issue-token.ts'
import type { KnownPlaces } from './known-places.ts'
import type { Reached } from './link-origin.ts'
import type { MagicLinks } from './magic-links.ts'
import { hashPassword, type PasswordCost, unmatchableHash, verifyPassword } from './passwords.ts'
import type { EndedSignIn, Session, SessionHolder, Sessions } from './sessions.ts'
import type { SignInLimiter, SignInStep } from './sign-in-limiter.ts'
import type { SignIns } from './sign-ins.ts'
import type { Tokens } from './tokens.ts'
import { type CodeVerdict, isEnrolled, type TwoFactor } from './two-factor.ts'

export interface AuthServices {
  readonly db: Database
  readonly clock: Clock
  readonly tokens: Tokens
  readonly sessions: Sessions
  readonly signIns: SignIns
  readonly limiter: SignInLimiter
  readonly places: KnownPlaces
  readonly twoFactor: TwoFactor
  readonly magicLinks: MagicLinks
  readonly sso: Pick<SingleSignOn, 'isTwoFactorDone' | 'noteSession'>
  /** The origin of links in mails. */
  readonly originOf: (reached: Reached) => string
  /** Closes the hub connections of a sign-in that ended. */
  readonly dropConnections: (signInID: string) => void
  /** Tells lists of people that somebody signed in. */
  readonly personChanged: (userID: number) => void
  /** The same for sign-ins that somebody else ended. */
  readonly tellEnded: (ended: readonly EndedSignIn[]) => void
  /** The cost of the passwords in the database. Checking an unknown user name costs as much. */
  readonly passwordCost?: PasswordCost
}

const CODE_REFUSALS = {
  wrong: 'signIn.codeNotRight',
  used: 'signIn.codeUsed',
} as const satisfies Record<Exclude<CodeVerdict, 'right'>, RefusalCode>

interface LoginStep {
  readonly clientKey: string
  readonly userName: string
  readonly userID: number
  readonly magicKey: string
}

/** Sign-in, token renewal and sign-out (spec 1 §4.1, §4.2, §7). */
export function authHandlers(services: AuthServices): AreaHandlers<'auth'> {
  const { db, tokens, sessions, signIns, limiter, places, twoFactor, magicLinks, originOf } = services
  const nobodysHash = unmatchableHash(services.passwordCost)

  /**
   * The account, or a refusal that costs as much time and says the same for an unknown name, a wrong password
   * and a closed account.
   */
  async function checkPassword(userName: string, password: string): Promise<Account> {
    const account = await findAccount(db, userName, services.clock())
    const isRight = await verifyPassword(password, account?.passwordHash ?? nobodysHash)
    if (!account || !isRight || account.isSingleSignOnOnly) throw new Refusal(401, 'signIn.notRight')
    if (await isSsoOnly(db, account.id)) throw new Refusal(403, 'sso.only')
    const { temporaryUntil } = account
    if (temporaryUntil !== null && temporaryUntil <= services.clock())
      throw new Refusal(401, 'signIn.temporaryOver')
    return account
  }

  /**
   * The hash of what replaces a temporary password; null where it is no temporary one. It comes before anything is
   * used up, so that a password that isn't taken costs no code and no link.
   *
   * @throws Refusal 403 where there is no new one, 400 where it isn't taken
   */
  async function ownPassword(account: Account, password: string, own: string): Promise<string | null> {
    if (!account.mustChangePassword) return null
    if (own === '') throw new Refusal(403, 'signIn.changePassword')
    if (own === password) throw new Refusal(400, 'signIn.samePassword')
    const { userName, email } = account
    await requirePassword(db, own, { userName, email: email ?? '', companyName: await companyName(db) })
    return hashPassword(own, services.passwordCost)
  }

  async function tokenFor(session: Session): Promise<string> {
    const token = await issueToken(services, session)
    // The account was closed between two steps.
    if (token === null) throw new Refusal(401, 'signIn.notRight')
    return token
  }

  async function checkCode({ clientKey, userID, magicKey }: LoginStep): Promise<void> {
    if (!(await signIns.countCode(clientKey))) throw new Refusal(401, 'signIn.ended')
    const verdict = await twoFactor.spend(userID, magicKey)
    if (verdict !== 'right') throw new Refusal(401, CODE_REFUSALS[verdict])
  }

  /** Checks what the sign-in needs besides the password, then uses it up. */
  async function finish(step: LoginStep): Promise<void> {
    const { clientKey, userName, userID, magicKey } = step
    const signIn = await signIns.find(clientKey)
    if (signIn?.userID !== userID || signIn.userName !== userName) throw new Refusal(401, 'signIn.ended')
    const { stage, isConfirmed } = signIn
    if (stage !== 'LOGIN' && stage !== '2FA' && stage !== 'CONFIRM_MAGIC_LINK') {
      throw new Refusal(401, 'signIn.ended')
    }
    if (stage === '2FA') await checkCode(step)
    if (stage === 'CONFIRM_MAGIC_LINK' && !(isConfirmed && magicLinks.isKeyOf(clientKey, magicKey))) {
      throw new Refusal(401, 'signIn.linkNotConfirmed')
    }
    const isInTime = await signIns.consume(clientKey, { userName, userID, stage })
    if (!isInTime) throw new Refusal(401, 'signIn.ended')
  }

  /**
   * Starts a session. Without AUTH_CAN_USE_MULTI_TOKEN the person's other sessions end (spec 1 §6). @param
   * passwordHash the hash that the password was checked against; null where a link replaced it
   * @param own the hash that replaces it, where it was a temporary one
   * @param ssoFlow the sign-in at a provider that it comes from; null for none
   */
  async function startSession(
    userName: string,
    holder: SessionHolder,
    passwordHash: string | null,
    own: string | null,
    ssoFlow: string | null,
  ): Promise<Session> {
    const account = await findAccount(db, userName, services.clock())
    const mayBeTwice = account?.permissions.can('AUTH_CAN_USE_MULTI_TOKEN')
    const { session, ended } = await db.transaction().execute(async (transaction) => {
      // Whoever locks the account, or excludes the device, ends the sessions that are there; none begins after that.
      await requireUnlocked(transaction, holder.userID)
      await requireAllowedDevice(transaction, holder.deviceID)
      // Setting a password ends the existing sessions. A session for the old password must not be started
      // after that.
      if (
        passwordHash !== null &&
        own === null &&
        !(await holdPassword(transaction, holder.userID, passwordHash))
      )
        throw new Refusal(401, 'signIn.notRight')
      if (passwordHash !== null && own !== null) {
        if (!(await replacePassword(transaction, holder.userID, passwordHash, own)))
          throw new Refusal(401, 'signIn.notRight')
        await audit(
          transaction,
          { userID: holder.userID, displayName: account?.displayName ?? userName },
          services.clock(),
          {
            action: 'PASSWORD_CHANGED',
            page: '',
            recordType: 'person',
            recordID: holder.userID,
            label: account?.displayName ?? userName,
          },
        )
      }
      const begun = { ...holder, mustEnrol: await lacksFactor(transaction, account, ssoFlow) }
      const started = mayBeTwice
        ? { session: await sessions.start(begun, transaction), ended: [] }
        : await sessions.startOnly(begun, transaction)
      if (ssoFlow !== null) await services.sso.noteSession(transaction, ssoFlow, started.session.signInID)
      return started
    })
    services.tellEnded(ended)
    return session
  }

  /** Whether this sign-in has to set up a second factor before anything else (spec 5 §3.6). */
  async function lacksFactor(
    transaction: Database,
    account: Account | null,
    ssoFlow: string | null,
  ): Promise<boolean> {
    if (!account?.permissions.can('AUTH_ALWAYS_2FA') || (await isEnrolled(transaction, account.id)))
      return false
    return ssoFlow === null || !(await services.sso.isTwoFactorDone(transaction, ssoFlow))
  }

  return {
    confirmUsername: async ({ userName: typed }, context) => {
      const userName = typed.trim()
      if (userName === '') throw new Refusal(400, 'signIn.noUserName')
      const account = await findAccount(db, userName, services.clock())
      // A mailed link would go past the provider as a password would.
      const isAtProvider = account !== null && (await isSsoOnly(db, account.id))
      const stage = isAtProvider ? 'PASSWORD' : stageAfterUserName(account)
      const clientKey =
        account && stage === 'CONFIRM_MAGIC_LINK'
          ? await magicLinks.begin({
              account,
              isPasswordless: true,
              origin: originOf(context),
              place: { address: context.address },
            })
          : await signIns.begin({ userName, userID: account?.id ?? null, stage })
      return { nextStage: stage, clientKey }
    },

    confirmPassword: async ({ userName: typed, password, deviceID }, context) => {
      const userName = typed.trim()
      const place = { address: context.address, deviceID }
      if (userName === '' || password.trim() === '') throw new Refusal(400, 'signIn.blank')
      await requireAllowedDevice(db, deviceID)
      const account = await limiter.attempt({ userName, step: 'password', ...place }, () =>
        checkPassword(userName, password),
      )
      if (account.isLocked) throw new Refusal(403, 'signIn.locked')
      const nextStage = stageAfterPassword(account)
      const clientKey =
        nextStage === 'CONFIRM_MAGIC_LINK'
          ? await magicLinks.begin({ account, isPasswordless: false, origin: originOf(context), place })
          : await signIns.begin({ userName, userID: account.id, stage: nextStage })
      return { nextStage, clientKey, ...(account.mustChangePassword && { mustChangePassword: true }) }
    },

    login: async (asked, { address }) => {
      const { userName: typed, password, clientKey, magicKey = '', deviceID, newPassword = '' } = asked
      const userName = typed.trim()
      const place = { address, deviceID }
      await requireAllowedDevice(db, deviceID)
      const signIn = await signIns.find(clientKey)
      const isOwn = signIn !== null && signIn.userName === userName
      const isPasswordless = isOwn && signIn.isPasswordless
      if (userName === '' || (!isPasswordless && password.trim() === '')) {
        // A link's key, but no sign-in waits for it: it came too late, or twice.
        const isOver = userName !== '' && signIn === null && magicKey !== ''
        throw isOver ? new Refusal(401, 'signIn.ended') : new Refusal(400, 'signIn.blank')
      }
      // A mailed link proves the person, and was counted when it was asked for.
      const isByLink = isOwn && signIn.isConfirmed && magicLinks.isKeyOf(clientKey, magicKey)
      const counted = <T>(step: SignInStep, run: () => Promise<T>) =>
        isByLink ? run() : limiter.attempt({ userName, step, ...place }, run)
      const account = isPasswordless
        ? null
        : await counted('password', () => checkPassword(userName, password))
      const { id: userID, passwordHash } = account ?? { id: signIn?.userID ?? 0, passwordHash: null }
      const own = account && (await ownPassword(account, password, newPassword))
      await counted('second step', () => finish({ clientKey, userName, userID, magicKey }))
      const token = await tokenFor(
        await startSession(
          userName,
          { userID, tokenType: 'OTHER', deviceID: deviceID ?? null },
          passwordHash,
          own,
          isOwn ? signIn.ssoFlow : null,
        ),
      )
      await places.remember(userID, userName, place)
      services.personChanged(userID)
      return { token }
    },

    requestHubToken: (_, { caller }) => tokens.signHub(caller.sessionID),

    renewToken: async (_, { caller }) => {
      const session = await sessions.renew(caller.sessionID)
      if (session) return tokenFor(session)
      // Either a sign-out came first and the session has ended, which an empty body says, or another renewal
      // did, and it goes on.
      const isRenewed = (await sessions.findLive(caller.sessionID)) !== null
      // With this answer a client keeps its session, since another window has the new token.
      throw isRenewed ? new Refusal(401, 'signIn.renewedAlready') : new SessionOver()
    },

    logout: async (_, { caller }) => {
      const signInID = await sessions.revoke(caller.sessionID)
      if (signInID !== null) services.dropConnections(signInID)
      services.personChanged(caller.userID)
      return { done: true }
    },

    privacyPolicyName: async () => (await readPrivacyDocument(db, 'pp')).title,
    privacyNoticeName: async () => (await readPrivacyDocument(db, 'pn')).title,
  }
}
