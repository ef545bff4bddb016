import type { PersonAccess } from '#shared/contract/permissions.ts'
import { PERMISSIONS, type PermissionName } from '#shared/domain/permissions.ts'
import { findPerson } from '../auth/people.ts'
import type { Database } from '../db/database.ts'
import { Refusal } from '../refusal.ts'
import { rolesOf, waysOf } from './ways.ts'

const NAMES = Object.keys(PERMISSIONS) as PermissionName[]
const KNOWN = new Set<number>(Object.values(PERMISSIONS))

/**
 * What somebody may do at `now`, in milliseconds since 1970, and why. @throws Refusal 400 where there is nobody
 * active of that id
 */
export async function personAccess(db: Database, userID: number, now: number): Promise<PersonAccess> {
  const person = await findPerson(db, userID, now)
  if (!person) throw new Refusal(400, 'person.unknown')
  const { userName, displayName, permissions } = person
  return {
    userID,
    userName,
    displayName,
    permissions: NAMES.filter((name) => permissions.can(name)),
    unknownNumbers: permissions.numbers.filter((number) => !KNOWN.has(number)),
    roles: await rolesOf(db, userID),
    ways: await waysOf(db, userID, now),
  }
}
