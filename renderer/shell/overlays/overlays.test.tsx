import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { logout } from '#shared/contract/auth.ts'
import { license } from '#shared/contract/session.ts'
import { updateJson } from '#shared/contract/shell.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import type { mainHub } from '#shared/hubs/main.ts'
import { bindEffects } from '../../services/hubs/hub-effects.ts'
import { createDeviceGuard } from '../../services/machine/device-guard.ts'
import { createMachineFitness } from '../../services/machine/fitness.ts'
import type { Services } from '../../services/services.ts'
import { createCompanionSessions } from '../../services/session/companion.ts'
import { createLicence } from '../../services/session/licence.ts'
import { createUpdateFlow } from '../../services/session/update-flow.ts'
import { fakeHub } from '../../testing/fake-hub.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { renderWith } from '../../testing/render.tsx'
import { testToken } from '../../testing/session-token.ts'
import { createNavigationServices } from '../navigation/navigation-services.ts'
import { ShellProvider } from '../shell-context.tsx'
import { AccessGate } from './AccessGate.tsx'
import { LicenceBanner } from './LicenceBanner.tsx'
import { Loading } from './Loading.tsx'
import { SessionGate } from './SessionGate.tsx'
import { UnsupportedDeviceLine } from './UnsupportedDevice.tsx'
import { UpdateBanner } from './UpdateBanner.tsx'

const NOW = Date.UTC(2026, 10, 21, 12)
beforeEach(() => void vi.useFakeTimers({ now: NOW }))
afterEach(() => void vi.useRealTimers())

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const text = (role: string) => screen.getByRole(role).textContent

interface Situation extends Partial<Services> {
  permissions?: PermissionName[]
  tokenType?: string
  licenceLeft?: number
}

/** The shell's overlays around one button, as the application has them. */
async function open({
  permissions = [],
  tokenType = 'OTHER',
  licenceLeft = 1e12,
  ...changes
}: Situation = {}) {
  const server = fakeServices({ now: () => Date.now(), ...changes })
  const { services } = server
  const hub = fakeHub<typeof mainHub>()
  let expiry = NOW + licenceLeft
  server.answer(logout, () => ({ done: true }))
  server.answer(license, () => ({ expiryDate: new Date(expiry).toISOString() }))
  server.answer(updateJson, () => ({ build: 'a' }))
  services.session.signIn(testToken(permissions, { tokenType }))
  const shell = {
    licence: createLicence(services),
    update: createUpdateFlow(services),
    companion: createCompanionSessions(),
    guard: createDeviceGuard(services, createMachineFitness(services, {})),
    ...createNavigationServices(services, window),
  }
  bindEffects<typeof mainHub>(hub, shell.companion.effects)
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' }) as unknown as Document
  shell.licence.watch(page)
  shell.update.watch()
  shell.guard.watch()
  renderWith(
    services,
    <ShellProvider value={shell}>
      <SessionGate>
        <AccessGate>
          <LicenceBanner />
          <UpdateBanner />
          <UnsupportedDeviceLine />
          <button type="button">work</button>
        </AccessGate>
      </SessionGate>
      <Loading />
    </ShellProvider>,
  )
  await pass(0)
  const renewLicence = async (left: number) => {
    expiry = Date.now() + left
    page.dispatchEvent(new Event('visibilitychange'))
    await pass(0)
  }
  const reachable = () => {
    const button = screen.queryByText('work')
    return button !== null && button.closest('[inert]') === null
  }
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
  return { ...server, hub, shell, renewLicence, reachable, press }
}

const desktop: Services['desktop'] = {
  available: true,
  version: '1.0.0',
  logs: null,
  invoke: async () => ({ ok: false, error: { code: 'unsupported', message: '' } }),
  on: () => () => {},
}

describe('the end of a session', () => {
  test('S155 an invalid session is told on a calm screen until the page goes on', async () => {
    const at = await open()
    act(() => void at.services.life.invalid(at.services.session.store.getState().token ?? ''))
    expect(screen.getByRole('alert', { name: 'Your session is no longer valid.' })).toBeDefined()
    expect(screen.queryByText('work')).toBeNull()
    expect(text('alert')).toContain('You can sign in again in 5 seconds.')
    await pass(4000)
    expect(text('alert')).toContain('You can sign in again in 1 second.')
    await pass(1000)
    expect(screen.queryByRole('alert')).toBeNull()
    expect(at.visited).toEqual(['/exit-app'])
  })

  test("S157 a logout says 'Session ended' for 2 s", async () => {
    const at = await open()
    await act(() => at.services.life.logout())
    expect(screen.getByRole('status', { name: 'Session ended' })).toBeDefined()
    await pass(1999)
    expect(screen.getByRole('status', { name: 'Session ended' })).toBeDefined()
    await pass(1)
    expect(screen.queryByRole('status')).toBeNull()
  })
})

describe('the licence', () => {
  test('S186 a banner in its last 7 days, each second anew', async () => {
    const at = await open({ licenceLeft: 90_061_000 })
    expect(text('timer')).toBe('License expires in: 1d 1h 1m 1s')
    await pass(1000)
    expect(text('timer')).toBe('License expires in: 1d 1h 1m 0s')
    expect(at.reachable()).toBe(true)
  })

  test("S187 'Your license has expired' covers everything, and goes when it is renewed", async () => {
    const at = await open({ licenceLeft: 1000 })
    expect(screen.queryByRole('alertdialog')).toBeNull()
    await pass(1000)
    expect(screen.getByRole('alertdialog', { name: 'Your license has expired' })).toBeDefined()
    expect(at.reachable()).toBe(false)
    await at.renewLicence(1e12)
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(at.reachable()).toBe(true)
  })

  test('S188 a failed fetch shows nothing', async () => {
    const at = await open({ licenceLeft: 90_061_000 })
    at.answer(license, () => {
      throw refused(500, 'no')
    })
    await at.renewLicence(0)
    expect(screen.queryByRole('timer')).toBeNull()
    expect(screen.queryByText(/Error fetching license/)).toBeNull()
  })
})

describe('who may work', () => {
  const companionMode = { permissions: ['COMPANION_MODE_REQUIRED'] satisfies PermissionName[], desktop }

  test('S003 companion mode without a companion session is stopped, and let go when one connects', async () => {
    const at = await open(companionMode)
    expect(screen.getByRole('alertdialog', { name: 'Looking for your companion session…' })).toBeDefined()
    expect(at.reachable()).toBe(false)
    act(() => at.hub.fire('companionSessionDisconnected'))
    expect(screen.getByRole('alertdialog', { name: 'Connect your companion device' })).toBeDefined()
    act(() => at.hub.fire('companionSessionConnected'))
    expect(at.reachable()).toBe(true)
    act(() => at.hub.fire('companionSessionDisconnected'))
    expect(at.reachable()).toBe(false)
  })

  test('S003 in a browser nobody is stopped', async () => {
    const { reachable } = await open({ permissions: ['COMPANION_MODE_REQUIRED'] })
    expect(reachable()).toBe(true)
  })

  test('S221 who is stopped can log out', async () => {
    const at = await open(companionMode)
    at.press('Log out')
    await pass(0)
    expect(at.services.session.store.getState().user).toBeNull()
  })

  test("S221 a mobile session without the permission sees 'Access denied: Invalid mobile session'", async () => {
    const at = await open({ tokenType: 'MOBILE_APP' })
    expect(screen.getByRole('alert', { name: 'Access denied: Invalid mobile session' })).toBeDefined()
    expect(screen.queryByText('work')).toBeNull()
    at.press('Log out')
    await pass(0)
    expect(at.services.session.store.getState().user).toBeNull()
  })

  test('S221 with the permission they go in', async () => {
    const at = await open({ tokenType: 'MOBILE_APP', permissions: ['CAN_USE_MOBILE_APP'] })
    expect(at.reachable()).toBe(true)
  })
})

describe('the device', () => {
  /** A desktop client whose network and processor are what the test says. */
  function device(found: { proxy?: string; vpn?: string[]; threadCount?: number }): Services['desktop'] {
    return {
      ...desktop,
      invoke: async (name) => {
        const values: Readonly<Record<string, unknown>> = {
          vpnProxyCheck: { proxy: found.proxy ?? null, vpn: found.vpn ?? [], allowed: [] },
          deviceHealthCheck: { threadCount: found.threadCount ?? 8, memorySize: 8 * 1024 ** 2 },
        }
        const value = values[name]
        const error = { code: 'unsupported', message: '' } as const
        return value === undefined ? { ok: false, error } : { ok: true, value: value as never }
      },
    }
  }

  test('S318 an unauthorised VPN covers everything until a check finds it off', async () => {
    const found = { vpn: ['Sneaky VPN'] }
    const at = await open({ desktop: device(found) })
    expect(screen.getByRole('alertdialog', { name: 'Unauthorised VPN or proxy detected' })).toBeDefined()
    expect(text('alertdialog')).toContain('Sneaky VPN')
    expect(at.reachable()).toBe(false)
    at.press('Check again')
    await pass(0)
    expect(at.reachable()).toBe(false)
    found.vpn = []
    at.press('Check again')
    await pass(0)
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(at.reachable()).toBe(true)
  })

  test.each([
    [{ vpn: ['Sneaky VPN', 'Other VPN'] }, 'Sneaky VPN, Other VPN'],
    [{ proxy: 'proxy.example:8080' }, 'proxy.example:8080'],
    [{ proxy: 'proxy.example:8080', vpn: ['Sneaky VPN'] }, 'proxy.example:8080, Sneaky VPN'],
  ])('S318 an unauthorised proxy, VPN or both are named: %o', async (found, names) => {
    await open({ desktop: device(found) })
    const dialog = screen.getByRole('alertdialog', { name: 'Unauthorised VPN or proxy detected' })
    expect(dialog.querySelector('strong')?.textContent).toBe(names)
  })

  test('S318 who is stopped by it can log out', async () => {
    const at = await open({ desktop: device({ vpn: ['Sneaky VPN'] }) })
    at.press('Log out')
    await pass(0)
    expect(at.services.session.store.getState().user).toBeNull()
  })

  test("S320 'Unsupported device' says what is lacking, once", async () => {
    const at = await open({
      desktop: device({ threadCount: 2 }),
      machine: { screen: () => ({ width: 1024, height: 768 }), onBattery: async () => false },
    })
    const dialog = screen.getByRole('dialog', { name: 'Unsupported device' })
    expect(dialog.textContent).toContain('A screen of at least 1366 by 768')
    expect(dialog.textContent).toContain('A processor with at least 4 threads')
    expect(dialog.textContent).not.toContain('memory')
    at.press('Continue anyway')
    await pass(60_000)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('S320 on a phone it is a line with which the work goes on, and its dialog for who asks', async () => {
    const media = vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) =>
        ({
          matches: query.includes('max-width: 480px'),
          addEventListener() {},
          removeEventListener() {},
        }) as never,
    )
    const at = await open({
      machine: { screen: () => ({ width: 390, height: 844 }), onBattery: async () => false },
    })
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(at.reachable()).toBe(true)
    expect(text('status')).toContain('Unsupported device')
    at.press('Details')
    await pass(0)
    expect(screen.queryByRole('status')).toBeNull()
    expect(screen.getByRole('dialog', { name: 'Unsupported device' }).textContent).toContain(
      'A screen of at least 1366 by 768',
    )
    at.press('Continue anyway')
    await pass(60_000)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.queryByRole('status')).toBeNull()
    expect(at.services.storage.get('unsupportedTold')).toBe(true)
    media.mockRestore()
  })

  test('S320 what stops the work comes before it', async () => {
    const found = { vpn: ['Sneaky VPN'], threadCount: 2 }
    const at = await open({ desktop: device(found) })
    expect(screen.queryByRole('dialog', { name: 'Unsupported device' })).toBeNull()
    found.vpn = []
    at.press('Check again')
    await pass(0)
    expect(screen.getByRole('dialog', { name: 'Unsupported device' })).toBeDefined()
  })

  test('S318 S320 a device that is in order is left alone', async () => {
    const at = await open({ desktop: device({}) })
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(at.reachable()).toBe(true)
  })
})

describe('the update banner', () => {
  async function withUpdate(situation: Situation = {}) {
    const at = await open(situation)
    at.answer(updateJson, () => ({ build: 'b' }))
    await pass(30_000)
    return at
  }

  test('W013 W038 W102 it shows when a new build is there, and counts down once taken', async () => {
    const at = await withUpdate()
    expect(screen.getByText('A new version is available.')).toBeDefined()
    at.press('Update')
    await pass(0)
    expect(text('timer')).toBe('Updating: the page reloads in 5 seconds.')
    await pass(4000)
    expect(text('timer')).toBe('Updating: the page reloads in 1 second.')
    await pass(1000)
    expect(at.visited).toEqual(['reload'])
  })

  test('W013 W038 W103 Dismiss hides it for 5 minutes', async () => {
    const at = await withUpdate()
    at.press('Dismiss')
    expect(screen.queryByText('A new version is available.')).toBeNull()
    await pass(300_000)
    expect(screen.getByText('A new version is available.')).toBeDefined()
  })

  test('W013 W038 S185 W235 a failed fetch re-enables the button', async () => {
    const at = await withUpdate()
    let fail = (_: Error) => {}
    at.answer(updateJson, () => new Promise((_resolve, reject) => (fail = reject)))
    at.press('Update')
    await pass(0)
    const button = () => screen.getByRole('button', { name: 'Update' })
    expect(button()).toHaveProperty('disabled', true)
    expect(screen.queryByText('A new version is available.')).toBeNull()
    expect(screen.getByText('Fetching the new version…')).toBeDefined()
    fail(refused(500, 'no'))
    await pass(0)
    expect(button()).toHaveProperty('disabled', false)
    expect(screen.getByText('A new version is available.')).toBeDefined()
  })

  test('W013 S253 W107 a mobile session never sees it', async () => {
    await withUpdate({ tokenType: 'MOBILE_APP', permissions: ['CAN_USE_MOBILE_APP'] })
    expect(screen.queryByText('A new version is available.')).toBeNull()
  })
})

test("S092 'Loading.... Please wait...' after a second, in nobody's way", async () => {
  const at = await open()
  act(() => at.services.spinner.setActive(1))
  await pass(999)
  expect(screen.queryByText('Loading.... Please wait...')).toBeNull()
  await pass(1)
  expect(text('status')).toBe('Loading.... Please wait...')
  expect(at.reachable()).toBe(true)
  act(() => at.services.spinner.setActive(0))
  expect(screen.queryByRole('status')).toBeNull()
})
