import type { Background } from '../background.ts'
import type { Clock } from '../clock.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { Refusal } from '../refusal.ts'
import { readAgreement } from './agreement.ts'
import type { Companions } from './companions.ts'
import { requireAllowedDevice } from './excluded-devices.ts'
import { issueToken } from './issue-token.ts'
import type { Reached } from './link-origin.ts'
import type { MagicLinks } from './magic-links.ts'
import type { MobileCodes } from './mobile-codes.ts'
import { pairDevice } from './pairing.ts'
import type { PasswordResets } from './password-resets.ts'
import { findPerson } from './people.ts'
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
  readonly clock: Clock
  readonly companions: Companions
  readonly mobileCodes: MobileCodes
  /** Counts bad links and unknown devices. */
  readonly linkLimiter: LinkLimiter
  readonly deviceLimiter: LinkLimiter
  readonly mailLimiter: RequestLimiter
  readonly background: Background
  readonly originOf: (reached: Reached) => string
  /** Tells the window that waits for the link its key. */
  readonly tellConfirmed: (clientKey: string, key: string) => void
  readonly tellEnded: (ended: readonly EndedSignIn[]) => void
}

/** Not 404, which people see as a network that can't be reached (spec 1 §8). */
const LINK_REFUSED_STATUS = 403

/** Sign-in by device and by link, forgotten passwords, and two-factor settings (spec 1 §2.1, §2.3, §4.1). */
export function signInHandlers(services: SignInServices): AreaHandlers<'signIn'> {
  const { db, magicLinks, passwordResets, companions, originOf } = services
  return {
    ...twoFactorHandlers(services),

    companionToken: async ({ deviceID }, { address }) => {
      await requireAllowedDevice(db, deviceID)
      return services.deviceLimiter.attempt(address, async () => {
        const session = await companions.enter(deviceID)
        const token = session && (await issueToken(services, session))
        if (token === null) throw new Refusal(401, 'signIn.notPaired')
        return { token }
      })
    },

    mobileRegistrationCode: async (_input, context) => {
      const link = new URL('fieldwork://pair')
      link.searchParams.set('server', originOf(context))
      link.searchParams.set('code', await services.mobileCodes.begin(context.caller.userID))
      return link.href
    },

    registerMobileDevice: ({ code, deviceID }, { address }) =>
      services.deviceLimiter.attempt(address, async () => {
        const userID = await services.mobileCodes.take(code)
        if (userID === null || !(await findPerson(db, userID)))
          throw new Refusal(400, 'signIn.mobileCodeNoGood')
        await pairDevice(services, { userID, deviceID, by: userID })
        return { done: true }
      }),

    userAgreement: () => readAgreement(db),

    forgotPassword: async ({ userName: typed }, context) => {
      const userName = typed.trim()
      if (userName === '') throw new Refusal(400, 'signIn.noUserName')
      await services.mailLimiter.take(userName, { address: context.address })
      const origin = originOf(context)
      // Looked up after the answer is out, so that the time of the answer doesn't reveal whether there is
      // such a person.
      const asked = await passwordResets.ask(userName, origin)
      services.background.run(() => passwordResets.answer(asked))
      return { done: true }
    },

    resetPassword: async ({ token, password }, { address }) => {
      if (password.trim() === '') throw new Refusal(400, 'signIn.blankPassword')
      const { userID, userName, ended } = await services.linkLimiter.attempt(address, async () => {
        const outcome = await passwordResets.complete(token, password)
        if (outcome === 'no such link') throw new Refusal(LINK_REFUSED_STATUS, 'signIn.linkNoGood')
        if (outcome === 'same password') throw new Refusal(400, 'signIn.samePassword')
        return outcome
      })
      await services.limiter.forgive(userID, userName)
      services.tellEnded(ended)
      return { done: true }
    },

    validateMagicLink: ({ token }, { address }) =>
      services.linkLimiter.attempt(address, async () => {
        const confirmed = await magicLinks.confirm(token)
        if (!confirmed) throw new Refusal(LINK_REFUSED_STATUS, 'signIn.linkNoGood')
        const { clientKey, userName } = confirmed
        services.tellConfirmed(clientKey, magicLinks.keyOf(clientKey))
        return { userName }
      }),
  }
}
