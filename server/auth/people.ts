import { type Permissions, permissionsOf } from '#shared/domain/permissions.ts'
import type { Database } from '../db/database.ts'

/** A person as their token and their calls show them. */
export interface Person {
  readonly userID: number
  readonly userName: string
  readonly displayName: string
  readonly role: string
  readonly userType: string
  /** The manager's display name; empty for who has none. */
  readonly manager: string
  /** As they are in the database now, not as they were when a token was made. */
  readonly permissions: Permissions
}

/** The person of that id; null where there is none or the account is not active. */
export async function findPerson(db: Database, userID: number): Promise<Person | null> {
  const row = await db
    .selectFrom('users')
    .leftJoin('users as managers', 'managers.id', 'users.managerID')
    .select(['users.userName', 'users.displayName', 'users.role', 'users.userType'])
    .select('managers.displayName as manager')
    .where('users.id', '=', userID)
    .where('users.isActive', '=', 1)
    .executeTakeFirst()
  if (!row) return null
  const held = await db
    .selectFrom('userPermissions')
    .select('permission')
    .where('userID', '=', userID)
    .execute()
  return {
    ...row,
    userID,
    manager: row.manager ?? '',
    permissions: permissionsOf(held.map(({ permission }) => permission)),
  }
}
