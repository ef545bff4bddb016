import { QueryClientProvider } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { revealService, viewAllServices } from '#shared/contract/tools.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { createQueryClient } from '../../services/http/query-client.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { manualTimers } from '../../testing/manual-timers.ts'
import { renderWith } from '../../testing/render.tsx'
import { testToken } from '../../testing/session-token.ts'
import { ExternalServices } from './ExternalServices.tsx'

const VPN = { id: 1000, serviceName: 'VPN', userName: 'jamie', lastUpdatedTime: '2026-11-01T09:00:00.000Z' }
const DIALLER = { id: 2000, serviceName: 'Dialler', userName: 'j.w', lastUpdatedTime: null }

function open(list = () => [VPN, DIALLER], permissions: PermissionName[] = []) {
  const timers = manualTimers()
  const server = fakeServices({ timers })
  server.services.session.signIn(testToken(permissions))
  server.answer(viewAllServices, list)
  server.answer(revealService, ({ id }) => ({ userName: 'x', password: `secret-${id}`, url: 'vpn.example' }))
  const user = userEvent.setup()
  const written = vi.spyOn(navigator.clipboard, 'writeText')
  const { unmount } = renderWith(
    server.services,
    <QueryClientProvider client={createQueryClient()}>
      <ExternalServices />
    </QueryClientProvider>,
  )
  const copied = () => written.mock.calls.map(([text]) => text)
  const revealed = () => server.made.filter(({ path }) => path === revealService.path).length
  const notices = () => server.services.notices.store.getState().map(({ message }) => message)
  return { ...server, timers, user, unmount, copied, revealed, notices }
}

test('W085 W206 services are listed with their user and their time, and no password', async () => {
  const { revealed } = open()
  const list = within(await screen.findByRole('list', { name: 'Your services' }))
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'VPNjamieChanged on 1 Nov 2026Copy password',
    'Diallerj.wCopy password',
  ])
  expect(revealed()).toBe(0)
})

test('W206 a password is asked for when it is shown, and gone when it is hidden', async () => {
  const { user, revealed } = open()
  await user.click(await screen.findByRole('button', { name: 'Show the password of VPN (jamie)' }))
  expect(await screen.findByText('secret-1000')).toBeDefined()
  expect(screen.getByText('vpn.example')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Hide the password of VPN (jamie)' }))
  expect(screen.queryByText('secret-1000')).toBeNull()
  expect(revealed()).toBe(1)
})

test('a copied password leaves the clipboard after 20 s, and with the screen', async () => {
  const { user, copied, timers, notices, unmount } = open()
  await user.click(await screen.findByRole('button', { name: 'Copy password of Dialler (j.w)' }))
  await waitFor(() => expect(copied()).toEqual(['secret-2000']))
  expect(notices()).toEqual(['Copied. It is taken out of the clipboard in 20 seconds.'])
  act(() => timers.pass(19_999))
  expect(copied()).toHaveLength(1)
  act(() => timers.pass(1))
  expect(copied()).toEqual(['secret-2000', ''])
  await user.click(screen.getByRole('button', { name: 'Copy password of VPN (jamie)' }))
  await waitFor(() => expect(copied()).toHaveLength(3))
  unmount()
  expect(copied()).toEqual(['secret-2000', '', 'secret-1000', ''])
})

test('W085 a user name is copied and stays', async () => {
  const { user, copied, timers, services } = open()
  await user.click(await screen.findByRole('button', { name: 'Copy the user name of VPN (jamie)' }))
  timers.pass(60_000)
  expect(copied()).toEqual(['jamie'])
  expect(services.notices.store.getState().map(({ kind }) => kind)).toEqual(['success'])
})

test('a refusal says why in its own place', async () => {
  const { user, answer } = open()
  answer(revealService, () => {
    throw refused(400, 'You have no such service.')
  })
  await user.click(await screen.findByRole('button', { name: 'Show the password of VPN (jamie)' }))
  const reason = await screen.findByText('You have no such service.')
  expect(reason.closest('[role="alert"]')).not.toBeNull()
})

test('W206 none and a failure say so', async () => {
  const { unmount } = open(() => [])
  expect(await screen.findByText('Nothing is kept for you here.')).toBeDefined()
  unmount()
  open(() => {
    throw refused(400, 'Out of order.')
  })
  expect(await screen.findByText('Your services could not be loaded.')).toBeDefined()
})

test('who works remotely gets to their remote desktops', async () => {
  const { user, services } = open(undefined, ['CAN_WORK_REMOTELY'])
  await user.click(await screen.findByRole('button', { name: 'Open my remote desktops' }))
  expect(services.dialogs.store.getState()).toMatchObject([{ name: 'remote-desktops', opened: true }])
})
