import { endKeysOf } from '../api-keys/api-keys.ts'
import type { EndedSignIn, Sessions } from '../auth/sessions.ts'
import type { SignIns } from '../auth/sign-ins.ts'
import type { Database } from '../db/database.ts'
import { endAccessOf } from '../oauth/grants.ts'

export interface AccessParts {
  readonly sessions: Sessions
  readonly signIns: SignIns
}

/** What somebody gets in with, beside their password; each has the person's id. A new kind is one line. */
const WAYS_IN = [
  'devices',
  'pushTokens',
  'mobileCodes',
  'passwordResets',
  'invitations',
  'twoFactor',
  'recoveryCodes',
  'knownPlaces',
  'toolCredentials',
  'credentialImportQueue',
  'credentialImportRows',
  'remoteDesktops',
  'calendarFeeds',
  // No way in, but nobody who left is told of tickets.
  'ticketTeamMembers',
] as const

/**
 * Ends all of a leaver's ways in, and what they sign in to tools with, in the transaction in which they leave
 * (spec 5 §3.4). None of it comes back with them.
 * @returns the sign-ins whose windows have to close
 */
export async function endAccess(
  trx: Database,
  { sessions, signIns }: AccessParts,
  userID: number,
  at: number,
): Promise<EndedSignIn[]> {
  for (const table of WAYS_IN) await trx.deleteFrom(table).where('userID', '=', userID).execute()
  await endAccessOf(trx, userID, at)
  await endKeysOf(trx, userID, at)
  await signIns.forget(userID, trx)
  return sessions.endAll({ userID }, trx)
}
