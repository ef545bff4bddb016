import * as z from 'zod/mini'
import { OUTCOMES } from '../domain/interviews.ts'
import {
  DEFAULT_MAILS_A_MINUTE,
  IMAP_PORT,
  isThisMachine,
  MAILS_A_MINUTE_MAX,
  SMTP_SECURITIES,
  SMTP_SIGN_INS,
  SMTP_STEPS,
  type SmtpSecurity,
  type SmtpSignIn,
  type SmtpStep,
} from '../domain/mail.ts'
import { USER_TYPES } from '../domain/user-types.ts'
import {
  DELIVERY_STATES,
  type DeliveryState,
  EVENT_PATTERN,
  WEBHOOK_EVENTS_MAX,
  WEBHOOK_NAME_MAX,
} from '../domain/webhooks.ts'
import { call } from './http-call.ts'
import { done, noPayload, recordID, timestamp } from './primitives.ts'
import { recordVersion } from './records.ts'

// What browsers and Node both have.
declare const URL: {
  canParse(text: string): boolean
  new (
    text: string,
  ): {
    readonly protocol: string
    readonly hostname: string
    readonly username: string
    readonly password: string
    readonly hash: string
  }
}

const about = { spec: '5 §5.3', permission: 'ADMIN_CAN_MANAGE_ADAPTORS' } as const

const mailAddress = z
  .string()
  .check(z.trim(), z.regex(/^[^\s@"(),:;<>[\]]+@(?:[a-z0-9-]+\.)*[a-z0-9-]+$/i), z.maxLength(254))
const securities = Object.keys(SMTP_SECURITIES) as SmtpSecurity[]
const signIns = Object.keys(SMTP_SIGN_INS) as SmtpSignIn[]
const steps = Object.keys(SMTP_STEPS) as SmtpStep[]
export const SMTP_PASSWORD_MAX = 500
const SECRET_MAX = 8000

const hostName = z
  .string()
  .check(z.trim(), z.regex(/^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?|[0-9a-f:.]+)$/i), z.maxLength(253))

/** The way to the mail server (spec 5 §5.3). */
export const smtpSettings = z
  .object({
    host: hostName,
    port: z.int().check(z.minimum(1), z.maximum(65_535)),
    security: z.enum(securities),
    /** '' where the server asks for no sign-in. */
    user: z._default(z.string().check(z.trim(), z.maxLength(254)), ''),
    signIn: z._default(z.enum(signIns), 'PASSWORD'),
    /** With OAUTH: where a token is asked for, and by which client; the password is the client's secret. */
    tokenAddress: z._default(z.string().check(z.trim(), z.maxLength(500)), ''),
    clientID: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
    /** '' for none. */
    scope: z._default(z.string().check(z.trim(), z.maxLength(500)), ''),
    from: mailAddress,
    /** '' for none. */
    replyTo: z._default(z.union([z.literal(''), mailAddress]), ''),
    /** Where delivery reports are read by IMAP, with the same user and password; '' for nowhere. */
    reportsHost: z._default(z.union([z.literal(''), hostName]), ''),
    reportsPort: z._default(z.int().check(z.minimum(1), z.maximum(65_535)), IMAP_PORT),
    perMinute: z._default(z.int().check(z.minimum(1), z.maximum(MAILS_A_MINUTE_MAX)), DEFAULT_MAILS_A_MINUTE),
  })
  .check(
    z.refine(({ security, host }) => security !== 'NONE' || isThisMachine(host), {
      path: ['security'],
      message: 'Without encryption mail goes to this machine only.',
    }),
    z.refine(
      ({ security, reportsHost }) => reportsHost === '' || security !== 'NONE' || isThisMachine(reportsHost),
      { path: ['reportsHost'], message: 'Without encryption reports are read from this machine only.' },
    ),
    z.refine(({ reportsHost, user }) => reportsHost === '' || user !== '', {
      path: ['user'],
      message: 'Reading delivery reports needs the user of the mailbox.',
    }),
    z.refine(({ signIn, tokenAddress }) => signIn !== 'OAUTH' || isIssuer(tokenAddress), {
      path: ['tokenAddress'],
      message: 'This is no https address.',
    }),
    z.refine(({ signIn, clientID }) => signIn !== 'OAUTH' || clientID !== '', {
      path: ['clientID'],
      message: 'OAuth needs a client.',
    }),
    z.refine(({ signIn, user }) => signIn !== 'OAUTH' || user !== '', {
      path: ['user'],
      message: 'OAuth needs the user of the mailbox.',
    }),
  )
export type SmtpSettings = z.output<typeof smtpSettings>

const ids = z._default(z.array(recordID).check(z.maxLength(100)), [])

/** Where a company's other programs are told what happens (spec 5 §5.3). */
export const webhookSettings = z.object({
  /** https alone, without a name and password in it. */
  address: z
    .string()
    .check(
      z.trim(),
      z.maxLength(2000),
      z.refine(isWebhookAddress, 'This is no https address, such as https://example.com/hook.'),
    ),
  /** `ticket.resolved`, `ticket.*` or `*`. */
  events: z
    .array(z.string().check(z.trim(), z.maxLength(100), z.regex(EVENT_PATTERN)))
    .check(z.minLength(1), z.maxLength(WEBHOOK_EVENTS_MAX)),
  /** Only records of these areas; none for all. */
  areaIDs: ids,
  /** Only records of these projects; none for all. */
  projectIDs: ids,
})
export type WebhookSettings = z.output<typeof webhookSettings>

/** Whether it is an address that deliveries may go to. */
export function isWebhookAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, hash } = new URL(text)
  return protocol === 'https:' && username === '' && password === '' && hash === ''
}

/** As Meta has it; a newer version is typed there. */
export const WHATSAPP_ADDRESS = 'https://graph.facebook.com/v23.0'
export const PUSH_ADDRESS = 'https://fcm.googleapis.com/v1'

/** Whose messages come in (spec 5 §5.3); their signatures are checked with the secrets. */
export const whatsAppSettings = z.object({
  phoneNumberID: z.string().check(z.trim(), z.regex(/^\d{1,30}$/)),
  /** Where messages are handed over, with the version; https alone. */
  address: z._default(
    z.string().check(z.trim(), z.maxLength(500), z.refine(isWebhookAddress, 'This is no https address.')),
    WHATSAPP_ADDRESS,
  ),
  /** The approved template for who hasn't written within 24 hours, with one place for the text; '' for none. */
  template: z._default(z.string().check(z.trim(), z.regex(/^[a-z0-9_]{0,512}$/)), ''),
  templateLanguage: z._default(z.string().check(z.trim(), z.regex(/^[a-z]{2,3}(_[A-Z]{2})?$/)), 'en_GB'),
})
/** How messages reach the company's app on people's phones: Firebase Cloud Messaging. */
export const pushSettings = z.object({
  /** Where messages are handed over; https alone. */
  address: z._default(
    z.string().check(z.trim(), z.maxLength(500), z.refine(isWebhookAddress, 'This is no https address.')),
    PUSH_ADDRESS,
  ),
  projectID: z.string().check(z.trim(), z.regex(/^[a-z0-9-]{4,60}$/)),
})
/** A phone number in E.164. */
export const phoneNumber = z.string().check(z.trim(), z.regex(/^\+[1-9]\d{7,14}$/))
export const smsSettings = z.object({
  /** The provider's, https alone. */
  address: z
    .string()
    .check(z.trim(), z.maxLength(2000), z.refine(isWebhookAddress, 'This is no https address.')),
  /** What phones show. */
  sender: z.string().check(z.trim(), z.regex(/^[A-Za-z0-9 ]{1,11}$/)),
  /** Whether the provider is to say what became of each. */
  receipts: z.boolean(),
  /** Of one part, in pence; null where nobody says. */
  costPart: z.nullable(z.number().check(z.minimum(0), z.maximum(1000))),
})

/** Where a service is, https alone. */
const serviceAddress = z
  .string()
  .check(z.trim(), z.maxLength(500), z.refine(isWebhookAddress, 'This is no https address.'))
export const MONTHLY_LIMIT_MAX = 10_000_000

/** A service outside that is asked now and then, with a key of the company's (spec 5 §5.3). */
export const serviceSettings = z.object({
  address: serviceAddress,
  /** How often a month it may be asked; null for as often as people like. */
  monthlyLimit: z._default(z.nullable(z.int().check(z.minimum(1), z.maximum(MONTHLY_LIMIT_MAX))), null),
})
/** An assistant behind a chat-completions call, as OpenAI and others have it. */
export const aiSettings = z.extend(serviceSettings, {
  model: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
})
export const SERVICE_KINDS = ['ADDRESS_LOOKUP', 'EMAIL_VERIFICATION', 'AI', 'GIF'] as const
export type ServiceKind = (typeof SERVICE_KINDS)[number]
/** As the providers have them whose format each speaks: OS Places, ZeroBounce, OpenAI, Giphy. */
export const SERVICE_ADDRESSES: Readonly<Record<ServiceKind, string>> = {
  ADDRESS_LOOKUP: 'https://api.os.uk/search/places/v1',
  EMAIL_VERIFICATION: 'https://api.zerobounce.net/v2',
  AI: 'https://api.openai.com/v1',
  GIF: 'https://api.giphy.com',
}

export const SYNC_MINUTES_MAX = 1440
const outcomeCode = z.string().check(z.trim(), z.minLength(1), z.maxLength(60))
/** What a program's own codes of outcomes mean; the words of outcomes themselves need no line. */
const outcomeMeanings = z._default(
  z.array(z.object({ code: outcomeCode, outcome: z.enum(OUTCOMES) })).check(z.maxLength(200)),
  [],
)
const isOnce = (texts: readonly string[]) =>
  new Set(texts.map((text) => text.toLowerCase())).size === texts.length
const isEachCodeOnce = ({ outcomes }: { readonly outcomes: readonly { readonly code: string }[] }) =>
  isOnce(outcomes.map(({ code }) => code))
const CODE_TWICE = { path: ['outcomes'], message: 'A code stands here twice.' }
/** A program in which interviews are held, and what is taken from it (spec 5 §5.3, spec 4 §3.3). */
export const surveyToolSettings = z
  .object({
    address: serviceAddress,
    account: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
    everyMinutes: z._default(z.int().check(z.minimum(1), z.maximum(SYNC_MINUTES_MAX)), 1),
    /** Whether published allocations are sent to it (spec 4 §3.3, §4.5.2). */
    takesAllocations: z._default(z.boolean(), false),
    outcomes: outcomeMeanings,
  })
  .check(z.refine(isEachCodeOnce, CODE_TWICE))
export type SurveySettings = z.output<typeof surveyToolSettings>

export const DIALLER_SIGN_INS = ['PASSWORD', 'TOKEN_LOGIN'] as const
export const DIALLER_AGENTS_MAX = 5000
const agentName = z.string().check(z.trim(), z.minLength(1), z.maxLength(100))
/** The dialler: how people sign in to it, and what its deliveries mean (spec 5 §5.3). */
export const diallerSettings = z
  .object({
    /** Where the dialler is, for people; '' where nobody says. */
    address: z.string().check(z.trim(), z.maxLength(2000)),
    /** Of people without credentials of their own or their role's: TOKEN_LOGIN opens the address, without a password. */
    signIn: z._default(z.enum(DIALLER_SIGN_INS), 'PASSWORD'),
    /** The dialler's own names of people; whoever isn't here is found by user name or payroll number. */
    agents: z._default(
      z.array(z.object({ agent: agentName, userName: agentName })).check(z.maxLength(DIALLER_AGENTS_MAX)),
      [],
    ),
    outcomes: outcomeMeanings,
  })
  .check(
    z.refine(isEachCodeOnce, CODE_TWICE),
    z.refine(({ agents }) => isOnce(agents.map(({ agent }) => agent)), {
      path: ['agents'],
      message: 'An agent stands here twice.',
    }),
    z.refine(({ address, signIn }) => signIn !== 'TOKEN_LOGIN' || address !== '', {
      path: ['address'],
      message: 'Signing in by the address needs one.',
    }),
  )
export type DiallerSettings = z.output<typeof diallerSettings>

export const SURVEY_KINDS = ['SURVEY_TOOL', 'DIMENSIONS', 'DIMENSIONS_STAGING'] as const
export type SurveyKind = (typeof SURVEY_KINDS)[number]

const issuerAddress = z
  .string()
  .check(
    z.trim(),
    z.maxLength(500),
    z.refine(isIssuer, 'This is no https address of a provider, such as https://login.example.com/v2.0.'),
  )

/** https, or without TLS on this machine alone. */
export function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, hash } = new URL(text)
  return (
    username === '' &&
    hash === '' &&
    (protocol === 'https:' || (protocol === 'http:' && isThisMachine(hostname)))
  )
}

const claimName = (usual: string) =>
  z._default(z.string().check(z.trim(), z.regex(/^[\w:./-]{1,100}$/)), usual)
const lines = (max: number) =>
  z._default(
    z
      .array(
        z.pipe(
          z.string().check(z.trim(), z.minLength(1), z.maxLength(max)),
          z.transform((text) => text.toLowerCase()),
        ),
      )
      .check(z.maxLength(200)),
    [],
  )

const userTypes = Object.keys(USER_TYPES) as (keyof typeof USER_TYPES)[]

/** Signing in by OpenID Connect, Microsoft Entra ID first (spec 5 §5.4). */
export const ssoSettings = z.object({
  issuer: issuerAddress,
  clientID: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  claims: z._default(
    z.object({
      userName: claimName('preferred_username'),
      email: claimName('email'),
      displayName: claimName('name'),
      groups: claimName('groups'),
    }),
    { userName: 'preferred_username', email: 'email', displayName: 'name', groups: 'groups' },
  ),
  /** Ids of the tenants whose people may sign in; an issuer of many tenants needs them. */
  tenants: lines(100),
  /** Domains of e-mail addresses that may; none for all. */
  emailDomains: lines(253),
  /** Whether a first sign-in makes a person. */
  isJustInTime: z._default(z.boolean(), false),
  /** What such a person is, unless a mapping says otherwise. */
  userType: z._default(z.enum(userTypes), 'INTERVIEWER'),
  /** Group or app role → role; the first that says so decides the user type of whom a first sign-in makes. */
  roles: z._default(
    z
      .array(
        z.object({
          group: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
          roleID: recordID,
          userType: z._default(z.nullable(z.enum(userTypes)), null),
        }),
      )
      .check(z.maxLength(200)),
    [],
  ),
  /** Roles whose people sign in here alone: no password of theirs is taken. */
  onlyRoleIDs: ids,
})
export type SsoSettings = z.output<typeof ssoSettings>

/** The secrets of each kind, by name. */
export const ADAPTOR_SECRETS = {
  SMTP: ['password'],
  /** previousSecret is good for 24 hours after a rotation, and is set by it alone. */
  WEBHOOK: ['secret'],
  WHATSAPP: ['appSecret', 'verifyToken', 'accessToken'],
  DIALLER: ['secret'],
  /** The provider's key, and what receipts and answers are signed with. */
  SMS: ['key', 'secret'],
  /** The key file of a service account, as JSON. */
  PUSH: ['serviceAccount'],
  /** One of them: a secret, or a private key as PKCS #8. */
  SINGLE_SIGN_ON: ['clientSecret', 'privateKey'],
  ADDRESS_LOOKUP: ['key'],
  EMAIL_VERIFICATION: ['key'],
  AI: ['key'],
  GIF: ['key'],
  SURVEY_TOOL: ['password'],
  DIMENSIONS: ['password'],
  DIMENSIONS_STAGING: ['password'],
} as const
export type AdaptorKind = keyof typeof ADAPTOR_SECRETS
export type SecretName = (typeof ADAPTOR_SECRETS)[AdaptorKind][number]
const secretNames = [...new Set(Object.values(ADAPTOR_SECRETS).flat())] as SecretName[]

/** Set, replaced and removed, never read. */
const secret = z.string().check(z.minLength(1), z.maxLength(SMTP_PASSWORD_MAX))
/** A private key is longer. */
const longSecret = z.string().check(z.minLength(1), z.maxLength(SECRET_MAX))
const secrets = z.optional(z.partialRecord(z.enum(secretNames), longSecret))
const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(WEBHOOK_NAME_MAX))

const state = {
  id: recordID,
  version: recordVersion,
  name: z.string(),
  isEnabled: z.boolean(),
  secrets: z.array(z.object({ name: z.string(), setAt: timestamp, setBy: z.string() })),
  state: z.enum(['OFF', 'OK', 'FAILING']),
  lastSuccessAt: z.nullable(timestamp),
  lastErrorAt: z.nullable(timestamp),
  lastError: z.string(),
  /** Of the last 24 hours. */
  calls: z.int(),
  errors: z.int(),
}
/** How often a service was asked in this month of London's. */
const used = { usedThisMonth: z.int() }
const synced = {
  /** When it was last asked through; null for never. */
  syncedAt: z.nullable(timestamp),
  /** Outcomes that nobody said the meaning of, with how many records wait for it. */
  unmapped: z.array(z.object({ code: z.string(), records: z.int() })),
}
const lookupKinds = z.enum(['ADDRESS_LOOKUP', 'EMAIL_VERIFICATION', 'GIF'])
const surveyKinds = z.enum(SURVEY_KINDS)
const adaptor = z.discriminatedUnion('kind', [
  z.object({ ...state, kind: z.literal('SMTP'), settings: smtpSettings }),
  z.object({
    ...state,
    kind: z.literal('WEBHOOK'),
    settings: webhookSettings,
    waiting: z.int(),
    dead: z.int(),
    /** Until when the secret before the last rotation is good, too. */
    previousSecretUntil: z.nullable(timestamp),
  }),
  z.object({ ...state, kind: z.literal('WHATSAPP'), settings: whatsAppSettings }),
  z.object({ ...state, kind: z.literal('DIALLER'), settings: diallerSettings }),
  z.object({ ...state, kind: z.literal('SMS'), settings: smsSettings }),
  z.object({ ...state, kind: z.literal('PUSH'), settings: pushSettings }),
  z.object({ ...state, kind: z.literal('SINGLE_SIGN_ON'), settings: ssoSettings }),
  z.object({ ...state, ...used, kind: lookupKinds, settings: serviceSettings }),
  z.object({ ...state, ...used, kind: z.literal('AI'), settings: aiSettings }),
  z.object({ ...state, ...synced, kind: surveyKinds, settings: surveyToolSettings }),
])
export type AdaptorInfo = z.output<typeof adaptor>
/** An adaptor of one kind. */
/** A service that is asked now and then. */
export type ServiceInfo = Extract<AdaptorInfo, { readonly usedThisMonth: number }>
/** A survey tool. */
export type SurveyInfo = Extract<AdaptorInfo, { readonly unmapped: unknown }>
export type AdaptorOf<K extends AdaptorKind> = Extract<AdaptorInfo, { kind: K }>

export const listAdaptors = call({
  path: '/api/admin/configuration/adaptors/list',
  request: noPayload,
  response: z.object({ adaptors: z.array(adaptor) }),
  summary: 'The ways to services outside, without their secrets.',
  ...about,
})

const saved = {
  /** Both absent for a new one. */
  id: z.optional(recordID),
  version: z.optional(recordVersion),
  isEnabled: z.boolean(),
}

export const saveAdaptor = call({
  path: '/api/admin/configuration/adaptors/save',
  request: z.discriminatedUnion('kind', [
    z.object({
      ...saved,
      kind: z.literal('SMTP'),
      settings: smtpSettings,
      /** A new password; without it the present one stays, as long as the server and the user are the same. */
      password: z.optional(secret),
    }),
    z.object({ ...saved, name, secrets, kind: z.literal('WEBHOOK'), settings: webhookSettings }),
    z.object({ ...saved, name, secrets, kind: z.literal('WHATSAPP'), settings: whatsAppSettings }),
    z.object({ ...saved, name, secrets, kind: z.literal('DIALLER'), settings: diallerSettings }),
    z.object({ ...saved, name, secrets, kind: z.literal('SMS'), settings: smsSettings }),
    z.object({ ...saved, name, secrets, kind: z.literal('PUSH'), settings: pushSettings }),
    z.object({ ...saved, name, secrets, kind: z.literal('SINGLE_SIGN_ON'), settings: ssoSettings }),
    z.object({ ...saved, name, secrets, kind: lookupKinds, settings: serviceSettings }),
    z.object({ ...saved, name, secrets, kind: z.literal('AI'), settings: aiSettings }),
    z.object({ ...saved, name, secrets, kind: surveyKinds, settings: surveyToolSettings }),
  ]),
  response: adaptor,
  summary: 'Makes an adaptor or changes the one that is named as it was seen; it holds at once.',
  ...about,
})

const stepResult = z.object({
  step: z.enum(steps),
  /** Null where it wasn't come to. */
  isOk: z.nullable(z.boolean()),
  words: z.string(),
})

export const smtpTest = {
  settings: smtpSettings,
  /** Without it the password that is kept, as long as the server and the user are the same. */
  password: z.optional(secret),
  /** Whom the test letter goes to. */
  to: mailAddress,
}
export const smtpTestResult = z.object({ isOk: z.boolean(), steps: z.array(stepResult) })
export type SmtpTestResult = z.output<typeof smtpTestResult>

/** What a test of the other kinds goes through, in order. */
export const ADAPTOR_STEPS = {
  ADDRESS: 'Address',
  NAME: 'Name',
  ANSWER: 'Answer',
  SECRET: 'Secret',
  SIGNATURE: 'Signature',
} as const
export type AdaptorStep = keyof typeof ADAPTOR_STEPS
const testResult = z.object({
  isOk: z.boolean(),
  steps: z.array(
    z.object({
      step: z.enum([...steps, ...(Object.keys(ADAPTOR_STEPS) as AdaptorStep[])]),
      isOk: z.nullable(z.boolean()),
      words: z.string(),
    }),
  ),
})
export type AdaptorTestResult = z.output<typeof testResult>

/** The adaptor whose kept secrets a test may use. */
const tested = { id: z.optional(recordID), secrets }

export const testAdaptor = call({
  path: '/api/admin/configuration/adaptors/test',
  request: z.discriminatedUnion('kind', [
    z.object({ ...smtpTest, kind: z.literal('SMTP') }),
    z.object({ ...tested, kind: z.literal('WEBHOOK'), settings: webhookSettings }),
    /** `to` gets a test message; without it what comes in alone is tried. */
    z.object({
      ...{ ...tested, kind: z.literal('WHATSAPP'), settings: whatsAppSettings },
      to: z.optional(phoneNumber),
    }),
    z.object({ ...tested, kind: z.literal('DIALLER'), settings: diallerSettings }),
    /** `to` gets a test message. */
    z.object({ ...tested, kind: z.literal('SMS'), settings: smsSettings, to: phoneNumber }),
    /** Up to the service's leave to send; nobody gets a message. */
    z.object({ ...tested, kind: z.literal('PUSH'), settings: pushSettings }),
    z.object({ ...tested, kind: z.literal('SINGLE_SIGN_ON'), settings: ssoSettings }),
    /** One question; it counts as one of the month's. */
    z.object({ ...tested, kind: lookupKinds, settings: serviceSettings }),
    z.object({ ...tested, kind: z.literal('AI'), settings: aiSettings }),
    /** Asks for its projects; nothing is taken. */
    z.object({ ...tested, kind: surveyKinds, settings: surveyToolSettings }),
  ]),
  response: testResult,
  summary:
    'Tries settings, mail up to a letter, SMS up to a message and a webhook up to a delivery, and says in words how each step went.',
  ...about,
})

export const setAdaptorSecret = call({
  path: '/api/admin/configuration/adaptors/set-secret',
  request: z.object({
    id: recordID,
    /** One of its kind's. */
    name: z.enum(secretNames),
    /** Null removes it. */
    value: z.nullable(longSecret),
  }),
  response: adaptor,
  summary: 'Replaces or removes a secret, which is never sent back.',
  ...about,
})

export const removeAdaptor = call({
  path: '/api/admin/configuration/adaptors/remove',
  request: z.object({ id: recordID, version: recordVersion }),
  response: done,
  summary: 'Removes an adaptor with its secrets and its log.',
  ...about,
})

const exchange = z.object({
  id: recordID,
  at: timestamp,
  ms: z.int(),
  isOk: z.boolean(),
  what: z.string(),
  answer: z.string(),
})
export type AdaptorExchange = z.output<typeof exchange>

export const adaptorLog = call({
  path: '/api/admin/configuration/adaptors/log',
  request: z.object({ id: recordID }),
  response: z.object({ exchanges: z.array(exchange) }),
  summary: 'Its last 200 exchanges, the newest first, without secrets and personal content.',
  ...about,
})

const delivery = z.object({
  id: recordID,
  /** As the header Fieldwork-Delivery has it. */
  deliveryID: z.string(),
  event: z.string(),
  recordID: z.nullable(z.int()),
  state: z.enum(Object.keys(DELIVERY_STATES) as DeliveryState[]),
  createdAt: timestamp,
  /** Null once it is over. */
  nextAt: z.nullable(timestamp),
  tries: z.int(),
  lastAnswer: z.string(),
})
export type WebhookDelivery = z.output<typeof delivery>
export const DELIVERIES_A_PAGE = 50

export const webhookDeliveries = call({
  path: '/api/admin/configuration/webhooks/deliveries',
  request: z.object({
    /** The adaptor. */
    id: recordID,
    state: z.optional(z.enum(Object.keys(DELIVERY_STATES) as DeliveryState[])),
    /** Those before this one. */
    before: z.optional(recordID),
  }),
  response: z.object({ deliveries: z.array(delivery), isMore: z.boolean() }),
  summary: 'What a webhook was told of and is to be told of, the newest first.',
  ...about,
})

export const redeliverWebhook = call({
  path: '/api/admin/configuration/webhooks/redeliver',
  request: z.object({ id: recordID }),
  response: done,
  summary: 'Delivers again what is over, with the same id and body.',
  ...about,
})

const choice = z.object({ id: recordID, name: z.string() })

export const webhookChoices = call({
  path: '/api/admin/configuration/webhooks/choices',
  request: noPayload,
  response: z.object({ areas: z.array(choice), projects: z.array(choice) }),
  summary: 'The areas and projects that a webhook can be limited to.',
  extension: true,
  ...about,
})

export const ssoChoices = call({
  path: '/api/admin/configuration/adaptors/roles',
  request: noPayload,
  response: z.object({ roles: z.array(choice), callback: z.string(), logout: z.string() }),
  summary:
    'The roles that groups of a directory can be mapped to, and the addresses that the provider is told.',
  extension: true,
  ...about,
})
