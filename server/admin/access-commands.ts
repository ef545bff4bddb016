import { AttemptCounts } from '../auth/attempt-counts.ts'
import { KnownPlaces } from '../auth/known-places.ts'
import { hashPassword } from '../auth/passwords.ts'
import { Sessions } from '../auth/sessions.ts'
import { SignInLimiter } from '../auth/sign-in-limiter.ts'
import { SignIns } from '../auth/sign-ins.ts'
import type { Database } from '../db/database.ts'
import { tellOfAccount } from '../mail/account-notices.ts'
import type { AccountNotice } from '../mail/letters.ts'
import { endAccessOf } from '../oauth/grants.ts'
import { newTemporaryPassword, TEMPORARY_MS } from '../people/first-access.ts'
import { audit } from '../records/audit.ts'
import { FailedSignIns } from '../support/failed-sign-ins.ts'
import { AdminFault } from './admin-fault.ts'
import { byAccount, postFrom } from './in-database.ts'
import type { AdminSurroundings, Outcome } from './run-admin.ts'

/** @throws AdminFault where nobody of that name works here */
async function find(db: Database, userName: string) {
  const person = await db
    .selectFrom('users')
    .where('userName', '=', userName)
    .select(['id', 'userName', 'displayName', 'email', 'unreachedEmail', 'status', 'signInMethod'])
    .executeTakeFirst()
  if (!person) throw new AdminFault(`Nobody has the user name ${userName}.`)
  if (person.status === 'LEAVER')
    throw new AdminFault(`${userName} has left. create-admin or Reinstate users lets somebody in again.`)
  return person
}
type Person = Awaited<ReturnType<typeof find>>

const note = (
  trx: Database,
  around: AdminSurroundings,
  { id, displayName }: Person,
  action: string,
): Promise<void> => {
  const { actor, reason } = byAccount(around)
  const entry = { action, page: '', recordType: 'person', recordID: id, label: displayName, reason }
  return audit(trx, actor, around.clock(), entry)
}

/** Tells somebody what was done to their account (spec 5 §3.6); the running server sends the mail. */
async function tell(
  db: Database,
  around: AdminSurroundings,
  person: Person,
  notice: AccountNotice,
): Promise<void> {
  await tellOfAccount({ db, clock: around.clock, outbox: await postFrom(db, around) }, person, notice)
}

/** Ends all that somebody is signed in with. A running server closes their windows within a second (server/auth/follow-endings.ts). */
async function endSessions(trx: Database, userID: number, around: AdminSurroundings): Promise<void> {
  await new SignIns(trx, around.clock).forget(userID, trx)
  await endAccessOf(trx, userID, around.clock())
  await new Sessions(trx, around.clock).endAll({ userID }, trx)
}

/** Sets a temporary password, which is told once (spec 5 §2.3). */
export async function resetPassword(
  db: Database,
  userName: string,
  around: AdminSurroundings,
): Promise<Outcome> {
  const person = await find(db, userName)
  if (person.signInMethod === 'SINGLE_SIGN_ON')
    throw new AdminFault(`${userName} signs in by single sign-on alone and has no password here.`)
  const temporaryPassword = newTemporaryPassword()
  const passwordHash = await hashPassword(temporaryPassword, around.passwordCost)
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('users')
      .set({ passwordHash, mustChangePassword: 1, temporaryUntil: around.clock() + TEMPORARY_MS })
      .where('id', '=', person.id)
      .execute()
    // Whoever had the old password may have asked for a link, or paired a device.
    for (const table of ['passwordResets', 'invitations', 'devices'] as const)
      await trx.deleteFrom(table).where('userID', '=', person.id).execute()
    await endSessions(trx, person.id, around)
    await note(trx, around, person, 'PASSWORD_RESET')
  })
  await tell(db, around, person, 'TEMPORARY_PASSWORD')
  return {
    sentence: `The temporary password of ${userName} is ${temporaryPassword}. It is good for 24 hours and has to be changed at the next sign-in. It is not shown again.`,
    facts: { userName, temporaryPassword },
  }
}

/** Forgets an authenticator app and its recovery codes (spec 5 §3.6). */
export async function resetTwoFactor(
  db: Database,
  userName: string,
  around: AdminSurroundings,
): Promise<Outcome> {
  const person = await find(db, userName)
  const wasSetUp = await db.transaction().execute(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('twoFactor')
      .where('userID', '=', person.id)
      .executeTakeFirst()
    await trx.deleteFrom('recoveryCodes').where('userID', '=', person.id).execute()
    await note(trx, around, person, 'TWO_FACTOR_RESET')
    return numDeletedRows > 0n
  })
  if (wasSetUp) await tell(db, around, person, 'TWO_FACTOR_RESET')
  const sentence = wasSetUp
    ? `${userName} signs in without a code now, and can set up an authenticator app again.`
    : `${userName} had no authenticator app.`
  return { sentence, facts: { userName, wasSetUp } }
}

/** Forgets failed sign-ins, and lets a locked account in again (spec 5 §3.6). */
export async function unlock(db: Database, userName: string, around: AdminSurroundings): Promise<Outcome> {
  const person = await find(db, userName)
  await db.transaction().execute(async (trx) => {
    const counts = new AttemptCounts(trx, around.clock)
    const places = new KnownPlaces(trx, around.clock)
    await new SignInLimiter({
      db: trx,
      counts,
      places,
      failed: new FailedSignIns(trx, around.clock),
    }).forgive(person.id, userName)
    await trx
      .updateTable('users')
      .set({ lockedAt: null, lockedBy: null, lockReason: '' })
      .where('id', '=', person.id)
      .execute()
    await note(trx, around, person, 'ACCOUNT_UNLOCKED')
  })
  await tell(db, around, person, 'UNLOCKED')
  return { sentence: `${userName} can sign in again.`, facts: { userName } }
}
