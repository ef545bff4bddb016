import type { Database } from '../db/database.ts'
import type { Caller } from '../http/handlers.ts'
import { Refusal } from '../refusal.ts'
import { isAmong } from './audience.ts'

type Reader = Pick<Caller, 'userID' | 'permissions'>

/** The questions that are published for somebody, by category and place (spec 5 §5.13). */
export async function publishedFor(db: Database, { userID, permissions }: Reader) {
  const rows = await db
    .selectFrom('faqArticles as a')
    .leftJoin('faqReadings as r', (join) =>
      join.onRef('r.articleID', '=', 'a.id').on('r.userID', '=', userID),
    )
    .where('a.state', '=', 'PUBLISHED')
    .select(['a.id', 'a.question', 'a.answer', 'a.category', 'a.audience', 'a.updatedAt', 'r.helpful'])
    .orderBy('a.category')
    .orderBy('a.place')
    .orderBy('a.id')
    .execute()
  return rows.filter(({ audience }) => isAmong(permissions, audience))
}

/** @throws Refusal 404 where no such question is published for them */
export async function requirePublished(db: Database, { permissions }: Reader, id: number): Promise<void> {
  const row = await db
    .selectFrom('faqArticles')
    .where('id', '=', id)
    .where('state', '=', 'PUBLISHED')
    .select('audience')
    .executeTakeFirst()
  if (!row || !isAmong(permissions, row.audience)) throw new Refusal(404, 'record.gone', { one: 'question' })
}
