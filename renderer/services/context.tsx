import { createContext, type ReactNode, useContext } from 'react'
import { useStore } from 'zustand'
import type { Services } from './services.ts'
import type { SessionState } from './session/session.ts'

const ServicesContext = createContext<Services | null>(null)

export function ServicesProvider({ services, children }: { services: Services; children: ReactNode }) {
  return <ServicesContext value={services}>{children}</ServicesContext>
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
