import type { DeviceHealthService } from '../services/device-health/device-health-service.ts'
import type { CommandHandlers } from './handlers.ts'

/** Readings of this machine (spec 1 §3). */
export function deviceCommands(health: DeviceHealthService): Pick<CommandHandlers, 'deviceHealthCheck'> {
  return { deviceHealthCheck: () => health.check() }
}
