import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { deviceConnectivityThresholds } from '#shared/contract/device-health.ts'
import { DEFAULT_DEVICE_SETTINGS, type DeviceSettings } from '#shared/domain/device-grading.ts'
import type { HostResult } from '#shared/host/command.ts'
import type { HostCommandName } from '#shared/host/commands.ts'
import type { OSHotfixes, VpnProxyUse } from '#shared/host/safety-checks.ts'
import { fakeServices } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { systemTimers } from '../../ui/timers.ts'
import { createRoundTrips } from '../http/round-trips.ts'
import { createNotices } from '../notices/notices.ts'
import type { Services } from '../services.ts'
import { createSession } from '../session/session.ts'
import { createStorage } from '../storage/storage.ts'
import { createDeviceGuard, PATCHES_MISSING } from './device-guard.ts'
import { createMachineFitness, unmetToTell } from './fitness.ts'

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 5, 1) }))
afterEach(() => void vi.useRealTimers())

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const FINE = { memorySize: 8 * 1024 ** 2, memoryUsage: 40, threadCount: 8, cpuUsage: 20 }
const BUSY = { ...FINE, cpuUsage: 99 }
const OFF = { ok: false, error: { code: 'failed', message: '' } } as const

interface Host {
  deviceHealthCheck: typeof FINE
  vpnProxyCheck: VpnProxyUse | null
  osHotfixCheck: OSHotfixes | null
}

const aStorage = () => createStorage(null, new EventTarget())

function open({
  storage = aStorage(),
  available = true,
  onBattery = false,
  screen = { width: 1920, height: 1080 },
  settings = null as Partial<DeviceSettings> | null,
} = {}) {
  const host: Host = { deviceHealthCheck: FINE, vpnProxyCheck: null, osHotfixCheck: null }
  const asked: HostCommandName[] = []
  const desktop: Services['desktop'] = {
    available,
    version: null,
    logs: null,
    invoke: async (name) => {
      asked.push(name)
      const value = host[name as keyof Host] as unknown
      return (value === null ? OFF : { ok: true, value }) as HostResult<never>
    },
    on: () => () => {},
  }
  const notices = createNotices()
  const shown = vi.spyOn(notices, 'show')
  const now = () => Date.now()
  const roundTrips = createRoundTrips(now)
  const machine = { screen: () => screen, onBattery: async () => onBattery }
  // A server without settings: the defaults hold.
  const { services, answer } = fakeServices()
  const { api } = services
  const says = (own: Partial<DeviceSettings>) =>
    answer(deviceConnectivityThresholds, () => ({ ...DEFAULT_DEVICE_SETTINGS, ...own }))
  if (settings) says(settings)
  const fitness = createMachineFitness({ api, desktop, machine }, {})
  const guard = createDeviceGuard(
    {
      desktop,
      machine,
      roundTrips,
      notices,
      timers: systemTimers,
      now,
      storage,
    },
    fitness,
  )
  const off = guard.watch()
  const messages = () => shown.mock.calls.map(([, message]) => message)
  const loseCalls = async (count: number) => {
    const lost = roundTrips.measured(() => Promise.reject(new TypeError('Failed to fetch')))
    for (let made = 0; made < count; made++) await lost('/x').catch(() => {})
    await pass(0)
  }
  const unmet = () => unmetToTell(fitness.store.getState())
  return { host, asked, guard, unmet, off, messages, loseCalls, roundTrips, fitness, says }
}

describe('a slow machine', () => {
  test('S317 is told after three poor readings 30 s apart, and again after 5 minutes', async () => {
    const at = open()
    at.host.deviceHealthCheck = BUSY
    await pass(60_000)
    expect(at.messages()).toEqual([])
    await pass(30_000)
    expect(at.messages()).toEqual(['Your machine is running slow...'])
    await pass(299_999)
    expect(at.messages()).toHaveLength(1)
    await pass(1)
    expect(at.messages()).toHaveLength(2)
  })

  test('S317 is told in other words on battery', async () => {
    const at = open({ onBattery: true })
    at.host.deviceHealthCheck = BUSY
    await pass(90_000)
    expect(at.messages()).toEqual([
      'Your machine is running slow... You are on battery: plug in the charger.',
    ])
  })

  test('S317 with a better reading in between is not told', async () => {
    const at = open()
    at.host.deviceHealthCheck = BUSY
    await pass(60_000)
    at.host.deviceHealthCheck = FINE
    await pass(30_000)
    at.host.deviceHealthCheck = BUSY
    await pass(60_000)
    expect(at.messages()).toEqual([])
  })
})

describe('an unstable connection', () => {
  test('S317 is told in a browser too, once in 5 minutes, and old trouble is not told again', async () => {
    const at = open({ available: false })
    await at.loseCalls(2)
    expect(at.messages()).toEqual([])
    await at.loseCalls(5)
    expect(at.messages()).toEqual(['Your internet connection is unstable...'])
    at.roundTrips.clear()
    await pass(300_000)
    await at.loseCalls(2)
    expect(at.messages()).toHaveLength(1)
    await at.loseCalls(1)
    expect(at.messages()).toHaveLength(2)
  })

  test('S317 that goes on is told again after 5 minutes, at the next call that is lost', async () => {
    const at = open({ available: false })
    await at.loseCalls(3)
    expect(at.messages()).toHaveLength(1)
    await at.loseCalls(3)
    expect(at.messages()).toHaveLength(1)
    await pass(300_000)
    await at.loseCalls(1)
    expect(at.messages()).toHaveLength(2)
  })

  test('S317 is told in other words on battery', async () => {
    const at = open({ onBattery: true })
    await at.loseCalls(3)
    expect(at.messages()).toEqual([
      'Your internet connection is unstable... You are on battery: plug in the charger.',
    ])
    expect(at.roundTrips.store.getState()).toEqual([])
  })
})

describe('the network', () => {
  const foreign = { proxy: null, vpn: ['Sneaky VPN'], allowed: [] }

  test('S318 is checked at once and every 5 minutes', async () => {
    const at = open()
    await pass(0)
    at.host.vpnProxyCheck = foreign
    await pass(299_999)
    expect(at.guard.store.getState().unauthorised).toBeNull()
    await pass(1)
    expect(at.guard.store.getState().unauthorised).toEqual({ proxy: null, vpn: ['Sneaky VPN'] })
    at.host.vpnProxyCheck = { ...foreign, allowed: ['Sneaky VPN'] }
    await pass(300_000)
    expect(at.guard.store.getState().unauthorised).toBeNull()
  })

  test('S318 stays as it was found where a check fails', async () => {
    const at = open()
    await pass(0)
    expect(at.guard.store.getState()).toMatchObject({ unauthorised: null, checking: false })
    at.host.vpnProxyCheck = foreign
    await at.guard.checkNetwork()
    at.host.vpnProxyCheck = null
    await at.guard.checkNetwork()
    expect(at.guard.store.getState()).toMatchObject({
      unauthorised: { vpn: ['Sneaky VPN'] },
      checking: false,
    })
  })

  test('S318 is checked once at a time', async () => {
    const at = open()
    await pass(0)
    const before = at.asked.length
    await Promise.all([at.guard.checkNetwork(), at.guard.checkNetwork()])
    expect(at.asked.slice(before)).toEqual(['vpnProxyCheck'])
  })
})

describe('security patches', () => {
  const since = (installedOn: string) => ({ installed: [{ id: 'KB1', installedOn }] })

  test('S319 are warned of when they are missing, once a session', async () => {
    const at = open()
    at.host.osHotfixCheck = since('2026-03-02')
    await pass(300_000)
    expect(at.messages()).toEqual([PATCHES_MISSING])
    await pass(900_000)
    expect(at.messages()).toHaveLength(1)
  })

  test('S319 that are there, or cannot be checked, are no warning', async () => {
    const at = open()
    await pass(300_000)
    at.host.osHotfixCheck = since('2026-05-20')
    await pass(300_000)
    expect(at.messages()).toEqual([])
  })
})

describe('what the company has checked', () => {
  const foreign = { proxy: 'proxy.example:3128', vpn: ['Sneaky VPN'], allowed: [] }
  const old = { installed: [{ id: 'KB1', installedOn: '2026-03-02' }] }
  const refused = (at: ReturnType<typeof open>) => at.guard.store.getState().unauthorised

  test.each([
    [{ proxyAndVPNCheck: false }, ['osHotfixCheck']],
    [{ hotfixCheck: false }, ['vpnProxyCheck']],
    [{ isEnabled: false }, []],
    [{}, ['vpnProxyCheck', 'osHotfixCheck']],
  ] as const)('S318 S319 with %j the desktop client is asked for %j', async (settings, expected) => {
    const at = open({ settings })
    await pass(300_000)
    await at.guard.checkNetwork()
    expect([...new Set(at.asked)].filter((name) => name !== 'deviceHealthCheck')).toEqual(expected)
  })

  test('S318 where VPNs are allowed a foreign proxy alone is held against somebody', async () => {
    const at = open({ settings: { allowVPN: true } })
    at.host.vpnProxyCheck = foreign
    await pass(300_000)
    expect(refused(at)).toEqual({ proxy: 'proxy.example:3128', vpn: [] })
    at.host.vpnProxyCheck = { ...foreign, proxy: null }
    await pass(300_000)
    expect(refused(at)).toBeNull()
  })

  test('S318 S319 a change of it holds in open windows', async () => {
    const at = open({ settings: { hotfixCheck: false } })
    at.host.vpnProxyCheck = { ...foreign, proxy: null }
    at.host.osHotfixCheck = old
    await pass(300_000)
    expect([refused(at)?.vpn, at.messages()]).toEqual([['Sneaky VPN'], []])
    at.says({ allowVPN: true })
    await at.fitness.readSettings()
    await pass(0)
    expect(refused(at)).toBeNull()
    at.says({})
    await at.fitness.readSettings()
    await pass(300_000)
    expect([refused(at)?.vpn, at.messages()]).toEqual([['Sneaky VPN'], [PATCHES_MISSING]])
    at.says({ proxyAndVPNCheck: false })
    await at.fitness.readSettings()
    expect(refused(at)).toBeNull()
  })
})

describe('an unsupported device', () => {
  test('S320 is found by its screen in a browser, where nothing else is asked', async () => {
    const at = open({ available: false, screen: { width: 800, height: 600 } })
    await pass(600_000)
    expect(at.unmet()).toEqual(['screen'])
    expect(at.asked).toEqual([])
  })

  test('S320 is found by its processor and memory, and told no more once acknowledged', async () => {
    const at = open()
    at.host.deviceHealthCheck = { ...FINE, threadCount: 2, memorySize: 2 * 1024 ** 2 }
    await pass(30_000)
    expect(at.unmet()).toEqual(['threadCount', 'memorySize'])
    at.guard.acknowledge()
    await pass(60_000)
    // What the machine lacks it still lacks: only the telling is over.
    expect(at.guard.store.getState().acknowledged).toBe(true)
    expect(at.unmet()).toEqual(['threadCount', 'memorySize'])
  })

  test('S320 is told once a session: not again after a reload, and again after the next sign-in', () => {
    const storage = aStorage()
    const session = createSession(storage, () => 0)
    session.signIn(testToken())
    open({ storage }).guard.acknowledge()
    expect(open({ storage }).guard.store.getState().acknowledged).toBe(true)
    session.signOut()
    expect(open({ storage }).guard.store.getState().acknowledged).toBe(false)
  })
})

test('S317 S318 ended, it asks and tells nothing more', async () => {
  const at = open()
  at.host.deviceHealthCheck = BUSY
  await pass(60_000)
  at.off()
  const before = at.asked.length
  await at.loseCalls(5)
  await pass(600_000)
  expect(at.asked).toHaveLength(before)
  expect(at.messages()).toEqual([])
  expect(vi.getTimerCount()).toBe(0)
})
