import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { addressState, checkAddresses, searchAddress } from '#shared/contract/address-lookup.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { AddressLookupScreen } from './index.ts'

const AT = '2026-05-04T12:00:00.000Z'
const DOWNING = {
  ...{ uprn: '1', lines: ['10', 'DOWNING STREET'], town: 'LONDON', postcode: 'SW1A 2AA' },
  ...{ country: 'England', region: 'Westminster', latitude: 51.5, longitude: -0.12 },
}
const PLACE = { postcode: 'SW1A 2AA', area: 'SW', ward: 'E05', region: 'Westminster' }

function open(permission: PermissionName, isConnected = true) {
  const server = fakeServices()
  server.services.session.signIn(testToken([permission]))
  const history = [{ query: 'LS1 4AP', at: AT, found: 1 }]
  server.answer(addressState, () => ({ isConnected, used: 1200, limit: 2000, history }))
  renderSignedIn(server.services, <AddressLookupScreen />, '/research/services/address-lookup')
  const sent = ({ path }: { path: string }) =>
    server.made.filter((one) => one.path === path).map(({ request }) => request)
  return { server, sent, user: userEvent.setup() }
}

test('6 §9.7 without a service the page says so, and has nothing to type in', async () => {
  open('IRESEARCH_CAN_LOOK_UP_ADDRESS', false)
  expect(await screen.findByText('Address lookup is not connected.')).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('B119 the page says what is no postcode; who holds the postcode permission alone sees the place', async () => {
  const { server, sent, user } = open('IRESEARCH_CAN_LOOK_UP_POSTCODE')
  expect(await screen.findByText('1,200 of 2,000 lookups this month')).toBeTruthy()
  expect((screen.getByRole('combobox', { name: 'Search by' }) as HTMLSelectElement).disabled).toBe(true)
  expect(screen.queryByRole('heading', { name: 'Check a list' })).toBeNull()
  server.answer(searchAddress, () => {
    throw refused(400, 'This is not a UK postcode.')
  })
  await user.type(screen.getByRole('textbox', { name: 'Postcode' }), 'Leeds')
  await user.click(screen.getByRole('button', { name: 'Search' }))
  expect(await screen.findByText('This is not a UK postcode.')).toBeTruthy()
  server.answer(searchAddress, () => ({ addresses: [], places: [PLACE], used: 1, limit: null }))
  await user.click(screen.getByRole('button', { name: 'Search' }))
  const places = await screen.findByRole('list', { name: 'Where it is' })
  expect(places.textContent).toBe('SW1A 2AAArea SW · Ward E05 · Region Westminster')
  expect(sent(searchAddress)[0]).toEqual({ by: 'POSTCODE', query: 'Leeds' })
})

test('6 §9.7 addresses are listed with their id and place, and a list is checked in parts', async () => {
  const { server, sent, user } = open('IRESEARCH_CAN_LOOK_UP_ADDRESS')
  server.answer(searchAddress, () => ({ addresses: [DOWNING], places: [PLACE], used: 1, limit: null }))
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Search by' }), 'TEXT')
  await user.type(screen.getByRole('textbox', { name: 'Part of an address' }), 'Downing')
  await user.click(screen.getByRole('button', { name: 'Search' }))
  const found = await screen.findByRole('list', { name: 'Addresses' })
  expect(found.textContent).toContain('10, DOWNING STREET, LONDON, SW1A 2AA')
  expect(found.textContent).toContain('Westminster · England · UPRN 1 · 51.50000, -0.12000')
  server.answer(checkAddresses, ({ lines }: { lines: string[] }) => ({
    rows: lines.map((line) => ({ line, outcome: 'NONE' as const, found: 0, address: null })),
    ...{ used: 1, limit: null },
  }))
  const list = screen.getByRole('textbox', { name: /A line for each/ })
  await user.click(list)
  await user.paste(Array.from({ length: 45 }, (_, at) => `line ${at}`).join('\n'))
  await user.click(screen.getByRole('button', { name: 'Check' }))
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(46))
  expect(sent(checkAddresses).map((one) => (one as { lines: string[] }).lines.length)).toEqual([20, 20, 5])
  await user.click(list)
  await user.paste('\nx'.repeat(1000))
  await user.click(screen.getByRole('button', { name: 'Check' }))
  expect(await screen.findByText('A list has at most 1,000 lines.')).toBeTruthy()
})
