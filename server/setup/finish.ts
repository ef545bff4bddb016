import type * as z from 'zod/mini'
import type { finishSetup } from '#shared/contract/setup.ts'
import { searchable } from '#shared/domain/locale.ts'
import { OFFICE_PROJECT } from '#shared/domain/tasks.ts'
import type { Adaptors } from '../adaptors/adaptors.ts'
import { stepAt } from '../auth/one-time-codes.ts'
import type { Sealer } from '../auth/sealer.ts'
import { enrolNew } from '../auth/two-factor.ts'
import type { Database } from '../db/database.ts'
import { writeSetting } from '../db/settings.ts'
import { raiseFlag } from '../flags/system-flags.ts'
import { keepPicture } from '../legal/company-pictures.ts'
import { type Actor, audit } from '../records/audit.ts'
import { giveBuiltInRole, makeFirstRoles } from '../roles/first-roles.ts'
import { claim } from './installation.ts'
import { requirePassword } from './require-password.ts'

/** What set-up asks for. */
type Asked = z.output<(typeof finishSetup)['request']>
export type SetupEntries = Omit<Asked, 'code' | 'mail' | 'admin'> & {
  readonly mail?: Asked['mail']
  readonly admin: Omit<Asked['admin'], 'twoFactor'> & Partial<Pick<Asked['admin'], 'twoFactor'>>
}

export interface SetupServices {
  readonly db: Database
  readonly clock: () => number
  readonly hashPassword: (password: string) => Promise<string>
  readonly adaptors: Pick<Adaptors, 'add'>
  readonly sealer: Sealer
}

/** Who finishes, and by which right: the code, or the machine itself. */
export interface SetupBy {
  readonly code: string | null
  readonly actor: Actor
  /** Why, for the audit; '' for nothing. */
  readonly reason: string
}

const CONTRACT_TYPES = [
  { name: 'Employee', kind: 'EMPLOYEE' },
  { name: 'Casual worker', kind: 'WORKER' },
  { name: 'Agency worker', kind: 'AGENCY' },
] as const

/**
 * Makes the company, all or nothing, and with it the installation CLAIMED (spec 5 §2.2). The page's Finish and
 * `fieldwork-admin setup` both do this.
 *
 * @throws Refusal 409 where it is CLAIMED, 403 for a code that isn't good, 400 for password and logo
 */
export async function makeCompany(
  { db, clock, hashPassword, adaptors, sealer }: SetupServices,
  { tenant, origin, admin, mail = null }: SetupEntries,
  by: SetupBy,
): Promise<{ readonly userName: string; readonly recoveryCodes: string[] }> {
  const { password, twoFactor = null, ...person } = admin
  await requirePassword(db, password, { ...person, companyName: tenant.companyName })
  const passwordHash = await hashPassword(password)
  const at = clock()
  const recoveryCodes = await db.transaction().execute(async (trx) => {
    await claim(trx, at, by.code)
    const { headOfficeID } = await makeFirstRoles(trx, at)
    await trx
      .insertInto('contractTypes')
      .values(
        CONTRACT_TYPES.map((type) => ({
          ...type,
          nameKey: searchable(type.name),
          version: 1,
          changedBy: null,
          changedAt: at,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await trx
      .insertInto('projects')
      .values({ code: 'OFFICE', name: OFFICE_PROJECT, epicID: null, kind: 'INTERNAL', createdAt: at })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const { id: userID } = await trx
      .insertInto('users')
      .values({
        ...person,
        role: 'Administrator',
        userType: 'ADMIN',
        areaID: headOfficeID,
        managerID: null,
        passwordHash,
        isActive: 1,
        createdAt: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await giveBuiltInRole(trx, userID, 'ADMINISTRATOR', { at, by: null })
    // A code of later than now would shut the person out until then.
    const app = twoFactor && { ...twoFactor, userID, step: Math.min(twoFactor.step, stepAt(at) + 1) }
    const codes = app ? await enrolNew(trx, sealer, app) : []
    const { logo, ...facts } = tenant
    await trx
      .insertInto('tenant')
      .values({
        ...facts,
        id: 1,
        version: 1,
        logo: null,
        logoType: null,
        publicOrigin: new URL(origin.publicOrigin).origin,
        trustedHosts: JSON.stringify(origin.trustedHosts),
        trustedProxies: JSON.stringify(origin.trustedProxies),
        changedAt: at,
      })
      .execute()
    if (logo !== null)
      await keepPicture(trx, { kind: 'LOGO', content: Buffer.from(logo, 'base64'), by: null, at })
    await writeSetting(trx, 'company', tenant.companyName)
    if (mail === null) await raiseFlag(trx, 'MAIL_NOT_SET_UP', at)
    else await adaptors.add(trx, { ...mail, by: { userID: null, displayName: admin.displayName } })
    await audit(trx, by.actor, at, {
      action: 'SETUP_COMPLETED',
      page: '',
      recordType: 'tenant',
      recordID: 1,
      label: tenant.companyName,
      changes: [{ field: 'firstAdmin', before: null, after: person.userName }],
      reason: by.reason,
    })
    return codes
  })
  return { userName: person.userName, recoveryCodes }
}
