import * as z from 'zod/mini'

/** Whole paths only, so that no other program of the same name is started. */
const program = z
  .string()
  .check(z.maxLength(400), z.refine(isWholePath, { error: 'A program is named by its whole path.' }))

const argument = z.string().check(
  z.maxLength(1000),
  // Arguments can be read by every other process of the machine.
  z.refine((text) => !/\{\s*password\s*\}/i.test(text), { error: 'A password is never an argument.' }),
)
const invocation = z.object({ program, args: z._default(z.array(argument).check(z.maxLength(50)), []) })
export type Invocation = z.output<typeof invocation>

/** How a program gets its credentials. `text` may contain `{userName}` and `{password}`. */
const handover = z.discriminatedUnion('by', [
  z.object({ by: z.literal('nothing') }),
  z.object({ by: z.literal('input'), text: z.string().check(z.maxLength(1000)) }),
  z.object({ by: z.literal('environment'), userName: z.string(), password: z.string() }),
  /** In the system's credential store under that name, while the program runs. */
  z.object({ by: z.literal('store'), target: z.string().check(z.minLength(1), z.maxLength(256)) }),
])

/** A program that signs somebody in. Its arguments may contain `{userName}` and, for the dialler, `{url}`. */
const signIn = z.object({
  ...invocation.shape,
  credentials: handover,
  /** Origins of the addresses that may replace `{url}`. */
  origins: z._default(z.array(z.url()), []),
})
export type SignInProgram = z.output<typeof signIn>

const tool = z.object({
  launch: signIn,
  /** The process that Windows lists while it runs, where that isn't the started one. */
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
    /** Ends with 0 while the VPN is connected. */
    status: invocation,
  }),
])
export type VpnProgram = z.output<typeof vpn>

/**
 * A provider of speed tests instead of the company's own server. Its program is named, never downloaded. The
 * company must state that it may use it.
 */
const speedTest = z.strictObject({
  /** Ookla's `speedtest`, the program that the package speedtest-net runs. */
  provider: z.literal('speedtest-net'),
  /** `args` go before the client's own, for example for a proxy's certificate. */
  ...invocation.shape,
  /** The company has a licence for commercial use, and accepts licence and privacy terms for its people. */
  licenceAccepted: z.literal(true, {
    error: 'A speed-test provider needs "licenceAccepted": true: that the company holds its licence.',
  }),
  /** The only server to measure against; the nearest one unless given. */
  server: z.optional(
    z.union([
      z.strictObject({ id: z.int().check(z.minimum(1), z.maximum(99_999_999)) }),
      z.strictObject({
        host: z.string().check(z.maxLength(253), z.regex(/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/i)),
      }),
    ]),
  ),
  /** Most megabytes of a test, both directions together; then its program is ended. */
  megabytesAtMost: z._default(z.int().check(z.minimum(50), z.maximum(10_000)), 1000),
})
export type SpeedTestProgram = z.output<typeof speedTest>

const deploymentSchema = z.object({
  version: z.literal(1),
  vpn: z.optional(vpn),
  /** In place of Quick Assist. */
  remoteAssist: z.optional(invocation),
  /** Hosts on which remote desktops may be: a name, or '*.' and the end of one. */
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
  /** The feed of updates, and the publishers whose signature an installer needs. */
  updates: z.optional(
    z.object({
      feed: z.url().check(z.maxLength(500), z.startsWith('https://')),
      publishers: z.array(z.string().check(z.minLength(1), z.maxLength(200))).check(z.minLength(1)),
    }),
  ),
})

/** A deployment's programs, and how they are started. */
export type Deployment = z.output<typeof deploymentSchema>

/** Without a configuration there are no tools. */
export const NO_DEPLOYMENT: Deployment = { version: 1, remoteDesktopHosts: [], surveyTools: {} }

/** @throws where the text is no JSON or no configuration */
export function parseDeployment(text: string): Deployment {
  return z.parse(deploymentSchema, JSON.parse(text))
}

/** Whether a path is absolute, on Windows (with drive or share) or elsewhere, without '..'. */
function isWholePath(path: string): boolean {
  return /^(?:[A-Za-z]:\\|\\\\[^\\]+\\|\/)/.test(path) && !/(?:^|[\\/])\.\.(?:[\\/]|$)/.test(path)
}

/** Whether remote desktops may be on that host; case doesn't matter. */
export function allowsHost(patterns: readonly string[], host: string): boolean {
  const name = host.toLowerCase()
  return patterns.some((pattern) =>
    pattern.startsWith('*.') ? name.endsWith(pattern.slice(1)) : name === pattern,
  )
}
