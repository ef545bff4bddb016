import { effectivePermissions, type PersonalPermission } from '#shared/domain/roles.ts'
import type { Database } from '../db/database.ts'
import type { UserPermissionTable } from '../db/schema/people.ts'

/** Whose permissions changed, and which. */
export interface Settled {
  readonly userID: number
  readonly gained: readonly number[]
  readonly lost: readonly number[]
}

/** People whose permissions are read at once, and rows that one statement writes. */
const AT_ONCE = 500

interface Row {
  readonly userID: number
  readonly permission: number
}

function byPerson<T extends Row>(rows: readonly T[]): ReadonlyMap<number, T[]> {
  const found = new Map<number, T[]>()
  for (const row of rows) {
    const theirs = found.get(row.userID)
    if (theirs) theirs.push(row)
    else found.set(row.userID, [row])
  }
  return found
}

const personalOf = (
  rows: readonly (Row & { readonly isRefusal: number; readonly endsAt: number | null })[],
): ReadonlyMap<number, PersonalPermission> =>
  new Map(
    rows.map(({ permission, isRefusal, endsAt }) => [permission, { isRefusal: isRefusal === 1, endsAt }]),
  )

/** What roles and personal permissions make of these people's permissions at `now`, in milliseconds since 1970. */
async function effectiveOf(db: Database, userIDs: readonly number[], now: number) {
  const ofRoles = byPerson(
    await db
      .selectFrom('userRoles')
      .innerJoin('rolePermissions', 'rolePermissions.roleID', 'userRoles.roleID')
      .where('userRoles.userID', 'in', userIDs)
      .select(['userRoles.userID', 'rolePermissions.permission'])
      .execute(),
  )
  const personal = byPerson(
    await db.selectFrom('personalPermissions').where('userID', 'in', userIDs).selectAll().execute(),
  )
  return (userID: number) =>
    effectivePermissions(
      (ofRoles.get(userID) ?? []).map(({ permission }) => permission),
      personalOf(personal.get(userID) ?? []),
      now,
    )
}

async function settlePart(db: Database, userIDs: readonly number[], now: number): Promise<Settled[]> {
  const effective = await effectiveOf(db, userIDs, now)
  const before = byPerson(
    await db.selectFrom('userPermissions').where('userID', 'in', userIDs).selectAll().execute(),
  )
  const settled: Settled[] = []
  const added: Pick<UserPermissionTable, 'userID' | 'permission'>[] = []
  for (const userID of userIDs) {
    const after = effective(userID)
    const had = new Map((before.get(userID) ?? []).map((row) => [row.permission, row.endsAt]))
    const gone = [...had.keys()].filter((number) => !after.has(number))
    const other = [...after].filter(([number, endsAt]) => !had.has(number) || had.get(number) !== endsAt)
    const replaced = [...gone, ...other.map(([number]) => number)]
    if (replaced.length === 0) continue
    await db
      .deleteFrom('userPermissions')
      .where('userID', '=', userID)
      .where('permission', 'in', replaced)
      .execute()
    added.push(...other.map(([permission, endsAt]) => ({ userID, permission, endsAt })))
    const gained = other.map(([number]) => number).filter((number) => !had.has(number))
    if (gained.length + gone.length > 0) settled.push({ userID, gained, lost: gone })
  }
  for (let start = 0; start < added.length; start += AT_ONCE)
    await db
      .insertInto('userPermissions')
      .values(added.slice(start, start + AT_ONCE))
      .execute()
  return settled
}

/**
 * Rewrites what these people may do from their roles, grants and refusals. It belongs into the transaction of what
 * changed those. Gives whose permissions are others than before. `now` in milliseconds since 1970.
 */
export async function settlePermissions(
  db: Database,
  userIDs: Iterable<number>,
  now: number,
): Promise<Settled[]> {
  const all = [...new Set(userIDs)]
  const settled: Settled[] = []
  for (let start = 0; start < all.length; start += AT_ONCE)
    settled.push(...(await settlePart(db, all.slice(start, start + AT_ONCE), now)))
  return settled
}
