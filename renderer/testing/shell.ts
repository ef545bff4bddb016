import { createDeviceGuard } from '../services/machine/device-guard.ts'
import { createMachineFitness } from '../services/machine/fitness.ts'
import type { Services } from '../services/services.ts'
import { createCompanionSessions } from '../services/session/companion.ts'
import { createLicence } from '../services/session/licence.ts'
import { createUpdateFlow } from '../services/session/update-flow.ts'
import { createNavigationServices } from '../shell/navigation/navigation-services.ts'
import type { ShellServices } from '../shell/shell-context.tsx'

/** The shell's services as the application makes them, with nothing watched yet. */
export function testShell(services: Services, fitness = createMachineFitness(services, {})): ShellServices {
  return {
    licence: createLicence(services),
    update: createUpdateFlow(services),
    companion: createCompanionSessions(),
    guard: createDeviceGuard(services, fitness),
    ...createNavigationServices(services, window),
  }
}
