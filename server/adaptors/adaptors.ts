import {
  type AdaptorInfo,
  type AdaptorKind,
  aiSettings,
  diallerSettings,
  pushSettings,
  type SmtpSettings,
  SURVEY_KINDS,
  serviceSettings,
  smsSettings,
  smtpSettings,
  ssoSettings,
  surveyToolSettings,
  webhookSettings,
  whatsAppSettings,
} from '#shared/contract/adaptors.ts'
import { WEBHOOK_OVERLAP_MS } from '#shared/domain/webhooks.ts'
import type { Sealer } from '../auth/sealer.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AdaptorTable } from '../db/schema/operating.ts'
import { clearFlag, raiseFlag } from '../flags/system-flags.ts'
import type { ImapAccess } from '../mail/imap.ts'
import { openSmtp, type SmtpAccess, type SmtpTrust } from '../mail/smtp.ts'
import { MailError, type MailRoute } from '../mail/transport.ts'
import { Refusal } from '../refusal.ts'
import { usesOf } from './adaptor-uses.ts'
import { syncState } from './survey-state.ts'

const DAY_MS = 86_400_000
/** Exchanges of an adaptor that are kept (spec 5 §5.3). */
const EXCHANGES_KEPT = 200
/** So many failures of the way itself in a row raise a flag. */
export const FAILURES_TOLD = 3
/** A survey tool is FAILING after as many (spec 4 §3.3), everything else at once. */
const failsFrom = (kind: string): number => (SURVEY_KINDS.some((known) => known === kind) ? FAILURES_TOLD : 1)

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())
export const adaptorPlace = (id: number, name: string) => `adaptor/${id}/${name}`
export const settingsOf = (row: Pick<AdaptorTable, 'settings'>): SmtpSettings =>
  smtpSettings.parse(JSON.parse(row.settings))

/** Whether a kept password may go to this server: it was set for the very same. */
export const isSameServer = (one: SmtpSettings, other: SmtpSettings): boolean =>
  one.host === other.host &&
  // The same password opens the mailbox.
  one.reportsHost === other.reportsHost &&
  one.reportsPort === other.reportsPort &&
  one.port === other.port &&
  one.security === other.security &&
  one.user === other.user &&
  one.signIn === other.signIn &&
  one.tokenAddress === other.tokenAddress &&
  one.clientID === other.clientID

interface Tries {
  readonly calls: number
  readonly errors: number
}

const mailTries = (db: Database, since: number): Promise<Tries> =>
  db
    .selectFrom('mailAttempts')
    .where('startedAt', '>', since)
    .select((eb) => [
      eb.fn.countAll<number>().as('calls'),
      eb.fn.countAll<number>().filterWhere('outcome', 'in', ['DEFERRED', 'FAILED', 'LOST']).as('errors'),
    ])
    .executeTakeFirstOrThrow()

const webhookTries = (db: Database, id: number, since: number): Promise<Tries> =>
  db
    .selectFrom('webhookAttempts as t')
    .innerJoin('webhookDeliveries as d', 'd.id', 't.deliveryID')
    .where('d.adaptorID', '=', id)
    .where('t.startedAt', '>', since)
    .where('t.endedAt', 'is not', null)
    .select((eb) => [
      eb.fn.countAll<number>().as('calls'),
      eb.fn
        .countAll<number>()
        .filterWhere((f) =>
          f.or([f('t.status', 'is', null), f('t.status', '<', 200), f('t.status', '>=', 300)]),
        )
        .as('errors'),
    ])
    .executeTakeFirstOrThrow()

const exchangeTries = (db: Database, id: number, since: number): Promise<Tries> =>
  db
    .selectFrom('adaptorExchanges')
    .where('adaptorID', '=', id)
    .where('at', '>', since)
    .select((eb) => [
      eb.fn.countAll<number>().as('calls'),
      eb.fn.countAll<number>().filterWhere('isOk', '=', 0).as('errors'),
    ])
    .executeTakeFirstOrThrow()

async function deliveryCounts(db: Database, id: number): Promise<{ waiting: number; dead: number }> {
  const row = await db
    .selectFrom('webhookDeliveries')
    .where('adaptorID', '=', id)
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('state', 'in', ['WAITING', 'SENDING']).as('waiting'),
      eb.fn.countAll<number>().filterWhere('state', '=', 'DEAD').as('dead'),
    ])
    .executeTakeFirstOrThrow()
  return { waiting: Number(row.waiting), dead: Number(row.dead) }
}

interface Options {
  readonly db: Database
  readonly clock: Clock
  readonly sealer: Pick<Sealer, 'seal' | 'unseal'>
  readonly trust?: SmtpTrust | undefined
  /** Told of a way out that can't be used, for the error log. */
  readonly onFault?: (adaptor: string, answer: string) => void
}

/** The ways to services outside, kept in rows, so that what is changed holds at once and on every server. */
export class Adaptors {
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  get trust(): SmtpTrust {
    return this.#options.trust ?? {}
  }

  /** @throws Refusal 404 where there is none */
  async row(id: number) {
    const row = await this.#options.db
      .selectFrom('adaptors')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
    if (!row) throw new Refusal(404, 'record.gone', { one: 'connection adaptor' })
    return row
  }

  /** @throws Refusal 404 where there is none of that kind */
  async rowOf(id: number, kind: AdaptorKind) {
    const row = await this.row(id)
    if (row.kind !== kind) throw new Refusal(404, 'record.gone', { one: 'connection adaptor' })
    return row
  }

  async list(): Promise<AdaptorInfo[]> {
    const rows = await this.#options.db.selectFrom('adaptors').select('id').orderBy('id').execute()
    return Promise.all(rows.map(({ id }) => this.info(id)))
  }

  /** @throws Refusal 404 */
  async info(id: number): Promise<AdaptorInfo> {
    const { db, clock } = this.#options
    const row = await this.row(id)
    const secrets = await db
      .selectFrom('adaptorSecrets')
      .where('adaptorID', '=', id)
      .where('name', '<>', 'previousSecret')
      .select(['name', 'setAt', 'setBy'])
      .execute()
    const tries =
      row.kind === 'SMTP'
        ? await mailTries(db, clock() - DAY_MS)
        : row.kind === 'WEBHOOK'
          ? await webhookTries(db, id, clock() - DAY_MS)
          : await exchangeTries(db, id, clock() - DAY_MS)
    const isEnabled = row.isEnabled === 1
    const state = {
      id,
      version: row.version,
      name: row.name,
      isEnabled,
      secrets: secrets.map(({ name, setAt, setBy }) => ({
        name,
        setBy,
        setAt: new Date(setAt).toISOString(),
      })),
      state: !isEnabled
        ? ('OFF' as const)
        : row.failuresInRow >= failsFrom(row.kind)
          ? ('FAILING' as const)
          : ('OK' as const),
      lastSuccessAt: iso(row.lastSuccessAt),
      lastErrorAt: iso(row.lastErrorAt),
      lastError: row.lastError,
      calls: Number(tries.calls),
      errors: Number(tries.errors),
    }
    const settings: unknown = JSON.parse(row.settings)
    switch (row.kind) {
      case 'SMTP':
        return { ...state, kind: row.kind, settings: smtpSettings.parse(settings) }
      case 'WHATSAPP':
        return { ...state, kind: row.kind, settings: whatsAppSettings.parse(settings) }
      case 'DIALLER':
        return { ...state, kind: row.kind, settings: diallerSettings.parse(settings) }
      case 'SMS':
        return { ...state, kind: row.kind, settings: smsSettings.parse(settings) }
      case 'PUSH':
        return { ...state, kind: row.kind, settings: pushSettings.parse(settings) }
      case 'SINGLE_SIGN_ON':
        return { ...state, kind: row.kind, settings: ssoSettings.parse(settings) }
      case 'ADDRESS_LOOKUP':
      case 'EMAIL_VERIFICATION':
      case 'GIF':
      case 'AI': {
        const usedThisMonth = await usesOf(db, id, clock())
        return row.kind === 'AI'
          ? { ...state, kind: row.kind, usedThisMonth, settings: aiSettings.parse(settings) }
          : { ...state, kind: row.kind, usedThisMonth, settings: serviceSettings.parse(settings) }
      }
      case 'SURVEY_TOOL':
      case 'DIMENSIONS':
      case 'DIMENSIONS_STAGING':
        return {
          ...state,
          ...(await syncState(db, id)),
          kind: row.kind,
          settings: surveyToolSettings.parse(settings),
        }
      case 'WEBHOOK': {
        const rotatedAt = await this.secretSetAt(id, 'previousSecret')
        const until = rotatedAt === null ? null : rotatedAt + WEBHOOK_OVERLAP_MS
        return {
          ...state,
          ...(await deliveryCounts(db, id)),
          kind: row.kind,
          settings: webhookSettings.parse(settings),
          previousSecretUntil: until !== null && until > clock() ? iso(until) : null,
        }
      }
    }
  }

  /** Makes an adaptor of another kind than SMTP, in `db`'s transaction. @throws Refusal 409 where there is its only one */
  async addOther(
    db: Database,
    {
      by,
      isEnabled,
      settings,
      ...values
    }: {
      readonly kind: Exclude<AdaptorKind, 'SMTP'>
      readonly name: string
      readonly settings: object
      readonly isEnabled: boolean
      readonly by: { readonly userID: number | null }
    },
  ): Promise<number> {
    const made = await db
      .insertInto('adaptors')
      .values({
        ...values,
        version: 1,
        isEnabled: isEnabled ? 1 : 0,
        settings: JSON.stringify(settings),
        lastError: '',
        failuresInRow: 0,
        changedBy: by.userID,
        changedAt: this.#options.clock(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) throw new Refusal(409, 'adaptor.oneOfKind')
    return made.id
  }

  /** The only adaptor of such a kind, if it is switched on. */
  async enabled(kind: Exclude<AdaptorKind, 'SMTP' | 'WEBHOOK' | 'SINGLE_SIGN_ON'>) {
    return this.#options.db
      .selectFrom('adaptors')
      .selectAll()
      .where('kind', '=', kind)
      .where('isEnabled', '=', 1)
      .executeTakeFirst()
  }

  async secretSetAt(id: number, name: string): Promise<number | null> {
    const row = await this.#options.db
      .selectFrom('adaptorSecrets')
      .select('setAt')
      .where('adaptorID', '=', id)
      .where('name', '=', name)
      .executeTakeFirst()
    return row?.setAt ?? null
  }

  /**
   * Makes the SMTP adaptor, switched on unless told otherwise, in `db`'s transaction.
   * @throws Refusal 409 where there is one
   */
  async add(
    db: Database,
    {
      settings,
      password,
      by,
      isEnabled = true,
    }: {
      readonly settings: SmtpSettings
      readonly password?: string | undefined
      readonly by: { readonly userID: number | null; readonly displayName: string }
      readonly isEnabled?: boolean
    },
  ): Promise<number> {
    const made = await db
      .insertInto('adaptors')
      .values({
        kind: 'SMTP',
        name: 'SMTP',
        version: 1,
        isEnabled: isEnabled ? 1 : 0,
        settings: JSON.stringify(settings),
        lastError: '',
        failuresInRow: 0,
        changedBy: by.userID,
        changedAt: this.#options.clock(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) throw new Refusal(409, 'adaptor.oneSmtp')
    if (password !== undefined) await this.setSecret(db, made.id, 'password', password, by.displayName)
    return made.id
  }

  /** Sets or replaces a secret; null removes it. In `db`'s transaction. */
  async setSecret(db: Database, id: number, name: string, value: string | null, by: string): Promise<void> {
    const { clock, sealer } = this.#options
    await db.deleteFrom('adaptorSecrets').where('adaptorID', '=', id).where('name', '=', name).execute()
    if (value === null) return
    const sealed = sealer.seal(value, adaptorPlace(id, name))
    await db
      .insertInto('adaptorSecrets')
      .values({ adaptorID: id, name, sealed, setAt: clock(), setBy: by })
      .execute()
  }

  async secret(id: number, name: string): Promise<string | null> {
    const { db, sealer } = this.#options
    const row = await db
      .selectFrom('adaptorSecrets')
      .select('sealed')
      .where('adaptorID', '=', id)
      .where('name', '=', name)
      .executeTakeFirst()
    return row ? sealer.unseal(row.sealed, adaptorPlace(id, name)) : null
  }

  /** The SMTP adaptor, whether it is switched on or not; undefined where there is none. */
  smtp() {
    return this.#options.db.selectFrom('adaptors').selectAll().where('kind', '=', 'SMTP').executeTakeFirst()
  }

  async exchanges(id: number) {
    return this.#options.db
      .selectFrom('adaptorExchanges')
      .where('adaptorID', '=', id)
      .orderBy('id', 'desc')
      .limit(EXCHANGES_KEPT)
      .select(['id', 'at', 'ms', 'isOk', 'what', 'answer'])
      .execute()
  }

  /** The way out for mail as the settings are now; null where no SMTP adaptor is switched on. */
  async openMailRoute(): Promise<MailRoute | null> {
    const row = await this.smtp()
    if (row?.isEnabled !== 1) return null
    const settings = settingsOf(row)
    const access: SmtpAccess = { ...settings, password: await this.secret(row.id, 'password') }
    const smtp = openSmtp(access, this.trust)
    const { clock } = this.#options
    return {
      from: settings.from,
      isAtOnce: false,
      perMinute: settings.perMinute,
      send: async (mail) => {
        const startedAt = clock()
        try {
          const answer = await smtp.send(mail)
          await this.note(row.id, { startedAt, what: 'A mail was handed over', answer, fault: null })
          return answer
        } catch (error) {
          const fault = error instanceof MailError ? error : new MailError(String(error), 'blocked')
          await this.note(row.id, {
            startedAt,
            what: fault.isWayBlocked ? 'The mail server could not be used' : 'A mail was not taken',
            answer: fault.message,
            fault,
          })
          throw fault
        }
      },
      close: () => smtp.close(),
    }
  }

  /** Where delivery reports are read, as the settings are now; null where mail is switched off or nobody said. */
  async reportsMailbox(): Promise<ImapAccess | null> {
    const row = await this.smtp()
    if (row?.isEnabled !== 1) return null
    const { reportsHost, reportsPort, ...settings } = settingsOf(row)
    if (reportsHost === '') return null
    const password = await this.secret(row.id, 'password')
    return { ...settings, password, host: reportsHost, port: reportsPort }
  }

  /** Notes an exchange, the adaptor's state, and the flag that goes with it. */
  async note(
    id: number,
    exchange: {
      readonly startedAt: number
      readonly what: string
      readonly answer: string
      readonly fault: Pick<MailError, 'isWayBlocked'> | null
    },
  ): Promise<void> {
    const { db, clock } = this.#options
    const { startedAt, what, fault } = exchange
    const answer = withoutAddresses(exchange.answer)
    const at = clock()
    await db.transaction().execute(async (trx) => {
      const made = await trx
        .insertInto('adaptorExchanges')
        .values({ adaptorID: id, at, ms: at - startedAt, isOk: fault === null ? 1 : 0, what, answer })
        .returning('id')
        .executeTakeFirstOrThrow()
      const old = await trx
        .selectFrom('adaptorExchanges')
        .where('adaptorID', '=', id)
        .where('id', '<=', made.id)
        .orderBy('id', 'desc')
        .offset(EXCHANGES_KEPT)
        .limit(1)
        .select('id')
        .executeTakeFirst()
      if (old)
        await trx
          .deleteFrom('adaptorExchanges')
          .where('adaptorID', '=', id)
          .where('id', '<=', old.id)
          .execute()
      const state = await trx
        .updateTable('adaptors')
        .set((eb) =>
          fault?.isWayBlocked
            ? { failuresInRow: eb('failuresInRow', '+', 1), lastErrorAt: at, lastError: answer }
            : { failuresInRow: 0, lastSuccessAt: at },
        )
        .where('id', '=', id)
        .returning(['failuresInRow', 'kind'])
        .executeTakeFirst()
      if (state && fault?.isWayBlocked) this.#options.onFault?.(state.kind, answer)
      if (state?.kind !== 'SMTP') return
      if (state?.failuresInRow === 0) await clearFlag(trx, 'MAIL_FAILING', at)
      if ((state?.failuresInRow ?? 0) >= FAILURES_TOLD)
        await raiseFlag(
          trx,
          'MAIL_FAILING',
          at,
          `Mail cannot be sent: ${answer} It waits, and is tried again.`,
        )
    })
  }
}

/** Servers repeat whom a mail is to; the log of exchanges holds nobody's address. */
const withoutAddresses = (text: string): string => text.replaceAll(/[^\s<>"']+@[^\s<>"',;:]+/g, '…@…')
