import type { Background } from '../background.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { Refusal } from '../refusal.ts'
import { readAgreement } from './agreement.ts'
import { NO_USER_NAME } from './auth-handlers.ts'
import type { Companions } from './companions.ts'
import { issueToken } from './issue-token.ts'
import type { Reached } from './link-origin.ts'
import type { MagicLinks } from './magic-links.ts'
import type { PasswordResets } from './password-resets.ts'
import type { RequestLimiter } from './request-limiter.ts'
import type { EndedSignIn, Sessions } from './sessions.ts'
import type { LinkLimiter } from './sign-in-limiter.ts'
import type { Tokens } from './tokens.ts'
import { type TwoFactorServices, twoFactorHandlers } from './two-factor-handlers.ts'

export interface SignInServices extends TwoFactorServices {
  readonly tokens: Tokens
  readonly sessions: Sessions
  readonly magicLinks: MagicLinks
  readonly passwordResets: PasswordResets
  readonly companions: Companions
  /** Of links and devices that are no good. */
  readonly linkLimiter: LinkLimiter
  readonly deviceLimiter: LinkLimiter
  readonly mailLimiter: RequestLimiter
  readonly background: Background
  readonly originOf: (reached: Reached) => string
  /** The window that waits for the link goes on with the key. */
  readonly tellConfirmed: (clientKey: string, key: string) => void
  readonly tellEnded: (ended: readonly EndedSignIn[]) => void
}

const NOT_PAIRED = 'This device is not paired with anybody. Please sign in, or ask the service desk.'
/** Not 404, which people are told as a network that can't be reached (spec 1 §8). */
const LINK_REFUSED_STATUS = 403
const LINK_NO_GOOD = 'This link was used already, is too old or is not complete.'
const SAME_PASSWORD = 'Please choose a password that is not the present one.'
/** Sign-in takes no password of blanks. */
const BLANK_PASSWORD = 'A password has more than blanks.'

/** Sign-in by device and by link, forgotten passwords, and two-factor settings (spec 1 §2.1, §2.3, §4.1). */
export function signInHandlers(services: SignInServices): AreaHandlers<'signIn'> {
  const { db, sessions, signIns, magicLinks, passwordResets, companions, originOf } = services
  return {
    ...twoFactorHandlers(services),

    companionToken: ({ deviceID }, { address }) =>
      services.deviceLimiter.attempt(address, async () => {
        const userID = await companions.ownerOf(deviceID)
        if (userID === null) throw new Refusal(401, NOT_PAIRED)
        const session = await sessions.start({ userID, tokenType: 'COMPANION', deviceID })
        const token = await issueToken(services, session)
        if (token === null) throw new Refusal(401, NOT_PAIRED)
        return { token }
      }),

    userAgreement: () => readAgreement(db),

    forgotPassword: async ({ userName: typed }, context) => {
      const userName = typed.trim()
      if (userName === '') throw new Refusal(400, NO_USER_NAME)
      await services.mailLimiter.take(userName, { address: context.address })
      const origin = originOf(context)
      // Whether there is such a person is looked up once the answer is out: its time tells nothing.
      services.background.run(() => passwordResets.begin(userName, origin))
      return { done: true }
    },

    resetPassword: async ({ token, password }, { address }) => {
      if (password.trim() === '') throw new Refusal(400, BLANK_PASSWORD)
      const { userID, userName } = await services.linkLimiter.attempt(address, async () => {
        const outcome = await passwordResets.complete(token, password)
        if (outcome === 'no such link') throw new Refusal(LINK_REFUSED_STATUS, LINK_NO_GOOD)
        if (outcome === 'same password') throw new Refusal(400, SAME_PASSWORD)
        return outcome
      })
      await signIns.forget(userID)
      await services.limiter.forgive(userID, userName)
      services.tellEnded(await sessions.endAll({ userID }))
      return { done: true }
    },

    validateMagicLink: ({ token }, { address }) =>
      services.linkLimiter.attempt(address, async () => {
        const confirmed = await magicLinks.confirm(token)
        if (!confirmed) throw new Refusal(LINK_REFUSED_STATUS, LINK_NO_GOOD)
        const { clientKey, userName } = confirmed
        services.tellConfirmed(clientKey, magicLinks.keyOf(clientKey))
        return { userName }
      }),
  }
}
