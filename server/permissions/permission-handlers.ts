import type { PermissionTable } from '#shared/domain/permission-numbers.ts'
import { PERMISSIONS, type PermissionName } from '#shared/domain/permissions.ts'
import { findPerson, type Person } from '../auth/people.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import { requireSeen } from '../people/scope.ts'
import { audit } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'
import type { Settled } from '../roles/settle.ts'
import type { TellSettled } from '../roles/tell-settled.ts'
import type { EventLog } from '../session/event-log.ts'
import { personAccess } from './person-access.ts'
import { decide, holdersByNumber, takeBack } from './personal.ts'
import { askedCalls, whoCanDo } from './who-can.ts'

export interface PermissionServices {
  readonly db: Database
  readonly clock: Clock
  readonly eventLog: EventLog
  readonly permissionNumbers: PermissionTable
  readonly tellSettled: TellSettled
}

const NAMES = Object.keys(PERMISSIONS) as PermissionName[]
/** Longest description in the event log. */
const DESCRIPTION_MAX = 1000
const PAGE = 'admin.active-users'

type Action = 'PERMISSIONS_GRANTED' | 'PERMISSIONS_REFUSED' | 'PERMISSIONS_REVOKED'

/**
 * What a person may do and why, and what is decided about them alone (spec 1 §6, 5 §4.2). Every call checks the
 * database, so a change holds at once.
 */
export function permissionHandlers(services: PermissionServices): AreaHandlers<'permissions'> {
  const { db, clock, eventLog, permissionNumbers, tellSettled } = services

  async function person(userID: number): Promise<Person> {
    const found = await findPerson(db, userID, clock())
    if (!found) throw new Refusal(400, 'person.unknown')
    return found
  }

  const held = (userID: number) => personAccess(db, userID, clock())

  /** Tells both in their event logs: who changed it, and who is concerned. */
  async function log(actionName: Action, names: readonly string[], caller: Caller, subject: Person) {
    const what = names.join(', ')
    const add = (owner: number, who: string) =>
      eventLog.add({ userID: owner, actionName, description: `${who}: ${what}`.slice(0, DESCRIPTION_MAX) })
    await add(caller.userID, `to ${subject.userName} (${subject.userID})`)
    if (subject.userID !== caller.userID)
      await add(subject.userID, `by ${caller.userName} (${caller.userID})`)
  }

  async function change(
    actionName: Action,
    userID: number,
    caller: Caller,
    apply: (at: number) => Promise<{ changed: PermissionName[]; settled: Settled[] }>,
    reason = '',
  ) {
    const subject = await person(userID)
    await requireSeen(db, caller, userID)
    const at = clock()
    const { changed, settled } = await apply(at)
    if (changed.length > 0) {
      await audit(db, caller, at, {
        action: actionName,
        page: PAGE,
        recordType: 'person',
        recordID: userID,
        label: subject.displayName,
        changes: changed.map((name) => ({
          field: name,
          before: subject.permissions.can(name),
          after: actionName === 'PERMISSIONS_REVOKED' ? null : actionName === 'PERMISSIONS_GRANTED',
        })),
        reason,
      })
      await log(actionName, changed, caller, subject)
    }
    await tellSettled(settled)
    return held(userID)
  }

  const decided =
    (actionName: Action, isRefusal: boolean): AreaHandlers<'permissions'>['grantPermissions'] =>
    ({ userID, permissions: names, reason, endsAt: end }, { caller }) => {
      const endsAt = end === null ? null : Date.parse(end)
      if (endsAt !== null && endsAt <= clock()) throw new Refusal(400, 'permission.endsPast')
      const decision = { userID, names, isRefusal, reason, endsAt, by: caller.userID }
      return change(actionName, userID, caller, (at) => decide(db, decision, at), reason)
    }

  return {
    permissionCatalogue: async () => {
      const holders = await holdersByNumber(db)
      return NAMES.map((name) => ({
        name,
        number: permissionNumbers[name],
        holders: holders.get(PERMISSIONS[name]) ?? 0,
      }))
    },
    personPermissions: async ({ userID }, { caller }) => {
      const access = await held(userID)
      await requireSeen(db, caller, userID)
      return access
    },
    whoCan: (ability, { caller }) => whoCanDo(db, ability, caller, clock()),
    askedActions: () => askedCalls(),
    grantPermissions: decided('PERMISSIONS_GRANTED', false),
    refusePermissions: decided('PERMISSIONS_REFUSED', true),
    revokePermissions: ({ userID, permissions: names }, { caller }) =>
      change('PERMISSIONS_REVOKED', userID, caller, (at) => takeBack(db, { userID, names }, at)),
  }
}
