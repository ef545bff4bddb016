import type { DeviceHealthService } from '../services/device-health/device-health-service.ts'
import type { DeviceIDService } from '../services/device-id/device-id-service.ts'
import type { CommandHandlers } from './handlers.ts'

/** Readings of this machine (spec 1 §3). */
export function deviceCommands(
  health: DeviceHealthService,
  deviceID: DeviceIDService,
): Pick<CommandHandlers, 'deviceHealthCheck' | 'deviceID'> {
  return {
    deviceHealthCheck: () => health.check(),
    deviceID: async () => ({ deviceID: await deviceID.get() }),
  }
}
