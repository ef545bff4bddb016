import * as z from 'zod/mini'
import { command } from './command.ts'
import { toolCredentials } from './credentials.ts'

const nothing = z.optional(z.null())

/** The company's VPN, as the signed configuration names it (spec 1 §3, §4.8). */
export const vpnCommands = {
  /** Connects; answers once it is connected. `failed` says why it isn't. */
  vpnStart: command(toolCredentials, z.null()),
  /** Disconnects; does nothing where it isn't connected. */
  vpnStop: command(nothing, z.null()),
  /** Seconds for which the VPN has been connected; 0 where it isn't. */
  vpnUptime: command(nothing, z.object({ seconds: z.int().check(z.minimum(0)) })),
}
