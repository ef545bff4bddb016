import * as z from 'zod/mini'
import type { HostEventName } from './names.ts'
import { speedProviderProgress } from './speed-test.ts'

/** Events that the desktop host pushes to its windows, by name, each with the schema of its one payload. */
export const hostEvents = {
  /** The person became idle, or is back; how long they had been idle, in seconds. */
  idleWatch: z.object({ idle: z.boolean(), idleSeconds: z.number() }),
  /** The way to the server is another: the machine woke up, its network changed, or its VPN did. */
  connectionChanged: z.object({ cause: z.enum(['resume', 'network', 'vpn']) }),
  /** A checked update of the client waits; `installUpdate` takes it. */
  updateReady: z.object({ version: z.string() }),
  /** No release that can be trusted was read for so many whole days, though it was looked for. */
  updatesSilent: z.object({ days: z.int().check(z.minimum(1)) }),
  /** A link of the client's own scheme was opened; `takeAppLink` gives it. */
  appLink: z.null(),
  /** Another program is in front: its file's name, and what it calls itself, '' where it doesn't say. */
  activeApp: z.object({
    program: z.string().check(z.minLength(1), z.maxLength(260)),
    name: z.string().check(z.maxLength(200)),
  }),
  /** The person wants their screen shared no more; the page stops it and says so by `screenShareEnded`. */
  stopScreenShare: z.null(),
  /** How far a test of the provider is: the part of its phase that is done, and its figure so far. */
  speedProviderProgress,
} satisfies Record<HostEventName, z.ZodMiniType>

export type HostEvents = typeof hostEvents
export type { HostEventName }
export type HostEventPayload<N extends HostEventName> = z.output<HostEvents[N]>
