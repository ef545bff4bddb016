import { createStore, type StoreApi } from 'zustand/vanilla'
import type { SoundPlayer } from './sounds.ts'

export interface Alert {
  readonly id: number
  /** Who it is from; '' where it is from nobody. */
  readonly from: string
  readonly message: string
}

/** Messages that must be read, one after the other (spec 1 §2.8). */
export interface Alerts {
  readonly store: StoreApi<readonly Alert[]>
  /** Queues one; the same from the same person isn't queued twice. */
  show(alert: Omit<Alert, 'id'>): void
  /** The first was read. */
  acknowledge(): void
  reset(): void
}

export function createAlerts(sounds: SoundPlayer): Alerts {
  const store = createStore<readonly Alert[]>(() => [])
  let lastID = 0
  return {
    store,
    show({ from, message }) {
      const queued = store.getState()
      if (queued.some((other) => other.from === from && other.message === message)) return
      store.setState([...queued, { id: ++lastID, from, message }], true)
      sounds.play('alert')
    },
    acknowledge() {
      store.setState(store.getState().slice(1), true)
      if (store.getState().length === 0) sounds.stop('alert')
    },
    reset() {
      store.setState([], true)
      sounds.stop('alert')
    },
  }
}
