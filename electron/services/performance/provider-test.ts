import type { HostEventPayload } from '#shared/host/events.ts'
import type { ProviderReadings, SpeedProvider } from '#shared/host/speed-test.ts'
import type { GetDeployment } from '../../config/find-deployment.ts'
import type { HostSystem } from '../../platform/host-system.ts'
import { HostFailure } from '../host-failure.ts'
import type { Scheduler } from '../scheduler.ts'
import { OoklaTest, type OoklaTestParts, PROVIDER_NAME } from './ookla-test.ts'

export interface ProviderTestParts {
  readonly deployment: GetDeployment
  readonly system: Pick<HostSystem, 'follow'>
  readonly scheduler: Scheduler
  readonly emit: (windowId: number, progress: HostEventPayload<'speedProviderProgress'>) => void
}

/** Speed tests by a provider's program, where the signed configuration has one. */
export class ProviderTest {
  readonly #parts: ProviderTestParts
  #current: { readonly windowId: number; readonly runID: string; readonly test: OoklaTest } | null = null

  constructor(parts: ProviderTestParts) {
    this.#parts = parts
  }

  /**
   * The provider that the deployment has opted in to; null for none. Throws `HostFailure` as the deployment
   * does.
   */
  offer(): SpeedProvider | null {
    const configured = this.#parts.deployment().speedTest
    return configured ? { name: PROVIDER_NAME, megabytesAtMost: configured.megabytesAtMost } : null
  }

  /** Runs one test for a window. A second one at the same time is refused, as both would be wrong. */
  async run(windowId: number, runID: string): Promise<ProviderReadings> {
    const { deployment, system, scheduler, emit } = this.#parts
    const configured = deployment().speedTest
    if (!configured) throw new HostFailure('unsupported', 'This installation has no other speed test.')
    if (this.#current) throw new HostFailure('denied', `${PROVIDER_NAME} is running already.`)
    const onProgress: OoklaTestParts['onProgress'] = (progress) => emit(windowId, { runID, ...progress })
    const test = new OoklaTest(configured, { system, scheduler, onProgress })
    this.#current = { windowId, runID, test }
    try {
      return await test.run()
    } finally {
      this.#current = null
    }
  }

  /** Ends the test that this window began under that id; does nothing where there is none. */
  cancel(windowId: number, runID: string): void {
    const current = this.#current
    if (current?.windowId === windowId && current.runID === runID) current.test.cancel()
  }
}
