import type { SsoSettings } from '#shared/contract/adaptors.ts'
import { mappedRoles } from '#shared/domain/single-sign-on.ts'
import { personValues } from '#shared/records/admin/person-values.ts'
import type { Sessions } from '../auth/sessions.ts'
import type { SignIns } from '../auth/sign-ins.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { openDirectory } from '../people/directory.ts'
import { personFaults } from '../people/person-rules.ts'
import { addPeople, cleanPerson } from '../people/save-person.ts'
import { type PeopleWindows, tellPeople } from '../people/tell-people.ts'
import { Refusal } from '../refusal.ts'
import { guardAccess } from '../roles/grantors.ts'
import type { ExternalPerson } from './claims.ts'
import { link, type Provider } from './identities.ts'
import { because } from './provider.ts'

export interface MakingParts extends PeopleWindows {
  readonly db: Database
  readonly clock: Clock
  readonly sessions: Sessions
  readonly signIns: SignIns
}

/** The area of whom no directory places: the company's first one. */
export async function firstArea(db: Database): Promise<number | null> {
  const row = await db
    .selectFrom('areas')
    .where('isActive', '=', 1)
    .orderBy('id')
    .select('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** The user type that the first mapping of somebody's groups says, else the usual one. */
function typeOf({ roles, userType }: SsoSettings, groups: readonly string[]) {
  const held = new Set(groups.map((group) => group.toLowerCase()))
  const said = roles.find((one) => one.userType !== null && held.has(one.group.toLowerCase()))
  return said?.userType ?? userType
}

/**
 * Makes the person of a first sign-in, by the rules that hold for everybody (server/people). They come by single
 * sign-on alone, with the roles that the directory gives them; who has none isn't made.
 * @throws Refusal 403 where they can't be made
 */
export function personMaker(parts: MakingParts) {
  return async (provider: Provider, person: ExternalPerson): Promise<number> => {
    const { db, clock, sessions, signIns } = parts
    const at = clock()
    const roleIDs = mappedRoles(person.groups, provider.settings.roles)
    if (roleIDs.length === 0 || person.userName === '') throw new Refusal(403, 'sso.notSetUp')
    const values = cleanPerson(
      personValues.parse({
        userName: person.userName.slice(0, 100),
        displayName: (person.displayName || person.userName).slice(0, 100),
        email: person.isEmailVerified ? person.email : null,
        userType: typeOf(provider.settings, person.groups),
        roleIDs,
        areaID: await firstArea(db),
      }),
    )
    const actor = { userID: null, displayName: provider.name, kind: 'ADAPTOR' as const }
    const { id, aftermath } = await db.transaction().execute(async (trx) => {
      await guardAccess(trx)
      const directory = await openDirectory(trx)
      const [fault] = personFaults(values, null, directory, null)
      if (fault) throw because(new Refusal(403, 'sso.notSetUp'), fault.refusal)
      const access = { passwordHash: '', temporaryUntil: null, signInMethod: 'SINGLE_SIGN_ON' as const }
      const made = await addPeople(trx, { actor, at, sessions, signIns }, directory, [{ values, ...access }])
      const [userID = 0] = made.ids
      // They came from the directory, and follow it.
      await trx.updateTable('userRoles').set({ source: 'DIRECTORY' }).where('userID', '=', userID).execute()
      await link(trx, provider, person, userID, at)
      return { id: userID, aftermath: made.aftermath }
    })
    await tellPeople(parts, aftermath)
    return id
  }
}
