import { codeMeant } from '#shared/domain/sign-in.ts'
import type { Adaptors } from '../adaptors/adaptors.ts'
import { codeURI, newCodeSecret, stepOfCode } from '../auth/one-time-codes.ts'
import { hashPassword, type PasswordCost } from '../auth/passwords.ts'
import type { Sealer } from '../auth/sealer.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { testSmtp } from '../mail/test-smtp.ts'
import { Refusal } from '../refusal.ts'
import { checkAddress } from './check-address.ts'
import { makeCompany } from './finish.ts'
import type { Installation } from './installation.ts'

const ACTOR = { userID: null, displayName: 'Set-up page' }

/** Set-up by the page, while nobody lives here (spec 5 §2). */
export function setupHandlers({
  db,
  clock,
  installation,
  passwordCost,
  addressSet,
  adaptors,
  sealer,
}: {
  readonly db: Database
  readonly clock: Clock
  readonly installation: Installation
  readonly passwordCost: PasswordCost
  /** Told once the company's address stands. */
  readonly addressSet: () => Promise<void>
  readonly adaptors: Adaptors
  readonly sealer: Sealer
}): AreaHandlers<'setup'> {
  const hash = (password: string) => hashPassword(password, passwordCost)
  return {
    setupState: async (_input, { forwardedBy }) => {
      if (await installation.isClaimed()) throw new Refusal(409, 'setup.done')
      return {
        state: 'UNCLAIMED',
        installationID: await installation.id(),
        forwardedBy,
      }
    },
    checkSetupCode: ({ code }) => installation.withCode(code, async () => ({ done: true })),
    checkSetupAddress: ({ code, ...origin }) =>
      installation.withCode(code, async () => ({
        result: await checkAddress(origin, await installation.id()),
      })),
    checkSetupMail: ({ code, settings, password = null, to, companyName }) =>
      installation.withCode(code, () =>
        testSmtp(
          db,
          { ...settings, password },
          { to, by: ACTOR.displayName, company: companyName },
          adaptors.trust,
        ),
      ),
    beginSetupTwoFactor: ({ code, userName }) =>
      installation.withCode(code, async () => {
        const secret = newCodeSecret()
        return { uri: codeURI(secret, userName), secret }
      }),
    confirmSetupTwoFactor: ({ code, secret, oneTimeCode }) =>
      installation.withCode(code, async () => {
        const step = stepOfCode(secret, codeMeant(oneTimeCode), clock())
        if (step === null) throw new Refusal(400, 'signIn.codeNotRight')
        return { step }
      }),
    finishSetup: ({ code, ...entries }) =>
      installation.withCode(code, async () => {
        const by = { code, actor: ACTOR, reason: '' }
        const made = await makeCompany({ db, clock, hashPassword: hash, adaptors, sealer }, entries, by)
        await addressSet()
        return made
      }),
  }
}
