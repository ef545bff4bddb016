import { createStore, type StoreApi } from 'zustand/vanilla'
import { updateJson } from '#shared/contract/shell.ts'
import { isOlderVersion } from '#shared/domain/update.ts'
import type { Timers } from '../../ui/timers.ts'
import type { ApiClient } from '../http/api-client.ts'
import type { Desktop } from './desktop.ts'

/** How often the least version is asked for, in milliseconds: a deployment raises it now and then. Ours. */
const DESKTOP_VERSION_CHECK_MS = 3_600_000

/** This desktop client's version, and the one that it should at least have. */
export interface OutdatedClient {
  readonly version: string
  readonly minimum: string
}

/** Whether this desktop client is older than the installation allows (spec 1 §5). */
export interface DesktopVersionCheck {
  /** Null as long as it is new enough, as far as is known. */
  readonly store: StoreApi<{ readonly outdated: OutdatedClient | null }>
  /** Checks now and each hour until the returned function is called; in a browser never. */
  watch(): () => void
}

interface VersionServices {
  readonly api: ApiClient
  readonly desktop: Desktop
  readonly timers: Timers
}

export function createDesktopVersionCheck({ api, desktop, timers }: VersionServices): DesktopVersionCheck {
  const store = createStore<{ readonly outdated: OutdatedClient | null }>(() => ({ outdated: null }))
  const { version } = desktop
  return {
    store,
    watch() {
      if (version === null) return () => {}
      let ended = false
      const check = async () => {
        // One that can't be asked now is asked in an hour; what it said before holds.
        const answer = await api.call(updateJson, undefined, { quiet: true }).catch(() => null)
        if (ended || answer === null) return
        const { minimumDesktopClient: minimum = '' } = answer
        const outdated = isOlderVersion(version, minimum) ? { version, minimum } : null
        store.setState({ outdated })
      }
      const off = timers.every(DESKTOP_VERSION_CHECK_MS, () => void check())
      void check()
      return () => {
        ended = true
        off()
      }
    },
  }
}
