import * as z from 'zod/mini'
import type { Deployment } from './deployment.ts'
import { parseServerAddress } from './server-address.ts'

/** Tools that an administrator may allow on a machine. */
const TOOL_NAMES = [
  'VPN',
  'REMOTE_ASSIST',
  'REMOTE_DESKTOP',
  'DIALLER',
  'FORSTA',
  'DIMENSIONS',
  'DIMENSIONS_STAGING',
  'SPEED_TEST',
] as const

/** An https address without name, password, query or fragment. */
const httpsAddress = z.url().check(
  z.maxLength(500),
  z.refine(
    (text) => {
      const url = URL.parse(text)
      return url?.protocol === 'https:' && !url.username && !url.password && !url.search && !url.hash
    },
    { error: 'An address is https, without a name, password, query or fragment.' },
  ),
)

/** Chromium's proxy rules, such as `http=proxy:8080;https=proxy:8080`, without names and passwords. */
const proxyRules = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(500),
    z.regex(/^[\w.:;=,/[\]-]+$/, { error: 'These are no proxy rules.' }),
  )

const proxy = z.discriminatedUnion('by', [
  /** The system's own setting; also the default. */
  z.strictObject({ by: z.literal('system') }),
  z.strictObject({ by: z.literal('nothing') }),
  z.strictObject({
    by: z.literal('rules'),
    rules: proxyRules,
    bypass: z._default(z.string().check(z.maxLength(500), z.regex(/^[\w.:;,*/<>-]*$/)), ''),
  }),
  z.strictObject({ by: z.literal('script'), url: httpsAddress }),
])
export type ProxyChoice = z.output<typeof proxy>

const policySchema = z.strictObject({
  version: z.literal(1),
  /** Address of the updates, instead of the deployment's. */
  feed: z.optional(httpsAddress),
  /** The server. Nothing else on the machine can name another. */
  server: z.optional(
    z
      .string()
      .check(z.refine((text) => parseServerAddress(text).ok, { error: 'This is no server address.' })),
  ),
  proxy: z._default(proxy, { by: 'system' }),
  /** The allowed tools of the deployment; all of them unless given. */
  tools: z.optional(z.array(z.enum(TOOL_NAMES))),
  /** Whether admins may open the developer tools in a packaged client. */
  developerTools: z._default(z.boolean(), false),
  /** Whether the client starts when a person signs in to the system. */
  startWithSystem: z._default(z.boolean(), false),
  /** Whether the client updates itself; off where the company distributes software in its own way. */
  updates: z._default(z.boolean(), true),
})

/** What the machine's administrator decides (docs/desktop.md). */
export type Policy = z.output<typeof policySchema>

/** Used where there is no policy file. */
export const NO_POLICY: Policy = {
  version: 1,
  proxy: { by: 'system' },
  developerTools: false,
  startWithSystem: false,
  updates: true,
}

/** @throws where the text is no JSON or no policy, or has an unknown field */
export function parsePolicy(text: string): Policy {
  return z.parse(policySchema, JSON.parse(text))
}

/** The deployment with the tools that the policy leaves, and the policy's feed. A policy can't add tools. */
export function applyPolicy(deployment: Deployment, { tools, feed }: Policy): Deployment {
  const allows = (name: (typeof TOOL_NAMES)[number]) => tools === undefined || tools.includes(name)
  const { vpn, remoteAssist, dialler, surveyTools, speedTest, updates, ...rest } = deployment
  const { FORSTA, DIMENSIONS, DIMENSIONS_STAGING } = surveyTools
  return {
    ...rest,
    ...(vpn && allows('VPN') && { vpn }),
    ...(remoteAssist && allows('REMOTE_ASSIST') && { remoteAssist }),
    ...(dialler && allows('DIALLER') && { dialler }),
    ...(speedTest && allows('SPEED_TEST') && { speedTest }),
    ...(updates && { updates: { ...updates, feed: feed ?? updates.feed } }),
    remoteDesktopHosts: allows('REMOTE_DESKTOP') ? rest.remoteDesktopHosts : [],
    surveyTools: {
      ...(FORSTA && allows('FORSTA') && { FORSTA }),
      ...(DIMENSIONS && allows('DIMENSIONS') && { DIMENSIONS }),
      ...(DIMENSIONS_STAGING && allows('DIMENSIONS_STAGING') && { DIMENSIONS_STAGING }),
    },
  }
}
