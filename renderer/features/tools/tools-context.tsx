import { createContext, type ReactNode, useContext } from 'react'
import { createTools, popupOpener, type Tools } from '../../services/desktop/tools.ts'
import { createVpn, type Vpn } from '../../services/desktop/vpn.ts'
import type { Services } from '../../services/services.ts'

/** The VPN and the tools of whoever is signed in. */
export interface ToolServices {
  readonly vpn: Vpn
  readonly tools: Tools
}

/** Makes them. `start` follows the VPN until the returned function is called. */
export function createToolServices(services: Services, page: Window) {
  const vpn = createVpn({ ...services, page })
  const openPopup = popupOpener(page, services.desktop.available)
  const tools = createTools({ ...services, openPopup })
  return {
    vpn,
    tools,
    start() {
      const offs = [vpn.watch(), tools.stop]
      return () => {
        for (const off of offs) off()
      }
    },
  }
}

const ToolsContext = createContext<ToolServices | null>(null)

export function ToolsProvider({ value, children }: { value: ToolServices; children: ReactNode }) {
  return <ToolsContext value={value}>{children}</ToolsContext>
}

/** @throws outside a ToolsProvider */
export function useToolServices(): ToolServices {
  const value = useContext(ToolsContext)
  if (!value) throw new Error('useToolServices needs a ToolsProvider above it')
  return value
}
