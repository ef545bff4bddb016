import { createHash } from 'node:crypto'
import { type BulkFields, filledIn, isHtmlBody, plainBody } from '#shared/domain/bulk-mail.ts'
import type { MailState } from '#shared/domain/mail.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { Mail, Outbox } from '../mail/outbox.ts'
import { type Actor, audit } from '../records/audit.ts'
import { readSettings } from '../settings/settings.ts'
import { fieldsOf, type KeptAudience } from './audience.ts'

const MINUTE_MS = 60_000
const ROWS_AT_ONCE = 500
const OPEN: readonly MailState[] = ['QUEUED', 'SENDING', 'DEFERRED']

export interface Letter {
  readonly subject: string
  readonly body: string
}

/** Names a letter by what it says: another one has to be tested anew. */
export const letterKey = ({ subject, body }: Letter): string =>
  createHash('sha256')
    .update(JSON.stringify([subject, body]))
    .digest('hex')

/** The letter as somebody gets it. */
export function mailFor(
  { subject, body }: Letter,
  fields: BulkFields,
): Pick<Mail, 'subject' | 'text' | 'html'> {
  const isHtml = isHtmlBody(body)
  const filled = filledIn(body, fields, isHtml)
  return {
    subject: filledIn(subject, fields),
    text: isHtml ? plainBody(filled) : filled,
    ...(isHtml && { html: filled }),
  }
}

interface NewMailing extends Letter {
  readonly createdBy: number
  readonly audience: KeptAudience
  readonly reason: string
  readonly userIDs: readonly number[]
}

interface Parts {
  readonly db: Database
  readonly clock: Clock
  readonly outbox: Pick<Outbox, 'post' | 'cancel'>
}

export const bulkSettings = (db: Database) =>
  readSettings(db, [
    'messages.bulkMailsPerMinute',
    'messages.bulkMailWaitSeconds',
    'messages.bulkMailApprovalAbove',
  ])

/**
 * Letters to many (spec 5 §5.9). All of it is rows: who gets one, and whose is in the mail queue. Whoever does
 * something with a letter writes its row first, so that of a step of sending and a stop, also on two servers, one
 * waits for the other.
 */
export class BulkMails {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Keeps it; it begins after the wait, above the limit once it is approved. Belongs into a transaction. */
  async add({ createdBy, audience, subject, body, reason, userIDs }: NewMailing): Promise<number> {
    const { db, clock } = this.#parts
    const at = clock()
    const settings = await bulkSettings(db)
    const needsApproval = userIDs.length > settings['messages.bulkMailApprovalAbove']
    const { id } = await db
      .insertInto('bulkMails')
      .values({
        ...{ createdBy, createdAt: at, subject, body, reason, count: userIDs.length },
        audience: JSON.stringify(audience),
        needsApproval: needsApproval ? 1 : 0,
        state: needsApproval ? 'WAITING_APPROVAL' : 'WAITING',
        startsAt: needsApproval ? null : at + settings['messages.bulkMailWaitSeconds'] * 1000,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (let from = 0; from < userIDs.length; from += ROWS_AT_ONCE)
      await db
        .insertInto('bulkMailPeople')
        .values(userIDs.slice(from, from + ROWS_AT_ONCE).map((userID) => ({ bulkMailID: id, userID })))
        .execute()
    return id
  }

  /** Lets it begin after the wait. Gives whether it waited for that, and is another's. */
  async approve(id: number, approvedBy: number): Promise<boolean> {
    const { db, clock } = this.#parts
    const { 'messages.bulkMailWaitSeconds': wait } = await bulkSettings(db)
    const approved = await db
      .updateTable('bulkMails')
      .set((eb) => ({
        ...{ turn: eb('turn', '+', 1), state: 'WAITING', approvedBy, isApproved: 1 },
        startsAt: clock() + wait * 1000,
      }))
      .where('id', '=', id)
      .where('state', '=', 'WAITING_APPROVAL')
      .where('createdBy', '<>', approvedBy)
      .returning('id')
      .executeTakeFirst()
    return approved !== undefined
  }

  /** Takes back what wasn't handed over. Gives whether there was something to stop. Belongs into a transaction. */
  async stop(id: number, by: Actor & { readonly userID: number }): Promise<boolean> {
    const { db, clock, outbox } = this.#parts
    const stopped = await db
      .updateTable('bulkMails')
      .set((eb) => ({
        ...{ turn: eb('turn', '+', 1), state: 'STOPPED', stoppedBy: by.userID, endedAt: clock() },
      }))
      .where('id', '=', id)
      .where('state', 'in', ['WAITING_APPROVAL', 'WAITING', 'RUNNING'])
      .returning('id')
      .executeTakeFirst()
    if (!stopped) return false
    const waiting = await db
      .selectFrom('bulkMailPeople as p')
      .innerJoin('mails', 'mails.id', 'p.mailID')
      .where('p.bulkMailID', '=', id)
      .where('mails.state', 'in', ['QUEUED', 'DEFERRED'])
      .select('mails.id')
      .execute()
    for (const mail of waiting) await outbox.cancel(mail.id)
    await this.#told(id)
    return true
  }

  /** One turn: what is due begins, the next ones go into the queue, and what is through ends. Gives how many. */
  async tend(inOneUnit: <T>(work: () => Promise<T>) => Promise<T>, signal?: AbortSignal): Promise<number> {
    const { db, clock } = this.#parts
    await db
      .updateTable('bulkMails')
      .set({ state: 'RUNNING' })
      .where('state', '=', 'WAITING')
      .where('startsAt', '<=', clock())
      .execute()
    const running = await db
      .selectFrom('bulkMails')
      .where('state', '=', 'RUNNING')
      .orderBy('id')
      .select('id')
      .execute()
    let posted = 0
    for (const { id } of running) {
      while (!signal?.aborted && (await inOneUnit(() => this.#postNext(id)))) posted++
      await inOneUnit(() => this.#endIfThrough(id))
    }
    return posted
  }

  /** Of so many a minute, how many may go now, over all letters. */
  async #mayPost(): Promise<boolean> {
    const { db, clock } = this.#parts
    const { 'messages.bulkMailsPerMinute': most } = await bulkSettings(db)
    const { n } = await db
      .selectFrom('bulkMailPeople')
      .where('postedAt', '>', clock() - MINUTE_MS)
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    return Number(n) < most
  }

  /** The letter, if it is still being sent; nobody else does anything with it until the transaction ends. */
  #hold(id: number) {
    return this.#parts.db
      .updateTable('bulkMails')
      .set((eb) => ({ turn: eb('turn', '+', 1) }))
      .where('id', '=', id)
      .where('state', '=', 'RUNNING')
      .returning(['subject', 'body'])
      .executeTakeFirst()
  }

  /** Puts the next person's mail into the queue, and notes it in the same transaction: never twice, never not. */
  async #postNext(id: number): Promise<boolean> {
    const { db, clock, outbox } = this.#parts
    const letter = await this.#hold(id)
    if (!letter || !(await this.#mayPost())) return false
    const next = await db
      .selectFrom('bulkMailPeople')
      .where('bulkMailID', '=', id)
      .where('postedAt', 'is', null)
      .orderBy('userID')
      .select('userID')
      .executeTakeFirst()
    if (!next) return false
    const { userID } = next
    const fields = await fieldsOf(db, userID)
    const mailID =
      fields.to === null || fields.to === ''
        ? null
        : await outbox.post({ ...mailFor(letter, fields), to: fields.to, kind: 'BULK', userID })
    await db
      .updateTable('bulkMailPeople')
      .set({ mailID, postedAt: clock() })
      .where('bulkMailID', '=', id)
      .where('userID', '=', userID)
      .execute()
    return true
  }

  async #endIfThrough(id: number): Promise<void> {
    const { db, clock } = this.#parts
    if (!(await this.#hold(id))) return
    const left = await db
      .selectFrom('bulkMailPeople as p')
      .leftJoin('mails', 'mails.id', 'p.mailID')
      .where('p.bulkMailID', '=', id)
      .where((eb) => eb.or([eb('p.postedAt', 'is', null), eb('mails.state', 'in', OPEN)]))
      .select('p.userID')
      .executeTakeFirst()
    if (left) return
    await db.updateTable('bulkMails').set({ state: 'DONE', endedAt: clock() }).where('id', '=', id).execute()
    await this.#told(id)
  }

  /** The letter's one audit entry: to whom, how many, what, why, and what came of it. */
  async #told(id: number): Promise<void> {
    const { db, clock } = this.#parts
    const row = await db
      .selectFrom('bulkMails as b')
      .innerJoin('users as sender', 'sender.id', 'b.createdBy')
      .leftJoin('users as approver', 'approver.id', 'b.approvedBy')
      .leftJoin('users as stopper', 'stopper.id', 'b.stoppedBy')
      .where('b.id', '=', id)
      .selectAll('b')
      .select(['sender.displayName as by', 'approver.displayName as approvedByName'])
      .select('stopper.displayName as stoppedByName')
      .executeTakeFirstOrThrow()
    const { sent, failed, cancelled } = await this.counts(id)
    const said = (field: string, after: unknown) => ({ field, before: null, after })
    await audit(db, { userID: row.createdBy, displayName: row.by }, clock(), {
      action: row.state === 'STOPPED' ? 'DANGEROUS_EMAIL_STOPPED' : 'DANGEROUS_EMAIL_SENT',
      page: 'admin.dangerous-email-sender',
      recordType: 'bulkMail',
      recordID: id,
      label: row.subject,
      reason: row.reason,
      changes: [
        said('audience', JSON.parse(row.audience)),
        said('count', row.count),
        said('body', row.body),
        said('approvedBy', row.approvedByName),
        said('stoppedBy', row.stoppedByName),
        said('result', { sent, failed, cancelled }),
      ],
    })
  }

  /** How many are handed over, given up, and taken back. */
  async counts(id: number) {
    const { db } = this.#parts
    const rows = await db
      .selectFrom('bulkMailPeople as p')
      .innerJoin('bulkMails as b', 'b.id', 'p.bulkMailID')
      .leftJoin('mails', 'mails.id', 'p.mailID')
      .where('p.bulkMailID', '=', id)
      .groupBy(['mails.state', 'b.state'])
      .select((eb) => ['mails.state', 'b.state as of', eb.fn.countAll<number>().as('n')])
      .select((eb) => eb.fn.count<number>('p.postedAt').as('posted'))
      .execute()
    const sum = (fits: (row: (typeof rows)[number]) => boolean) =>
      rows.filter(fits).reduce((total, { n }) => total + Number(n), 0)
    const unposted = rows.reduce((total, { n, posted }) => total + Number(n) - Number(posted), 0)
    const isStopped = rows[0]?.of === 'STOPPED'
    return {
      sent: sum(({ state }) => state === 'SENT' || state === 'BOUNCED'),
      failed: sum(({ state }) => state === 'FAILED' || state === 'EXPIRED'),
      cancelled: sum(({ state }) => state === 'CANCELLED') + (isStopped ? unposted : 0),
    }
  }
}
