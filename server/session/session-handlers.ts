import { maySendCommand, REMOTE_COMMAND_REASON_MIN, sendsToAll } from '#shared/domain/remote-commands.ts'
import type { SentCommand } from '#shared/hubs/remote-command.ts'
import type { Companions } from '../auth/companions.ts'
import { COMPANION, pairDevice } from '../auth/pairing.ts'
import { findPerson } from '../auth/people.ts'
import type { EndedSignIn, Sessions } from '../auth/sessions.ts'
import type { SignIns } from '../auth/sign-ins.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import { requireWithin } from '../live-panel/scope.ts'
import { notify } from '../notifications/notifications.ts'
import { endAccessOf } from '../oauth/grants.ts'
import { within } from '../people/scope.ts'
import { keepReport, readingOf } from '../recorded/taking.ts'
import { audit, type Change } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'
import { requireNoWayUp } from '../roles/grantors.ts'
import type { LiveShell } from '../shell/live-shell.ts'
import { sendCommandTo } from '../support/remote-commands.ts'
import { currentTaskOf } from '../tasks/current-task.ts'
import type { EventLog } from './event-log.ts'
import { licenceExpiry } from './licence.ts'

export interface SessionServices {
  readonly db: Database
  readonly clock: Clock
  readonly sessions: Sessions
  readonly signIns: SignIns
  readonly companions: Companions
  readonly eventLog: EventLog
  /** Sends a command to all windows of the person. */
  readonly sendCommand: (userID: number, command: SentCommand) => void
  readonly shell: Pick<LiveShell, 'main' | 'dayChanged'>
  readonly tellEnded: (ended: readonly EndedSignIn[]) => void
}

/** Not 404, which people see as a network that can't be reached (spec 1 §8). */
const REFUSED = 400
const UNPAIRED = 'Your companion device is no longer paired with your account.'

/** The licence, the event log, and what the service desk can do with sessions (spec 1 §4.2, §6, §7). */
export function sessionHandlers(services: SessionServices): AreaHandlers<'session'> {
  const { db, clock, sessions, signIns, companions, eventLog, sendCommand, shell, tellEnded } = services

  /** Somebody active, by their name. */
  async function requirePerson(userID: number): Promise<string> {
    const person = await findPerson(db, userID)
    if (!person) throw new Refusal(REFUSED, 'person.unknown')
    return person.displayName
  }

  /** Somebody of an agency sends commands to its people alone (spec 5 §3.1). */
  async function seenPerson(caller: Caller, userID: number) {
    const person = await db
      .selectFrom('users as u')
      .where('u.id', '=', userID)
      .where((eb) => within(caller, 'ALL')(eb as never))
      .select(['u.id', 'u.displayName'])
      .executeTakeFirst()
    if (!person) throw new Refusal(REFUSED, 'person.unknown')
    return person
  }
  const told = (
    trx: Database,
    caller: Caller,
    { userID, label }: { readonly userID: number; readonly label: string },
    action: string,
    reason: string,
    changes: readonly Change[] = [],
  ) =>
    audit(trx, caller, clock(), {
      ...{ action, page: 'admin.active-users', recordType: 'person', recordID: userID },
      ...{ label, reason, changes },
    })

  return {
    license: async () => ({ expiryDate: await licenceExpiry(db, clock()) }),

    currentTask: (_input, { caller: { userID } }) => currentTaskOf(db, userID, clock()),

    logEvent: async ({ actionName, description }, { caller: { userID } }) => {
      const kind = readingOf(actionName)
      if (kind === null) await eventLog.add({ userID, actionName, description })
      else if (await keepReport(db, { userID, actionName, description }, kind, clock()))
        shell.main.toUser(userID, 'recordedReading', [{ kind }])
      else throw new Refusal(409, 'reading.notNow')
      return { done: true }
    },

    sendRemoteCommand: async ({ userID, remoteCommand, reason, ...how }, { caller }) => {
      if (!maySendCommand(caller.permissions, remoteCommand)) throw new Refusal(403, 'accessDenied')
      await requirePerson(userID)
      const person = await seenPerson(caller, userID)
      // Supervisors send to whom their live panel shows.
      if (!sendsToAll(caller.permissions)) await requireWithin(db, caller, userID)
      const isAsked = remoteCommand.command === 'LOGOUT' || reason !== ''
      if (isAsked && reason.length < REMOTE_COMMAND_REASON_MIN) throw new Refusal(400, 'override.noReason')
      const what = remoteCommand.hostCommand ?? remoteCommand.command
      await eventLog.add({
        userID,
        actionName: 'Remote command',
        description: `${what}, sent by ${caller.displayName} (${caller.userID})`,
      })
      const send = (command: SentCommand) => sendCommand(userID, command)
      const commandID = await sendCommandTo(db, clock(), {
        ...{ person, remoteCommand, reason, caller, send },
        ...how,
      })
      shell.dayChanged([userID])
      shell.main.toUser(userID, 'recordedReading', [{ kind: 'REMOTE_COMMAND' }])
      return { commandID }
    },

    endSessions: async ({ userID, reason = '' }, { caller }) => {
      const label = await requirePerson(userID)
      await requireNoWayUp(db, caller, userID)
      const ended = await db.transaction().execute(async (trx) => {
        await signIns.forget(userID, trx)
        await endAccessOf(trx, userID, clock())
        await told(trx, caller, { userID, label }, 'SESSIONS_ENDED', reason)
        await notify(trx, clock, {
          ...{ userID, type: 'NEW_UPDATE', cssClass: 'warning' },
          subject: `${caller.displayName} signed you out everywhere${reason === '' ? '' : `: ${reason}`}`,
        })
        return sessions.endAll({ userID }, trx)
      })
      tellEnded(ended)
      return { done: true }
    },

    pairCompanion: async ({ userID, deviceID, isMoved = false }, { caller }) => {
      const label = await requirePerson(userID)
      // Who pairs a device can sign in with it.
      await requireNoWayUp(db, caller, userID)
      const holder = await db
        .selectFrom('devices')
        .innerJoin('users', 'users.id', 'devices.userID')
        .where('deviceID', '=', deviceID)
        .where('userID', '<>', userID)
        .select(['users.id', 'users.displayName'])
        .executeTakeFirst()
      if (holder && !isMoved) throw new Refusal(409, 'device.heldBy', { name: holder.displayName })
      if (holder) await requireNoWayUp(db, caller, holder.id)
      await pairDevice(services, { userID, deviceID, by: caller.userID, isMoved })
      await told(db, caller, { userID, label }, 'COMPANION_PAIRED', '', [
        { field: 'deviceID', before: holder ? holder.displayName : null, after: deviceID },
      ])
      if (!holder) return { done: true }
      await notify(db, clock, {
        userID: holder.id,
        type: 'COMPANION',
        subject: UNPAIRED,
        cssClass: 'warning',
      })
      tellEnded(await sessions.endAll({ userID: holder.id, tokenType: COMPANION, deviceID }))
      return { done: true }
    },

    unpairCompanion: async ({ userID, reason = '' }, { caller }) => {
      const label = await requirePerson(userID)
      await companions.unpair(userID)
      await told(db, caller, { userID, label }, 'COMPANION_UNPAIRED', reason)
      await notify(db, clock, { userID, type: 'COMPANION', subject: UNPAIRED, cssClass: 'warning' })
      tellEnded(await sessions.endAll({ userID, tokenType: COMPANION }))
      return { done: true }
    },
  }
}
