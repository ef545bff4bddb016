import { randomUUID } from 'node:crypto'
import type * as z from 'zod/mini'
import type {
  AdaptorInfo,
  AdaptorKind,
  AdaptorStep,
  AdaptorTestResult,
  saveAdaptor,
  testAdaptor,
  WebhookSettings,
  webhookDeliveries,
} from '#shared/contract/adaptors.ts'
import {
  ADAPTOR_SECRETS,
  DELIVERIES_A_PAGE,
  pushSettings,
  smsSettings,
  ssoSettings,
  surveyToolSettings,
  whatsAppSettings,
} from '#shared/contract/adaptors.ts'
import { isMultiTenant } from '#shared/domain/single-sign-on.ts'
import { WEBHOOK_SECRET_MIN } from '#shared/domain/webhooks.ts'
import { AssistantError } from '../chat/assistant/chat-assistant.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { clearFlag } from '../flags/system-flags.ts'
import type { Caller } from '../http/handlers.ts'
import { DIALLER_SIGNATURE, hookSignatureOf, WHATSAPP_SIGNATURE } from '../inbound/hook-signature.ts'
import { askSurveyTool } from '../interviews/survey-sync.ts'
import { MessageError } from '../messages/message-route.ts'
import { askLeave, pushKeyIn } from '../messages/push.ts'
import { postSms } from '../messages/sms.ts'
import { postWhatsApp } from '../messages/whatsapp.ts'
import { audit, changesBetween } from '../records/audit.ts'
import { changeSeen } from '../records/change.ts'
import { Refusal } from '../refusal.ts'
import { keepingGrantor, someGrantorHasTwoFactor } from '../roles/grantors.ts'
import { companyName } from '../setup/company-name.ts'
import { testProvider } from '../sso/provider.ts'
import { answerInWords, type Deliveries, signedHeaders } from '../webhooks/deliveries.ts'
import { addressFor, DeliveryError, outgoingFetch, postTo } from '../webhooks/outgoing.ts'
import { isSame } from '../webhooks/signature.ts'
import type { Adaptors } from './adaptors.ts'
import { SERVICE_SETTINGS, ServiceError } from './outside-services.ts'
import { tryService } from './try-service.ts'

type Other<T> = Exclude<T, { kind: 'SMTP' }>
type SaveRequest = Other<z.output<(typeof saveAdaptor)['request']>>
type TestRequest = Other<z.output<(typeof testAdaptor)['request']>>
type Secrets = Readonly<Partial<Record<string, string>>>

const PAGE = 'admin.configuration.connection-adaptors'
const ONE = 'connection adaptor'

/** What each test step says. */
interface Step {
  readonly step: AdaptorStep
  readonly isOk: boolean | null
  readonly words: string
}

/** What each kind can't do without. */
const NEEDED: Readonly<Record<Exclude<AdaptorKind, 'SMTP'>, readonly string[]>> = {
  WEBHOOK: ['secret'],
  WHATSAPP: ['appSecret', 'verifyToken'],
  DIALLER: ['secret'],
  SMS: ['key'],
  PUSH: ['serviceAccount'],
  SINGLE_SIGN_ON: [],
  ADDRESS_LOOKUP: ['key'],
  EMAIL_VERIFICATION: ['key'],
  AI: ['key'],
  GIF: ['key'],
  SURVEY_TOOL: ['password'],
  DIMENSIONS: ['password'],
  DIMENSIONS_STAGING: ['password'],
}

/** The secret with which each kind hands messages over: it goes to the address that it was set for. */
const SENT_SECRET = {
  ...({ SMS: 'key', WHATSAPP: 'accessToken', PUSH: 'serviceAccount' } as const),
  ...({ ADDRESS_LOOKUP: 'key', EMAIL_VERIFICATION: 'key', AI: 'key', GIF: 'key' } as const),
  ...({ SURVEY_TOOL: 'password', DIMENSIONS: 'password', DIMENSIONS_STAGING: 'password' } as const),
} as const
type Sender = keyof typeof SENT_SECRET
const SENDER_SETTINGS = {
  ...{ SMS: smsSettings, WHATSAPP: whatsAppSettings, PUSH: pushSettings },
  ...SERVICE_SETTINGS,
  ...{ SURVEY_TOOL: surveyToolSettings, DIMENSIONS: surveyToolSettings },
  DIMENSIONS_STAGING: surveyToolSettings,
} as const
const isSender = <R extends { readonly kind: string }>(request: R): request is Extract<R, { kind: Sender }> =>
  Object.hasOwn(SENT_SECRET, request.kind)

const passed = (step: AdaptorStep, words: string): Step => ({ step, isOk: true, words })
const failed = (step: AdaptorStep, words: string): Step => ({ step, isOk: false, words })
const untried = (step: AdaptorStep): Step => ({ step, isOk: null, words: 'Not tried.' })

/** Adaptors of all kinds but SMTP: saving, testing, and what is theirs alone (spec 5 §5.3). */
export class OtherAdaptors {
  readonly #db: Database
  readonly #clock: Clock
  readonly #adaptors: Adaptors
  readonly #deliveries: Deliveries

  constructor({
    db,
    clock,
    adaptors,
    deliveries,
  }: {
    readonly db: Database
    readonly clock: Clock
    readonly adaptors: Adaptors
    readonly deliveries: Deliveries
  }) {
    this.#db = db
    this.#clock = clock
    this.#adaptors = adaptors
    this.#deliveries = deliveries
  }

  async save(request: SaveRequest, caller: Caller): Promise<AdaptorInfo> {
    const { id, version = 1, kind, name, isEnabled, settings, secrets = {} } = request
    const names: readonly string[] = ADAPTOR_SECRETS[kind]
    if (Object.keys(secrets).some((one) => !names.includes(one)))
      throw new Refusal(400, 'adaptor.noSuchSecret')
    if (kind === 'WEBHOOK') requireLong(secrets.secret)
    if (request.kind === 'SINGLE_SIGN_ON') await this.#requireSafe(request)
    if (isSender(request) && id !== undefined) {
      const name = SENT_SECRET[request.kind]
      await this.#sameAddress(
        request,
        await this.#adaptors.rowOf(id, kind),
        await this.#adaptors.secret(id, name),
      )
    }
    if (secrets.serviceAccount !== undefined && !pushKeyIn(secrets.serviceAccount))
      throw new Refusal(400, 'adaptor.noKeyFile')
    const now = this.#clock()
    const flat = (values: object) =>
      Object.fromEntries(Object.entries(values).map(([k, v]) => [k, String(v)]))
    const after = { name, isEnabled, ...flat(settings) }
    let saved = id
    if (saved === undefined) {
      if (isEnabled && !NEEDED[kind].every((one) => one in secrets))
        throw new Refusal(400, 'adaptor.secretMissing')
      saved = await this.#adaptors.addOther(this.#db, { kind, name, settings, isEnabled, by: caller })
      await this.#told(caller, 'ADDED', saved, name, changesBetween<Record<string, unknown>>({}, after))
    } else {
      const before = await this.#adaptors.rowOf(saved, kind)
      const values = {
        name,
        isEnabled: isEnabled ? 1 : 0,
        settings: JSON.stringify(settings),
        failuresInRow: 0,
      }
      await changeSeen(this.#db, 'adaptors', ONE, { id: saved, version }, values, { caller, at: now })
      // Who turns it on again gives it its five days anew.
      if (before.isEnabled === 0 && isEnabled)
        await this.#db.updateTable('adaptors').set({ failingSince: null }).where('id', '=', saved).execute()
      const was = {
        name: before.name,
        isEnabled: before.isEnabled === 1,
        ...flat(JSON.parse(before.settings) as object),
      }
      await this.#told(caller, 'CHANGED', saved, name, changesBetween<Record<string, unknown>>(was, after))
    }
    for (const [one, value] of Object.entries(secrets)) {
      if (value === undefined) continue
      if (kind === 'WEBHOOK') await this.rotate(saved, value, caller)
      else await this.#adaptors.setSecret(this.#db, saved, one, value, caller.displayName)
      await this.#told(caller, 'SECRET_SET', saved, name, [
        { field: one, before: 'changed', after: 'changed' },
      ])
    }
    if (kind === 'WEBHOOK') await this.#flagOff()
    if (request.kind === 'SINGLE_SIGN_ON') await this.#keepOnlyRoles(saved, request)
    return this.#adaptors.info(saved)
  }

  /**
   * Another secret of a webhook. The one before is good for 24 hours more, so that the receiver can change over;
   * removing one ends both.
   */
  async rotate(id: number, value: string | null, caller: Caller): Promise<void> {
    if (value !== null) requireLong(value)
    const before = await this.#adaptors.secret(id, 'secret')
    const previous = value === null ? null : before
    if (previous !== value)
      await this.#adaptors.setSecret(this.#db, id, 'previousSecret', previous, caller.displayName)
    await this.#adaptors.setSecret(this.#db, id, 'secret', value, caller.displayName)
  }

  async removed(kind: AdaptorKind): Promise<void> {
    if (kind === 'WEBHOOK') await this.#flagOff()
  }

  async test(request: TestRequest, caller: Caller): Promise<AdaptorTestResult> {
    const startedAt = this.#clock()
    const row = request.id === undefined ? null : await this.#adaptors.rowOf(request.id, request.kind)
    const typed: Secrets = request.secrets ?? {}
    const secret = async (name: string) =>
      typed[name] ?? (row ? await this.#adaptors.secret(row.id, name) : null)
    const steps = await this.#steps(request, row, secret, caller)
    const isOk = steps.every((step) => step.isOk === true)
    if (row) {
      const last = steps.findLast((step) => step.isOk !== null)
      const fault = isOk ? null : { isWayBlocked: true }
      await this.#adaptors.note(row.id, { startedAt, what: 'Test', answer: last?.words ?? '', fault })
    }
    await this.#told(caller, 'TESTED', row?.id ?? null, row?.name ?? request.kind)
    return { isOk, steps }
  }

  async #steps(
    request: TestRequest,
    row: { readonly id: number; readonly settings: string } | null,
    secret: (name: string) => Promise<string | null>,
    caller: Caller,
  ): Promise<Step[]> {
    const { rules } = this.#deliveries
    const sent = isSender(request)
      ? await this.#sameAddress(request, row, await secret(SENT_SECRET[request.kind]))
      : null
    switch (request.kind) {
      case 'SINGLE_SIGN_ON':
        return testProvider(request.settings, {
          clientSecret: await this.#sameProvider(request, row, await secret('clientSecret')),
          privateKey: await secret('privateKey'),
        })
      case 'WEBHOOK':
        return this.#testWebhook(request.settings, await secret('secret'))
      case 'SMS': {
        const { settings, to } = request
        return this.#tried(settings.address, sent, 'No key is kept.', async (key) => {
          const text = await this.#testText(caller)
          return postSms(settings, key, { to, text, reference: `fieldwork-test-${randomUUID()}` }, rules)
        })
      }
      case 'WHATSAPP': {
        const { settings, to } = request
        const comesIn = testSignature(await secret('appSecret'), WHATSAPP_SIGNATURE)
        if (to === undefined) return comesIn
        const goesOut = await this.#tried(
          settings.address,
          sent,
          'No access token is kept.',
          async (token) => {
            const text = await this.#testText(caller)
            // As most people get one: they have written nothing today.
            const isFree = settings.template === ''
            const reference = `fieldwork-test-${randomUUID()}`
            return postWhatsApp(settings, token, { to, text, reference, isFree }, rules)
          },
        )
        return [...comesIn, ...goesOut]
      }
      case 'PUSH':
        return this.#tried(request.settings.address, sent, 'No key file is kept.', async (text) => {
          const key = pushKeyIn(text)
          if (!key) throw new Refusal(400, 'adaptor.noKeyFile')
          await askLeave(key, this.#clock(), rules)
          return 'It gives leave to send.'
        })
      case 'ADDRESS_LOOKUP':
      case 'EMAIL_VERIFICATION':
      case 'AI':
      case 'GIF':
        return this.#tried(request.settings.address, sent, 'No key is kept.', (key) =>
          tryService(request, key, this.#deliveries.rules),
        )
      case 'SURVEY_TOOL':
      case 'DIMENSIONS':
      case 'DIMENSIONS_STAGING': {
        const { settings } = request
        return this.#tried(settings.address, sent, 'No password is kept.', async (password) => {
          const asked = { what: 'projects', since: '', limit: 1 }
          const { records } = await askSurveyTool({ settings, password }, asked, outgoingFetch(rules))
          return records.length === 0 ? 'It answers. It has no projects.' : 'It answers with projects.'
        })
      }
      case 'DIALLER':
        return testSignature(await secret('secret'), DIALLER_SIGNATURE)
    }
  }

  async #testText({ displayName }: Caller): Promise<string> {
    return `A test message from ${await companyName(this.#db)}, sent by ${displayName}.`
  }

  /** Where a provider is, whether there is something to show it, and what it answers. */
  async #tried(
    address: string,
    secret: string | null,
    missing: string,
    hand: (secret: string) => Promise<string>,
  ): Promise<Step[]> {
    const url = new URL(address)
    const steps: Step[] = []
    try {
      steps.push(passed('NAME', `${url.hostname} is at ${await addressFor(url, this.#deliveries.rules)}.`))
    } catch (error) {
      const words = error instanceof DeliveryError ? error.message : 'The name was not found.'
      return [failed('NAME', words), untried('SECRET'), untried('ANSWER')]
    }
    if (secret === null) return [...steps, failed('SECRET', missing), untried('ANSWER')]
    steps.push(passed('SECRET', 'It goes with it.'))
    try {
      return [...steps, passed('ANSWER', await hand(secret))]
    } catch (error) {
      return [...steps, failed('ANSWER', wordsOfFailure(error))]
    }
  }

  async deliveries({ id, state, before }: z.output<(typeof webhookDeliveries)['request']>) {
    await this.#adaptors.rowOf(id, 'WEBHOOK')
    const rows = await this.#db
      .selectFrom('webhookDeliveries')
      .where('adaptorID', '=', id)
      .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'DEAD'))
      .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
      .orderBy('id', 'desc')
      .limit(DELIVERIES_A_PAGE + 1)
      .select(['id', 'deliveryID', 'event', 'recordID', 'state', 'createdAt', 'nextAt', 'tries'])
      .select(['lastAnswer', 'endedAt'])
      .execute()
    return {
      isMore: rows.length > DELIVERIES_A_PAGE,
      deliveries: rows.slice(0, DELIVERIES_A_PAGE).map(({ createdAt, nextAt, endedAt, ...row }) => ({
        ...row,
        createdAt: new Date(createdAt).toISOString(),
        nextAt: endedAt === null ? new Date(nextAt).toISOString() : null,
      })),
    }
  }

  /** What a webhook can be limited to. */
  async choices() {
    const areas = await this.#db
      .selectFrom('areas')
      .where('isActive', '=', 1)
      .orderBy('name')
      .select(['id', 'name'])
      .execute()
    const projects = await this.#db.selectFrom('projects').orderBy('name').select(['id', 'name']).execute()
    return { areas, projects }
  }

  async redeliver(id: number, caller: Caller): Promise<{ done: true }> {
    const row = await this.#db
      .selectFrom('webhookDeliveries as d')
      .innerJoin('adaptors as a', 'a.id', 'd.adaptorID')
      .where('d.id', '=', id)
      .select(['d.event', 'a.id', 'a.name'])
      .executeTakeFirst()
    if (!row) throw new Refusal(404, 'record.gone', { one: 'delivery' })
    if (!(await this.#deliveries.again(this.#db, id))) throw new Refusal(409, 'webhook.notOver')
    await this.#told(caller, 'DELIVERY_REPEATED', row.id, row.name)
    return { done: true }
  }

  /**
   * A kept secret goes to no other provider than the one that it was set for.
   * @throws Refusal 400 where it would
   */
  async #sameProvider(
    request: Extract<SaveRequest | TestRequest, { kind: 'SINGLE_SIGN_ON' }>,
    row: { readonly id: number; readonly settings: string } | null,
    clientSecret: string | null,
  ): Promise<string | null> {
    if (!row || request.secrets?.clientSecret !== undefined || clientSecret === null) return clientSecret
    const { issuer, clientID } = ssoSettings.parse(JSON.parse(row.settings))
    if (issuer !== request.settings.issuer || clientID !== request.settings.clientID)
      throw new Refusal(400, 'adaptor.secretAgain')
    return clientSecret
  }

  /** @throws Refusal 400 for an issuer of many tenants without those that may, unknown roles, a secret set for another */
  async #requireSafe(request: Extract<SaveRequest, { kind: 'SINGLE_SIGN_ON' }>): Promise<void> {
    const { issuer, tenants, roles, onlyRoleIDs } = request.settings
    if (isMultiTenant(issuer) && tenants.length === 0) throw new Refusal(400, 'sso.tenantsMissing')
    const wanted = [...new Set([...roles.map(({ roleID }) => roleID), ...onlyRoleIDs])]
    const found = await this.#db
      .selectFrom('roles')
      .where('id', 'in', [0, ...wanted])
      .select('id')
      .execute()
    if (found.length !== wanted.length) throw new Refusal(400, 'record.gone', { one: 'role' })
    if (request.id === undefined) return
    const row = await this.#adaptors.rowOf(request.id, 'SINGLE_SIGN_ON')
    await this.#sameProvider(request, row, await this.#adaptors.secret(row.id, 'clientSecret'))
  }

  /**
   * Whose people sign in at the provider alone. Somebody who grants permissions has to keep a password and a second
   * factor of their own (spec 5 §5.4). @throws Refusal 400 where nobody would
   */
  async #keepOnlyRoles(
    id: number,
    { isEnabled, settings }: Extract<SaveRequest, { kind: 'SINGLE_SIGN_ON' }>,
  ): Promise<void> {
    await keepingGrantor(this.#db, async (trx) => {
      await trx.deleteFrom('ssoOnlyRoles').where('adaptorID', '=', id).execute()
      const roleIDs = isEnabled ? [...new Set(settings.onlyRoleIDs)] : []
      if (roleIDs.length === 0) return
      await trx
        .insertInto('ssoOnlyRoles')
        .values(roleIDs.map((roleID) => ({ roleID, adaptorID: id })))
        .execute()
      if (!(await someGrantorHasTwoFactor(trx))) throw new Refusal(400, 'permission.lastGranter')
    })
  }

  /** The roles that groups can be mapped to. */
  roles() {
    return this.#db.selectFrom('roles').orderBy('name').select(['id', 'name']).execute()
  }

  async #testWebhook(settings: WebhookSettings, secret: string | null): Promise<Step[]> {
    const url = new URL(settings.address)
    const steps: Step[] = []
    try {
      steps.push(passed('NAME', `${url.hostname} is at ${await addressFor(url, this.#deliveries.rules)}.`))
    } catch (error) {
      const words = error instanceof DeliveryError ? error.message : 'The name was not found.'
      return [failed('NAME', words), untried('SECRET'), untried('ANSWER')]
    }
    if (secret === null)
      return [...steps, failed('SECRET', 'There is no secret to sign with.'), untried('ANSWER')]
    steps.push(passed('SECRET', 'The test is signed with it.'))
    const id = randomUUID()
    const now = this.#clock()
    const time = new Date(now).toISOString()
    const body = JSON.stringify({ id, event: 'webhook.tested', time, recordID: null, version: null })
    const headers = signedHeaders(id, body, [secret], now)
    try {
      const status = await postTo(url, { headers, body }, this.#deliveries.rules)
      const isOk = status >= 200 && status < 300
      return [...steps, (isOk ? passed : failed)('ANSWER', answerInWords(status))]
    } catch (error) {
      return [...steps, failed('ANSWER', error instanceof DeliveryError ? error.message : 'It failed.')]
    }
  }

  /**
   * A kept secret goes to no other address than the one that it was set for.
   * @throws Refusal 400 where it would
   */
  async #sameAddress(
    request: Extract<SaveRequest | TestRequest, { kind: Sender }>,
    row: { readonly settings: string } | null,
    secret: string | null,
  ): Promise<string | null> {
    const name = SENT_SECRET[request.kind]
    if (!row || request.secrets?.[name] !== undefined || secret === null) return secret
    const kept = SENDER_SETTINGS[request.kind].parse(JSON.parse(row.settings))
    if (kept.address !== request.settings.address) throw new Refusal(400, 'adaptor.secretAgain')
    return secret
  }

  /** WEBHOOK_OFF goes once nobody has one that was turned off for want of success. */
  async #flagOff(): Promise<void> {
    const off = await this.#db
      .selectFrom('adaptors')
      .where('kind', '=', 'WEBHOOK')
      .where('isEnabled', '=', 0)
      .where('failingSince', 'is not', null)
      .select('id')
      .executeTakeFirst()
    if (!off) await clearFlag(this.#db, 'WEBHOOK_OFF', this.#clock())
  }

  #told(
    caller: Caller,
    verb: string,
    recordID: number | null,
    label: string,
    changes: Parameters<typeof audit>[3]['changes'] = [],
  ) {
    return audit(this.#db, caller, this.#clock(), {
      ...{ action: `ADAPTOR_${verb}`, page: PAGE, recordType: 'adaptor', recordID, label, changes },
    })
  }
}

/** What went wrong, without what was sent. */
function wordsOfFailure(error: unknown): string {
  const cause = error instanceof AssistantError ? error.cause : error
  const isKnown = [MessageError, Refusal, ServiceError, DeliveryError].some((kind) => cause instanceof kind)
  return isKnown && cause instanceof Error ? cause.message : 'It failed.'
}

function requireLong(secret: string | undefined): void {
  if (secret !== undefined && secret.length < WEBHOOK_SECRET_MIN)
    throw new Refusal(400, 'webhook.secretShort', { min: WEBHOOK_SECRET_MIN })
}

/** What comes in can be tried from here alone: a sample signed with the secret is checked as a delivery is. */
function testSignature(secret: string | null, header: string): Step[] {
  if (secret === null) return [failed('SECRET', 'No secret is kept.'), untried('SIGNATURE')]
  const sample = Buffer.from('{}')
  const isRight = isSame(hookSignatureOf(secret, sample), hookSignatureOf(secret, sample))
  const words = `A delivery is taken if its ${header} is made with this secret.`
  return [
    passed('SECRET', 'The secret is kept.'),
    isRight ? passed('SIGNATURE', words) : failed('SIGNATURE', 'A sample was not recognised.'),
  ]
}
