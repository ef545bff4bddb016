import { setupPerson } from '#shared/contract/setup.ts'
import type { Database } from '../db/database.ts'
import { readSetting } from '../db/settings.ts'
import { readRequest } from '../http/validation.ts'
import { type Actor, audit } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'
import { giveBuiltInRole, makeBuiltInRoles } from '../roles/first-roles.ts'
import { guardAccess } from '../roles/grantors.ts'
import { isClaimed } from '../setup/installation.ts'
import { requirePassword } from '../setup/require-password.ts'
import { AdminFault } from './admin-fault.ts'

/** Works here again, whatever shut them out. */
const letInAgain = (trx: Database, userID: number, passwordHash: string) =>
  trx
    .updateTable('users')
    .set((eb) => ({
      ...{ isActive: 1, passwordHash, status: 'ACTIVE', suspendReason: '', suspendedUntil: null },
      ...{ leaveDate: null, leaveReason: null, leftAt: null, deactivatedBy: null, erasureDue: null },
      ...{ lockedAt: null, lockedBy: null, lockReason: '' },
      version: eb('version', '+', 1),
    }))
    .where('id', '=', userID)
    .execute()

export interface NewAdmin {
  readonly userName: string
  /** Of somebody who is added. */
  readonly name: string | null
  readonly email: string | null
}

export interface AdminServices {
  readonly db: Database
  readonly clock: () => number
  readonly actor: Actor
  readonly reason: string
  readonly hashPassword: (password: string) => Promise<string>
  readonly readPassword: () => Promise<string>
}

/**
 * Adds a person with the role Administrator, or gives that role to somebody who is there and lets them in again
 * (spec 5 §2.3). Somebody who has a password keeps it.
 *
 * @throws AdminFault for somebody new without an address
 * @throws Refusal 503 where nobody set the installation up, 400 for what is wrong with the person
 */
export async function createAdmin(
  { db, clock, actor, reason, hashPassword, readPassword }: AdminServices,
  { userName, name, email }: NewAdmin,
): Promise<{ readonly userName: string; readonly isNew: boolean }> {
  if (!(await isClaimed(db))) throw new Refusal(503, 'setup.notYet')
  const known = await db
    .selectFrom('users')
    .where('userName', '=', userName)
    .select(['id', 'displayName', 'email', 'passwordHash'])
    .executeTakeFirst()
  if (!known && email === null)
    throw new AdminFault(`Nobody is called ${userName}. Somebody new needs an address: --email ADDRESS.`)
  const person =
    known ?? readRequest(setupPerson, { userName, displayName: name ?? userName, email: email ?? '' })
  const passwordHash = known?.passwordHash || (await newHash())
  const at = clock()
  await db.transaction().execute(async (trx) => {
    await guardAccess(trx)
    await makeBuiltInRoles(trx, at)
    const userID = known?.id ?? (await add(trx))
    if (known) await letInAgain(trx, userID, passwordHash)
    await giveBuiltInRole(trx, userID, 'ADMINISTRATOR', { at, by: null })
    await audit(trx, actor, at, {
      action: known ? 'ADMINISTRATOR_MADE' : 'PERSON_CREATED',
      page: '',
      recordType: 'person',
      recordID: userID,
      label: person.displayName,
      changes: [{ field: 'role', before: null, after: 'Administrator' }],
      reason,
    })
  })
  return { userName, isNew: !known }

  async function newHash(): Promise<string> {
    const password = await readPassword()
    const companyName = (await readSetting(db, 'company')) ?? ''
    await requirePassword(db, password, { userName, email: person.email ?? '', companyName })
    return hashPassword(password)
  }

  async function add(trx: Database): Promise<number> {
    const { id } = await trx
      .insertInto('users')
      .values({
        userName,
        displayName: person.displayName,
        email: person.email,
        role: 'Administrator',
        userType: 'ADMIN',
        areaID: null,
        managerID: null,
        passwordHash,
        isActive: 1,
        createdAt: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
}
