import { createStore, type StoreApi } from 'zustand/vanilla'

export interface BatteryState {
  /** True while the machine runs on its battery; false where the browser doesn't tell. */
  readonly discharging: boolean
  /** In percent; null where it isn't known. */
  readonly level: number | null
}

/** The machine's battery, live (spec 1 §2.6). */
export interface Battery {
  readonly store: StoreApi<BatteryState>
  watch(): () => void
}

interface BatteryManager extends EventTarget {
  readonly charging: boolean
  readonly level: number
}
export interface BatteryNavigator {
  readonly getBattery?: () => Promise<BatteryManager>
}

const CHANGES = ['chargingchange', 'levelchange'] as const

export function createBattery(navigator: BatteryNavigator): Battery {
  const store = createStore<BatteryState>(() => ({ discharging: false, level: null }))
  return {
    store,
    watch() {
      const ends: (() => void)[] = []
      let over = false
      const follow = (battery: BatteryManager) => {
        if (over) return
        const read = () =>
          store.setState({ discharging: !battery.charging, level: Math.round(battery.level * 100) })
        read()
        for (const name of CHANGES) {
          battery.addEventListener(name, read)
          ends.push(() => battery.removeEventListener(name, read))
        }
      }
      // A browser that keeps it to itself costs the warning, nothing else.
      navigator.getBattery?.().then(follow, () => {})
      return () => {
        over = true
        for (const end of ends) end()
      }
    },
  }
}
