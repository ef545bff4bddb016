import type { NetworkInterfaceInfo } from 'node:os'
import { describe, expect, test } from 'vitest'
import { CommandFailure, type RunCommand } from '../../platform/command-runner.ts'
import {
  localAddressOf,
  type NetworkSources,
  parseDialled,
  parseProxySettings,
  parseVpnAdapters,
  readNetworkUse,
} from './network-use.ts'

const SETTINGS = [
  '',
  'HKEY_CURRENT_USER\\Software\\Microsoft\\Windows\\CurrentVersion\\Internet Settings',
  '    User Agent    REG_SZ    Mozilla/4.0 (compatible; MSIE 8.0; Win32)',
  '    ProxyEnable    REG_DWORD    0x1',
  '    ProxyServer    REG_SZ    10.1.2.3:8080',
  '    ProxyOverride    REG_SZ    <local>',
  '',
  'HKEY_CURRENT_USER\\Software\\Microsoft\\Windows\\CurrentVersion\\Internet Settings\\ZoneMap',
  '',
].join('\r\n')
const SWITCHED_OFF = SETTINGS.replace('0x1', '0x0')
const SCRIPT = `${SWITCHED_OFF}    AutoConfigURL    REG_SZ    http://wpad.example/proxy.pac\r\n`

const DIALLED = 'Connected to\r\nOffice VPN\r\nCommand completed successfully.\r\n'
const DIALLED_GERMAN = 'Verbunden mit\r\nFirmen-VPN\r\nDer Befehl wurde erfolgreich ausgeführt.\r\n'
const NONE = 'No connections\r\nCommand completed successfully.\r\n'
const NONE_GERMAN = 'Keine Verbindungen\r\nDer Befehl wurde erfolgreich ausgeführt.\r\n'

const ADAPTERS =
  '[{"Name":"Ethernet","InterfaceDescription":"Intel(R) Ethernet Connection (2) I219-LM"},{"Name":"home","InterfaceDescription":"WireGuard Tunnel"}]\r\n'
const ADAPTERS_GERMAN =
  '[{"Name":"WLAN","InterfaceDescription":"Intel(R) Wi-Fi 6 AX201 160MHz"},{"Name":"LAN-Verbindung 2","InterfaceDescription":"TAP-Windows Adapter V9"}]\r\n'
const ONE_ADAPTER = '{"Name":"WLAN","InterfaceDescription":"Intel(R) Wi-Fi 6 AX201 160MHz"}\r\n'

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

describe('S318 what Windows prints of', () => {
  test('the proxy', () => {
    expect(parseProxySettings(SETTINGS)).toBe('10.1.2.3:8080')
    expect(parseProxySettings(SWITCHED_OFF)).toBeNull()
    expect(parseProxySettings(SCRIPT)).toBe('http://wpad.example/proxy.pac')
    expect(parseProxySettings(SETTINGS.replaceAll('\r', ''))).toBe('10.1.2.3:8080')
    expect(() => parseProxySettings('')).toThrow()
    expect(() => parseProxySettings('FEHLER: Der angegebene Schlüssel wurde nicht gefunden.')).toThrow()
  })

  test('dialled connections, in English and German', () => {
    expect(parseDialled(DIALLED)).toEqual(['Office VPN'])
    expect(parseDialled(DIALLED_GERMAN)).toEqual(['Firmen-VPN'])
    expect(parseDialled(NONE)).toEqual([])
    expect(parseDialled(NONE_GERMAN)).toEqual([])
    expect(() => parseDialled('')).toThrow()
  })

  test('adapters, in English and German', () => {
    expect(parseVpnAdapters(ADAPTERS)).toEqual(['home'])
    expect(parseVpnAdapters(ADAPTERS_GERMAN)).toEqual(['LAN-Verbindung 2'])
    expect(parseVpnAdapters(ONE_ADAPTER)).toEqual([])
    expect(parseVpnAdapters('')).toEqual([])
    expect(() => parseVpnAdapters('[{}]')).toThrow()
  })
})

describe('S318 the network of this machine', () => {
  const windows = (changes: Readonly<Record<string, string | CommandFailure>> = {}): NetworkSources => {
    const outputs: Readonly<Record<string, string | CommandFailure>> = {
      'C:\\Windows\\System32\\reg.exe': SETTINGS,
      'C:\\Windows\\System32\\rasdial.exe': DIALLED,
      'C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe': ADAPTERS,
      ...changes,
    }
    const run: RunCommand = async (program) => {
      const output = outputs[program]
      if (typeof output !== 'string') throw output ?? new CommandFailure(program, 'missing')
      return output
    }
    return { platform: 'win32', env: {}, run, interfaces: () => ({}) }
  }
  const other = (env: Record<string, string>, names: string[] = []): NetworkSources => ({
    platform: 'linux',
    env,
    run: () => Promise.reject(new Error('no program is expected to run')),
    interfaces: () => Object.fromEntries(names.map((name) => [name, []])),
  })

  test('on Windows is what its programs tell', async () => {
    expect(await readNetworkUse(windows())).toEqual({ proxy: '10.1.2.3:8080', vpn: ['Office VPN', 'home'] })
  })

  test.each([
    ['missing', 'unsupported'],
    ['timeout', 'timeout'],
    ['failed', 'failed'],
  ] as const)('on Windows with a program %s is %s', async (reason, code) => {
    const program = 'C:\\Windows\\System32\\rasdial.exe'
    const use = readNetworkUse(windows({ [program]: new CommandFailure(program, reason) }))
    await expect(use).rejects.toMatchObject({ name: 'HostFailure', code })
  })

  test('on Windows with an answer that is none is unknown', async () => {
    const use = readNetworkUse(windows({ 'C:\\Windows\\System32\\rasdial.exe': '' }))
    await expect(use).rejects.toThrow('not listed')
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
