import type { HostCommandValue } from '#shared/host/commands.ts'
import type { ProviderTest } from '../services/performance/provider-test.ts'
import type { CommandHandlers } from './handlers.ts'

interface PerformanceParts {
  readonly testPackets: () => Promise<HostCommandValue<'speedTest'>>
  readonly provider: ProviderTest
  /** Answers how many applications were asked to close. */
  readonly closeApplications: () => Promise<number>
}

/** Measuring the connection, and helping a slow machine (spec 1 §3, 3 §5). */
export function performanceCommands(
  parts: PerformanceParts,
): Pick<
  CommandHandlers,
  'speedTest' | 'speedProvider' | 'speedProviderRun' | 'speedProviderCancel' | 'closeApplications'
> {
  const { provider } = parts
  return {
    speedTest: () => parts.testPackets(),
    speedProvider: () => provider.offer(),
    speedProviderRun({ runID }, { windowId, onPageGone }) {
      onPageGone(() => provider.cancel(windowId, runID))
      return provider.run(windowId, runID)
    },
    speedProviderCancel({ runID }, { windowId }) {
      provider.cancel(windowId, runID)
      return null
    },
    closeApplications: async () => ({ closed: await parts.closeApplications() }),
  }
}
