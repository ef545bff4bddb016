import { randomUUID } from 'node:crypto'
import { type MailKind, type MailState, nextTry } from '#shared/domain/mail.ts'
import type { Sealer } from '../auth/sealer.ts'
import type { Background } from '../background.ts'
import type { ServiceRun } from '../background-services/service.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { MailTable } from '../db/schema/operating.ts'
import { readSetting, writeSetting } from '../db/settings.ts'
import { afterCommit } from '../db/unit-of-work.ts'
import { pictureOf } from '../legal/company-pictures.ts'
import { companyName } from '../setup/company-name.ts'
import { htmlLetter, LOGO_CID } from './html.ts'
import { SENDING_MAX_MS } from './smtp.ts'
import { MailError, type MailRoute, type OpenRoute } from './transport.ts'

/** A mail to one person. */
export interface Mail {
  readonly to: string
  readonly subject: string
  /** Paragraphs, with an empty line between two of them. */
  readonly text: string
  /** The same with tags, already checked; without it the text is laid out. */
  readonly html?: string
  readonly kind?: MailKind
  /** Whom of the company it is to. */
  readonly userID?: number
  /** What its reader is asked to open; one paragraph of the text is this address. */
  readonly link?: {
    readonly href: string
    readonly label: string /** In ms since 1970. */
    readonly endsAt: number
  }
  /** Whether the company's name stands below the text. */
  readonly isSigned?: boolean
}

/** Whoever is sending a mail has it for so long; longer than sending can take. */
const LEASE_MS = SENDING_MAX_MS + 60_000
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** How long a mail's row is kept (spec 5 §6.8). */
const KEPT_MS = 90 * DAY_MS
const HOLD = 'mailHold'
const LOST = 'The server ended while it was sending. It may have been sent.'
const WAITING: readonly MailState[] = ['QUEUED', 'DEFERRED']

export interface OutboxOptions {
  readonly db: Database
  readonly clock: Clock
  readonly sealer: Pick<Sealer, 'seal' | 'unseal'>
  readonly background: Pick<Background, 'run'>
  readonly openRoute: OpenRoute
  /** Whether the mail queue is paused. */
  readonly isPaused?: () => Promise<boolean>
  /** Told that a mail couldn't be handed over, never its content. */
  readonly onFailure: (mailID: number, error: unknown) => void
}

type Content = Pick<Mail, 'text' | 'html' | 'link' | 'isSigned'>
type Claimed = Pick<MailTable, 'messageID' | 'to' | 'subject' | 'content' | 'tries'> & {
  readonly id: number
  readonly leaseID: string
  readonly firstTriedAt: number
}

/** Why something can't be done to a mail. */
export type MailRefusal = 'gone' | 'notWaiting' | 'textGone' | 'linkOver'

export const mailPlace = (messageID: string) => `mail/${messageID}`

/**
 * Outgoing mail (spec 5 §6.1): a durable queue. A mail is a row with its text sealed before anybody tries to send
 * it, whoever sends it holds a lease, and it keeps its Message-ID. So none is lost with the process, two servers
 * never send the same one at once, and one whose server died between handing over and noting it comes twice with
 * the same Message-ID.
 */
export class Outbox {
  readonly #options: OutboxOptions
  #draining: Promise<void> | null = null
  #isWanted = false

  constructor(options: OutboxOptions) {
    this.#options = options
  }

  /** Stores the mail, and hands it over once that is committed. Gives its id. */
  async post(mail: Mail): Promise<number> {
    const { db, clock, sealer } = this.#options
    const { to, subject, text, kind = 'OTHER', userID = null, link, isSigned, html } = mail
    const messageID = `<${randomUUID()}@${await this.#domain()}>`
    const content: Content = {
      text,
      ...(html !== undefined && { html }),
      ...(link && { link }),
      ...(isSigned && { isSigned }),
    }
    const now = clock()
    const { id } = await db
      .insertInto('mails')
      .values({
        version: 1,
        messageID,
        kind,
        to,
        from: '',
        subject: subject.replaceAll(/[\r\n]+/g, ' '),
        userID,
        state: 'QUEUED',
        content: sealer.seal(JSON.stringify(content), mailPlace(messageID)),
        createdAt: now,
        expiresAt: link?.endsAt ?? null,
        nextAt: now,
        tries: 0,
        lastAnswer: '',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await afterCommit(() => this.#wake(id))
    return id
  }

  /** One turn of the mail queue: what is over ends, what its server left is taken up, what is due is sent. */
  async tend(run?: Pick<ServiceRun, 'signal' | 'log'>): Promise<void> {
    const { db, clock } = this.#options
    await db
      .deleteFrom('mails')
      .where('createdAt', '<', clock() - KEPT_MS)
      .where('state', 'not in', ['QUEUED', 'DEFERRED', 'SENDING'])
      .execute()
    await this.#expire()
    const lost = await this.#takeUpLost()
    if (lost > 0) run?.log(`${lost} taken up that a server left`)
    const sent = await this.#drain(run?.signal)
    if (sent > 0) run?.log(sent === 1 ? '1 sent' : `${sent} sent`)
  }

  /** Whether there is a way out for mail. */
  async isSetUp(): Promise<boolean> {
    const route = await this.#options.openRoute()
    route?.close()
    return route !== null
  }

  /** Who holds all mail back; null where it goes. */
  async heldBy(): Promise<{ readonly by: string; readonly at: number } | null> {
    const held = await readSetting(this.#options.db, HOLD)
    return held ? (JSON.parse(held) as { by: string; at: number }) : null
  }

  /** Nothing is sent until it is released. What is being handed over goes on. */
  async hold(by: string): Promise<void> {
    await writeSetting(this.#options.db, HOLD, JSON.stringify({ by, at: this.#options.clock() }))
  }

  async release(): Promise<void> {
    await writeSetting(this.#options.db, HOLD, '')
    await afterCommit(() => this.wake())
  }

  /** Sends what is due, in the background. */
  wake(): void {
    this.#options.background.run(() => this.#drainOnce())
  }

  /** Puts one that failed, or is to be tried later, into the queue at once. Gives why it can't, else null. */
  async resend(id: number): Promise<MailRefusal | null> {
    const { db, clock } = this.#options
    const now = clock()
    const mail = await db
      .selectFrom('mails')
      .select(['state', 'content', 'expiresAt'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!mail) return 'gone'
    if (mail.expiresAt !== null && mail.expiresAt <= now) return 'linkOver'
    if (mail.content === null) return 'textGone'
    const back = await db
      .updateTable('mails')
      .set((eb) => ({
        state: 'QUEUED',
        version: eb('version', '+', 1),
        nextAt: now,
        tries: 0,
        firstTriedAt: null,
        endedAt: null,
      }))
      .where('id', '=', id)
      .where('state', 'in', ['FAILED', 'DEFERRED'])
      .returning('id')
      .executeTakeFirst()
    if (!back) return 'notWaiting'
    await afterCommit(() => this.#wake(id))
    return null
  }

  /** Takes one that waits out of the queue; its text goes. Gives why it can't, else null. */
  async cancel(id: number): Promise<MailRefusal | null> {
    const { db, clock } = this.#options
    const gone = await db
      .updateTable('mails')
      .set((eb) => ({
        state: 'CANCELLED',
        version: eb('version', '+', 1),
        content: null,
        endedAt: clock(),
      }))
      .where('id', '=', id)
      .where('state', 'in', WAITING)
      .returning('id')
      .executeTakeFirst()
    if (gone) return null
    const mail = await db.selectFrom('mails').select('id').where('id', '=', id).executeTakeFirst()
    return mail ? 'notWaiting' : 'gone'
  }

  /** The domain of Message-IDs: where people reach the installation. */
  async #domain(): Promise<string> {
    const row = await this.#options.db.selectFrom('tenant').select('publicOrigin').executeTakeFirst()
    return row ? new URL(row.publicOrigin).hostname : 'fieldwork.invalid'
  }

  /** Hands a mail over that was just posted. */
  async #wake(id: number): Promise<void> {
    if (await this.#isHeld()) return
    const route = await this.#options.openRoute()
    if (route === null) return
    if (!route.isAtOnce) {
      route.close()
      return this.wake()
    }
    const claimed = await this.#claim(id, Number.POSITIVE_INFINITY)
    if (claimed && claimed !== 'notNow') await this.#handOver(route, claimed)
  }

  /** One drain of this process at a time; who asks meanwhile gets another turn. */
  async #drainOnce(): Promise<void> {
    this.#isWanted = true
    while (this.#draining) await this.#draining
    if (!this.#isWanted) return
    this.#isWanted = false
    this.#draining = this.#drain()
      .then(() => {})
      .finally(() => {
        this.#draining = null
      })
    await this.#draining
  }

  async #isHeld(): Promise<boolean> {
    return (await this.heldBy()) !== null || ((await this.#options.isPaused?.()) ?? false)
  }

  /** Sends what is due, one by one, as far as the limit a minute goes. Gives how many were sent. */
  async #drain(signal?: AbortSignal): Promise<number> {
    if (await this.#isHeld()) return 0
    const route = await this.#options.openRoute()
    if (route === null) return 0
    let sent = 0
    try {
      while (!signal?.aborted) {
        const claimed = await this.#claimNext(route.perMinute)
        if (!claimed) break
        const fault = await this.#handOver(route, claimed)
        if (fault?.isWayBlocked) break
        if (fault === null) sent++
        if (await this.#isHeld()) break
      }
    } finally {
      route.close()
    }
    return sent
  }

  /** Tries of the last minute, of all servers. */
  async #triedLately(db: Database): Promise<number> {
    const { clock } = this.#options
    const { tries } = await db
      .selectFrom('mailAttempts')
      .where('startedAt', '>', clock() - MINUTE_MS)
      .select((eb) => eb.fn.countAll<number>().as('tries'))
      .executeTakeFirstOrThrow()
    return Number(tries)
  }

  /** @param perMinute tries of a minute, of all servers together */
  async #claimNext(perMinute: number): Promise<Claimed | null> {
    const { db, clock } = this.#options
    for (;;) {
      const next = await db
        .selectFrom('mails')
        .select('id')
        .where('state', 'in', WAITING)
        .where('nextAt', '<=', clock())
        .where((eb) => eb.or([eb('expiresAt', 'is', null), eb('expiresAt', '>', clock())]))
        .orderBy('nextAt')
        .orderBy('id')
        .limit(1)
        .executeTakeFirst()
      if (!next) return null
      const claimed = await this.#claim(next.id, perMinute)
      if (claimed === 'notNow') return null
      if (claimed) return claimed
    }
  }

  /** Takes the mail for sending; null where somebody else has it, or it isn't to be sent. One statement decides. */
  async #claim(id: number, perMinute: number): Promise<Claimed | 'notNow' | null> {
    const { db, clock } = this.#options
    const now = clock()
    const leaseID = randomUUID()
    return db.transaction().execute(async (trx) => {
      // Counted in the turn of the claim: two servers at once don't take the last place both.
      if ((await this.#triedLately(trx)) >= perMinute) return 'notNow'
      const mail = await trx
        .updateTable('mails')
        .set((eb) => ({
          state: 'SENDING',
          version: eb('version', '+', 1),
          leaseID,
          leaseUntil: now + LEASE_MS,
          tries: eb('tries', '+', 1),
          firstTriedAt: eb.fn.coalesce('firstTriedAt', eb.val(now)),
        }))
        .where('id', '=', id)
        .where('state', 'in', WAITING)
        .where('nextAt', '<=', now)
        .where((eb) => eb.or([eb('expiresAt', 'is', null), eb('expiresAt', '>', now)]))
        .returning(['id', 'messageID', 'to', 'subject', 'content', 'tries', 'firstTriedAt'])
        .executeTakeFirst()
      if (!mail) return null
      await trx
        .insertInto('mailAttempts')
        .values({ mailID: id, leaseID, startedAt: now, endedAt: null, outcome: null, answer: '' })
        .execute()
      return { ...mail, leaseID, firstTriedAt: mail.firstTriedAt ?? now }
    })
  }

  /** Sends what was claimed and notes what came of it. Gives the fault; null where it was handed over. */
  async #handOver(route: MailRoute, mail: Claimed): Promise<MailError | null> {
    try {
      await this.#note(mail, route, { answer: await route.send(await this.#outgoing(mail)), fault: null })
      return null
    } catch (error) {
      const fault =
        error instanceof MailError
          ? error
          : new MailError(error instanceof Error ? error.message : String(error), 'later')
      this.#options.onFailure(mail.id, error)
      await this.#note(mail, route, { answer: fault.message, fault })
      return fault
    }
  }

  async #outgoing({ messageID, to, subject, content }: Claimed) {
    const { db, sealer } = this.#options
    if (content === null) throw new MailError('Its text is gone.', 'refused')
    const isSealed = !content.startsWith('{')
    const { text, html, link, isSigned } = JSON.parse(
      isSealed ? sealer.unseal(content, mailPlace(messageID)) : content,
    ) as Content
    const name = await companyName(db)
    const tenant = await db.selectFrom('tenant').select('mailFooter').executeTakeFirst()
    const footer = tenant?.mailFooter ?? ''
    // Mail programs don't draw SVG.
    const logo = await pictureOf(db, 'LOGO')
    const picture = logo?.contentType === 'image/png' ? { cid: LOGO_CID, ...logo } : null
    const signed = isSigned ? `${text}\n\n${name}` : text
    return {
      messageID,
      to,
      subject,
      companyName: name,
      picture,
      // As mail programs know a signature.
      text: footer === '' ? signed : `${signed}\n\n-- \n${footer}`,
      html: htmlLetter({
        subject,
        text,
        ...(html !== undefined && { html }),
        companyName: name,
        hasLogo: picture !== null,
        footer,
        button: link ?? null,
      }),
    }
  }

  /** Only whoever still has the lease may say what came of it. */
  async #note(
    { id, leaseID, tries, firstTriedAt }: Claimed,
    { from }: MailRoute,
    { answer, fault }: { readonly answer: string; readonly fault: MailError | null },
  ): Promise<void> {
    const { db, clock } = this.#options
    const now = clock()
    const next = fault === null || fault.isRefused ? null : nextTry(tries, firstTriedAt, now)
    const state: MailState = fault === null ? 'SENT' : next === null ? 'FAILED' : 'DEFERRED'
    await db.transaction().execute(async (trx) => {
      const kept = await trx
        .updateTable('mails')
        .set((eb) => ({
          state,
          version: eb('version', '+', 1),
          from,
          leaseID: null,
          leaseUntil: null,
          lastAnswer: answer,
          ...(next !== null && { nextAt: next }),
          ...(state === 'SENT' && { content: null }),
          endedAt: next === null ? now : null,
        }))
        .where('id', '=', id)
        .where('leaseID', '=', leaseID)
        .returning('id')
        .executeTakeFirst()
      if (!kept) return
      const outcome = state === 'SENT' ? 'SENT' : state === 'FAILED' ? 'FAILED' : 'DEFERRED'
      await trx
        .updateTable('mailAttempts')
        .set({ endedAt: now, outcome, answer })
        .where('leaseID', '=', leaseID)
        .execute()
    })
  }

  /** A mail whose link is over is of no use to anybody; its text goes, also where sending failed. */
  async #expire(): Promise<void> {
    const { db, clock } = this.#options
    const now = clock()
    await db
      .updateTable('mails')
      .set((eb) => ({ state: 'EXPIRED', version: eb('version', '+', 1), content: null, endedAt: now }))
      .where('state', 'in', WAITING)
      .where('expiresAt', '<=', now)
      .execute()
    await db
      .updateTable('mails')
      .set({ content: null })
      .where('state', '=', 'FAILED')
      .where('expiresAt', '<=', now)
      .where('content', 'is not', null)
      .execute()
  }

  /** Mails whose server died while it sent them wait again. Gives how many. */
  async #takeUpLost(): Promise<number> {
    const { db, clock } = this.#options
    const now = clock()
    return db.transaction().execute(async (trx) => {
      const lost = await trx
        .updateTable('mails')
        .set((eb) => ({
          state: 'QUEUED',
          version: eb('version', '+', 1),
          leaseID: null,
          leaseUntil: null,
          nextAt: now,
          lastAnswer: LOST,
        }))
        .where('state', '=', 'SENDING')
        .where('leaseUntil', '<=', now)
        .returning('id')
        .execute()
      for (const { id } of lost)
        await trx
          .updateTable('mailAttempts')
          .set({ endedAt: now, outcome: 'LOST', answer: LOST })
          .where('mailID', '=', id)
          .where('outcome', 'is', null)
          .execute()
      return lost.length
    })
  }
}
