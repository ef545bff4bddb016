import { createStore, type StoreApi } from 'zustand/vanilla'
import {
  GUARD_NOTICE_MS,
  guardWording,
  isSlow,
  isUnstable,
  LOAD_CHECK_MS,
  type NetworkUse,
  PATCH_AGE_DAYS,
  patchesMissing,
  poorReadings,
  SAFETY_CHECK_MS,
  unauthorised,
} from '#shared/domain/device-guard.ts'
import type { Timers } from '../../ui/timers.ts'
import type { Desktop } from '../desktop/desktop.ts'
import type { RoundTrips } from '../http/round-trips.ts'
import type { Notices } from '../notices/notices.ts'
import type { AppStorage } from '../storage/storage.ts'
import type { MachineFitness } from './fitness.ts'
import type { Machine } from './machine.ts'

export const PATCHES_MISSING = `Security patches are missing: Windows has installed none in the last ${PATCH_AGE_DAYS} days. Please run Windows Update.`

export interface GuardState {
  /** The proxy and VPNs that the last check found and the company doesn't allow; null for none. */
  readonly unauthorised: NetworkUse | null
  /** A check of the network is under way. */
  readonly checking: boolean
  /** The person has taken note in this session of what this device lacks. */
  readonly acknowledged: boolean
  /** The person has asked what it is about, where only a line tells of it. */
  readonly asked: boolean
}

/** Watches the machine and its connections for what keeps a person from working well (spec 1 §8). */
export interface DeviceGuard {
  readonly store: StoreApi<GuardState>
  /** How fit this machine is, which the guard keeps up to date. */
  readonly fitness: MachineFitness
  /** Checks proxy and VPN now, for a person who waits. A check that fails leaves what the last one found. */
  checkNetwork(): Promise<void>
  /** The person has taken note of the unsupported device: it isn't told again in this session. */
  acknowledge(): void
  /** Shows what the device lacks to somebody who asks. */
  ask(): void
  /** Watches until the returned function is called. In a browser only the connection and the screen. */
  watch(): () => void
}

interface GuardServices {
  readonly desktop: Desktop
  readonly machine: Machine
  readonly roundTrips: RoundTrips
  readonly notices: Notices
  readonly timers: Timers
  readonly now: () => number
  readonly storage: AppStorage
}

export function createDeviceGuard(services: GuardServices, fitness: MachineFitness): DeviceGuard {
  const { desktop, roundTrips, timers, now, storage } = services
  const store = createStore<GuardState>(() => ({
    unauthorised: null,
    checking: false,
    acknowledged: storage.get('unsupportedTold') === true,
    asked: false,
  }))
  const tell = createTeller(services)
  let poorInARow = 0
  let patchesTold = false
  let watching = false

  const checkLoad = async () => {
    const result = await desktop.invoke('deviceHealthCheck', null)
    if (!result.ok || !watching) return
    fitness.take(result.value)
    poorInARow = poorReadings(poorInARow, result.value)
    if (isSlow(poorInARow)) await tell('slow')
  }
  /** What the company has checked; nothing where it has no machine checked. */
  const wanted = () => {
    const { isEnabled, allowVPN, proxyAndVPNCheck, hotfixCheck } = fitness.store.getState().settings
    return { network: isEnabled && proxyAndVPNCheck, patches: isEnabled && hotfixCheck, allowVPN }
  }
  const checkNetwork = async (atOnce: boolean) => {
    if (store.getState().checking || !wanted().network) return
    store.setState({ checking: true })
    const result = await desktop.invoke('vpnProxyCheck', { atOnce })
    const { network, allowVPN } = wanted()
    const found = (use: NetworkUse & { readonly allowed: readonly string[] }) =>
      network ? unauthorised(allowVPN ? { ...use, vpn: [] } : use, use.allowed) : null
    store.setState({ checking: false, ...(result.ok ? { unauthorised: found(result.value) } : {}) })
  }
  const checkPatches = async () => {
    if (patchesTold || !wanted().patches) return
    const result = await desktop.invoke('osHotfixCheck', null)
    if (patchesTold || !result.ok || !watching) return
    const days = result.value.installed.map(({ installedOn }) => installedOn)
    if (!patchesMissing(days, now())) return
    patchesTold = true
    services.notices.show('warning', PATCHES_MISSING)
  }
  const checkSafety = (atOnce: boolean) => {
    void checkNetwork(atOnce)
    void checkPatches()
  }

  return {
    store,
    fitness,
    checkNetwork: () => checkNetwork(true),
    acknowledge() {
      storage.set('unsupportedTold', true)
      store.setState({ acknowledged: true, asked: false })
    },
    ask: () => store.setState({ asked: true }),
    watch() {
      watching = true
      poorInARow = 0
      fitness.readScreen()
      // Nothing is looked for that the company doesn't want looked for.
      const read = fitness.readSettings()
      // Where the last run can't be read it isn't known, and makes nothing worse.
      void fitness.readRun().catch(() => {})
      const offs = [
        roundTrips.store.subscribe((trips) => {
          if (isUnstable(trips)) void tell('unstable').then((told) => told && roundTrips.clear())
        }),
      ]
      if (desktop.available) {
        let { settings } = fitness.store.getState()
        offs.push(
          fitness.store.subscribe((state) => {
            if (state.settings === settings) return
            settings = state.settings
            // What may be now isn't held against anybody, and the other way round.
            if (!wanted().network) store.setState({ unauthorised: null })
            else if (state.settled && store.getState().unauthorised !== null) void checkNetwork(true)
          }),
        )
        offs.push(timers.every(LOAD_CHECK_MS, () => void checkLoad()))
        offs.push(timers.every(SAFETY_CHECK_MS, () => checkSafety(false)))
        void checkLoad()
        // Somebody waits to get in.
        void read.then(() => watching && checkSafety(true))
      }
      return () => {
        watching = false
        for (const off of offs) off()
      }
    },
  }
}

type Trouble = Parameters<typeof guardWording>[0]

/** Shows a trouble, each at most once in 5 minutes. Answers whether it was shown. */
function createTeller({ machine, notices, now }: Pick<GuardServices, 'machine' | 'notices' | 'now'>) {
  const told = new Map<Trouble, number>()
  return async (about: Trouble): Promise<boolean> => {
    const last = told.get(about)
    if (last !== undefined && now() - last < GUARD_NOTICE_MS) return false
    told.set(about, now())
    notices.show('warning', guardWording(about, await machine.onBattery()))
    return true
  }
}
