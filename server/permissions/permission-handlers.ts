import type { PermissionTable } from '#shared/domain/permission-numbers.ts'
import { PERMISSIONS, type PermissionName } from '#shared/domain/permissions.ts'
import type { RemoteCommand } from '#shared/hubs/remote-command.ts'
import { findPerson } from '../auth/people.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import { Refusal } from '../refusal.ts'
import type { EventLog } from '../session/event-log.ts'
import { grant, holdersByNumber, revoke } from './grants.ts'

export interface PermissionServices {
  readonly db: Database
  readonly eventLog: EventLog
  readonly permissionNumbers: PermissionTable
  /** Sends a command to all windows of the person. */
  readonly sendCommand: (userID: number, command: RemoteCommand) => void
  /** Closes the person's hub connections; they reconnect with the present permissions. */
  readonly reconnect: (userID: number) => Promise<void>
}

const NAMES = Object.keys(PERMISSIONS) as PermissionName[]
const KNOWN = new Set<number>(Object.values(PERMISSIONS))
/** Longest description in the event log. */
const DESCRIPTION_MAX = 1000

/**
 * Looking at and changing permissions (spec 1 §6). Every call checks the database, so a change holds at once.
 */
export function permissionHandlers(services: PermissionServices): AreaHandlers<'permissions'> {
  const { db, eventLog, permissionNumbers, sendCommand, reconnect } = services

  async function held(userID: number) {
    const person = await findPerson(db, userID)
    if (!person) throw new Refusal(400, 'person.unknown')
    const { userName, displayName, permissions } = person
    return {
      userID,
      userName,
      displayName,
      permissions: NAMES.filter((name) => permissions.can(name)),
      unknownNumbers: permissions.numbers.filter((number) => !KNOWN.has(number)),
    }
  }

  /** Logs a change for both: who made it, and who is concerned. */
  async function audit(
    actionName: string,
    names: readonly string[],
    caller: Caller,
    subject: string,
    userID: number,
  ) {
    const what = names.join(', ')
    const log = (owner: number, who: string) =>
      eventLog.add({ userID: owner, actionName, description: `${who}: ${what}`.slice(0, DESCRIPTION_MAX) })
    await log(caller.userID, `to ${subject} (${userID})`)
    if (userID !== caller.userID) await log(userID, `by ${caller.userName} (${caller.userID})`)
  }

  async function change(
    apply: typeof grant,
    actionName: string,
    { userID, permissions }: { userID: number; permissions: readonly PermissionName[] },
    caller: Caller,
  ) {
    const before = await held(userID)
    const changed = await apply(db, userID, permissions)
    if (changed.length > 0) {
      await audit(actionName, changed, caller, before.userName, userID)
      sendCommand(userID, { command: 'RENEW_TOKEN' })
      await reconnect(userID)
    }
    return held(userID)
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
    personPermissions: ({ userID }) => held(userID),
    grantPermissions: (input, { caller }) => change(grant, 'PERMISSIONS_GRANTED', input, caller),
    revokePermissions: (input, { caller }) => change(revoke, 'PERMISSIONS_REVOKED', input, caller),
  }
}
