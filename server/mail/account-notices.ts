import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { notify } from '../notifications/notifications.ts'
import { ACCOUNT_NOTICES, type AccountNotice, accountNoticeLetter } from './letters.ts'
import type { Outbox } from './outbox.ts'
import { isUnreached } from './unreached.ts'

interface Told {
  readonly id: number
  readonly displayName: string
  readonly email: string | null
  /** The address from which a mail came back, in lower case; null where none did. */
  readonly unreachedEmail: string | null
}

/**
 * Tells somebody what was done to their account (spec 5 §3.6): by mail, and whom mail doesn't reach by a notification,
 * which they read when they next sign in.
 */
export async function tellOfAccount(
  {
    db,
    clock,
    outbox,
  }: { readonly db: Database; readonly clock: Clock; readonly outbox: Pick<Outbox, 'post'> },
  { id, displayName, email, unreachedEmail }: Told,
  notice: AccountNotice,
): Promise<void> {
  if (email !== null) await outbox.post(accountNoticeLetter({ email, displayName, userID: id }, notice))
  if (email === null || isUnreached(email, unreachedEmail))
    await notify(db, clock, {
      ...{ userID: id, type: 'NEW_UPDATE', cssClass: 'warning' },
      subject: ACCOUNT_NOTICES[notice].subject,
    })
}
