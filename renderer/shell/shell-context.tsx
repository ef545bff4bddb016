import { createContext, useContext } from 'react'
import type { DeviceGuard } from '../services/machine/device-guard.ts'
import type { CompanionSessions } from '../services/session/companion.ts'
import type { Licence } from '../services/session/licence.ts'
import type { UpdateFlow } from '../services/session/update-flow.ts'
import type { NavigationServices } from './navigation/navigation-services.ts'

/** What the shell follows while somebody is signed in. */
export interface ShellServices extends NavigationServices {
  readonly licence: Licence
  readonly update: UpdateFlow
  readonly companion: CompanionSessions
  readonly guard: DeviceGuard
}

const ShellContext = createContext<ShellServices | null>(null)
export const ShellProvider = ShellContext.Provider

/** The shell's services. @throws outside a ShellProvider */
export function useShell(): ShellServices {
  const shell = useContext(ShellContext)
  if (!shell) throw new Error('useShell needs a ShellProvider above it')
  return shell
}
