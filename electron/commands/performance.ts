import type { HostCommandValue } from '#shared/host/commands.ts'
import type { CommandHandlers } from './handlers.ts'

interface PerformanceParts {
  readonly testPackets: () => Promise<HostCommandValue<'speedTest'>>
  /** How many applications were asked to close. */
  readonly closeApplications: () => Promise<number>
}

/** What is measured of the connection, and done about a slow machine (spec 1 §3, 3 §5). */
export function performanceCommands(
  parts: PerformanceParts,
): Pick<CommandHandlers, 'speedTest' | 'closeApplications'> {
  return {
    speedTest: () => parts.testPackets(),
    closeApplications: async () => ({ closed: await parts.closeApplications() }),
  }
}
