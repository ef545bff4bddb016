import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { createQueryClient } from '../services/http/query-client.ts'
import type { Services } from '../services/services.ts'
import { createSignedInServices, SignedInProvider } from '../services/signed-in.tsx'
import { renderWith } from './render.tsx'

/** What the browser tells of its machine, whichever runs the test. */
const BROWSER = { hardwareConcurrency: 12, deviceMemory: 16 }

function Place() {
  const { pathname, search } = useLocation()
  return (
    <output data-testid="place" data-search={search}>
      {pathname}
    </output>
  )
}

/** Renders a screen as somebody signed in has it: with a router, a query cache and their own services. */
export function renderSignedIn(services: Services, screen: ReactNode, path = '/dashboard') {
  const own = createSignedInServices(services, () => 0.5, BROWSER)
  const queries = createQueryClient()
  const view = renderWith(
    services,
    <MemoryRouter initialEntries={[path]}>
      <QueryClientProvider client={queries}>
        <SignedInProvider value={own}>
          {screen}
          <Place />
        </SignedInProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  )
  const place = () => view.getByTestId('place')
  return { ...view, own, place: () => place().textContent, search: () => place().dataset.search }
}
