import { randomUUID } from 'node:crypto'
import type { SmtpTestResult } from '#shared/contract/adaptors.ts'
import type { Database } from '../db/database.ts'
import { companyName } from '../setup/company-name.ts'
import { htmlLetter } from './html.ts'
import { type SmtpAccess, type SmtpTrust, trySmtp } from './smtp.ts'

/**
 * Tries settings up to a letter (spec 5 §5.3). The letter goes past the queue: it says how the settings do that
 * are being typed.
 * @param company its name, where it isn't kept yet
 */
export async function testSmtp(
  db: Database,
  access: SmtpAccess,
  { to, by, company }: { readonly to: string; readonly by: string; readonly company?: string },
  trust?: SmtpTrust,
): Promise<SmtpTestResult> {
  const name = company ?? (await companyName(db))
  const subject = `A test letter from ${name}`
  const text = [
    'Mail from Fieldwork reaches you.',
    `${by} tested the settings of the mail server with this letter. There is nothing to do.`,
  ].join('\n\n')
  const domain = access.from.split('@')[1] ?? 'fieldwork.invalid'
  const html = htmlLetter({ subject, text, companyName: name, button: null })
  const letter = { messageID: `<${randomUUID()}@${domain}>`, to, subject, text, html, companyName: name }
  const steps = await trySmtp(access, letter, trust)
  return { isOk: steps.every(({ isOk }) => isOk === true), steps }
}
