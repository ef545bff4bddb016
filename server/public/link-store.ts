import type * as z from 'zod/mini'
import { LINK_DAYS, type LinkPurpose } from '#shared/contract/public-links.ts'
import { hashLinkToken, newLinkToken } from '../auth/link-tokens.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { Refusal } from '../refusal.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Each kind of bad link has its own status, so that screens can tell them apart. */
const UNKNOWN_LINK = new Refusal(403, 'link.unknown')
const USED_LINK = new Refusal(409, 'link.used')
const EXPIRED_LINK = new Refusal(410, 'link.expired')

/** A link, for a visitor's call. */
export interface OpenLink<Subject> {
  readonly id: number
  readonly createdBy: number | null
  readonly subject: Subject
}

export interface NewLink {
  readonly purpose: LinkPurpose
  readonly subject: unknown
  readonly createdBy: number | null
  readonly days?: number | undefined
}

/** Something that a visitor sent. */
export interface PublicAnswer {
  readonly kind: string
  readonly answer: unknown
  /** The request's Idempotency-Key. */
  readonly key: string | null
}

/** Links for people without an account: purpose, subject and answers. */
export class PublicLinks {
  readonly #db: Database
  readonly #clock: Clock

  constructor(db: Database, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  /** Answers the token; only its hash is stored. */
  async issue({ purpose, subject, createdBy, days = LINK_DAYS }: NewLink) {
    const token = newLinkToken()
    const createdAt = this.#clock()
    const expiresAt = createdAt + days * DAY_MS
    const { id } = await this.#db
      .insertInto('publicLinks')
      .values({
        purpose,
        tokenHash: hashLinkToken(token),
        subject: JSON.stringify(subject),
        createdBy,
        createdAt,
        expiresAt,
        usedAt: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, token, expiresAt }
  }

  /**
   * The link with that token. @throws Refusal 403 where there is none for this purpose, 409 where it was
   * used, 410 where it has expired.
   */
  async find<S extends z.ZodMiniType>(
    purpose: LinkPurpose,
    schema: S,
    token: string,
  ): Promise<OpenLink<z.output<S>>> {
    const row = await this.#row(purpose, token)
    if (row.usedAt !== null) throw USED_LINK
    if (row.expiresAt <= this.#clock()) throw EXPIRED_LINK
    return { id: row.id, createdBy: row.createdBy, subject: schema.parse(JSON.parse(row.subject)) }
  }

  /** A link's subject, also of a used or expired one; null where there is none. */
  async peek<S extends z.ZodMiniType>(
    purpose: LinkPurpose,
    schema: S,
    token: string,
  ): Promise<z.output<S> | null> {
    const row = await this.#db
      .selectFrom('publicLinks')
      .select('subject')
      .where('tokenHash', '=', hashLinkToken(token))
      .where('purpose', '=', purpose)
      .executeTakeFirst()
    return row ? schema.parse(JSON.parse(row.subject)) : null
  }

  /** Stores an answer and answers its id; null where the same request had stored it before. */
  async add(linkID: number, answer: PublicAnswer, db: Database = this.#db): Promise<number | null> {
    const { kind, key } = answer
    const row = await db
      .insertInto('publicAnswers')
      .values({ linkID, kind, key, answer: JSON.stringify(answer.answer), at: this.#clock() })
      .onConflict((conflict) => conflict.columns(['linkID', 'key']).doNothing())
      .returning('id')
      .executeTakeFirst()
    return row?.id ?? null
  }

  /**
   * Uses up a link that works once and stores the answer, both or neither. A repeated request isn't a second
   * use. Gives the link's id. @throws Refusal as `find` does.
   */
  async use(purpose: LinkPurpose, token: string, answer: PublicAnswer): Promise<number> {
    return this.#db.transaction().execute(async (transaction) => {
      const { id } = await this.#row(purpose, token, transaction)
      const { numUpdatedRows } = await transaction
        .updateTable('publicLinks')
        .set({ usedAt: this.#clock() })
        .where('id', '=', id)
        .where('usedAt', 'is', null)
        .where('expiresAt', '>', this.#clock())
        .executeTakeFirst()
      if (numUpdatedRows > 0n) await this.add(id, answer, transaction)
      else await this.#refuseUnlessRepeated(transaction, id, answer.key)
      return id
    })
  }

  async answers(linkID: number) {
    const rows = await this.#db
      .selectFrom('publicAnswers')
      .select(['kind', 'answer', 'at'])
      .where('linkID', '=', linkID)
      .orderBy('id')
      .execute()
    return rows.map(({ kind, answer, at }) => ({ kind, answer: JSON.parse(answer) as unknown, at }))
  }

  async #refuseUnlessRepeated(db: Database, id: number, key: string | null): Promise<void> {
    const link = await db
      .selectFrom('publicLinks')
      .leftJoin('publicAnswers', (join) =>
        join.onRef('publicAnswers.linkID', '=', 'publicLinks.id').on('publicAnswers.key', '=', key),
      )
      .select(['usedAt', 'publicAnswers.id as answerID'])
      .where('publicLinks.id', '=', id)
      .executeTakeFirst()
    if (key !== null && link?.answerID != null) return
    throw link?.usedAt == null ? EXPIRED_LINK : USED_LINK
  }

  async #row(purpose: LinkPurpose, token: string, db: Database = this.#db) {
    const row = await db
      .selectFrom('publicLinks')
      .select(['id', 'subject', 'createdBy', 'expiresAt', 'usedAt'])
      .where('tokenHash', '=', hashLinkToken(token))
      .where('purpose', '=', purpose)
      .executeTakeFirst()
    if (!row) throw UNKNOWN_LINK
    return row
  }
}
