import { randomUUID } from 'node:crypto'
import type { SmtpTestResult } from '#shared/contract/adaptors.ts'
import { IMAP_PORT } from '#shared/domain/mail.ts'
import type { Database } from '../db/database.ts'
import { companyName } from '../setup/company-name.ts'
import { htmlLetter } from './html.ts'
import { Mailbox } from './imap.ts'
import { NOT_TRIED, type SmtpAccess, type SmtpStepResult, type SmtpTrust, trySmtp } from './smtp.ts'

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
  if (access.reportsHost)
    steps.push(
      await reportsStep(
        access,
        steps.every(({ isOk }) => isOk),
        trust,
      ),
    )
  return { isOk: steps.every(({ isOk }) => isOk === true), steps }
}

/** Whether the mailbox of delivery reports can be read; not tried where a step before failed. */
async function reportsStep(
  { reportsHost: host = '', reportsPort: port = IMAP_PORT, ...access }: SmtpAccess,
  isTried: boolean,
  trust?: SmtpTrust,
): Promise<SmtpStepResult> {
  const step = 'REPORTS'
  if (!isTried) return { step, isOk: null, words: NOT_TRIED }
  try {
    const mailbox = await Mailbox.open({ ...access, host, port }, trust)
    try {
      await mailbox.command('EXAMINE INBOX')
    } finally {
      mailbox.close()
    }
    return { step, isOk: true, words: `The mailbox of ${access.user} at ${host} can be read.` }
  } catch (error) {
    return { step, isOk: false, words: error instanceof Error ? error.message : String(error) }
  }
}
