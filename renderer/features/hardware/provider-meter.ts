import type { ProviderReadings, SpeedProvider } from '#shared/host/speed-test.ts'
import type { Desktop } from '../../services/desktop/desktop.ts'
import type { MeasureOptions } from '../../services/machine/speed-test.ts'

/** Measures the connection by the provider that the desktop client's installation has opted in to, if any. */
export interface ProviderMeter {
  /** Null in a browser, and where the installation has opted in to nobody. */
  offer(): Promise<SpeedProvider | null>
  /**
   * One test; its program is ended when the signal aborts.
   * @throws ProviderFailure where it failed; the signal's reason where that aborted
   */
  measure(options: MeasureOptions): Promise<ProviderReadings>
}

/** The provider couldn't measure; `message` is the host's words for the person. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure'
}

interface ProviderMeterParts {
  readonly desktop: Desktop
  /** Whether the person may test their connection; the server refuses who may not, the host can't know. */
  readonly mayTest: () => boolean
  readonly newID: () => string
}

export function createProviderMeter({ desktop, mayTest, newID }: ProviderMeterParts): ProviderMeter {
  return {
    async offer() {
      if (!mayTest()) return null
      const offered = await desktop.invoke('speedProvider', null)
      return offered.ok ? offered.value : null
    },
    async measure({ signal, onProgress }) {
      signal.throwIfAborted()
      const runID = newID()
      const cancel = () => void desktop.invoke('speedProviderCancel', { runID })
      const off = desktop.on('speedProviderProgress', ({ runID: of, ...progress }) => {
        if (of === runID) onProgress(progress)
      })
      signal.addEventListener('abort', cancel, { once: true })
      try {
        const result = await desktop.invoke('speedProviderRun', { runID })
        signal.throwIfAborted()
        if (!result.ok) throw new ProviderFailure(result.error.message)
        return result.value
      } finally {
        off()
        signal.removeEventListener('abort', cancel)
      }
    },
  }
}
