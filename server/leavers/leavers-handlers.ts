import type { AreaHandlers } from '../http/handlers.ts'
import { requireSeen } from '../people/scope.ts'
import { Refusal } from '../refusal.ts'
import { cancelLeaving, dayOf, deactivate, type LeaverParts } from './deactivate.ts'
import { movesOf } from './moving.ts'

/** Leaving (spec 5 §3.4). */
export function leaversHandlers(parts: LeaverParts): AreaHandlers<'leavers'> {
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
  }
}
