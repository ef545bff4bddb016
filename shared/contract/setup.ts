import * as z from 'zod/mini'
import { LOCALE } from '../domain/locale.ts'
import { LOGO_MAX_BYTES } from '../domain/logo.ts'
import { PASSWORD_MAX } from '../domain/password-rule.ts'
import { ADDRESS_RESULTS } from '../domain/setup.ts'
import { smtpSettings, smtpTest, smtpTestResult } from './adaptors.ts'
import { call } from './http-call.ts'
import { done, noPayload } from './primitives.ts'

const line = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max))
// By patterns of our own: zod's would come with the sign-in screen, which shares its module.
const mailAddress = z
  .string()
  .check(z.trim(), z.regex(/^[^\s@"(),:;<>[\]]+@(?:[a-z0-9-]+\.)+[a-z0-9-]{2,}$/i), z.maxLength(254))

/** Browsers and Node both have it; the language's own types, which are all that this folder has, don't. */
declare const URL: {
  canParse(text: string): boolean
  new (text: string): { readonly protocol: string; readonly origin: string; readonly href: string }
}

const isOrigin = (text: string) =>
  URL.canParse(text) &&
  /^https?:$/.test(new URL(text).protocol) &&
  new URL(text).href === `${new URL(text).origin}/`

const isTimeZone = (name: string) => {
  try {
    new Intl.DateTimeFormat(LOCALE, { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** A name, or a name and a port, as a Host header has it. */
const hostName = z
  .string()
  .check(z.trim(), z.regex(/^(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i))
const LIST_MAX = 50

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/

/** Whether it is an address, or a range such as 10.0.0.0/8. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const isFour = IPV4.test(address)
  if (!isFour && !(/^[0-9a-f:.]+$/i.test(address) && URL.canParse(`http://[${address}]`))) return false
  if (bits === undefined) return true
  return rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (isFour ? 32 : 128)
}

export const setupCode = z.string().check(z.minLength(1), z.maxLength(100))

/** The company (spec 5 §2.2, step 2). */
export const setupTenant = z.object({
  companyName: line(200),
  legalName: line(200),
  registeredAddress: line(500),
  dataProtectionEmail: mailAddress,
  supportContact: line(200),
  /** Two letters of ISO 3166. */
  country: z._default(z.string().check(z.regex(/^[A-Z]{2}$/)), 'GB'),
  /** A name of the time zone database. */
  timeZone: z._default(z.string().check(z.refine(isTimeZone, 'This is no time zone.')), 'Europe/London'),
  /** The bytes in base64; what they are is looked up in them. Null for none. */
  logo: z._default(
    z.nullable(
      z
        .string()
        .check(z.regex(/^[A-Za-z0-9+/]*={0,2}$/), z.maxLength(Math.ceil((LOGO_MAX_BYTES + 3) / 3) * 4)),
    ),
    null,
  ),
})

/** Where people reach the installation (step 3). */
export const setupAddress = z.object({
  publicOrigin: z
    .string()
    .check(z.trim(), z.refine(isOrigin, 'An address is such as https://fieldwork.example, without a path.')),
  trustedHosts: z._default(z.array(hostName).check(z.maxLength(LIST_MAX)), []),
  /** Addresses, or ranges such as 10.0.0.0/8. */
  trustedProxies: z._default(
    z
      .array(z.string().check(z.refine(isNetwork, 'This is no address and no range.')))
      .check(z.maxLength(LIST_MAX)),
    [],
  ),
})

/** The first person (step 4), all but the password. */
export const setupPerson = z.object({
  displayName: line(200),
  userName: z.string().check(z.trim(), z.regex(/^[A-Za-z0-9._@-]{3,60}$/)),
  email: mailAddress,
})

/** The key of an authenticator app, in base32. */
const appSecret = z.string().check(z.regex(/^[A-Z2-7]{32}$/))

const setupAdmin = z.object({
  ...setupPerson.shape,
  password: z.string().check(z.minLength(1), z.maxLength(PASSWORD_MAX)),
  /** Their authenticator app, and the time step of the code that confirmed it; null without. */
  twoFactor: z._default(z.nullable(z.object({ secret: appSecret, step: z.int().check(z.minimum(0)) })), null),
})

/** How mail leaves (step 5). */
const setupMail = z.object({ settings: smtpSettings, password: smtpTest.password })

export const setupState = call({
  method: 'GET',
  path: '/api/setup/state',
  auth: 'none',
  request: noPayload,
  response: z.object({
    state: z.literal('UNCLAIMED'),
    /** Tells this installation from another. */
    installationID: z.string(),
    /** Who passed the request on, where its headers say that somebody did; null otherwise. */
    forwardedBy: z.nullable(z.string()),
  }),
  summary: 'That the installation waits for its set-up; 409 once it is set up.',
  spec: '5 §2.1',
})

export const checkSetupCode = call({
  path: '/api/setup/check-code',
  auth: 'none',
  request: z.object({ code: setupCode }),
  response: done,
  summary: 'Whether the set-up code is right; it stays good. After 10 wrong ones 429 for 15 minutes.',
  spec: '5 §2.1',
  extension: true,
})

export const checkSetupAddress = call({
  path: '/api/setup/check-address',
  auth: 'none',
  request: z.object({ ...setupAddress.shape, code: setupCode }),
  response: z.object({ result: z.enum(ADDRESS_RESULTS) }),
  summary: 'Asks for this installation at the address, and says what came of it.',
  spec: '5 §2.2',
})

export const checkSetupMail = call({
  path: '/api/setup/check-mail',
  auth: 'none',
  request: z.object({ ...smtpTest, code: setupCode, companyName: line(200) }),
  response: smtpTestResult,
  summary: 'Tries the settings of the mail server up to a letter, and says in words how each step went.',
  spec: '5 §2.2',
})

export const beginSetupTwoFactor = call({
  path: '/api/setup/two-factor/begin',
  auth: 'none',
  request: z.object({ code: setupCode, userName: setupPerson.shape.userName }),
  response: z.object({
    /** The otpauth:// address in the QR code. */
    uri: z.string(),
    secret: appSecret,
  }),
  summary: 'Makes a key for the first administrator’s authenticator app; nothing is stored before Finish.',
  spec: '5 §2.2',
  extension: true,
})

export const confirmSetupTwoFactor = call({
  path: '/api/setup/two-factor/confirm',
  auth: 'none',
  request: z.object({ code: setupCode, secret: appSecret, oneTimeCode: z.string().check(z.maxLength(32)) }),
  response: z.object({ step: z.int() }),
  summary: 'Whether a code of the authenticator app is right; gives its time step, for Finish.',
  spec: '5 §2.2',
  extension: true,
})

export const finishSetup = call({
  path: '/api/setup/finish',
  auth: 'none',
  request: z.object({
    code: setupCode,
    tenant: setupTenant,
    origin: setupAddress,
    admin: setupAdmin,
    /** Null sets mail up later. */
    mail: z._default(z.nullable(setupMail), null),
  }),
  response: z.object({
    userName: z.string(),
    /** Of the first administrator, told this once; none without two-factor. */
    recoveryCodes: z.array(z.string()),
  }),
  summary:
    'Sets up the installation, all or nothing: company, head office, roles, contract types, the project Office, the first administrator, and the way for mail.',
  spec: '5 §2.2',
})
