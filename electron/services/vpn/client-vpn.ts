import type { VpnProgram } from '../../config/deployment.ts'
import type { HostSystem } from '../../platform/host-system.ts'
import { HostFailure } from '../host-failure.ts'
import { type HandoverParts, withCredentials } from '../tools/handover.ts'
import { DIAL_LIMIT_MS } from './ras-vpn.ts'
import type { Vpn } from './vpn.ts'

const SHORT = { timeLimitMs: 20_000, outputLimitBytes: 256 * 1024 }

/**
 * A VPN with programs of the deployment's for connecting, disconnecting, and telling its state by exit code.
 */
export function clientVpn(
  { start, stop, status }: VpnProgram & { kind: 'client' },
  system: Pick<HostSystem, 'end'>,
  parts: HandoverParts,
): Vpn {
  return {
    async start(credentials) {
      const limits = { ...SHORT, timeLimitMs: DIAL_LIMIT_MS }
      const { options, args, done } = await withCredentials(start, credentials, parts)
      try {
        const { exitCode } = await system.end(start.program, args, { ...limits, ...options })
        if (exitCode !== 0) {
          throw new HostFailure(
            'failed',
            `The VPN could not be connected. Please contact support. (${exitCode})`,
          )
        }
      } finally {
        await done()
      }
    },
    async stop() {
      const { exitCode } = await system.end(stop.program, stop.args, SHORT)
      if (exitCode !== 0) throw new HostFailure('failed', `The VPN could not be ended. (${exitCode})`)
    },
    async state() {
      const { exitCode } = await system.end(status.program, status.args, SHORT)
      return { up: exitCode === 0, forMs: null }
    },
  }
}
