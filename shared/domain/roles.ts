import { PERMISSION_ADMINS } from './permission-admin.ts'
import { PERMISSIONS } from './permissions.ts'

/** A permission that somebody has, or hasn't, whatever their roles say. Times in milliseconds since 1970. */
export interface PersonalPermission {
  readonly isRefusal: boolean
  /** From then on it says nothing; null for no end. */
  readonly endsAt: number | null
}

/** By which ways somebody comes to one permission, or is kept from it. */
export interface Ways {
  /** Whether one of their roles has it. */
  readonly byRole: boolean
  readonly personal: PersonalPermission | null
}

/**
 * Until when somebody holds a permission: null where no end is known, false where they don't hold it at `now`
 * (spec 5 §4.1). The only place that decides it.
 */
export function heldUntil({ byRole, personal }: Ways, now: number): number | null | false {
  const own = personal && (personal.endsAt === null || now < personal.endsAt) ? personal : null
  if (own?.isRefusal) return false
  if (byRole) return null
  return own ? own.endsAt : false
}

/** What somebody's roles and what is theirs alone make of each permission, by its number (spec 5 §4.1). */
export function effectivePermissions(
  ofRoles: Iterable<number>,
  personal: ReadonlyMap<number, PersonalPermission>,
  now: number,
): ReadonlyMap<number, number | null> {
  const given = new Set(ofRoles)
  const held = new Map<number, number | null>()
  for (const number of new Set([...given, ...personal.keys()])) {
    const ways = { byRole: given.has(number), personal: personal.get(number) ?? null }
    const until = heldUntil(ways, now)
    if (until !== false) held.set(number, until)
  }
  return held
}

/** The numbers that make a grantor: somebody who may decide what others may do (spec 5 §1). */
export const GRANTOR_NUMBERS: readonly number[] = PERMISSION_ADMINS.map((name) => PERMISSIONS[name])
