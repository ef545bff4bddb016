import { type TokenClaims, tokenType } from '#shared/contract/token.ts'
import type { Database } from '../db/database.ts'
import { findPerson, type Person } from './people.ts'
import type { Session } from './sessions.ts'
import type { Tokens } from './tokens.ts'

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
    tokenType: tokenType.parse(session.tokenType),
    exp: session.expiresAt / 1000,
  }
}

/** A token for the session with the person's permissions as they are now; null where the account was closed. */
export async function issueToken(
  { db, tokens }: { readonly db: Database; readonly tokens: Tokens },
  session: Session,
): Promise<string | null> {
  const person = await findPerson(db, session.userID)
  return person && tokens.signSession({ sessionID: session.id, claims: claimsOf(person, session) })
}
