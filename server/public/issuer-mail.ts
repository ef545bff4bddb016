import type { Database } from '../db/database.ts'
import { publicAnswerLetter } from '../mail/letters.ts'
import type { Outbox } from '../mail/outbox.ts'

/** Mails lines to whoever issued a link, if they still have an account with an address. */
export type TellIssuer = (userID: number | null, subject: string, lines: readonly string[]) => Promise<void>

export function issuerMail(db: Database, outbox: Pick<Outbox, 'post'>): TellIssuer {
  return async (userID, subject, lines) => {
    if (userID === null) return
    const reader = await db
      .selectFrom('users')
      .select(['displayName', 'email'])
      .where('id', '=', userID)
      .where('isActive', '=', 1)
      .executeTakeFirst()
    if (!reader || reader.email === null) return
    const { displayName, email } = reader
    await outbox.post(publicAnswerLetter({ displayName, email, userID }, subject, lines))
  }
}
