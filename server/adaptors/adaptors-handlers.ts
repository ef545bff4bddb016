import { ADAPTOR_SECRETS, type SmtpSettings } from '#shared/contract/adaptors.ts'
import type { Reached } from '../auth/link-origin.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { clearFlag, raiseFlag } from '../flags/system-flags.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import type { Outbox } from '../mail/outbox.ts'
import { testSmtp } from '../mail/test-smtp.ts'
import { audit, type Change, changesBetween } from '../records/audit.ts'
import { changeSeen } from '../records/change.ts'
import { Refusal } from '../refusal.ts'
import type { Deliveries } from '../webhooks/deliveries.ts'
import { type Adaptors, isSameServer, settingsOf } from './adaptors.ts'
import { OtherAdaptors } from './other-adaptors.ts'

const ONE = 'connection adaptor'
const NAME = 'SMTP'

/** The ways to services outside, for who keeps them (spec 5 §5.3). */
export function adaptorsHandlers({
  db,
  clock,
  adaptors,
  outbox,
  deliveries,
  originOf,
}: {
  readonly db: Database
  readonly clock: Clock
  readonly adaptors: Adaptors
  readonly outbox: Pick<Outbox, 'wake'>
  readonly deliveries: Deliveries
  readonly originOf: (reached: Reached) => string
}): AreaHandlers<'adaptors'> {
  const others = new OtherAdaptors({ db, clock, adaptors, deliveries })
  const told = (caller: Caller, verb: string, id: number, label: string, changes: readonly Change[] = []) =>
    audit(db, caller, clock(), {
      action: `ADAPTOR_${verb}`,
      page: 'admin.configuration.connection-adaptors',
      recordType: 'adaptor',
      recordID: id,
      label,
      changes,
    })

  /** MAIL_NOT_SET_UP stands while no SMTP adaptor is switched on. */
  const flagMail = (isSetUp: boolean) =>
    isSetUp ? clearFlag(db, 'MAIL_NOT_SET_UP', clock()) : raiseFlag(db, 'MAIL_NOT_SET_UP', clock())

  /**
   * The password for these settings: the one that was typed, else the one that is kept, which goes to no other
   * server than the one that it was set for.
   * @throws Refusal 400 where it would
   */
  async function passwordFor(settings: SmtpSettings, typed: string | undefined): Promise<string | null> {
    if (typed !== undefined) return typed
    const row = await adaptors.smtp()
    const kept = row ? await adaptors.secret(row.id, 'password') : null
    if (row && kept !== null && !isSameServer(settings, settingsOf(row)))
      throw new Refusal(400, 'adaptor.secretAgain')
    return kept
  }

  return {
    webhookDeliveries: (request) => others.deliveries(request),
    webhookChoices: () => others.choices(),
    ssoChoices: async (_request, context) => ({
      roles: await others.roles(),
      callback: `${originOf(context)}/api/auth/sso/callback`,
      logout: `${originOf(context)}/api/auth/sso/back-channel-logout`,
    }),
    redeliverWebhook: ({ id }, { caller }) => others.redeliver(id, caller),

    listAdaptors: async () => ({ adaptors: await adaptors.list() }),

    saveAdaptor: async (request, { caller }) => {
      if (request.kind !== 'SMTP') return others.save(request, caller)
      const { id, version = 1, isEnabled, settings, password } = request
      await passwordFor(settings, password)
      let saved = id
      if (saved === undefined) {
        saved = await adaptors.add(db, { settings, password, isEnabled, by: caller })
        await told(caller, 'ADDED', saved, NAME, changesBetween<SmtpSettings>({}, settings))
      } else {
        const before = await adaptors.rowOf(saved, 'SMTP')
        const values = { isEnabled: isEnabled ? 1 : 0, settings: JSON.stringify(settings), failuresInRow: 0 }
        await changeSeen(db, 'adaptors', ONE, { id: saved, version }, values, { caller, at: clock() })
        const was = { ...settingsOf(before), isEnabled: before.isEnabled === 1 }
        await told(caller, 'CHANGED', saved, NAME, changesBetween(was, { ...settings, isEnabled }))
        if (password !== undefined)
          await adaptors.setSecret(db, saved, 'password', password, caller.displayName)
      }
      if (password !== undefined)
        await told(caller, 'SECRET_SET', saved, NAME, [
          { field: 'password', before: 'changed', after: 'changed' },
        ])
      await flagMail(isEnabled)
      if (!isEnabled) await clearFlag(db, 'MAIL_FAILING', clock())
      outbox.wake()
      return adaptors.info(saved)
    },

    testAdaptor: async (request, { caller }) => {
      if (request.kind !== 'SMTP') return others.test(request, caller)
      const { settings, password, to } = request
      const access = { ...settings, password: await passwordFor(settings, password) }
      const startedAt = clock()
      const result = await testSmtp(db, access, { to, by: caller.displayName }, adaptors.trust)
      const row = await adaptors.smtp()
      // What is said of other settings than those that hold says nothing of the adaptor.
      if (row && isSameServer(settings, settingsOf(row))) {
        const last = result.steps.findLast(({ isOk }) => isOk !== null)
        const fault = result.isOk ? null : { isWayBlocked: last?.step !== 'LETTER' }
        await adaptors.note(row.id, { startedAt, what: 'Test', answer: last?.words ?? '', fault })
      }
      await audit(db, caller, clock(), {
        action: 'ADAPTOR_TESTED',
        page: 'admin.configuration.connection-adaptors',
        recordType: 'adaptor',
        recordID: row?.id ?? null,
        label: NAME,
      })
      return result
    },

    setAdaptorSecret: async ({ id, name, value }, { caller }) => {
      const row = await adaptors.row(id)
      const names: readonly string[] = ADAPTOR_SECRETS[row.kind]
      if (!names.includes(name)) throw new Refusal(400, 'adaptor.noSuchSecret')
      if (row.kind === 'WEBHOOK') await others.rotate(id, value, caller)
      else await adaptors.setSecret(db, id, name, value, caller.displayName)
      await told(caller, value === null ? 'SECRET_REMOVED' : 'SECRET_SET', id, row.name, [
        { field: name, before: 'changed', after: 'changed' },
      ])
      outbox.wake()
      return adaptors.info(id)
    },

    removeAdaptor: async ({ id, version }, { caller }) => {
      const { isEnabled, kind, name } = await adaptors.row(id)
      await changeSeen(db, 'adaptors', ONE, { id, version }, { isEnabled: 0 }, { caller, at: clock() })
      await db.deleteFrom('adaptors').where('id', '=', id).execute()
      await told(caller, 'REMOVED', id, name)
      if (kind !== 'SMTP') {
        await others.removed(kind)
        return { done: true }
      }
      if (isEnabled === 1) await flagMail(false)
      await clearFlag(db, 'MAIL_FAILING', clock())
      return { done: true }
    },

    adaptorLog: async ({ id }) => {
      await adaptors.row(id)
      const rows = await adaptors.exchanges(id)
      return {
        exchanges: rows.map(({ at, isOk, ...row }) => ({
          ...row,
          isOk: isOk === 1,
          at: new Date(at).toISOString(),
        })),
      }
    },
  }
}
