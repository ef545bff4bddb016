import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import {
  deviceConnectivityThresholds,
  lastSpeedTest,
  type SpeedTestRun,
  saveSpeedTest,
} from '#shared/contract/device-health.ts'
import { DEFAULT_DEVICE_SETTINGS, type DeviceSettings } from '#shared/domain/device-grading.ts'
import { type NetworkLocation, networkLocation } from '#shared/domain/device-guard.ts'
import { useServices } from '../../services/context.tsx'
import { type ApiClient, ApiError } from '../../services/http/api-client.ts'
import { createHardwareKit, type HardwareKit } from './kit.ts'
import { readMachine } from './machine-readings.ts'
import { createProviderMeter } from './provider-meter.ts'
import { createSpeedRun } from './speed-run.ts'

/** The page's kit, unless a test gives its own. */
export function useKit(given: HardwareKit | undefined): HardwareKit {
  const services = useServices()
  const [kit] = useState(() => given ?? createHardwareKit(services, window))
  return kit
}

/**
 * What a device must meet. A server that has no such call, or refuses it, has nothing enabled: `enabled`
 * is null then, and `settings` are the defaults, by which the rest of the screen goes.
 */
export function useDeviceSettings() {
  const { api } = useServices()
  const query = useQuery({
    queryKey: ['deviceConnectivityThresholds'],
    queryFn: ({ signal }) => fetchSettings(api, signal),
  })
  const enabled = query.data ?? null
  return { enabled, settings: enabled ?? DEFAULT_DEVICE_SETTINGS, query }
}

async function fetchSettings(api: ApiClient, signal: AbortSignal): Promise<DeviceSettings | null> {
  try {
    return await api.call(deviceConnectivityThresholds, undefined, { quiet: true, signal })
  } catch (error) {
    if (error instanceof ApiError && error.failure === 'refused') return null
    throw error
  }
}

/** Readings of the machine alone, read again when a run is over. */
export function useMachine(kit: HardwareKit) {
  const { desktop } = useServices()
  return useQuery({
    queryKey: ['machineReadings'],
    queryFn: () => readMachine(desktop, kit.browser),
  })
}

/** Office or home, by the local address; unknown in a browser (spec 1 §4.8). */
export function useLocation(): NetworkLocation {
  const { desktop } = useServices()
  const address = useQuery({
    queryKey: ['localAddress'],
    queryFn: async () => {
      const result = await desktop.invoke('localAddress', null)
      return result.ok ? result.value : null
    },
  })
  return networkLocation(address.data ?? null)
}

/**
 * The runs of tests of this component, and the provider that they are measured by, if any; the one under
 * way is cancelled when it goes.
 */
export function useSpeedRun(kit: HardwareKit) {
  const { api, desktop, session, timers, now, newID } = useServices()
  const queries = useQueryClient()
  const [provider] = useState(() => {
    const mayTest = () => session.store.getState().permissions.can('CAN_USE_SPEED_TEST')
    return createProviderMeter({ desktop, mayTest, newID })
  })
  const [run] = useState(() =>
    createSpeedRun({
      meter: kit.meter,
      provider,
      machine: () => readMachine(desktop, kit.browser),
      packetLoss: async () => {
        const packets = await desktop.invoke('speedTest', null)
        return packets.ok ? packets.value.loss : null
      },
      save: async (kind, results) => {
        const saved = await api.call(saveSpeedTest, { kind, results: [...results] }, { quiet: true })
        queries.setQueryData(LAST_KEY, saved)
        return saved
      },
      timers,
      now,
    }),
  )
  useEffect(() => () => run.cancel(), [run])
  const state = useStore(run.store)
  const offered = useQuery({ queryKey: ['speedProvider'], queryFn: () => provider.offer() })
  return { run, state, provider: offered.data ?? null }
}

const LAST_KEY = ['lastSpeedTest'] as const

/** The last run that the server keeps; null before the first. Fetched when it is asked for. */
export function useLastRun() {
  const { api } = useServices()
  const queries = useQueryClient()
  return useCallback(
    (): Promise<SpeedTestRun | null> =>
      queries.fetchQuery({
        queryKey: LAST_KEY,
        queryFn: async () => (await api.call(lastSpeedTest, undefined, { quiet: true })).last,
      }),
    [api, queries],
  )
}
