import { type FoundUser, PEOPLE_FOUND_MAX } from '#shared/contract/help.ts'
import type { Permissions } from '#shared/domain/permissions.ts'
import type { Database } from '../db/database.ts'
import { contains } from '../db/like.ts'

interface Searcher {
  readonly userID: number
  readonly permissions: Permissions
}

interface Search {
  readonly selectedIDs: readonly number[]
  readonly searchTerm: string
}

function selectPeople(db: Database) {
  return db
    .selectFrom('users as u')
    .leftJoin('areas as a', 'a.id', 'u.areaID')
    .where('u.isActive', '=', 1)
    .select(['u.id', 'u.userName', 'u.displayName', 'u.role', 'a.name as areaName'])
    .orderBy('u.displayName')
    .orderBy('u.id')
}

type People = ReturnType<typeof selectPeople>

/**
 * Whom somebody without CAN_SEARCH_ALL_USERS finds: people of their area, their manager, and those they
 * manage.
 */
async function withinReach(db: Database, people: People, { userID, permissions }: Searcher): Promise<People> {
  if (permissions.can('CAN_SEARCH_ALL_USERS')) return people
  const own = await db
    .selectFrom('users')
    .where('id', '=', userID)
    .select(['areaID', 'managerID'])
    .executeTakeFirst()
  return people.where((eb) =>
    eb.or([
      eb('u.areaID', '=', own?.areaID ?? 0),
      eb('u.id', '=', own?.managerID ?? 0),
      eb('u.managerID', '=', userID),
    ]),
  )
}

/** The selected people first, then others whose name has the term (spec 3 §7). */
export async function searchUsers(
  db: Database,
  searcher: Searcher,
  { selectedIDs, searchTerm }: Search,
): Promise<FoundUser[]> {
  const reachable = await withinReach(db, selectPeople(db), searcher)
  const selected = selectedIDs.length === 0 ? [] : await reachable.where('u.id', 'in', selectedIDs).execute()
  const term = searchTerm.trim()
  const found = await reachable
    .where((eb) => eb.or([contains('u.displayName', term), contains('u.userName', term)]))
    .$if(selectedIDs.length > 0, (query) => query.where('u.id', 'not in', selectedIDs))
    .limit(PEOPLE_FOUND_MAX)
    .execute()
  return [...selected, ...found].map(({ id, userName, displayName, role, areaName }) => ({
    userID: id,
    userName,
    displayName,
    role,
    areaName: areaName ?? '',
  }))
}
