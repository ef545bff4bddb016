import type { MachineAway } from '#shared/domain/machine-away.ts'
import type { mainHub } from '#shared/hubs/main.ts'
import type { Desktop } from '../desktop/desktop.ts'
import type { HubClient } from '../hubs/hub-client.ts'

interface AwayServices {
  readonly desktop: Desktop
  readonly hub: Pick<HubClient<typeof mainHub>, 'invoke'>
}

/** Tells the server that the machine of the desktop client is locked or asleep, and that it isn't any more (spec 4 §4.4.1). */
export interface AwayTelling {
  /** Follows the machine until the returned function is called; in a browser nothing is known. */
  watch(): () => void
  /** A connection stands anew, of which the server knows nothing yet. */
  resend(): void
}

export function createAwayTelling({ desktop, hub }: AwayServices): AwayTelling {
  let [isLocked, isAsleep] = [false, false]
  const away = (): MachineAway | null => (isAsleep ? 'ASLEEP' : isLocked ? 'LOCKED' : null)
  // If the connection breaks meanwhile, `resend` tells it when it stands again.
  const send = () => void hub.invoke('setMachineAway', away()).catch(() => {})
  return {
    watch() {
      if (!desktop.available) return () => {}
      const offs = [
        desktop.on('machineAway', ({ cause }) => {
          if (cause === 'sleep') isAsleep = true
          else isLocked = true
          send()
        }),
        desktop.on('machineBack', ({ cause }) => {
          isAsleep = false
          if (cause === 'unlock') isLocked = false
          send()
        }),
      ]
      return () => {
        for (const off of offs) off()
        isLocked = false
        isAsleep = false
      }
    },
    resend() {
      if (away() !== null) send()
    },
  }
}
