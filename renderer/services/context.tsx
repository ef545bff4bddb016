import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { useStore } from 'zustand'
import { type Surroundings, SurroundingsProvider } from '../ui/surroundings.tsx'
import { reasonOf } from './http/api-client.ts'
import type { Services } from './services.ts'
import type { SessionState } from './session/session.ts'

const ServicesContext = createContext<Services | null>(null)

export function ServicesProvider({ services, children }: { services: Services; children: ReactNode }) {
  const around = useMemo(() => surroundingsOf(services), [services])
  return (
    <ServicesContext value={services}>
      <SurroundingsProvider value={around}>{children}</SurroundingsProvider>
    </ServicesContext>
  )
}

/** What pieces are given of the services. */
function surroundingsOf({ now, timers, navigation, caches }: Services): Surroundings {
  return {
    now,
    timers,
    reasonOf,
    async leaveFailure(wasNotFetched) {
      if (!(await navigation.isServed())) return false
      await caches.clear()
      if (wasNotFetched) navigation.reload()
      else navigation.load('/')
      return true
    },
  }
}

/** The services of the application. @throws outside a ServicesProvider */
export function useServices(): Services {
  const services = useContext(ServicesContext)
  if (!services) throw new Error('useServices needs a ServicesProvider above it')
  return services
}

/** A part of the session's state; the component renders again when that part changes. */
export function useSession<T>(select: (state: SessionState) => T): T {
  return useStore(useServices().session.store, select)
}
