import { USER_TYPES } from '#shared/domain/user-types.ts'
import type { PersonValues, UserType } from '#shared/records/admin/person-values.ts'
import type { Reached } from '../auth/link-origin.ts'
import { hashPassword, type PasswordCost } from '../auth/passwords.ts'
import type { Sessions } from '../auth/sessions.ts'
import type { SignIns } from '../auth/sign-ins.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { contains } from '../db/like.ts'
import { inOneUnit } from '../db/unit-of-work.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import type { Outbox } from '../mail/outbox.ts'
import { startApplicant } from '../pending-recruitment/starting.ts'
import { audit } from '../records/audit.ts'
import { Refusal, refuseFaults } from '../refusal.ts'
import { guardAccess, keepingGrantor, requireNoWayUp } from '../roles/grantors.ts'
import { openDirectory } from './directory.ts'
import { firstAccess, invite } from './first-access.ts'
import { personDetails } from './person-details.ts'
import { mayGiveRole, personFaults } from './person-rules.ts'
import { addPeople, changePeople, cleanPerson, readKept, type Saving } from './save-person.ts'
import { requireSeen, within } from './scope.ts'
import { lift, suspend } from './suspensions.ts'
import { type PeopleWindows, tellPeople } from './tell-people.ts'

export interface PeopleKeepingServices extends PeopleWindows {
  readonly db: Database
  readonly clock: Clock
  readonly sessions: Sessions
  readonly signIns: SignIns
  readonly outbox: Outbox
  readonly passwordCost: PasswordCost
  readonly originOf: (reached: Reached) => string
}

/** Managers that a search gives at most. */
const MANAGERS_MAX = 20

/** What somebody who may add interviewers alone can say of one; the rest is decided (spec 5 §3.2). */
async function agentOf(db: Database, values: PersonValues): Promise<PersonValues> {
  const role = await db
    .selectFrom('roles')
    .where('builtIn', '=', 'INTERVIEWER')
    .select('id')
    .executeTakeFirst()
  const isAgent = values.userType === 'INTERVIEWER' && values.roleIDs.every((id) => id === role?.id)
  if (!isAgent || !role) throw new Refusal(403, 'person.agentsOnly')
  return { ...values, roleIDs: [role.id] }
}

/** Making and changing people (spec 5 §3.2). */
export function peopleKeepingHandlers(services: PeopleKeepingServices): AreaHandlers<'peopleKeeping'> {
  const { db, clock, sessions, signIns } = services
  const saving = (caller: Caller): Saving => ({ actor: caller, at: clock(), sessions, signIns })

  return {
    newPerson: ({ access, applicantID, ...asked }, context) =>
      inOneUnit(async () => {
        const { caller } = context
        const mayAll = caller.permissions.can('ADMIN_CAN_EDIT_USERS')
        const values = cleanPerson(mayAll ? asked : await agentOf(db, asked))
        if (access === 'INVITATION' && values.email === null)
          throw new Refusal(400, 'person.invitationEmail').about('email')
        const first = await firstAccess(access, clock(), (text) => hashPassword(text, services.passwordCost))
        const made = await db.transaction().execute(async (trx) => {
          await guardAccess(trx)
          const directory = await openDirectory(trx)
          refuseFaults(personFaults(values, null, directory, caller.permissions))
          const added = await addPeople(trx, saving(caller), directory, [{ values, ...first.access }])
          const [personID = 0] = added.ids
          if (applicantID !== null) await startApplicant(trx, caller, clock(), { applicantID, personID })
          return added
        })
        const [id = 0] = made.ids
        if (access === 'INVITATION') await invite(services, id, services.originOf(context))
        await tellPeople(services, made.aftermath)
        return {
          person: await personDetails(db, caller, id, clock()),
          temporaryPassword: first.temporaryPassword,
        }
      }),

    updatePerson: async ({ id, version, ...asked }, { caller }) => {
      await requireSeen(db, caller, id)
      const values = cleanPerson(asked)
      const aftermath = await keepingGrantor(db, async (trx) => {
        const directory = await openDirectory(trx)
        const before = (await readKept(trx, [id])).get(id)
        if (!before) throw new Refusal(404, 'record.gone', { one: 'person' })
        refuseFaults(personFaults(values, before, directory, caller.permissions))
        return changePeople(trx, saving(caller), directory, [{ before: { ...before, version }, values }])
      })
      await tellPeople(services, aftermath)
      return personDetails(db, caller, id, clock())
    },

    suspendPerson: async ({ id, version, reason, until }, { caller }) => {
      await requireSeen(db, caller, id)
      if (id === caller.userID) throw new Refusal(400, 'person.suspendSelf')
      await requireNoWayUp(db, caller, id)
      const end = until === null ? null : Date.parse(until)
      const ended = await keepingGrantor(db, (trx) =>
        suspend(trx, saving(caller), { id, version }, { reason, until: end }),
      )
      services.tellEnded(ended)
      services.personChanged(id)
      return personDetails(db, caller, id, clock())
    },

    liftSuspension: async ({ id, version }, { caller }) => {
      await requireSeen(db, caller, id)
      await requireNoWayUp(db, caller, id)
      await db.transaction().execute((trx) => lift(trx, { actor: caller, at: clock() }, { id, version }))
      services.personChanged(id)
      return personDetails(db, caller, id, clock())
    },

    invitePerson: async ({ id }, context) => {
      const { caller } = context
      await requireSeen(db, caller, id)
      await requireNoWayUp(db, caller, id)
      await invite(services, id, services.originOf(context))
      const { displayName } = await db
        .selectFrom('users')
        .where('id', '=', id)
        .select('displayName')
        .executeTakeFirstOrThrow()
      await audit(db, caller, clock(), {
        action: 'PERSON_INVITED',
        page: 'admin.active-users',
        recordType: 'person',
        recordID: id,
        label: displayName,
      })
      return { done: true }
    },

    personOptions: async (_, { caller }) => {
      const directory = await openDirectory(db)
      const roles = await db
        .selectFrom('roles')
        .select(['id', 'name', 'defaultUserTypes', 'builtIn'])
        .orderBy('nameKey')
        .execute()
      const isAgentsOnly = !caller.permissions.can('ADMIN_CAN_EDIT_USERS')
      const spoken = await db.selectFrom('users').select('languages').distinct().execute()
      const active = await db
        .selectFrom('areas')
        .where('isActive', '=', 1)
        .select(['id', 'name'])
        .orderBy('nameKey')
        .execute()
      const agencies = await db
        .selectFrom('agencies')
        .where('status', '<>', 'ENDED')
        .select(['id', 'name'])
        .orderBy('nameKey')
        .execute()
      const contractTypes = await db
        .selectFrom('contractTypes')
        .where('isActive', '=', 1)
        .select(['id', 'name', 'kind'])
        .orderBy('nameKey')
        .execute()
      const skills = await db
        .selectFrom('skills')
        .where('isActive', '=', 1)
        .select(['id', 'name'])
        .orderBy('nameKey')
        .execute()
      return {
        areas: active,
        agencies,
        contractTypes: contractTypes.map(({ kind, ...type }) => ({ ...type, isAgency: kind === 'AGENCY' })),
        roles: roles.map(({ builtIn, defaultUserTypes, ...role }) => ({
          ...role,
          defaultUserTypes: JSON.parse(defaultUserTypes) as string[],
          mayGive: isAgentsOnly
            ? builtIn === 'INTERVIEWER'
            : mayGiveRole(directory, caller.permissions, role.id),
        })),
        skills,
        languages: [...new Set(spoken.flatMap(({ languages }) => JSON.parse(languages) as string[]))].sort(),
        userTypes: isAgentsOnly ? ['INTERVIEWER' as const] : (Object.keys(USER_TYPES) as UserType[]),
        isMailSetUp: await services.outbox.isSetUp(),
      }
    },

    searchManagers: async ({ searchTerm, id }, { caller }) => {
      const term = searchTerm.trim()
      const people = await db
        .selectFrom('users as u')
        .where('u.id', '>', 0)
        .where('u.isActive', '=', 1)
        .where((eb) => within(caller, 'ALL')(eb as never))
        .where((eb) =>
          term === '' ? eb.val(true) : eb.or([contains('u.displayName', term), contains('u.userName', term)]),
        )
        .orderBy('u.displayName')
        .orderBy('u.id')
        .limit(MANAGERS_MAX)
        .select(['u.id', 'u.displayName', 'u.userName'])
        .execute()
      const own =
        id === null || people.some((one) => one.id === id)
          ? []
          : await db
              .selectFrom('users as u')
              .where('u.id', '=', id)
              .select(['u.id', 'u.displayName', 'u.userName'])
              .execute()
      return { people: [...own, ...people] }
    },
  }
}
