import { createStore, type StoreApi } from 'zustand/vanilla'
import { license } from '#shared/contract/session.ts'
import {
  LICENCE_FAILED,
  LICENCE_REFETCH_MS,
  LICENCE_TICK_MS,
  type LicenceView,
  licenceView,
} from '#shared/domain/licence.ts'
import type { Timers } from '../../ui/timers.ts'
import type { ApiClient } from '../http/api-client.ts'

/** The licence of the installation, as the person sees it (spec 1 §4.7). */
export interface Licence {
  readonly store: StoreApi<LicenceView>
  /** Fetches again, while it is watched. */
  refresh(): void
  /** Fetches now, hourly and when the tab is seen again, and counts, until the returned function is called. */
  watch(page: Document): () => void
}

interface LicenceServices {
  readonly api: ApiClient
  readonly timers: Timers
  readonly now: () => number
}

export function createLicence({ api, timers, now }: LicenceServices): Licence {
  const store = createStore<LicenceView>(() => ({ shows: 'nothing', timerText: '' }))
  let expiresAt: number | null = null
  let again = () => {}

  const show = (next: LicenceView) => {
    const present = store.getState()
    if (present.shows !== next.shows || present.timerText !== next.timerText) store.setState(next, true)
  }
  const tick = () => {
    if (expiresAt !== null) show(licenceView(expiresAt, now()))
  }

  return {
    store,
    refresh: () => again(),
    watch(page) {
      let ended = false
      const fetch = async () => {
        try {
          const { expiryDate } = await api.call(license, undefined, { quiet: true })
          if (ended) return
          expiresAt = Date.parse(expiryDate)
          tick()
        } catch {
          if (ended) return
          expiresAt = null
          show(LICENCE_FAILED)
        }
      }
      const whenSeen = () => {
        if (page.visibilityState === 'visible') void fetch()
      }
      page.addEventListener('visibilitychange', whenSeen)
      const offs = [timers.every(LICENCE_TICK_MS, tick), timers.every(LICENCE_REFETCH_MS, () => void fetch())]
      again = () => void fetch()
      void fetch()
      return () => {
        ended = true
        again = () => {}
        page.removeEventListener('visibilitychange', whenSeen)
        for (const off of offs) off()
      }
    },
  }
}
