import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Timers } from '../../ui/timers.ts'
import type { Desktop } from '../desktop/desktop.ts'

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

/** How often the desktop client is asked, in milliseconds: its system knows of supplies that no browser does. */
const HOST_READ_MS = 15_000

interface BatteryParts {
  readonly desktop: Desktop
  readonly timers: Timers
}

const CHANGES = ['chargingchange', 'levelchange'] as const

/** By the desktop client's word where there is one (spec 1 §3), else by the browser's; the level is the browser's. */
export function createBattery(navigator: BatteryNavigator, { desktop, timers }: BatteryParts): Battery {
  const store = createStore<BatteryState>(() => ({ discharging: false, level: null }))
  return {
    store,
    watch() {
      const ends: (() => void)[] = []
      let over = false
      let fromHost = false
      const askHost = async () => {
        const result = await desktop.invoke('battery', null)
        if (over || !result.ok) return
        fromHost = true
        store.setState({ discharging: result.value.onBattery })
      }
      if (desktop.available) {
        ends.push(timers.every(HOST_READ_MS, () => void askHost()))
        void askHost()
      }
      const follow = (battery: BatteryManager) => {
        if (over) return
        const read = () => {
          const level = Math.round(battery.level * 100)
          store.setState(fromHost ? { level } : { level, discharging: !battery.charging })
          if (fromHost) void askHost()
        }
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
