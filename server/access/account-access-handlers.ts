import type { KnownPlaces } from '../auth/known-places.ts'
import type { Reached } from '../auth/link-origin.ts'
import type { PasswordResets } from '../auth/password-resets.ts'
import { RESET_BY_SUPPORT_MS } from '../auth/password-resets.ts'
import { hashPassword, type PasswordCost } from '../auth/passwords.ts'
import type { Sealer } from '../auth/sealer.ts'
import type { EndedSignIn, Sessions } from '../auth/sessions.ts'
import type { SignInLimiter } from '../auth/sign-in-limiter.ts'
import type { SignIns } from '../auth/sign-ins.ts'
import type { ChatPublisher } from '../chat/publisher.ts'
import { quietHoursOf, saveQuietHoursOf } from '../chat/quiet-hours.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { inOneUnit } from '../db/unit-of-work.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import { tellOfAccount } from '../mail/account-notices.ts'
import type { Outbox } from '../mail/outbox.ts'
import { notify } from '../notifications/notifications.ts'
import { endAccessOf } from '../oauth/grants.ts'
import { newTemporaryPassword, TEMPORARY_MS } from '../people/first-access.ts'
import { requireSeen } from '../people/scope.ts'
import { audit, type Change } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'
import { keepingGrantor, requireNoWayUp } from '../roles/grantors.ts'
import { audioSettingOf, saveAudioSettingOf } from '../settings/person-settings.ts'
import { surveyToolFile } from './survey-tool-file.ts'

export interface AccountAccessServices {
  readonly db: Database
  readonly clock: Clock
  readonly sealer: Sealer
  readonly outbox: Outbox
  readonly sessions: Sessions
  readonly signIns: SignIns
  readonly places: KnownPlaces
  readonly limiter: SignInLimiter
  readonly passwordResets: PasswordResets
  readonly passwordCost: PasswordCost
  readonly hub: Pick<ChatPublisher, 'audioSettingChanged'>
  readonly originOf: (reached: Reached) => string
  /** Closes the windows of sign-ins that ended. */
  readonly tellEnded: (ended: readonly EndedSignIn[]) => void
  /** Tells lists of people that somebody's account is otherwise. */
  readonly personChanged: (userID: number) => void
}

const PAGE = 'admin.active-users'
const iso = (at: number) => new Date(at).toISOString()

/** What service desk and administrators do about somebody's access (spec 5 §3.6). */
export function accountAccessHandlers(services: AccountAccessServices): AreaHandlers<'accountAccess'> {
  const { db, clock, sessions, signIns, outbox, tellEnded, personChanged } = services

  /** Whom it is about, if the caller may see them and they work here. @throws Refusal 404, 409, 403 */
  async function target(trx: Database, caller: Caller, userID: number) {
    await requireSeen(trx, caller, userID)
    const person = await trx
      .selectFrom('users')
      .where('id', '=', userID)
      .select(['id', 'userName', 'displayName', 'email', 'unreachedEmail', 'status', 'signInMethod'])
      .executeTakeFirstOrThrow()
    if (person.status === 'LEAVER') throw new Refusal(409, 'leaver.gone', { name: person.displayName })
    return person
  }
  type Target = Awaited<ReturnType<typeof target>>

  const told = (
    trx: Database,
    caller: Caller,
    { id, displayName }: Pick<Target, 'id' | 'displayName'>,
    action: string,
    reason = '',
    changes: readonly Change[] = [],
  ) =>
    audit(trx, caller, clock(), {
      ...{ action, page: PAGE, recordType: 'person', recordID: id, label: displayName, reason, changes },
    })

  /** Ends all that somebody is signed in with, in the transaction that has the reason. */
  async function endAll(trx: Database, userID: number): Promise<EndedSignIn[]> {
    await signIns.forget(userID, trx)
    await endAccessOf(trx, userID, clock())
    return sessions.endAll({ userID }, trx)
  }

  /** People who are signed in from a device, or whose companion it is. */
  async function holdersOf(trx: Database, deviceID: string): Promise<number[]> {
    const paired = await trx.selectFrom('devices').where('deviceID', '=', deviceID).select('userID').execute()
    const signedIn = await trx
      .selectFrom('sessions')
      .where('deviceID', '=', deviceID)
      .where('revokedAt', 'is', null)
      .where('expiresAt', '>', clock())
      .select('userID')
      .distinct()
      .execute()
    return [...new Set([...paired, ...signedIn].map(({ userID }) => userID))]
  }

  return {
    lockAccount: async ({ userID, reason }, { caller }) => {
      if (userID === caller.userID) throw new Refusal(400, 'account.lockSelf')
      await requireNoWayUp(db, caller, userID)
      const { person, ended } = await keepingGrantor(db, async (trx) => {
        const person = await target(trx, caller, userID)
        const at = clock()
        const { numUpdatedRows } = await trx
          .updateTable('users')
          .set((eb) => ({
            ...{ lockedAt: at, lockedBy: caller.userID, lockReason: reason },
            version: eb('version', '+', 1),
          }))
          .where('id', '=', userID)
          .where('lockedAt', 'is', null)
          .executeTakeFirst()
        if (numUpdatedRows === 0n) throw new Refusal(409, 'account.locked')
        await told(trx, caller, person, 'ACCOUNT_LOCKED', reason)
        return { person, ended: await endAll(trx, userID) }
      })
      await tellOfAccount({ db, clock, outbox }, person, 'LOCKED')
      tellEnded(ended)
      personChanged(userID)
      return { done: true }
    },

    unlockAccount: async ({ userID }, { caller }) => {
      await requireNoWayUp(db, caller, userID)
      const person = await db.transaction().execute(async (trx) => {
        const person = await target(trx, caller, userID)
        const { numUpdatedRows } = await trx
          .updateTable('users')
          .set((eb) => ({
            ...{ lockedAt: null, lockedBy: null, lockReason: '' },
            version: eb('version', '+', 1),
          }))
          .where('id', '=', userID)
          .where('lockedAt', 'is not', null)
          .executeTakeFirst()
        if (numUpdatedRows === 0n) throw new Refusal(409, 'account.notLocked')
        await told(trx, caller, person, 'ACCOUNT_UNLOCKED')
        return person
      })
      await tellOfAccount({ db, clock, outbox }, person, 'UNLOCKED')
      await services.limiter.forgive(userID, person.userName)
      personChanged(userID)
      return { done: true }
    },

    resetAccountPassword: ({ userID, way, reason }, context) =>
      inOneUnit(async () => {
        const { caller } = context
        await requireNoWayUp(db, caller, userID)
        const person = await target(db, caller, userID)
        if (person.status !== 'ACTIVE') throw new Refusal(409, 'account.notActive')
        if (person.signInMethod === 'SINGLE_SIGN_ON') throw new Refusal(409, 'account.noPassword')
        if (way === 'LINK' && person.email === null) throw new Refusal(400, 'account.noEmail')
        const temporaryPassword = way === 'LINK' ? null : newTemporaryPassword()
        const passwordHash =
          temporaryPassword && (await hashPassword(temporaryPassword, services.passwordCost))
        const ended = await keepingGrantor(db, async (trx) => {
          const at = clock()
          if (passwordHash !== null) {
            const own = { passwordHash, mustChangePassword: 1, temporaryUntil: at + TEMPORARY_MS }
            await trx
              .updateTable('users')
              .set((eb) => ({ ...own, version: eb('version', '+', 1) }))
              .where('id', '=', userID)
              .execute()
          }
          // Whoever had the old password may have asked for a link, or paired a device.
          for (const table of ['passwordResets', 'invitations', 'devices'] as const)
            await trx.deleteFrom(table).where('userID', '=', userID).execute()
          await told(trx, caller, person, 'PASSWORD_RESET', reason, [
            { field: 'way', before: null, after: way },
          ])
          return endAll(trx, userID)
        })
        if (way === 'LINK')
          await services.passwordResets.mailLink(person.id, services.originOf(context), RESET_BY_SUPPORT_MS)
        else await tellOfAccount({ db, clock, outbox }, person, 'TEMPORARY_PASSWORD')
        await services.limiter.forgive(userID, person.userName)
        tellEnded(ended)
        personChanged(userID)
        return { temporaryPassword }
      }),

    resetAccountTwoFactor: async ({ userID, reason }, { caller }) => {
      await requireNoWayUp(db, caller, userID)
      const person = await db.transaction().execute(async (trx) => {
        const person = await target(trx, caller, userID)
        await trx.deleteFrom('recoveryCodes').where('userID', '=', userID).execute()
        const gone = await trx.deleteFrom('twoFactor').where('userID', '=', userID).executeTakeFirst()
        if (gone.numDeletedRows === 0n) throw new Refusal(409, 'account.noTwoFactor')
        await told(trx, caller, person, 'TWO_FACTOR_RESET', reason)
        return person
      })
      await tellOfAccount({ db, clock, outbox }, person, 'TWO_FACTOR_RESET')
      personChanged(userID)
      return { done: true }
    },

    accountSessions: async ({ userID }, { caller }) => {
      await target(db, caller, userID)
      const own = await sessions.findLive(caller.sessionID)
      const { live, devices } = await sessions.listOf(userID)
      const companion = await db
        .selectFrom('devices')
        .where('userID', '=', userID)
        .select('deviceID')
        .executeTakeFirst()
      const ids = [...new Set([...(companion ? [companion.deviceID] : []), ...devices.keys()])]
      const excluded = new Map(
        ids.length === 0
          ? []
          : (await db.selectFrom('excludedDevices').where('deviceID', 'in', ids).selectAll().execute()).map(
              (row) => [row.deviceID, row.reason],
            ),
      )
      const mayList = caller.permissions.can('SUPPORT_CAN_EDIT_USER_SETTINGS')
      const listed = live.map(({ startedAt, lastUsedAt, ...session }) => ({
        ...session,
        startedAt: iso(startedAt),
        lastUsedAt: iso(lastUsedAt),
        isOwn: session.id === own?.signInID,
      }))
      return {
        sessions: mayList ? listed : null,
        devices: ids.map((deviceID) => {
          const usedAt = devices.get(deviceID)
          return {
            deviceID,
            isCompanion: deviceID === companion?.deviceID,
            lastUsedAt: usedAt === undefined ? null : iso(usedAt),
            excludedFor: excluded.get(deviceID) ?? null,
          }
        }),
      }
    },

    endAccountSession: async ({ userID, id, reason }, { caller }) => {
      await requireNoWayUp(db, caller, userID)
      const ended = await db.transaction().execute(async (trx) => {
        const person = await target(trx, caller, userID)
        const ended = await sessions.endAll({ userID, signInID: id }, trx)
        if (ended.length === 0) throw new Refusal(409, 'account.sessionOver')
        await told(trx, caller, person, 'SESSION_ENDED', reason)
        await notify(trx, clock, {
          ...{ userID, type: 'NEW_UPDATE', cssClass: 'warning' },
          subject: `${caller.displayName} signed you out on one device: ${reason}`,
        })
        return ended
      })
      tellEnded(ended)
      return { done: true }
    },

    accountSettings: async ({ userID, set }, { caller }) => {
      const person = await target(db, caller, userID)
      const read = async () => ({
        audio: await audioSettingOf(db, userID),
        quietHours: await quietHoursOf(db, userID),
      })
      const before = await read()
      if (!set || JSON.stringify(set) === JSON.stringify(before)) return before
      await db.transaction().execute(async (trx) => {
        await saveAudioSettingOf(trx, userID, set.audio)
        await saveQuietHoursOf(trx, userID, set.quietHours)
        await told(trx, caller, person, 'PERSONAL_SETTINGS_CHANGED', '', [
          { field: 'audio', before: before.audio, after: set.audio },
          { field: 'quietHours', before: before.quietHours, after: set.quietHours },
        ])
        await notify(trx, clock, {
          ...{ userID, type: 'NEW_UPDATE', cssClass: 'info' },
          subject: `${caller.displayName} changed how you are told of messages`,
        })
      })
      services.hub.audioSettingChanged(userID)
      return read()
    },

    clearDevice: async ({ userID, deviceID, reason }, { caller }) => {
      await requireNoWayUp(db, caller, userID)
      const ended = await db.transaction().execute(async (trx) => {
        const person = await target(trx, caller, userID)
        await trx
          .deleteFrom('devices')
          .where('userID', '=', userID)
          .where('deviceID', '=', deviceID)
          .execute()
        await services.places.forgetDevice(trx, userID, person.userName, deviceID)
        const ended = await sessions.endAll({ userID, deviceID }, trx)
        await trx
          .updateTable('sessions')
          .set({ deviceID: null })
          .where('userID', '=', userID)
          .where('deviceID', '=', deviceID)
          .execute()
        await told(trx, caller, person, 'DEVICE_CLEARED', reason, [
          { field: 'deviceID', before: deviceID, after: null },
        ])
        await notify(trx, clock, {
          ...{ userID, type: 'NEW_UPDATE', cssClass: 'warning' },
          subject: `${caller.displayName} had a device of yours forgotten: ${reason}`,
        })
        return ended
      })
      tellEnded(ended)
      personChanged(userID)
      return { done: true }
    },

    excludeDevice: async ({ deviceID, reason }, { caller }) => {
      const holders = await holdersOf(db, deviceID)
      for (const userID of holders) await requireNoWayUp(db, caller, userID)
      const ended = await db.transaction().execute(async (trx) => {
        const at = clock()
        const added = await trx
          .insertInto('excludedDevices')
          .values({
            ...{ deviceID, reason, excludedBy: caller.userID },
            ...{ excludedByName: caller.displayName, excludedAt: at },
          })
          .onConflict((conflict) => conflict.doNothing())
          .returning('deviceID')
          .executeTakeFirst()
        if (!added) throw new Refusal(409, 'device.excludedAlready')
        await trx.deleteFrom('devices').where('deviceID', '=', deviceID).execute()
        await audit(trx, caller, at, {
          ...{ action: 'DEVICE_EXCLUDED', page: PAGE, recordType: 'device', recordID: null },
          ...{ label: deviceID, reason },
        })
        const ended: EndedSignIn[] = []
        for (const userID of holders) {
          ended.push(...(await sessions.endAll({ userID, deviceID }, trx)))
          await notify(trx, clock, {
            ...{ userID, type: 'NEW_UPDATE', cssClass: 'warning' },
            subject: `A device that you used is not allowed any more: ${reason}`,
          })
        }
        return ended
      })
      tellEnded(ended)
      for (const userID of holders) personChanged(userID)
      return { done: true }
    },

    allowDevice: async ({ deviceID }, { caller }) => {
      await db.transaction().execute(async (trx) => {
        const gone = await trx
          .deleteFrom('excludedDevices')
          .where('deviceID', '=', deviceID)
          .executeTakeFirst()
        if (gone.numDeletedRows === 0n) throw new Refusal(409, 'device.notExcluded')
        await audit(trx, caller, clock(), {
          ...{ action: 'DEVICE_ALLOWED', page: PAGE, recordType: 'device', recordID: null, label: deviceID },
        })
      })
      return { done: true }
    },

    excludedDevices: async () => {
      const rows = await db
        .selectFrom('excludedDevices')
        .orderBy('excludedAt', 'desc')
        .orderBy('deviceID')
        .selectAll()
        .execute()
      return {
        devices: rows.map(({ deviceID, reason, excludedByName, excludedAt }) => ({
          ...{ deviceID, reason, by: excludedByName, at: iso(excludedAt) },
        })),
      }
    },

    exportSurveyToolDetails: (_input, { caller }) => surveyToolFile(services, caller),
  }
}
