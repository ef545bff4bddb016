import type { NetworkInterfaceInfo } from 'node:os'
import { describe, expect, test } from 'vitest'
import { WindowsFailure } from '../../platform/windows/failure.ts'
import { fakeWindows } from '../../platform/windows/fake-windows.ts'
import { localAddressOf, type NetworkSources, readNetworkUse } from './network-use.ts'

const address = (changes: Partial<NetworkInterfaceInfo>) =>
  ({ address: '127.0.0.1', family: 'IPv4', internal: true, ...changes }) as NetworkInterfaceInfo

test('S200 the local address is the first IPv4 address that is not the loopback', () => {
  const lo = [address({})]
  const eth0 = [
    address({ family: 'IPv6', address: 'fe80::1', internal: false }),
    address({ address: '172.16.0.9', internal: false }),
  ]
  expect(localAddressOf({ lo, eth0, eth1: [address({ address: '10.0.0.1', internal: false })] })).toBe(
    '172.16.0.9',
  )
  expect(localAddressOf({ lo })).toBeNull()
  expect(localAddressOf({})).toBeNull()
})

describe('S318 the network of this machine', () => {
  const windows = (changes: Parameters<typeof fakeWindows>[0] = {}): NetworkSources => ({
    platform: 'win32',
    env: {},
    interfaces: () => ({}),
    windows: fakeWindows({
      proxySetting: () => '10.1.2.3:8080',
      dialled: () => [{ entry: 'Office VPN', connectedMs: 1000 }],
      adapters: () => [
        { name: 'Ethernet', description: 'Intel(R) Ethernet Connection (2) I219-LM' },
        { name: 'home', description: 'WireGuard Tunnel' },
        { name: 'LAN-Verbindung 2', description: 'TAP-Windows Adapter V9' },
      ],
      ...changes,
    }),
  })
  const other = (env: Record<string, string>, names: string[] = []): NetworkSources => ({
    platform: 'linux',
    env,
    windows: fakeWindows({}),
    interfaces: () => Object.fromEntries(names.map((name) => [name, []])),
  })

  test('on Windows is what its settings, connections and adapters tell', async () => {
    expect(await readNetworkUse(windows())).toEqual({
      proxy: '10.1.2.3:8080',
      vpn: ['Office VPN', 'home', 'LAN-Verbindung 2'],
    })
    const none = { proxySetting: () => null, dialled: () => [], adapters: () => [] }
    expect(await readNetworkUse(windows(none))).toEqual({ proxy: null, vpn: [] })
  })

  test.each([
    ['missing', 'unsupported'],
    ['timeout', 'timeout'],
    ['ended', 'failed'],
    ['failed', 'failed'],
  ] as const)('on Windows with a call that is %s is %s', async (reason, code) => {
    const dialled = () => {
      throw new WindowsFailure('RasEnumConnectionsW', reason)
    }
    await expect(readNetworkUse(windows({ dialled }))).rejects.toMatchObject({ name: 'HostFailure', code })
  })

  test('elsewhere is the environment’s proxy and the tunnels', async () => {
    expect(await readNetworkUse(other({}, ['lo', 'eth0', 'tunl', 'utun3']))).toEqual({ proxy: null, vpn: [] })
    expect(
      await readNetworkUse(other({ HTTP_PROXY: 'http://proxy:3128' }, ['tun0', 'tap1', 'wg0', 'eth0'])),
    ).toEqual({ proxy: 'http://proxy:3128', vpn: ['tun0', 'tap1', 'wg0'] })
  })

  test('elsewhere a proxy’s password goes nowhere', async () => {
    for (const [given, told] of [
      ['http://me:secret@proxy:3128', 'http://proxy:3128'],
      ['me:se@cret@proxy:3128', 'proxy:3128'],
    ] as const) {
      expect(await readNetworkUse(other({ https_proxy: given }))).toMatchObject({ proxy: told })
    }
  })
})
