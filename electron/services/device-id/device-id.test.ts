import { describe, expect, test, vi } from 'vitest'
import type { RunCommand } from '../../platform/command-runner.ts'
import { fakeWindows } from '../../platform/windows/fake-windows.ts'
import { deviceIDOverride } from './device-id-override.ts'
import { DeviceIDService, deviceIDOf } from './device-id-service.ts'
import {
  type MachineIDSources,
  machineIDReader,
  parseMachineIDFile,
  parseRegistryEntry,
} from './machine-id.ts'

const GUID = '6f1c2b9a-0d3e-4a57-9b84-52e7c1d0f3aa'
const MAC_UUID = 'A1B2C3D4-E5F6-4789-8ABC-DEF012345678'
const LINUX_ID = '0123456789abcdef0123456789abcdef'

const IOREG_ANSWER = `+-o J314sAP  <class IOPlatformExpertDevice, id 0x100000230, registered, matched, active, busy 0 (0 ms), retain 39>
    {
      "manufacturer" = <"Apple Inc.">
      "IOPlatformSerialNumber" = "XXXXXXXXXX"
      "IOPlatformUUID" = "${MAC_UUID}"
      "model" = <"MacBookPro18,3">
    }

`

describe('what the systems print', () => {
  test('the registry of a Mac', () => {
    expect(parseRegistryEntry(IOREG_ANSWER)).toBe(MAC_UUID)
    expect(parseRegistryEntry(IOREG_ANSWER.replace('"IOPlatformUUID"', '"OtherUUID"'))).toBeNull()
  })

  test('the file of a Linux, which may not be set up', () => {
    expect(parseMachineIDFile(`${LINUX_ID}\n`)).toBe(LINUX_ID)
    for (const text of ['', '\n', 'uninitialized\n', `${LINUX_ID}0\n`, LINUX_ID.slice(1)]) {
      expect(parseMachineIDFile(text)).toBeNull()
    }
  })
})

describe('the machine’s id', () => {
  const sources = (changes: Partial<MachineIDSources>): MachineIDSources => ({
    platform: 'linux',
    windows: fakeWindows({}),
    run: () => Promise.reject(new Error('no program is expected to run')),
    readFile: () => null,
    ...changes,
  })

  test('of Windows is asked of its registry', async () => {
    const windows = fakeWindows({ machineID: () => GUID })
    expect(await machineIDReader(sources({ platform: 'win32', windows }))?.()).toBe(GUID)
  })

  test('of macOS is asked of ioreg', async () => {
    const run = vi.fn<RunCommand>(async () => IOREG_ANSWER)
    expect(await machineIDReader(sources({ platform: 'darwin', run }))?.()).toBe(MAC_UUID)
    expect(run.mock.calls[0]?.slice(0, 2)).toEqual([
      '/usr/sbin/ioreg',
      ['-rd1', '-c', 'IOPlatformExpertDevice'],
    ])
  })

  test('of Linux is in one file, or else in the other', async () => {
    const files = new Map([['/var/lib/dbus/machine-id', `${LINUX_ID}\n`]])
    const read = machineIDReader(sources({ readFile: (file) => files.get(file) ?? null }))
    expect(await read?.()).toBe(LINUX_ID)
    files.set('/etc/machine-id', `${LINUX_ID.replace('0', 'f')}\n`)
    expect(await read?.()).toBe(LINUX_ID.replace('0', 'f'))
    files.clear()
    await expect(read?.()).rejects.toThrow('no id')
  })

  test('of other systems is unknown', () => {
    expect(machineIDReader(sources({ platform: 'sunos' }))).toBeNull()
  })
})

describe('the device ID', () => {
  const ID = deviceIDOf(LINUX_ID)

  test('is a digest in capitals, which differs from machine to machine', () => {
    // Computed with sha256sum.
    expect(ID).toBe('FW-E14C4473141D5C7F76663284AF647BE6')
    expect(deviceIDOf(GUID)).toMatch(/^FW-[0-9A-F]{32}$/)
    expect(deviceIDOf(GUID)).not.toBe(ID)
  })

  test('is read once, whoever asks and how often', async () => {
    const readMachineID = vi.fn(async () => LINUX_ID)
    const service = new DeviceIDService({ readMachineID, override: null, report: vi.fn() })
    expect(await Promise.all([service.get(), service.get()])).toEqual([ID, ID])
    expect(await service.get()).toBe(ID)
    expect(readMachineID).toHaveBeenCalledTimes(1)
  })

  test('that cannot be read is unsupported, reported, and tried again when asked again', async () => {
    const report = vi.fn()
    const readMachineID = vi.fn().mockRejectedValueOnce(new Error('reg.exe: timeout')).mockResolvedValue(GUID)
    const service = new DeviceIDService({ readMachineID, override: null, report })
    await expect(service.get()).rejects.toMatchObject({ code: 'unsupported' })
    expect(report).toHaveBeenCalledTimes(1)
    expect(await service.get()).toBe(deviceIDOf(GUID))
  })

  test('of a system that we don’t know is unsupported', async () => {
    const service = new DeviceIDService({ readMachineID: null, override: null, report: vi.fn() })
    await expect(service.get()).rejects.toMatchObject({ code: 'unsupported' })
  })

  test('that was given from outside is taken as it is', async () => {
    const service = new DeviceIDService({ readMachineID: null, override: 'DEVICE-1', report: vi.fn() })
    expect(await service.get()).toBe('DEVICE-1')
  })
})

describe('a device ID from outside', () => {
  const args = ['program', '--device-id=BY-ARGUMENT']
  const env = { FIELDWORK_DEVICE_ID: 'BY-ENVIRONMENT' }

  test('comes by argument, else by environment', () => {
    expect(deviceIDOverride({ args, env, packaged: false })).toBe('BY-ARGUMENT')
    expect(deviceIDOverride({ args: [], env, packaged: false })).toBe('BY-ENVIRONMENT')
    expect(deviceIDOverride({ args: ['--device-id='], env: {}, packaged: false })).toBeNull()
    expect(deviceIDOverride({ args: [], env: {}, packaged: false })).toBeNull()
  })

  test('counts for nothing in a packaged client', () => {
    expect(deviceIDOverride({ args, env, packaged: true })).toBeNull()
  })
})
