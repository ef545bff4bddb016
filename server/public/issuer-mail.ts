import type { Database } from '../db/database.ts'
import type { Reader } from '../mail/letters.ts'
import type { Mail, Outbox } from '../mail/outbox.ts'

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
    await outbox.post(publicAnswerLetter({ displayName, email }, subject, lines))
  }
}

/** A mail about what came by a link. The lines are the visitor's, so the mail is plain text. */
function publicAnswerLetter(reader: Reader, subject: string, lines: readonly string[]): Mail {
  const text = [
    `Hello ${reader.displayName},`,
    'This came in through a link that you sent:',
    ...lines,
    'Fieldwork',
  ]
  return { to: reader.email, subject: subject.replaceAll(/[\r\n]+/g, ' '), text: text.join('\n\n') }
}
