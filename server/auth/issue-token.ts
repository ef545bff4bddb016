import { type TokenClaims, tokenType } from '#shared/contract/token.ts'
import { numbersIn, type PermissionTable } from '#shared/domain/permission-numbers.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { findPerson, type Person } from './people.ts'
import { isLast, type Session } from './sessions.ts'
import type { Tokens } from './tokens.ts'
import { hasToEnrol } from './two-factor.ts'

interface Marks {
  readonly isLast: boolean
  readonly mustEnrol: boolean
}

function claimsOf(person: Person, session: Session, table: PermissionTable, marks: Marks): TokenClaims {
  return {
    userId: person.userID,
    interviewerNameId: person.displayName,
    name: person.displayName,
    userName: person.userName,
    manager: person.manager,
    role: person.role,
    allowedPermissions: numbersIn(person.permissions, table).join(','),
    userType: person.userType,
    tokenType: tokenType.parse(session.tokenType),
    exp: session.expiresAt / 1000,
    ...(marks.isLast && { isLast: true }),
    ...(marks.mustEnrol && { mustEnrol: true }),
  }
}

/** A token for the session with the person's present permissions; null where the account was closed. */
export async function issueToken(
  { db, clock, tokens }: { readonly db: Database; readonly clock: Clock; readonly tokens: Tokens },
  session: Session,
): Promise<string | null> {
  const person = await findPerson(db, session.userID, clock())
  if (!person) return null
  const claims = claimsOf(person, session, tokens.permissionNumbers, {
    isLast: await isLast(db, session),
    mustEnrol: await hasToEnrol(db, session, person.permissions),
  })
  return tokens.signSession({ sessionID: session.id, claims })
}
