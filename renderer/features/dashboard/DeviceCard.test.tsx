import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { HostResult } from '#shared/host/command.ts'
import type { Services } from '../../services/services.ts'
import { fakeServices } from '../../testing/fake-services.ts'
import { renderWith } from '../../testing/render.tsx'
import { DeviceCard } from './DeviceCard.tsx'

const HEALTH = {
  memorySize: 8 * 1024 ** 2,
  memoryUsage: 40,
  threadCount: 8,
  cpuUsage: 20,
  diskUtilisation: 5,
  operatingSystem: 'Windows 11',
  hostName: 'DESK-17',
}

/** The card on a machine with that local address; undefined where it can't be read. */
function show(address: string | null | undefined) {
  const desktop: Services['desktop'] = {
    available: true,
    version: '1.0.0',
    invoke: async (name) => {
      const value = name === 'localAddress' ? address : HEALTH
      const error = { code: 'failed', message: 'no' } as const
      return (value === undefined ? { ok: false, error } : { ok: true, value }) as HostResult<never>
    },
    on: () => () => {},
  }
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  renderWith(
    fakeServices({ desktop }).services,
    <QueryClientProvider client={queries}>
      <DeviceCard />
    </QueryClientProvider>,
  )
}

test.each([
  ['172.16.4.9', 'Office'],
  ['192.168.1.5', 'Home'],
  [null, 'Not known'],
  [undefined, 'Not known'],
])('S200 with the local address %s the network is %s', async (address, location) => {
  show(address)
  const term = await screen.findByText('Network')
  await screen.findByText(location)
  expect(term.nextElementSibling?.textContent).toBe(location)
})
