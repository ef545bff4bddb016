import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { viewConfirmit, viewDiallerOnly } from '#shared/contract/tools.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { done, fakeDesktop } from '../../testing/fake-desktop.ts'
import { fakeServices } from '../../testing/fake-services.ts'
import { renderWith } from '../../testing/render.tsx'
import { testToken } from '../../testing/session-token.ts'
import { BusyOverlay } from './BusyOverlay.tsx'
import { ToolButtons } from './ToolButtons.tsx'
import { uptimeText } from './text.ts'
import { createToolServices, ToolsProvider } from './tools-context.tsx'
import { VpnMenu } from './VpnMenu.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function open(permissions: PermissionName[], inDesktop = true) {
  const connection = { seconds: 0 }
  const host = fakeDesktop({
    vpnUptime: () => ({ ok: true, value: { ...connection } }),
    vpnStop: done,
    diallerLaunch: done,
  })
  const server = fakeServices(inDesktop ? { desktop: host.desktop } : {})
  server.services.session.signIn(testToken(permissions))
  const value = createToolServices(server.services, window)
  renderWith(
    server.services,
    <ToolsProvider value={value}>
      <VpnMenu />
      <ToolButtons />
      <BusyOverlay />
    </ToolsProvider>,
  )
  const off = value.start()
  const uptime = async (seconds: number) => {
    connection.seconds = seconds
    await act(() => vi.advanceTimersByTimeAsync(5_000))
  }
  const messages = () => server.services.notices.store.getState().map(({ message }) => message)
  return { ...server, host, uptime, off, messages }
}

const tone = (name: string | RegExp) => screen.getByRole('button', { name }).getAttribute('data-tone')

test('S002 S193 the VPN menu pulses in the colour of its time, and says when it is down', async () => {
  const at = open(['CAN_USE_VPN'])
  await at.uptime(0)
  expect(tone('You are not connected to our VPN!')).toBe('off')
  await at.uptime(32_400)
  expect(tone('VPN connected for 9 h 0 min')).toBe('normal')
  await at.uptime(32_401)
  expect(tone(/VPN connected/)).toBe('warning')
  await at.uptime(34_201)
  expect(tone(/VPN connected/)).toBe('danger')
  fireEvent.click(screen.getByRole('button', { name: /VPN connected/ }))
  expect(screen.getByText(/about to be ended/)).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Disconnect' }))
  expect(at.host.requests('vpnStop')).toHaveLength(1)
  at.off()
})

test('S216 in a browser the VPN menu says so', async () => {
  const at = open(['CAN_USE_VPN'], false)
  fireEvent.click(screen.getByRole('button', { name: /desktop app only/ }))
  await act(() => vi.advanceTimersByTimeAsync(100))
  fireEvent.click(screen.getByRole('button', { name: 'Connect' }))
  expect(at.messages()).toEqual(['Please use desktop app to use VPN'])
  at.off()
})

const labels = () =>
  screen.queryAllByRole('listitem').map((item) => item.querySelector('strong')?.textContent)

test('S002 each is offered the tools of their work, and who has none nothing', () => {
  open(['CAN_INTERVIEW']).off()
  expect(labels()).toEqual(['Survey tool', 'Dialler', 'Dimensions', 'Remote assist'])
  expect(screen.queryByRole('button', { name: /VPN/ })).toBeNull()
})

test.each(['ISUPERVISOR_CAN_SEE_MODULE', 'ADMIN_CAN_SEE_MODULE'] as const)(
  'S002 with %s the survey tool and the dialler are launched, and the staging system too',
  (permission) => {
    open([permission]).off()
    expect(labels()).toEqual(['Survey tool', 'Dialler', 'Dimensions', 'Dimensions staging', 'Remote assist'])
  },
)

test('S002 who does no such work is offered no tools', () => {
  open(['CAN_USE_VPN']).off()
  expect(labels()).toEqual([])
  expect(screen.getByRole('button', { name: /VPN/ })).toBeDefined()
})

test('S002 S218 a launch is followed by the overlay for 30 s, under which nothing can be launched', async () => {
  const at = open(['CAN_INTERVIEW'])
  at.answer(viewDiallerOnly, () => ({
    diallerUsername: 'jamie',
    diallerPassword: 'secret',
    diallerURL: 'https://dialler.example/',
  }))
  fireEvent.click(screen.getByRole('button', { name: /^Dialler/ }))
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(screen.getByRole('heading', { name: 'Starting the dialler…' })).toBeDefined()
  expect(screen.getByRole('button', { name: /^Dialler/, hidden: true }).hasAttribute('disabled')).toBe(true)
  await act(() => vi.advanceTimersByTimeAsync(29_900))
  expect(screen.queryByRole('heading', { name: 'Starting the dialler…' })).not.toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(100))
  expect(screen.queryByRole('heading', { name: 'Starting the dialler…' })).toBeNull()
  at.off()
})

test('S209 what is missing is told from the buttons', async () => {
  const at = open(['CAN_INTERVIEW'])
  const none = { diallerUsername: '', diallerPassword: '', diallerURL: '' }
  const noSurvey = { confirmitUsername: '', confirmitPassword: '', forceReload: false }
  at.answer(viewConfirmit, () => ({ ...none, ...noSurvey }))
  fireEvent.click(screen.getByRole('button', { name: /^Survey tool/ }))
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(at.messages()).toEqual(['No Forsta or dialler details found'])
  at.off()
})

test('S193 uptime in words', () => {
  expect([59, 60, 3_599, 3_600, 34_200].map(uptimeText)).toEqual([
    'less than a minute',
    '1 min',
    '59 min',
    '1 h 0 min',
    '9 h 30 min',
  ])
})
