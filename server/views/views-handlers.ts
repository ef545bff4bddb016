import { viewState } from '#shared/contract/views.ts'
import { VIEWS_MAX } from '#shared/domain/records.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { namedInColumn } from '../records/list.ts'
import { listOptions } from '../records/sources.ts'
import { Refusal } from '../refusal.ts'

interface Services {
  readonly db: Database
  readonly clock: Clock
}

/** Views of pages of records (spec 4 §1.2). They say nothing of the records: what somebody may not see is left out when one is opened. */
export function viewsHandlers({ db, clock }: Services): AreaHandlers<'views'> {
  const mine = (userID: number) => db.selectFrom('savedViews').where('userID', '=', userID)

  return {
    findNamed: async ({ page, ...wanted }, { caller }) => {
      const found = await namedInColumn(db, wanted, await listOptions(db, page, caller, clock()))
      return { found }
    },

    getViews: async ({ page }, { caller: { userID } }) => {
      const rows = await db
        .selectFrom('savedViews as v')
        .innerJoin('users as u', 'u.id', 'v.userID')
        .where('v.page', '=', page)
        .where((eb) => eb.or([eb('v.userID', '=', userID), eb('v.isShared', '=', 1)]))
        .select(['v.id', 'v.userID', 'v.name', 'v.state', 'v.isDefault', 'v.isShared', 'u.displayName'])
        .orderBy('v.name')
        .orderBy('v.id')
        .execute()
      const views = rows.map(({ id, name, state, isShared, displayName, ...row }) => {
        const isOwn = row.userID === userID
        return {
          id,
          name,
          state: viewState.parse(JSON.parse(state)),
          // Whose default somebody else's view is, is theirs to know.
          isDefault: isOwn && row.isDefault === 1,
          isShared: isShared === 1,
          owner: isOwn ? null : displayName,
        }
      })
      return { views }
    },

    saveView: async ({ page, view: { id, name, state, isDefault, isShared } }, { caller: { userID } }) => {
      const same = await mine(userID)
        .where('page', '=', page)
        .where('name', '=', name)
        .select('id')
        .executeTakeFirst()
      if (same && same.id !== id) throw new Refusal(400, 'view.nameTaken')
      if (isDefault)
        await db
          .updateTable('savedViews')
          .set({ isDefault: 0 })
          .where('userID', '=', userID)
          .where('page', '=', page)
          .execute()
      const values = {
        name,
        state: JSON.stringify(state),
        isDefault: isDefault ? 1 : 0,
        isShared: isShared ? 1 : 0,
      }
      if (id !== undefined) {
        const changed = await db
          .updateTable('savedViews')
          .set(values)
          .where('id', '=', id)
          .where('userID', '=', userID)
          .where('page', '=', page)
          .returning('id')
          .executeTakeFirst()
        if (!changed) throw new Refusal(404, 'view.gone')
        return { id }
      }
      const { count } = await mine(userID)
        .where('page', '=', page)
        .select(db.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      if (count >= VIEWS_MAX) throw new Refusal(400, 'view.full', { max: VIEWS_MAX })
      return db
        .insertInto('savedViews')
        .values({ ...values, userID, page })
        .returning('id')
        .executeTakeFirstOrThrow()
    },

    deleteView: async ({ id }, { caller: { userID } }) => {
      const gone = await db
        .deleteFrom('savedViews')
        .where('id', '=', id)
        .where('userID', '=', userID)
        .returning('id')
        .executeTakeFirst()
      if (!gone) throw new Refusal(404, 'view.gone')
      return { done: true as const }
    },
  }
}
