import * as z from 'zod/mini'

/** Whole paths only, so that no other program of that name is ever started. */
const program = z
  .string()
  .check(z.maxLength(400), z.refine(isWholePath, { error: 'A program is named by its whole path.' }))

const argument = z.string().check(
  z.maxLength(1000),
  // Every process of the machine can read the arguments of every other.
  z.refine((text) => !/\{\s*password\s*\}/i.test(text), { error: 'A password is never an argument.' }),
)
const invocation = z.object({ program, args: z._default(z.array(argument).check(z.maxLength(50)), []) })
export type Invocation = z.output<typeof invocation>

/** How a program is given its credentials. `text` has the places `{userName}` and `{password}`. */
const handover = z.discriminatedUnion('by', [
  z.object({ by: z.literal('nothing') }),
  z.object({ by: z.literal('input'), text: z.string().check(z.maxLength(1000)) }),
  z.object({ by: z.literal('environment'), userName: z.string(), password: z.string() }),
  /** In the system's credential store, under that name, for as long as the program runs. */
  z.object({ by: z.literal('store'), target: z.string().check(z.minLength(1), z.maxLength(256)) }),
])

/** A program that signs somebody in. Its arguments may have the places `{userName}` and, for the dialler, `{url}`. */
const signIn = z.object({
  ...invocation.shape,
  credentials: handover,
  /** Origins of addresses that may stand in `{url}`. */
  origins: z._default(z.array(z.url()), []),
})
export type SignInProgram = z.output<typeof signIn>

const tool = z.object({
  launch: signIn,
  /** The name that Windows lists it by, where that tells better than its start whether it runs. */
  image: z.optional(z.string().check(z.regex(/^[\w .-]+\.exe$/i), z.maxLength(100))),
  reauthenticate: z.optional(signIn),
  logout: z.optional(invocation),
})
export type ToolProgram = z.output<typeof tool>

const vpn = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('ras'),
    /** Name of the connection in Windows. */
    entry: z.string().check(z.minLength(1), z.maxLength(256), z.regex(/^[^/"]+$/)),
    /** The phone book's file; the person's own unless given. */
    phoneBook: z.optional(program),
  }),
  z.object({
    kind: z.literal('client'),
    start: signIn,
    stop: invocation,
    /** Ends with 0 as long as the VPN is connected. */
    status: invocation,
  }),
])
export type VpnProgram = z.output<typeof vpn>

/**
 * A provider of speed tests in place of the company's own server. Its program is named and never fetched.
 * Without the company's word that it may use it for its work there is none.
 */
const speedTest = z.strictObject({
  /** Ookla's `speedtest`, the program that the package speedtest-net runs. */
  provider: z.literal('speedtest-net'),
  /** With arguments that go before the client's own, as for a proxy's certificate. */
  ...invocation.shape,
  /** The company holds a licence for its commercial use, and accepts licence and privacy terms for its people. */
  licenceAccepted: z.literal(true, {
    error: 'A speed-test provider needs "licenceAccepted": true: that the company holds its licence.',
  }),
  /** The one server that is measured against; the nearest one unless given. */
  server: z.optional(
    z.union([
      z.strictObject({ id: z.int().check(z.minimum(1), z.maximum(99_999_999)) }),
      z.strictObject({
        host: z.string().check(z.maxLength(253), z.regex(/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/i)),
      }),
    ]),
  ),
  /** What a test may move, both directions together, before its program is ended. */
  megabytesAtMost: z._default(z.int().check(z.minimum(50), z.maximum(10_000)), 1000),
})
export type SpeedTestProgram = z.output<typeof speedTest>

const deploymentSchema = z.object({
  version: z.literal(1),
  vpn: z.optional(vpn),
  /** In place of Quick Assist. */
  remoteAssist: z.optional(invocation),
  /** Hosts that remote desktops may be on: a name, or '*.' and what it ends with. */
  remoteDesktopHosts: z._default(z.array(z.string().check(z.regex(/^(?:\*\.)?[a-z0-9.-]+$/))), []),
  dialler: z.optional(tool),
  surveyTools: z._default(
    z.object({
      FORSTA: z.optional(tool),
      DIMENSIONS: z.optional(tool),
      DIMENSIONS_STAGING: z.optional(tool),
    }),
    {},
  ),
  speedTest: z.optional(speedTest),
  /** Where updates come from, and whose signature their installer must bear. */
  updates: z.optional(
    z.object({
      feed: z.url().check(z.maxLength(500), z.startsWith('https://')),
      publishers: z.array(z.string().check(z.minLength(1), z.maxLength(200))).check(z.minLength(1)),
    }),
  ),
})

/** Which programs this deployment has, and how they are started. */
export type Deployment = z.output<typeof deploymentSchema>

/** What holds where nothing is configured: there are no tools. */
export const NO_DEPLOYMENT: Deployment = { version: 1, remoteDesktopHosts: [], surveyTools: {} }

/** @throws where the text is no JSON, or no configuration. */
export function parseDeployment(text: string): Deployment {
  return z.parse(deploymentSchema, JSON.parse(text))
}

/** Whether a path is whole, on Windows (with drive or share) or elsewhere, and leads nowhere up. */
function isWholePath(path: string): boolean {
  return /^(?:[A-Za-z]:\\|\\\\[^\\]+\\|\/)/.test(path) && !/(?:^|[\\/])\.\.(?:[\\/]|$)/.test(path)
}

/** Whether a host is one of those that remote desktops may be on; names are the same in any case. */
export function allowsHost(patterns: readonly string[], host: string): boolean {
  const name = host.toLowerCase()
  return patterns.some((pattern) =>
    pattern.startsWith('*.') ? name.endsWith(pattern.slice(1)) : name === pattern,
  )
}
