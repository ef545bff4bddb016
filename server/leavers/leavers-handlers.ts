import { leaverRecord } from '#shared/records/admin/leaver.ts'
import type { Reached } from '../auth/link-origin.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { type InvitationServices, invite } from '../people/first-access.ts'
import { requireSeen } from '../people/scope.ts'
import { type PeopleWindows, tellPeople } from '../people/tell-people.ts'
import { listRecords, recordSource } from '../records/list.ts'
import { Refusal } from '../refusal.ts'
import { keepingGrantor } from '../roles/grantors.ts'
import { cancelLeaving, dayOf, deactivate, type LeaverParts } from './deactivate.ts'
import { leaverSource } from './leaver-source.ts'
import { movesOf } from './moving.ts'
import { reinstate } from './reinstate.ts'

export type LeaversServices = LeaverParts &
  PeopleWindows &
  InvitationServices & { readonly originOf: (reached: Reached) => string }

/** Leaving and coming back (spec 5 §3.4, §3.5). */
export function leaversHandlers(parts: LeaversServices): AreaHandlers<'leavers'> {
  const { db, clock } = parts
  return {
    deactivatePreview: async ({ id }, { caller }) => {
      await requireSeen(db, caller, id)
      const now = clock()
      const person = await db
        .selectFrom('users as u')
        .leftJoin('users as m', (join) => join.onRef('m.id', '=', 'u.managerID').on('m.isActive', '=', 1))
        .where('u.id', '=', id)
        .select(['u.displayName', 'm.id as managerID', 'm.displayName as managerName'])
        .executeTakeFirst()
      if (!person) throw new Refusal(404, 'record.gone', { one: 'person' })
      const { displayName, managerID, managerName } = person
      return {
        displayName,
        leaveDate: dayOf(now),
        manager: managerID === null ? null : { id: managerID, displayName: managerName ?? '' },
        moves: await movesOf(db, id, now),
      }
    },

    deactivatePerson: async ({ id, ...leaving }, { caller }) => {
      await requireSeen(db, caller, id)
      return { outcome: await deactivate(parts, caller, { ...leaving, userID: id }) }
    },

    cancelLeaving: async ({ id }, { caller }) => {
      await requireSeen(db, caller, id)
      await cancelLeaving(parts, caller, id)
      return { done: true }
    },

    listLeavers: (request, { caller }) =>
      listRecords(db, request, {
        record: leaverRecord,
        source: recordSource(leaverSource(db, caller)),
        viewer: caller,
        now: clock(),
      }),

    getLeaver: async ({ id }, { caller }) => {
      const row = await leaverSource(db, caller)
        .where('u.id', '=', id)
        .select([
          'u.email',
          'u.areaID',
          'u.contractTypeID',
          'u.managerID',
          'managers.status as managerStatus',
        ])
        .executeTakeFirst()
      if (!row) throw new Refusal(404, 'record.gone', { one: 'leaver' })
      const { managerID, managerStatus, lastSignInAt, ...person } = row
      const roleList = await db
        .selectFrom('userRoles')
        .innerJoin('roles', 'roles.id', 'userRoles.roleID')
        .where('userRoles.userID', '=', id)
        .orderBy('roles.nameKey')
        .select(['roles.id', 'roles.name'])
        .execute()
      const areas = await db
        .selectFrom('areas')
        .where('isActive', '=', 1)
        .orderBy('nameKey')
        .select(['id', 'name'])
        .execute()
      const contractTypes = await db
        .selectFrom('contractTypes')
        .where('isActive', '=', 1)
        .orderBy('nameKey')
        .select(['id', 'name'])
        .execute()
      const isManagerHere = managerID !== null && managerStatus === 'ACTIVE'
      return {
        ...person,
        lastSignInAt: lastSignInAt === null ? null : new Date(lastSignInAt).toISOString(),
        manager: isManagerHere ? { id: managerID, displayName: person.managerName ?? '' } : null,
        ...{ roleList, areas, contractTypes },
      }
    },

    reinstatePerson: async ({ id, ...back }, context) => {
      const { caller } = context
      await requireSeen(db, caller, id)
      const aftermath = await keepingGrantor(db, (trx) =>
        reinstate(trx, parts, caller, { ...back, userID: id }),
      )
      const { email, signInMethod } = await db
        .selectFrom('users')
        .where('id', '=', id)
        .select(['email', 'signInMethod'])
        .executeTakeFirstOrThrow()
      if (email !== null && signInMethod !== 'SINGLE_SIGN_ON')
        await invite(parts, id, parts.originOf(context))
      await tellPeople(parts, aftermath)
      parts.personChanged(id)
      return { done: true }
    },
  }
}
