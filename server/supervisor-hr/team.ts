import type { Database } from '../db/database.ts'
import type { Viewer } from '../people/scope.ts'

/** Who reports to somebody (TEAM, spec 4 §1.10). To people of an agency nobody does here. */
export async function teamOf(
  db: Database,
  { userID }: Viewer,
): Promise<
  {
    readonly id: number
    readonly name: string
    readonly startDate: string | null
    readonly contractTypeID: number | null
  }[]
> {
  const viewer = await db.selectFrom('users').where('id', '=', userID).select('userType').executeTakeFirst()
  if (viewer?.userType === 'AGENCY') return []
  return db
    .selectFrom('users')
    .where('managerID', '=', userID)
    .where('id', '>', 0)
    .where('id', '<>', userID)
    .where('isActive', '=', 1)
    .orderBy('displayName')
    .orderBy('id')
    .select(['id', 'displayName as name', 'startDate', 'contractTypeID'])
    .execute()
}
