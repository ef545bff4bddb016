import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { type NetworkLocation, networkLocation } from '#shared/domain/device-guard.ts'
import { useServices } from '../../services/context.tsx'
import { useSignedIn } from '../../services/signed-in.tsx'
import { createHardwareKit, type HardwareKit } from './kit.ts'
import { newSpeedRun } from './new-speed-run.ts'

/** The page's kit, unless a test gives its own. */
export function useKit(given: HardwareKit | undefined): HardwareKit {
  const services = useServices()
  const [kit] = useState(() => given ?? createHardwareKit(services, window))
  return kit
}

/** How fit this machine is, by all that is known of it. Reads once more what couldn't be read before. */
export function useFitness() {
  const { fitness } = useSignedIn()
  useEffect(() => {
    const { settled, problem } = fitness.store.getState()
    if (!settled || problem !== null) void fitness.readSettings()
  }, [fitness])
  return { fitness, state: useStore(fitness.store) }
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
  const services = useServices()
  const { fitness } = useSignedIn()
  const [{ run, provider }] = useState(() => newSpeedRun(services, fitness, kit))
  useEffect(() => () => run.cancel(), [run])
  const state = useStore(run.store)
  const offered = useQuery({ queryKey: ['speedProvider'], queryFn: () => provider.offer() })
  return { run, state, provider: offered.data ?? null }
}
