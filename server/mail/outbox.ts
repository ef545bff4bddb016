import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { afterCommit } from '../db/unit-of-work.ts'

/** A mail to one person, in plain text. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Hands a mail over for delivery. If it throws, it is tried again later. */
export type Deliver = (mail: Mail) => Promise<void> | void

/** By then the links in a mail are invalid: it isn't sent any more, and its text is deleted. */
const WORTH_SENDING_MS = 30 * 60 * 1000
/** A mail that is this young is being handed over. */
const UNDER_WAY_MS = 30 * 1000
/** How long a mail's row is kept. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000

export interface OutboxOptions {
  readonly db: Database
  readonly clock: Clock
  /** Null where somebody else reads the table and delivers. */
  readonly deliver: Deliver | null
  /** Told that a mail couldn't be handed over, never its content. */
  readonly onFailure: (mailID: number, error: unknown) => void
}

/** Outgoing mail. It is stored first, so that none is lost with the process. */
export class Outbox {
  readonly #options: OutboxOptions

  constructor(options: OutboxOptions) {
    this.#options = options
  }

  /** Stores the mail, and hands it over once that is committed. */
  async post(mail: Mail): Promise<void> {
    const { db, clock } = this.#options
    const { id } = await db
      .insertInto('outbox')
      .values({ ...mail, createdAt: clock(), sentAt: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    await afterCommit(() => this.#handOver(id, mail))
  }

  /** Tries failed mails again, and deletes old ones. */
  async tend(): Promise<void> {
    const { db, clock } = this.#options
    const now = clock()
    await db
      .updateTable('outbox')
      .set({ text: '' })
      .where('createdAt', '<=', now - WORTH_SENDING_MS)
      .where('text', '!=', '')
      .execute()
    await db
      .deleteFrom('outbox')
      .where('createdAt', '<', now - KEPT_MS)
      .execute()
    const waiting = await db
      .selectFrom('outbox')
      .select(['id', 'to', 'subject', 'text'])
      .where('sentAt', 'is', null)
      .where('text', '!=', '')
      .where('createdAt', '<=', now - UNDER_WAY_MS)
      .orderBy('id')
      .execute()
    for (const { id, ...mail } of waiting) await this.#handOver(id, mail)
  }

  async #handOver(id: number, mail: Mail): Promise<void> {
    const { db, clock, deliver, onFailure } = this.#options
    if (deliver === null) return
    try {
      await deliver(mail)
    } catch (error) {
      onFailure(id, error)
      return
    }
    await db.updateTable('outbox').set({ sentAt: clock(), text: '' }).where('id', '=', id).execute()
  }
}
