import { createStore, type StoreApi } from 'zustand/vanilla'
import {
  deviceConnectivityThresholds,
  lastSpeedTest,
  type SpeedTestRun,
} from '#shared/contract/device-health.ts'
import {
  type DeviceNeed,
  type Fitness,
  fitnessOf,
  type MachineState,
  unmetNeeds,
} from '#shared/domain/device-fitness.ts'
import { DEFAULT_DEVICE_SETTINGS, type DeviceSettings } from '#shared/domain/device-grading.ts'
import type { DeviceHealth } from '#shared/host/device-health.ts'
import { ApiError, reasonOf } from '../http/api-client.ts'
import type { Services } from '../services.ts'
import { type BrowserFacts, fromBrowser, fromHost, readMachine } from './machine-readings.ts'

/** What a trial by hand may find. */
export type Found = Partial<Pick<MachineState, 'microphone' | 'camera' | 'speakers' | 'headset'>>

export interface FitnessState {
  readonly machine: MachineState & { readonly run: SpeedTestRun | null }
  /** The host has read this machine; a browser tells little of it, and that roughly. */
  readonly isRead: boolean
  /** What a device must meet: the defaults until they are read, and where they can't be. */
  readonly settings: DeviceSettings
  /** The settings as the server has them; null until then, and where it has or allows none. */
  readonly enabled: DeviceSettings | null
  /** Why the settings couldn't be read; null where they were, or are still under way. */
  readonly problem: string | null
  /** The settings are known, or it is known that they can't be. */
  readonly settled: boolean
  /** The one answer for all that ask. */
  readonly fitness: Fitness
}

/** How fit this machine is for work, for everybody who shows it. */
export interface MachineFitness {
  readonly store: StoreApi<FitnessState>
  /** Reads what a device must meet. */
  readSettings(): Promise<void>
  /** Reads the person's last run of tests. @throws ApiError */
  readRun(): Promise<SpeedTestRun | null>
  /** Reads this machine: through the desktop client, in a browser what the browser knows. */
  readMachine(): Promise<void>
  /** Takes a check of the device's health that somebody else made. */
  take(health: DeviceHealth): void
  /** Takes the wifi signal as the host tells it. */
  takeWifi(signal: number): void
  /** Takes what a trial by hand found. */
  found(what: Found): void
  /** Takes a run of tests that is over. */
  tested(run: SpeedTestRun): void
  /** Reads the screen again, which may be another one by now. */
  readScreen(): void
}

type Parts = Pick<Services, 'api' | 'desktop' | 'machine'>

/** @param browser what the browser tells of the machine */
export function createMachineFitness(
  { api, desktop, machine }: Parts,
  browser: BrowserFacts,
): MachineFitness {
  const start: FitnessState['machine'] = {
    screen: machine.screen(),
    now: { ...fromBrowser(browser), wifiSignalStrength: null },
    run: null,
    microphone: 'untested',
    camera: 'untested',
    speakers: 'untested',
    headset: 'unknown',
  }
  const store = createStore<FitnessState>(() => ({
    machine: start,
    isRead: false,
    settings: DEFAULT_DEVICE_SETTINGS,
    enabled: null,
    problem: null,
    settled: false,
    fitness: fitnessOf(start, DEFAULT_DEVICE_SETTINGS),
  }))
  const set = (changes: Partial<FitnessState>) => {
    const after = { ...store.getState(), ...changes }
    store.setState({ ...changes, fitness: fitnessOf(after.machine, after.settings) })
  }
  const know = (changes: Partial<FitnessState['machine']>, isRead = store.getState().isRead) =>
    set({ isRead, machine: { ...store.getState().machine, ...changes } })

  let reading: Promise<void> | null = null
  const readSettings = async () => {
    try {
      const enabled = await api.call(deviceConnectivityThresholds, undefined, { quiet: true })
      set({ enabled, settings: enabled, problem: null, settled: true })
    } catch (error) {
      // A server that has no such call, or refuses it, has nothing enabled; the defaults hold.
      const isRefused = error instanceof ApiError && error.failure === 'refused'
      set({ problem: isRefused ? null : reasonOf(error), settled: true })
    }
  }

  return {
    store,
    readSettings() {
      // Several ask at the start: one answer is enough for all.
      reading ??= readSettings().finally(() => {
        reading = null
      })
      return reading
    },
    async readRun() {
      const { last } = await api.call(lastSpeedTest, undefined, { quiet: true })
      know({ run: last })
      return last
    },
    async readMachine() {
      const now = await readMachine(desktop, browser)
      know({ now, screen: machine.screen() }, desktop.available)
    },
    take(health) {
      const { wifiSignalStrength } = store.getState().machine.now
      know({ now: { ...fromHost(health), wifiSignalStrength }, screen: machine.screen() }, true)
    },
    takeWifi(signal) {
      const { now } = store.getState().machine
      if (now.wifiSignalStrength !== signal) know({ now: { ...now, wifiSignalStrength: signal } })
    },
    found: (what) => know(what),
    tested: (run) => know({ run }),
    readScreen: () => know({ screen: machine.screen() }),
  }
}

const NOTHING: readonly DeviceNeed[] = []

/**
 * What to interrupt a person for: needs that aren't met, once it is known what is needed. In a browser
 * only the screen: what it tells of processor and memory is rounded, and some tell less than there is.
 */
export function unmetToTell({ fitness, settled, isRead }: FitnessState): readonly DeviceNeed[] {
  if (!settled) return NOTHING
  const unmet = unmetNeeds(fitness).filter((need) => isRead || need === 'screen')
  return unmet.length === 0 ? NOTHING : unmet
}
