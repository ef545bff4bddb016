import type { MeterLimits } from '#shared/domain/speed-test.ts'
import type { ProviderReadings } from '#shared/host/speed-test.ts'
import type { MeasureOptions, NetworkReadings, SpeedMeter } from '../../services/machine/speed-test.ts'
import { ProviderFailure, type ProviderMeter } from './provider-meter.ts'
import { fallbackWords, HARDWARE_TEXT } from './text.ts'

/** What one test found of the connection, and which server it was measured against. */
export interface MeasuredConnection {
  readonly readings: NetworkReadings
  readonly server: string
}

export interface ConnectionTestOptions extends MeasureOptions {
  /** Told, in words for the person, that the provider failed and the company's own server stands in. */
  readonly onFallback: (words: string) => void
}

export interface ConnectionTestParts {
  readonly meter: SpeedMeter
  readonly provider: ProviderMeter
  /** The packets that are lost on the way, in percent, where the desktop client can count them; else null. */
  readonly packetLoss: () => Promise<number | null>
}

export type ConnectionTest = (
  limits: MeterLimits,
  options: ConnectionTestOptions,
) => Promise<MeasuredConnection>

/**
 * The tests of the connection of one run. A provider measures once, since each of its tests moves as much
 * as its line can carry, and what it found holds for the whole run; where it fails, and where there is
 * none, each test is the own one.
 */
export function createConnectionTest({ meter, provider, packetLoss }: ConnectionTestParts): ConnectionTest {
  let isAsked = false
  let provided: ProviderReadings | null = null

  const askProvider = async (options: ConnectionTestOptions) => {
    if ((await provider.offer()) === null) return
    try {
      provided = await provider.measure(options)
    } catch (error) {
      if (options.signal.aborted || !(error instanceof ProviderFailure)) throw error
      options.onFallback(fallbackWords(error.message))
    }
  }

  return async (limits, options) => {
    if (!isAsked) {
      isAsked = true
      await askProvider(options)
    }
    if (provided) {
      const { server, ...readings } = provided
      return { readings: { ...readings, loss: readings.loss ?? (await packetLoss()) }, server }
    }
    const [readings, lost] = await Promise.all([meter.measure(limits, options), packetLoss()])
    // A page's requests lose nothing, they come late: what the host counted says more.
    return { readings: { ...readings, loss: lost ?? readings.loss }, server: HARDWARE_TEXT.ownServer }
  }
}
