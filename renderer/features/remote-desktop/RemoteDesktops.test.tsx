import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  decryptRdp,
  newRdp,
  type RemoteDesktop,
  removeRdp,
  updateRdp,
  viewMyRdp,
} from '#shared/contract/remote-desktop.ts'
import type { HostResult } from '#shared/host/command.ts'
import { createQueryClient } from '../../services/http/query-client.ts'
import type { Services } from '../../services/services.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { renderWith } from '../../testing/render.tsx'
import { RemoteDesktops } from './RemoteDesktops.tsx'

const DESKS: RemoteDesktop[] = [
  { id: 3, displayName: 'Leeds floor PC', address: 'leeds-12.example:3390', username: 'CORP\\ann' },
  { id: 8, displayName: 'Quality desk', address: 'quality.example', username: 'ann' },
]

async function open(options: { entries?: RemoteDesktop[]; host?: HostResult<null>; isDown?: boolean } = {}) {
  const asked: unknown[] = []
  const { host } = options
  const desktop: Services['desktop'] | undefined = host && {
    available: true,
    version: '1.0.0',
    logs: null,
    invoke: async (name, request) => {
      asked.push([name, request])
      return host as never
    },
    on: () => () => {},
  }
  const server = fakeServices({ ...(desktop && { desktop }) })
  let entries = options.entries ?? DESKS
  server.answer(viewMyRdp, () => {
    if (options.isDown) throw refused(503, 'The server is currently busy')
    return entries
  })
  server.answer(decryptRdp, (entry: RemoteDesktop) => ({ ...entry, password: 'secret' }))
  server.answer(removeRdp, ({ id }: RemoteDesktop) => {
    entries = entries.filter((entry) => entry.id !== id)
    return { done: true }
  })
  server.answer(updateRdp, () => ({ done: true }))
  server.answer(newRdp, (entry: object) => ({ id: 9, ...entry }))
  renderWith(
    server.services,
    <QueryClientProvider client={createQueryClient()}>
      <RemoteDesktops />
    </QueryClientProvider>,
  )
  await waitFor(() => expect(screen.queryByRole('status', { name: /Fetching/ })).toBeNull())
  const notices = () => server.services.notices.store.getState().map(({ message }) => message)
  const requests = (path: string) =>
    server.made.filter((one) => one.path === path).map(({ request }) => request)
  return { ...server, asked, notices, requests }
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const fill = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const names = () => screen.getAllByRole('listitem').map((row) => row.getAttribute('aria-label'))

test('W036 W011 the list is filtered by display name, in whatever case', async () => {
  await open()
  expect(names()).toEqual(['Leeds floor PC', 'Quality desk'])
  fill('Filter by name', 'QUAL')
  expect(names()).toEqual(['Quality desk'])
  fill('Filter by name', 'leeds-12')
  expect(screen.getByText('No remote desktop has this name.')).toBeDefined()
})

test('W037 W244 W209 W011 a connection is added, once every field is right', async () => {
  const at = await open({ entries: [] })
  expect(screen.getByText('You have no remote desktops yet.')).toBeDefined()
  press('Add connection')
  expect(screen.getByRole('heading', { name: 'Add connection' })).toBeDefined()
  fill('Computer', 'not a computer')
  press('Save')
  expect(screen.getByText('Give the connection a name')).toBeDefined()
  expect(screen.getByText(/^Enter the name or IP address/)).toBeDefined()
  expect(screen.getByText('Enter the password of that user name')).toBeDefined()
  expect(at.requests(newRdp.path)).toEqual([])
  fill('Display name', ' Desk ')
  fill('Computer', '10.0.0.4:3390')
  fill('User name', 'ann')
  fill('Password', ' p ')
  press('Save')
  await waitFor(() => expect(at.notices()).toEqual(['Connection saved']))
  expect(at.requests(newRdp.path)).toEqual([
    { displayName: 'Desk', address: '10.0.0.4:3390', username: 'ann', password: ' p ' },
  ])
  expect(at.requests(viewMyRdp.path)).toHaveLength(2)
})

test('W011 W037 W244 W209 W087 a connection is edited without its password, which stays', async () => {
  const at = await open()
  press('Edit Leeds floor PC')
  expect(screen.getByRole('heading', { name: 'Edit RDP_ID 3' })).toBeDefined()
  fill('Display name', 'Leeds floor 12')
  press('Save')
  await waitFor(() => expect(at.notices()).toEqual(['Connection Updated']))
  expect(at.requests(updateRdp.path)).toEqual([{ ...DESKS[0], displayName: 'Leeds floor 12', password: '' }])
})

test('W011 W037 W209 a refused form keeps what was typed', async () => {
  const at = await open()
  at.answer(updateRdp, () => {
    throw refused(400, 'No such thing')
  })
  press('Edit Quality desk')
  fill('User name', 'bob')
  press('Save')
  expect(await screen.findByText('No such thing')).toBeDefined()
  expect((screen.getByLabelText('User name') as HTMLInputElement).value).toBe('bob')
})

test('W011 W244 W209 a connection is removed once that is confirmed', async () => {
  const at = await open()
  press('Remove Quality desk')
  const ask = screen.getByRole('alertdialog', { name: 'Remove Quality desk?' })
  expect(document.activeElement?.textContent).toBe('Cancel')
  fireEvent.click(within(ask).getByRole('button', { name: 'Cancel' }))
  expect(at.requests(removeRdp.path)).toEqual([])
  press('Remove Quality desk')
  press('Remove')
  await waitFor(() => expect(at.notices()).toEqual(['Connection removed']))
  await waitFor(() => expect(names()).toEqual(['Leeds floor PC']))
})

test('W011 W243 W209 connecting hands the decrypted record to the desktop client, and to nobody else', async () => {
  const at = await open({ host: { ok: true, value: null } })
  press('Connect to Leeds floor PC')
  await waitFor(() => expect(at.notices()).toEqual(['Launching remote session']))
  expect(at.asked).toEqual([
    ['cloudDesktopStart', { address: 'leeds-12.example:3390', userName: 'CORP\\ann', password: 'secret' }],
  ])
  expect(document.body.innerHTML).not.toContain('secret')
})

test('W011 W243 W233 in a browser no password is fetched, and the desktop app is asked for', async () => {
  const at = await open()
  press('Connect to Quality desk')
  await waitFor(() => expect(at.notices()).toEqual(['Please use desktop app']))
  expect(at.requests(decryptRdp.path)).toEqual([])
})

test.each([
  ['badRequest', 'The desktop client has no such command.', 'Please use desktop app'],
  ['denied', 'This address is not one of your company.', 'This address is not one of your company.'],
] as const)('W233 a host that answers %s is worded', async (code, message, words) => {
  const at = await open({ host: { ok: false, error: { code: code as 'failed', message } } })
  press('Connect to Quality desk')
  await waitFor(() => expect(at.notices()).toEqual([words]))
})

test('W011 W208 a list that cannot be fetched says so, and can be fetched again', async () => {
  const at = await open({ isDown: true })
  expect(screen.getByRole('alert').textContent).toContain('The server is currently busy')
  at.answer(viewMyRdp, () => DESKS)
  press('Try again')
  await waitFor(() => expect(names()).toHaveLength(2))
})
