import { QueryClientProvider } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { HostResult } from '#shared/host/command.ts'
import { createQueryClient } from '../../services/http/query-client.ts'
import { done, fakeDesktop, refusal } from '../../testing/fake-desktop.ts'
import { fakeLive } from '../../testing/fake-live.tsx'
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
  const localAddress: HostResult<string | null> =
    address === undefined ? refusal('failed', 'no') : { ok: true, value: address }
  const host = fakeDesktop({
    localAddress,
    deviceHealthCheck: { ok: true, value: HEALTH },
    idleWatch: done,
    idleSeconds: { ok: true, value: 0 },
  })
  const at = fakeLive({ desktop: host.desktop })
  const queries = createQueryClient()
  renderWith(
    at.services,
    <QueryClientProvider client={queries}>{at.around(<DeviceCard />)}</QueryClientProvider>,
  )
  return { ...at, host }
}

test('S138 the card says whether the person is there, by the idle watch', async () => {
  const { live, host } = show(null)
  const off = live.watchMachine()
  await screen.findByText('At the keyboard')
  expect(host.requests('idleWatch')).toEqual([{ thresholdSeconds: 300 }])
  act(() => host.fire('idleWatch', { idle: true, idleSeconds: 430 }))
  expect(screen.getByText('Away from the keyboard for 7 min')).toBeDefined()
  act(off)
})

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
