import type { Reader } from '../mail/letters.ts'
import type { Mail } from '../mail/outbox.ts'

/** Tells who issued a link what came through it. Lines are what the visitor wrote: plain text. */
export function publicAnswerLetter(reader: Reader, subject: string, lines: readonly string[]): Mail {
  const text = [
    `Hello ${reader.displayName},`,
    'This came in through a link that you sent:',
    ...lines,
    'Fieldwork',
  ]
  return { to: reader.email, subject: subject.replaceAll(/[\r\n]+/g, ' '), text: text.join('\n\n') }
}
