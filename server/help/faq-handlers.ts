import { PERMISSIONS, type PermissionName } from '#shared/domain/permissions.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers } from '../http/handlers.ts'

const isPermissionName = (name: string): name is PermissionName => name in PERMISSIONS

/** The FAQ's published questions for a person (spec 5 §5.13). */
export function faqHandlers({ db }: { readonly db: Database }): AreaHandlers<'faq'> {
  return {
    faqList: async (_input, { caller: { permissions } }) => {
      const rows = await db
        .selectFrom('faqArticles')
        .where('state', '=', 'PUBLISHED')
        .select(['id', 'question', 'answer', 'category', 'audience', 'updatedAt'])
        .orderBy('category')
        .orderBy('place')
        .orderBy('id')
        .execute()
      return rows
        .filter(({ audience }) => {
          const names = JSON.parse(audience) as string[]
          return names.length === 0 || permissions.canAny(names.filter(isPermissionName))
        })
        .map(({ audience: _audience, updatedAt, ...article }) => ({
          ...article,
          updatedAt: new Date(updatedAt).toISOString(),
        }))
    },
  }
}
