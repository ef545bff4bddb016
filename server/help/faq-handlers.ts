import { FAQ_MISSES_DAYS, faqTerm, hasFaqWords } from '#shared/domain/faq.ts'
import { londonField } from '#shared/domain/london-time.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { isAmong } from './audience.ts'
import { publishedFor, requirePublished } from './published.ts'

const DAY_MS = 86_400_000

/** The FAQ of a person: what is published for them, and what they make of it (spec 5 §5.13). */
export function faqHandlers({
  db,
  clock,
}: {
  readonly db: Database
  readonly clock: Clock
}): AreaHandlers<'faq'> {
  return {
    publishedFaq: async (_input, { caller }) =>
      (await publishedFor(db, caller)).map(({ audience: _audience, updatedAt, helpful, ...article }) => ({
        ...article,
        updatedAt: new Date(updatedAt).toISOString(),
        helpful: helpful === null ? null : helpful === 1,
      })),

    viewFaq: async ({ id }, { caller }) => {
      await requirePublished(db, caller, id)
      await db
        .insertInto('faqReadings')
        .values({ articleID: id, userID: caller.userID, views: 1, lastAt: clock(), helpful: null })
        .onConflict((conflict) =>
          conflict
            .columns(['articleID', 'userID'])
            .doUpdateSet((eb) => ({ views: eb('faqReadings.views', '+', 1), lastAt: clock() })),
        )
        .execute()
      return { done: true }
    },

    rateFaq: async ({ id, helpful }, { caller }) => {
      await requirePublished(db, caller, id)
      const said = { helpful: helpful ? 1 : 0, lastAt: clock() }
      await db
        .insertInto('faqReadings')
        .values({ articleID: id, userID: caller.userID, views: 1, ...said })
        .onConflict((conflict) => conflict.columns(['articleID', 'userID']).doUpdateSet(said))
        .execute()
      return { done: true }
    },

    missFaq: async ({ searchTerm }, { caller }) => {
      const isThere = (await publishedFor(db, caller)).some((article) => hasFaqWords(article, searchTerm))
      if (isThere) return { done: true }
      const at = clock()
      await db
        .deleteFrom('faqMisses')
        .where('at', '<', at - FAQ_MISSES_DAYS * DAY_MS)
        .execute()
      await db
        .insertInto('faqMisses')
        .values({
          term: faqTerm(searchTerm),
          userID: caller.userID,
          day: londonField(at).slice(0, 10),
          at,
        })
        .onConflict((conflict) => conflict.columns(['term', 'userID', 'day']).doUpdateSet({ at }))
        .execute()
      return { done: true }
    },

    toursForMe: async (_input, { caller: { permissions } }) => {
      const rows = await db
        .selectFrom('tours')
        .where('name', '<>', '')
        .select(['id', 'name', 'audience'])
        .orderBy('name')
        .orderBy('id')
        .execute()
      return rows
        .filter(({ audience }) => isAmong(permissions, audience))
        .map(({ id, name }) => ({ id, name }))
    },
  }
}
