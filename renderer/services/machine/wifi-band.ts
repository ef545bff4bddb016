import type { WifiBand } from '#shared/domain/wifi-band.ts'
import type { mainHub } from '#shared/hubs/main.ts'
import type { HubClient } from '../hubs/hub-client.ts'

/** Tells the server how good the wifi is (spec 1 §7). */
export interface WifiBandReport {
  /** Tells it where it differs from what was told last. */
  reportWifiBand(band: WifiBand): void
  /** A connection stands anew: it is told again. */
  resend(): void
}

export function createWifiBandReport(hub: Pick<HubClient<typeof mainHub>, 'invoke'>): WifiBandReport {
  let last: WifiBand | null = null
  const send = () => {
    if (last === null) return
    // A connection that breaks meanwhile is told when it stands.
    hub.invoke('setWifiBand', last).catch(() => {})
  }
  return {
    reportWifiBand(band) {
      if (band === last) return
      last = band
      send()
    },
    resend: send,
  }
}
