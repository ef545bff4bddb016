import type { VpnService } from '../services/vpn/vpn-service.ts'
import type { CommandHandlers } from './handlers.ts'

/** The company's VPN (spec 1 §3). */
export function vpnCommands(vpn: VpnService): Pick<CommandHandlers, 'vpnStart' | 'vpnStop' | 'vpnUptime'> {
  return {
    vpnStart: async (credentials) => {
      await vpn.start(credentials)
      return null
    },
    vpnStop: async () => {
      await vpn.stop()
      return null
    },
    vpnUptime: async () => ({ seconds: await vpn.uptimeSeconds() }),
  }
}
