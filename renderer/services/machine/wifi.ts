import { type DeviceSettings, wifiBand } from '#shared/domain/device-grading.ts'
import { type NetworkSignal, readNetworkSignal, WIFI_POLL_MS } from '#shared/domain/wifi.ts'
import type { WifiBand } from '#shared/domain/wifi-band.ts'
import type { mainHub } from '#shared/hubs/main.ts'
import type { Timers } from '../../ui/timers.ts'
import type { Desktop } from '../desktop/desktop.ts'
import { onNumber, tell } from '../desktop/window-events.ts'
import type { HubClient } from '../hubs/hub-client.ts'

interface WifiServices {
  readonly desktop: Desktop
  readonly timers: Timers
  readonly hub: Pick<HubClient<typeof mainHub>, 'invoke'>
  /** By which a signal is graded, as everywhere else. */
  readonly deviceSettings: () => DeviceSettings
}

/** How good the wifi is: read from the host, told to the window and to the server (spec 1 §4.8, §7). */
export interface Wifi {
  /**
   * Reads it through the desktop client every 5 s and tells the window of each signal by WIFI_SIGNAL;
   * tells the server the band where it differs from the last, whoever told the window of the signal.
   *
   * @param page where WIFI_SIGNAL is told and heard: the window
   * @returns what ends it
   */
  watch(page: EventTarget): () => void
  /** A connection stands anew: the server is told again. */
  resend(): void
}

export function createWifi({ desktop, timers, hub, deviceSettings }: WifiServices): Wifi {
  let last: WifiBand | null = null
  const send = () => {
    // If the connection breaks meanwhile, `resend` tells the band when it stands again.
    if (last !== null) hub.invoke('setWifiBand', last).catch(() => {})
  }
  const found = (signal: NetworkSignal | null) => {
    const band = wifiBand(signal, deviceSettings())
    if (band === last) return
    last = band
    send()
  }
  return {
    watch(page) {
      let ended = false
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
    },
    resend: send,
  }
}
