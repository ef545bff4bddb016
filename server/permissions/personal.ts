import { PERMISSIONS, type PermissionName } from '#shared/domain/permissions.ts'
import type { Database } from '../db/database.ts'
import { keepingGrantor } from '../roles/grantors.ts'
import { type Settled, settlePermissions } from '../roles/settle.ts'

/** How many active people hold each number. */
export async function holdersByNumber(db: Database): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('userPermissions')
    .innerJoin('users', 'users.id', 'userPermissions.userID')
    .where('isActive', '=', 1)
    .groupBy('permission')
    .select((eb) => ['permission', eb.fn.countAll<number>().as('holders')])
    .execute()
  return new Map(rows.map(({ permission, holders }) => [permission, holders]))
}

/** A grant or refusal as somebody decides it. */
export interface Decision {
  readonly userID: number
  readonly names: readonly PermissionName[]
  readonly isRefusal: boolean
  readonly reason: string
  /** In milliseconds since 1970; null for no end. */
  readonly endsAt: number | null
  readonly by: number
}

/** What came of a decision: which of the permissions it newly is about, and whose permissions are others now. */
interface Outcome {
  readonly changed: PermissionName[]
  readonly settled: Settled[]
}

const numbersOf = (names: readonly PermissionName[]) => names.map((name) => PERMISSIONS[name])

/**
 * Grants or refuses permissions to a person alone, in place of what was decided about them before.
 * @throws Refusal 400 where nobody could grant permissions afterwards; nothing is changed then
 */
export function decide(db: Database, { names, ...decision }: Decision, at: number): Promise<Outcome> {
  const { userID, isRefusal, reason, endsAt, by } = decision
  return keepingGrantor(db, async (trx) => {
    await trx
      .deleteFrom('personalPermissions')
      .where('userID', '=', userID)
      .where('permission', 'in', numbersOf(names))
      .execute()
    const rows = numbersOf([...new Set(names)]).map((permission) => ({
      userID,
      permission,
      isRefusal: isRefusal ? 1 : 0,
      reason,
      endsAt,
      since: at,
      givenBy: by,
    }))
    await trx.insertInto('personalPermissions').values(rows).execute()
    return { changed: [...new Set(names)], settled: await settlePermissions(trx, [userID], at) }
  })
}

/**
 * Takes back what was decided about a person alone: their roles say it again.
 * @throws Refusal 400 where nobody could grant permissions afterwards; nothing is changed then
 */
export function takeBack(
  db: Database,
  { userID, names }: Pick<Decision, 'userID' | 'names'>,
  at: number,
): Promise<Outcome> {
  return keepingGrantor(db, async (trx) => {
    const rows = await trx
      .deleteFrom('personalPermissions')
      .where('userID', '=', userID)
      .where('permission', 'in', numbersOf(names))
      .returning('permission')
      .execute()
    const gone = new Set(rows.map(({ permission }) => permission))
    return {
      changed: [...new Set(names)].filter((name) => gone.has(PERMISSIONS[name])),
      settled: await settlePermissions(trx, [userID], at),
    }
  })
}
