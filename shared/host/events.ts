import * as z from 'zod/mini'
import type { HostEventName } from './names.ts'

/** Events that the desktop host pushes to its windows, by name, each with the schema of its one payload. */
export const hostEvents = {
  /** The person became idle, or is back; how long they had been idle, in seconds. */
  idleWatch: z.object({ idle: z.boolean(), idleSeconds: z.number() }),
  /** The way to the server is another: the machine woke up, its network changed, or its VPN did. */
  connectionChanged: z.object({ cause: z.enum(['resume', 'network', 'vpn']) }),
  /** A checked update of the client waits; `installUpdate` takes it. */
  updateReady: z.object({ version: z.string() }),
  /** A link of the client's own scheme was opened; `takeAppLink` gives it. */
  appLink: z.null(),
} satisfies Record<HostEventName, z.ZodMiniType>

export type HostEvents = typeof hostEvents
export type { HostEventName }
export type HostEventPayload<N extends HostEventName> = z.output<HostEvents[N]>
