import * as z from 'zod/mini'
import { deviceID } from '../contract/sign-in.ts'
import { clientCommands } from './client.ts'
import { command, type HostCommand } from './command.ts'
import { deviceHealth } from './device-health.ts'
import type { HostCommandName } from './names.ts'
import { osHotfixes, vpnProxyUse } from './safety-checks.ts'
import { performanceCommands } from './speed-test.ts'
import { surroundingsCommands } from './surroundings.ts'
import { toolCommands } from './tools.ts'
import { vaultCommands } from './vault.ts'
import { vpnCommands } from './vpn.ts'

const nothing = z.optional(z.null())

/** Commands of the desktop host by name (spec 1 §3). Preload, main and renderer are derived from this. */
export const hostCommands = {
  /** Closes the application. */
  exit: command(nothing, z.null()),
  /** Seconds since the person last touched mouse or keyboard. */
  idleSeconds: command(nothing, z.number()),
  /**
   * Watches for idleness: an `idleWatch` event comes when the threshold (seconds) is passed, and when the
   * person is back. Null ends the watch. A window has one watch; a new one replaces it.
   */
  idleWatch: command(
    z.object({ thresholdSeconds: z.nullable(z.int().check(z.minimum(1), z.maximum(86_400))) }),
    z.null(),
  ),
  /** Reads processor, memory, disk and system of this machine. */
  deviceHealthCheck: command(nothing, deviceHealth),
  /** This machine's id, the same at every start; `unsupported` where the system tells none. */
  deviceID: command(nothing, z.object({ deviceID })),
  /** This machine's first IPv4 address in its network; null where it has none. */
  localAddress: command(nothing, z.nullable(z.string())),
  /** The updates that Windows has installed; `unsupported` on other systems. */
  osHotfixCheck: command(nothing, osHotfixes),
  /**
   * The proxy and VPN connections in use, and those that the company allows. `atOnce`: a person waits for it;
   * otherwise it takes its turn among the host's polls.
   */
  vpnProxyCheck: command(z.optional(z.nullable(z.object({ atOnce: z.boolean() }))), vpnProxyUse),
  ...vaultCommands,
  ...vpnCommands,
  ...toolCommands,
  ...surroundingsCommands,
  ...performanceCommands,
  ...clientCommands,
} satisfies Record<HostCommandName, HostCommand>

export type HostCommands = typeof hostCommands
export type { HostCommandName }
export type HostCommandRequest<N extends HostCommandName> = z.input<HostCommands[N]['request']>
export type HostCommandValue<N extends HostCommandName> = z.output<HostCommands[N]['value']>
