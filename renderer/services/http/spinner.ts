import { createStore, type StoreApi } from 'zustand/vanilla'
import { SPINNER_DELAY_MS } from '#shared/domain/session.ts'
import type { Timers } from '../../ui/timers.ts'

/** Whether the shell says that it is loading (spec 1 §2.8). */
export interface Spinner {
  readonly store: StoreApi<boolean>
  /** How many requests are under way. */
  setActive(count: number): void
}

/** Shows once requests have been under way for a second without a pause. */
export function createSpinner(timers: Timers): Spinner {
  const store = createStore<boolean>(() => false)
  let cancel: (() => void) | null = null
  return {
    store,
    setActive(count) {
      if (count > 0) {
        cancel ??= timers.after(SPINNER_DELAY_MS, () => store.setState(true, true))
        return
      }
      cancel?.()
      cancel = null
      store.setState(false, true)
    },
  }
}
