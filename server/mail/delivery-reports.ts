import { randomUUID } from 'node:crypto'
import type { BackgroundService } from '../background-services/service.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { readSetting, writeSetting } from '../db/settings.ts'
import { type ImapAccess, Mailbox } from './imap.ts'
import { type DeliveryReport, isReport, readReport } from './report-parts.ts'
import type { SmtpTrust } from './smtp.ts'

const PLACE = 'mailReportsRead'
/** So many mails are looked at in one turn, and at first the newest so many. */
const AT_ONCE = 200
const REPORT_MAX_BYTES = 262_144
const ANSWER_MAX = 500

/** How far a mailbox was read; numbers of mails begin anew with another validity. */
interface Read {
  readonly mailbox: string
  readonly validity: number
  readonly next: number
}

/**
 * Notes what a report says: the mail came back, and its address isn't reached (spec 5 §6.1). Only who had the mail
 * knows its Message-ID, so that nobody else's report changes anything. Gives whether it did.
 */
export async function takeReport(db: Database, report: DeliveryReport, at: number): Promise<boolean> {
  const lost = report.addresses.find(({ action }) => action === 'failed')
  if (!lost) return false
  const answer = [lost.status, lost.words].filter(Boolean).join(' ').slice(0, ANSWER_MAX)
  return db.transaction().execute(async (trx) => {
    const mail = await trx
      .updateTable('mails')
      .set((eb) => ({
        state: 'BOUNCED',
        version: eb('version', '+', 1),
        lastAnswer: answer,
        endedAt: at,
      }))
      .where('messageID', '=', report.messageID)
      .where('state', '=', 'SENT')
      .returning(['id', 'to'])
      .executeTakeFirst()
    if (!mail) return false
    await trx
      .insertInto('mailAttempts')
      .values({
        ...{ mailID: mail.id, leaseID: randomUUID(), startedAt: at, endedAt: at },
        ...{ outcome: 'BOUNCED', answer },
      })
      .execute()
    const to = mail.to.toLowerCase()
    await trx
      .updateTable('users')
      .set({ unreachedEmail: to, unreachedAt: at })
      .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', to))
      .execute()
    return true
  })
}

/** The new mails' numbers of those that are delivery reports. Other people's mail isn't read. */
async function newReports(mailbox: Mailbox, first: number, last: number): Promise<number[]> {
  if (last < first) return []
  const answers = await mailbox.command(
    `UID FETCH ${first}:${last} (UID BODY.PEEK[HEADER.FIELDS (CONTENT-TYPE)])`,
  )
  return answers
    .filter(({ literals }) => isReport((literals[0] ?? '').replaceAll(/\s+/g, ' ')))
    .map(({ text }) => Number(/\bUID (\d+)/i.exec(text)?.[1] ?? 0))
    .filter((id) => id >= first && id <= last)
}

const numberIn = (texts: readonly string[], name: string): number =>
  Number(
    texts.map((text) => new RegExp(String.raw`\[${name} (\d+)\]`, 'i').exec(text)?.[1]).find(Boolean) ?? 0,
  )

/** Reads what came since it last did. Gives how many mails came back. @throws Error in words */
export async function readReports(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  access: ImapAccess,
  trust: SmtpTrust = {},
): Promise<number> {
  const mailbox = await Mailbox.open(access, trust)
  try {
    const said = (await mailbox.command('EXAMINE INBOX')).map(({ text }) => text)
    const [validity, following] = [numberIn(said, 'UIDVALIDITY'), numberIn(said, 'UIDNEXT')]
    const name = `${access.user}@${access.host}:${access.port}`
    const kept = JSON.parse((await readSetting(db, PLACE)) || 'null') as Read | null
    const isSame = kept?.mailbox === name && kept.validity === validity
    const first = isSame ? kept.next : Math.max(1, following - AT_ONCE)
    const last = Math.min(following - 1, first + AT_ONCE - 1)
    let came = 0
    for (const id of await newReports(mailbox, first, last)) {
      const [answer] = await mailbox.command(`UID FETCH ${id} (UID BODY.PEEK[]<0.${REPORT_MAX_BYTES}>)`)
      const report = readReport(answer?.literals[0] ?? '')
      if (report && (await takeReport(db, report, clock()))) came += 1
    }
    // Noted last: whoever is ended meanwhile reads them again, which changes nothing.
    const read: Read = { mailbox: name, validity, next: Math.max(first, last + 1) }
    if (JSON.stringify(read) !== JSON.stringify(kept)) await writeSetting(db, PLACE, JSON.stringify(read))
    return came
  } finally {
    mailbox.close()
  }
}

/** Looks for mails that came back, where a mailbox is named for their reports. */
export function mailReportsService({
  db,
  clock,
  adaptors,
}: {
  readonly db: Database
  readonly clock: Clock
  readonly adaptors: { readonly trust: SmtpTrust; reportsMailbox(): Promise<ImapAccess | null> }
}): BackgroundService {
  return {
    key: 'MAIL_REPORTS',
    name: 'Delivery reports',
    what: 'Reads which mails came back, and marks the addresses that are not reached.',
    schedule: { every: 5 },
    async run({ log }) {
      const access = await adaptors.reportsMailbox()
      if (access === null) return
      const came = await readReports({ db, clock }, access, adaptors.trust)
      if (came > 0) log(`${came} came back`)
    },
  }
}
