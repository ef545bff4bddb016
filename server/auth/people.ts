import { type Permissions, permissionsOf } from '#shared/domain/permissions.ts'
import type { Database } from '../db/database.ts'

/** A person as tokens and calls need them. */
export interface Person {
  readonly userID: number
  readonly userName: string
  readonly displayName: string
  readonly role: string
  readonly userType: string
  /** The manager's display name; '' where there is none. */
  readonly manager: string
  /** Read from the database now, not from a token. */
  readonly permissions: Permissions
}

/**
 * The person with that id; null where there is none, the account isn't active, or its password has to be
 * changed first.
 * @param now in milliseconds since 1970; without it, permissions that end some day aren't among theirs
 */
export async function findPerson(
  db: Database,
  userID: number,
  now: number | null = null,
): Promise<Person | null> {
  const row = await db
    .selectFrom('users')
    .leftJoin('users as managers', 'managers.id', 'users.managerID')
    .select(['users.userName', 'users.displayName', 'users.role', 'users.userType'])
    .select('managers.displayName as manager')
    .where('users.id', '=', userID)
    .where('users.isActive', '=', 1)
    // With a temporary password nothing is reachable (spec 5 §3.2).
    .where('users.mustChangePassword', '=', 0)
    .executeTakeFirst()
  if (!row) return null
  const held = await db
    .selectFrom('userPermissions')
    .select('permission')
    .where('userID', '=', userID)
    .where((eb) => {
      const endless = eb('endsAt', 'is', null)
      return now === null ? endless : eb.or([endless, eb('endsAt', '>', now)])
    })
    .execute()
  return {
    ...row,
    userID,
    manager: row.manager ?? '',
    permissions: permissionsOf(held.map(({ permission }) => permission)),
  }
}
