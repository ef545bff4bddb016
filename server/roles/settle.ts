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

/** What roles would be able to do, by their id. */
type Instead = ReadonlyMap<number, readonly number[]>

/**
 * What roles and personal permissions make of these people's permissions at `now`, in milliseconds since 1970.
 * @param instead roles that are taken to be otherwise than they are
 */
async function effectiveOf(
  db: Database,
  userIDs: readonly number[],
  now: number,
  instead: Instead = new Map(),
) {
  const given = await db
    .selectFrom('userRoles')
    .where('userID', 'in', userIDs)
    .select(['userID', 'roleID'])
    .execute()
  const asTheyAre = await db
    .selectFrom('rolePermissions')
    .where('roleID', 'in', [0, ...new Set(given.map(({ roleID }) => roleID))])
    .select(['roleID', 'permission'])
    .execute()
  const numbersOf = new Map<number, number[]>()
  for (const { roleID, permission } of asTheyAre) {
    const numbers = numbersOf.get(roleID)
    if (numbers) numbers.push(permission)
    else numbersOf.set(roleID, [permission])
  }
  const ofRoles = byPerson(
    given.flatMap(({ userID, roleID }) =>
      (instead.get(roleID) ?? numbersOf.get(roleID) ?? []).map((permission) => ({ userID, permission })),
    ),
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

/** How many active people would gain and lose each number if roles were otherwise, and how many people that is. */
export interface Impact {
  readonly gain: number
  readonly lose: number
  readonly numbers: ReadonlyMap<number, { gain: number; lose: number }>
}

/** What people would gain and lose if these roles were otherwise (spec 5 §4.2). Nothing is changed. */
export async function impactOf(db: Database, instead: Instead, now: number): Promise<Impact> {
  const rows = await db
    .selectFrom('userRoles')
    .innerJoin('users', 'users.id', 'userRoles.userID')
    .where('users.isActive', '=', 1)
    .where('roleID', 'in', [...instead.keys()])
    .select('userRoles.userID')
    .distinct()
    .execute()
  const userIDs = rows.map(({ userID }) => userID)
  const numbers = new Map<number, { gain: number; lose: number }>()
  let [gain, lose] = [0, 0]
  const count = (number: number, way: 'gain' | 'lose') => {
    const counted = numbers.get(number) ?? { gain: 0, lose: 0 }
    counted[way] += 1
    numbers.set(number, counted)
  }
  for (let start = 0; start < userIDs.length; start += AT_ONCE) {
    const part = userIDs.slice(start, start + AT_ONCE)
    const before = await effectiveOf(db, part, now)
    const after = await effectiveOf(db, part, now, instead)
    for (const userID of part) {
      const [had, has] = [before(userID), after(userID)]
      const more = [...has.keys()].filter((number) => !had.has(number))
      const less = [...had.keys()].filter((number) => !has.has(number))
      for (const number of more) count(number, 'gain')
      for (const number of less) count(number, 'lose')
      gain += more.length > 0 ? 1 : 0
      lose += less.length > 0 ? 1 : 0
    }
  }
  return { gain, lose, numbers }
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
