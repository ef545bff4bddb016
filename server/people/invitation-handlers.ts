import { readAgreement } from '../auth/agreement.ts'
import { hashLinkToken } from '../auth/link-tokens.ts'
import { hashPassword, type PasswordCost } from '../auth/passwords.ts'
import type { EndedSignIn, Sessions } from '../auth/sessions.ts'
import type { LinkLimiter, SignInLimiter } from '../auth/sign-in-limiter.ts'
import type { SignIns } from '../auth/sign-ins.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { inOneUnit } from '../db/unit-of-work.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { audit } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'
import { companyName } from '../setup/company-name.ts'
import { requirePassword } from '../setup/require-password.ts'

interface InvitationPageServices {
  readonly db: Database
  readonly clock: Clock
  readonly passwordCost: PasswordCost
  readonly sessions: Sessions
  readonly signIns: SignIns
  readonly limiter: SignInLimiter
  readonly linkLimiter: LinkLimiter
  readonly tellEnded: (ended: readonly EndedSignIn[]) => void
  readonly personChanged: (userID: number) => void
}

/** Not 404, which people see as a network that can't be reached (spec 1 §8). */
const LINK_REFUSED_STATUS = 403

/** The page that an invitation opens (spec 5 §3.2): a first password, and the agreement. */
export function invitationHandlers(services: InvitationPageServices): AreaHandlers<'invitation'> {
  const { db, clock, sessions, signIns } = services

  /** Whom it is for. @throws Refusal 403 where it is unknown, used or too old, or they aren't active */
  async function invited(token: string) {
    const person = await db
      .selectFrom('invitations')
      .innerJoin('users', 'users.id', 'invitations.userID')
      .where('tokenHash', '=', hashLinkToken(token))
      .where('expiresAt', '>', clock())
      .where('isActive', '=', 1)
      .select(['users.id', 'userName', 'displayName', 'email'])
      .executeTakeFirst()
    if (!person) throw new Refusal(LINK_REFUSED_STATUS, 'signIn.linkNoGood')
    return person
  }

  return {
    openInvitation: ({ token }, { address }) =>
      services.linkLimiter.attempt(address, async () => {
        const { displayName, userName } = await invited(token)
        return {
          displayName,
          userName,
          companyName: await companyName(db),
          agreement: await readAgreement(db),
        }
      }),

    acceptInvitation: async ({ token, password, agreement }, { address }) => {
      const person = await services.linkLimiter.attempt(address, () => invited(token))
      const { id: userID, userName, email } = person
      if ((await readAgreement(db)).lastUpdated !== agreement)
        throw new Refusal(409, 'invitation.agreementChanged')
      await requirePassword(db, password, {
        userName,
        email: email ?? '',
        companyName: await companyName(db),
      })
      const passwordHash = await hashPassword(password, services.passwordCost)
      const ended = await inOneUnit(async () => {
        const at = clock()
        // Of two who use it at once, one does.
        const used = await db
          .deleteFrom('invitations')
          .where('tokenHash', '=', hashLinkToken(token))
          .returning('userID')
          .executeTakeFirst()
        if (!used) throw new Refusal(LINK_REFUSED_STATUS, 'signIn.linkNoGood')
        await db
          .updateTable('users')
          .set({ passwordHash, mustChangePassword: 0, temporaryUntil: null })
          .where('id', '=', userID)
          .execute()
        await db.deleteFrom('passwordResets').where('userID', '=', userID).execute()
        await db
          .insertInto('agreementAcceptances')
          .values({ userID, lastUpdated: agreement, acceptedAt: at })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
        await audit(db, { userID, displayName: person.displayName }, at, {
          action: 'INVITATION_ACCEPTED',
          page: '',
          recordType: 'person',
          recordID: userID,
          label: person.displayName,
          changes: [{ field: 'agreement', before: null, after: agreement }],
        })
        await signIns.forget(userID)
        return sessions.endAll({ userID })
      })
      await services.limiter.forgive(userID, userName)
      services.tellEnded(ended)
      services.personChanged(userID)
      return { done: true }
    },
  }
}
