import type { NextStage } from '#shared/contract/auth.ts'
import type { TokenClaims } from '#shared/contract/token.ts'
import type { Database } from '../db/database.ts'
import { type AreaHandlers, Refusal } from '../http/handlers.ts'
import { type PasswordCost, unmatchableHash, verifyPassword } from './passwords.ts'
import { findPerson, type Person } from './people.ts'
import type { Session, Sessions } from './sessions.ts'
import type { SignInLimiter } from './sign-in-limiter.ts'
import type { SignIns } from './sign-ins.ts'
import type { Tokens } from './tokens.ts'

export interface AuthServices {
  readonly db: Database
  readonly tokens: Tokens
  readonly sessions: Sessions
  readonly signIns: SignIns
  readonly limiter: SignInLimiter
  /** Closes the hub connections of a sign-in that ended. */
  readonly dropConnections: (signInID: string) => void
  /** What the passwords in the database cost, so that an unknown user name costs the same. */
  readonly passwordCost?: PasswordCost
}

/** One wording for an unknown name, a wrong password and a closed account: none is told from another. */
const NOT_RIGHT = 'The user name or password is not right.'
const SIGN_IN_ENDED = 'This sign-in has ended. Please start again.'
/** The words of spec 1 §5 for blank values. */
const BLANK = "User Name & Password can't be empty"
const NO_USER_NAME = 'Please include a valid username'

const NEXT_AFTER_USER_NAME: NextStage = 'PASSWORD'
/** No second factor is kept by this server, so a right password is enough. */
const NEXT_AFTER_PASSWORD: NextStage = 'LOGIN'

function claimsOf(person: Person, session: Session): TokenClaims {
  return {
    userId: person.userID,
    interviewerNameId: person.displayName,
    name: person.displayName,
    userName: person.userName,
    manager: person.manager,
    role: person.role,
    allowedPermissions: person.permissions.numbers.join(','),
    userType: person.userType,
    tokenType:
      session.tokenType === 'MOBILE_APP' || session.tokenType === 'COMPANION' ? session.tokenType : 'OTHER',
    exp: session.expiresAt / 1000,
  }
}

/** Sign-in, token renewal and sign-out (spec 1 §4.1, §4.2, §7). */
export function authHandlers(services: AuthServices): AreaHandlers<'auth'> {
  const { db, tokens, sessions, signIns, limiter, dropConnections, passwordCost } = services
  const nobodysHash = unmatchableHash(passwordCost)

  async function accountOf(userName: string): Promise<{ id: number; passwordHash: string } | null> {
    const row = await db
      .selectFrom('users')
      .select(['id', 'passwordHash'])
      .where('userName', '=', userName)
      .where('isActive', '=', 1)
      .executeTakeFirst()
    return row ?? null
  }

  /** The user's id, or a refusal after the same work and with the same words. */
  async function checkPassword(userName: string, password: string): Promise<number> {
    const account = await accountOf(userName)
    const isRight = await verifyPassword(password, account?.passwordHash ?? nobodysHash)
    if (!account || !isRight) throw new Refusal(401, NOT_RIGHT)
    return account.id
  }

  async function tokenFor(session: Session): Promise<string> {
    const person = await findPerson(db, session.userID)
    // The account was closed between two steps.
    if (!person) throw new Refusal(401, NOT_RIGHT)
    return tokens.signSession({ sessionID: session.id, claims: claimsOf(person, session) })
  }

  return {
    confirmUsername: async ({ userName: typed }) => {
      const userName = typed.trim()
      if (userName === '') throw new Refusal(400, NO_USER_NAME)
      const userID = (await accountOf(userName))?.id ?? null
      const clientKey = await signIns.begin({ userName, userID, stage: NEXT_AFTER_USER_NAME })
      return { nextStage: NEXT_AFTER_USER_NAME, clientKey }
    },

    confirmPassword: async ({ userName: typed, password }, { address }) => {
      const userName = typed.trim()
      if (userName === '' || password.trim() === '') throw new Refusal(400, BLANK)
      const userID = await limiter.attempt(userName, address, () => checkPassword(userName, password))
      const clientKey = await signIns.begin({ userName, userID, stage: NEXT_AFTER_PASSWORD })
      return { nextStage: NEXT_AFTER_PASSWORD, clientKey }
    },

    login: async ({ userName: typed, password, clientKey, deviceID }, { address }) => {
      const userName = typed.trim()
      if (userName === '' || password.trim() === '') throw new Refusal(400, BLANK)
      const userID = await limiter.attempt(userName, address, async () => {
        const id = await checkPassword(userName, password)
        const isInTime = await signIns.consume(clientKey, { userName, userID: id, stage: 'LOGIN' })
        if (!isInTime) throw new Refusal(401, SIGN_IN_ENDED)
        return id
      })
      const session = await sessions.start({ userID, tokenType: 'OTHER', deviceID: deviceID ?? null })
      return { token: await tokenFor(session) }
    },

    requestHubToken: (_, { caller }) => tokens.signHub(caller.sessionID),

    renewToken: async (_, { caller }) => {
      const session = await sessions.renew(caller.sessionID)
      // Another renewal or a sign-out came first: the session has ended, which an empty body says.
      if (!session) throw new Refusal(401)
      return tokenFor(session)
    },

    logout: async (_, { caller }) => {
      const signInID = await sessions.revoke(caller.sessionID)
      if (signInID !== null) dropConnections(signInID)
      return { done: true }
    },

    privacyPolicyName: () => 'Privacy policy',
    privacyNoticeName: () => 'Privacy Notice',
  }
}
