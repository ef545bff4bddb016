import { EventEmitter } from 'node:events'
import { describe, expect, test, vi } from 'vitest'
import { FakeScheduler, settle } from '../fake-scheduler.ts'
import { DeviceHealthService } from './device-health-service.ts'
import { readInProcess } from './reader.ts'
import { type DeviceSources, readDeviceHealth } from './readings.ts'

const DEVICE_HEALTH_LIMIT_MS = 10_000
const DEVICE_HEALTH_CACHE_MS = 5000

const basics = {
  memoryBytes: 8 * 1024 ** 3,
  logicalProcessors: 8,
  hostName: 'DESK-17',
  system: 'Windows_NT 10.0',
  systemMount: 'C:',
}
const sources: DeviceSources = {
  memory: async () => ({ total: 8_000, available: 2_000 }),
  load: async () => 12.345,
  disks: async () => [
    { mount: 'D:', use: 5 },
    { mount: 'c:', use: 61.26 },
  ],
  system: async () => ({ distro: 'Microsoft Windows 11 Pro', release: '10.0.26100' }),
}
const never = new Promise<never>(() => {})
const health = await readDeviceHealth(basics, sources, never)

describe('the readings', () => {
  test('are in kilobytes and percent, of the system disk', () => {
    expect(health).toEqual({
      memorySize: 8 * 1024 ** 2,
      memoryUsage: 75,
      threadCount: 8,
      cpuUsage: 12.3,
      diskUtilisation: 61.3,
      operatingSystem: 'Microsoft Windows 11 Pro 10.0.26100',
      hostName: 'DESK-17',
    })
  })

  test('that fail or are no numbers are null, and the others stand', async () => {
    const partly = await readDeviceHealth(
      basics,
      {
        ...sources,
        memory: () => Promise.reject(new Error('no PowerShell')),
        load: async () => Number.NaN,
        disks: async () => [],
        system: () => Promise.reject(new Error('no PowerShell')),
      },
      never,
    )
    expect(partly).toEqual({
      ...health,
      memoryUsage: null,
      cpuUsage: null,
      diskUtilisation: null,
      operatingSystem: 'Windows_NT 10.0',
    })
  })

  test('that hang are given up, and the others stand', async () => {
    const slow = await readDeviceHealth(basics, { ...sources, disks: () => never }, settle())
    expect(slow).toEqual({ ...health, diskUtilisation: null })
  })
})

describe('the service', () => {
  test('reads once for those who ask at the same time, and again after five seconds', async () => {
    const scheduler = new FakeScheduler()
    const read = vi.fn(async () => health)
    const service = new DeviceHealthService(read, scheduler)
    await Promise.all([service.check(), service.check()])
    await scheduler.advance(DEVICE_HEALTH_CACHE_MS - 1)
    expect(await service.check()).toEqual(health)
    expect(read).toHaveBeenCalledTimes(1)
    await scheduler.advance(1)
    await service.check()
    expect(read).toHaveBeenCalledTimes(2)
    expect(scheduler.pending).toBe(0)
  })

  test('ends a reading that hangs after ten seconds, says so, and starts no other until it has gone', async () => {
    const scheduler = new FakeScheduler()
    const ended = Promise.withResolvers<never>()
    const read = vi.fn((_signal: AbortSignal) => ended.promise)
    const service = new DeviceHealthService(read, scheduler)
    const first = service.check()
    await scheduler.advance(DEVICE_HEALTH_LIMIT_MS)
    expect(read.mock.calls[0]?.[0].aborted).toBe(true)
    void service.check().catch(() => {})
    expect(read).toHaveBeenCalledTimes(1)
    ended.reject(new Error('killed'))
    await expect(first).rejects.toMatchObject({ code: 'timeout' })
    void service.check().catch(() => {})
    expect(read).toHaveBeenCalledTimes(2)
  })

  test('keeps no failed reading', async () => {
    const read = vi.fn().mockRejectedValueOnce(new Error('broken')).mockResolvedValueOnce(health)
    const service = new DeviceHealthService(read, new FakeScheduler())
    await expect(service.check()).rejects.toThrow('broken')
    expect(await service.check()).toEqual(health)
  })
})

describe('the process', () => {
  function fakeProcess() {
    const events = new EventEmitter()
    const kill = vi.fn(() => {
      setImmediate(() => events.emit('exit', 15))
      return true
    })
    return Object.assign(events, { kill })
  }

  test('gives its reading and is ended', async () => {
    const process = fakeProcess()
    const reading = readInProcess(() => process)(new AbortController().signal)
    process.emit('message', health)
    expect(await reading).toEqual(health)
    expect(process.kill).toHaveBeenCalled()
  })

  test.each([undefined, null, {}, { ...health, cpuUsage: 101 }])(
    'that gives %j has failed',
    async (message) => {
      const process = fakeProcess()
      const reading = readInProcess(() => process)(new AbortController().signal)
      process.emit('message', message)
      await expect(reading).rejects.toThrow('no valid reading')
    },
  )

  test('that is given up is ended, and the reading settles when it has gone', async () => {
    const process = fakeProcess()
    const limit = new AbortController()
    const reading = readInProcess(() => process)(limit.signal)
    limit.abort()
    expect(process.kill).toHaveBeenCalled()
    await expect(reading).rejects.toThrow('ended with 15')
  })
})
