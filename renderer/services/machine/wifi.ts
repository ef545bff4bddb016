import { type NetworkSignal, readNetworkSignal, WIFI_POLL_MS } from '#shared/domain/wifi.ts'
import type { Timers } from '../../ui/timers.ts'
import type { Desktop } from '../desktop/desktop.ts'
import { onNumber, tell } from '../desktop/window-events.ts'

interface WifiServices<Band> {
  readonly desktop: Desktop
  readonly timers: Timers
  /** Where WIFI_SIGNAL is told and heard: the window. */
  readonly page: EventTarget
  /** The band of a signal; null where the host can't read any. */
  readonly bandOf: (signal: NetworkSignal | null) => Band
  /** Told of a band that differs from the last. */
  readonly report: (band: Band) => void
}

/**
 * Polls the wifi through the desktop client every 5 s, tells the window of each signal, and reports
 * the band when it changes, whoever told of the signal (spec 1 §4.8, §7).
 *
 * @returns what ends it
 */
export function watchWifi<Band>({ desktop, timers, page, bandOf, report }: WifiServices<Band>): () => void {
  let last: { readonly band: Band } | null = null
  let ended = false
  const found = (signal: NetworkSignal | null) => {
    const band = bandOf(signal)
    if (last && last.band === band) return
    last = { band }
    report(band)
  }
  const poll = async () => {
    const result = await desktop.invoke('wifi', null)
    if (ended) return
    if (result.ok) tell(page, 'WIFI_SIGNAL', result.value.signal)
    else found(null)
  }
  const offs = [onNumber(page, 'WIFI_SIGNAL', (signal) => found(readNetworkSignal(signal)))]
  if (desktop.available) {
    offs.push(timers.every(WIFI_POLL_MS, () => void poll()))
    void poll()
  }
  return () => {
    ended = true
    for (const off of offs) off()
  }
}
