import * as z from 'zod/mini'
import type { HostEventName } from './names.ts'
import { speedProviderProgress } from './speed-test.ts'

/** Events that the desktop host pushes to its windows, by name, each with the schema of its one payload. */
export const hostEvents = {
  /** The person became idle, or is back; `idleSeconds` is how long they were idle. */
  idleWatch: z.object({ idle: z.boolean(), idleSeconds: z.number() }),
  /** The connection to the server may be broken: the machine woke up, or its network or VPN changed. */
  connectionChanged: z.object({ cause: z.enum(['resume', 'network', 'vpn']) }),
  /** Nobody can see or use the machine from now on: its screen was locked, or it goes to sleep. */
  machineAway: z.object({ cause: z.enum(['lock', 'sleep']) }),
  /** It can be used again as far as that goes; who unlocks it has woken it, too. */
  machineBack: z.object({ cause: z.enum(['unlock', 'wake']) }),
  /** A verified update waits; `installUpdate` installs it. */
  updateReady: z.object({ version: z.string() }),
  /** No trusted release was seen for so many whole days, although the client looked. */
  updatesSilent: z.object({ days: z.int().check(z.minimum(1)) }),
  /** A link of the client's scheme was opened; `takeAppLink` tells it. */
  appLink: z.null(),
  /**
   * Another program is in front: its file name, and the name that it gives itself, '' where it gives none.
   */
  activeApp: z.object({
    program: z.string().check(z.minLength(1), z.maxLength(260)),
    name: z.string().check(z.maxLength(200)),
  }),
  /** The person wants to stop sharing their screen; the page stops and answers with `screenShareEnded`. */
  stopScreenShare: z.null(),
  /** Progress of a provider's test: the done part of its phase, and its figure so far. */
  speedProviderProgress,
} satisfies Record<HostEventName, z.ZodMiniType>

export type HostEvents = typeof hostEvents
export type { HostEventName }
export type HostEventPayload<N extends HostEventName> = z.output<HostEvents[N]>
