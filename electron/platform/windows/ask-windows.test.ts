import { describe, expect, test } from 'vitest'
import { FakeScheduler, settle } from '../../services/fake-scheduler.ts'
import { hostSystem } from '../host-system.ts'
import { askWindows } from './ask-windows.ts'
import type { HelperRequest } from './messages.ts'

/** A helper process that the test plays. */
function played() {
  const scheduler = new FakeScheduler()
  const helpers: {
    readonly requests: HelperRequest[]
    killed: boolean
    say(message: unknown): void
    exit(): void
  }[] = []
  const start = () => {
    const listeners: Record<string, (value: never) => void> = {}
    const one = {
      requests: [] as HelperRequest[],
      killed: false,
      say: (message: unknown) => listeners.message?.(message as never),
      exit: () => listeners.exit?.(1 as never),
    }
    helpers.push(one)
    return {
      postMessage: (message: unknown) => void one.requests.push(message as HelperRequest),
      on(event: string, listener: (value: never) => void) {
        listeners[event] = listener
      },
      kill() {
        one.killed = true
        one.exit()
        return true
      },
    }
  }
  return { scheduler, helpers, windows: askWindows({ start, scheduler }) }
}

describe('asking Windows', () => {
  test('goes to one process, started when it is first needed; answers come back in any order', async () => {
    const { helpers, windows, scheduler } = played()
    expect(helpers).toEqual([])
    const [wifi, id] = [windows.ask('wifiSignal', {}), windows.ask('machineID', {})]
    await settle()
    expect(helpers).toHaveLength(1)
    expect(helpers[0]?.requests).toEqual([
      { id: 1, name: 'wifiSignal', input: {} },
      { id: 2, name: 'machineID', input: {} },
    ])
    for (const wrong of [null, 'x', { id: 99, value: 1 }, { id: 1 }, { id: 1, failure: { reason: 'odd' } }]) {
      if (wrong !== null && typeof wrong === 'object' && 'id' in wrong && wrong.id === 1) continue
      helpers[0]?.say(wrong)
    }
    helpers[0]?.say({ id: 2, value: 'GUID' })
    helpers[0]?.say({ id: 1, value: 87 })
    // A second answer changes nothing.
    helpers[0]?.say({ id: 1, value: 12 })
    expect(await Promise.all([wifi, id])).toEqual([87, 'GUID'])
    expect(scheduler.pending).toBe(0)
  })

  test('fails as Windows fails, and where an answer doesn’t fit', async () => {
    const { helpers, windows } = played()
    const [one, other] = [windows.ask('wifiSignal', {}), windows.ask('machineID', {})]
    await settle()
    helpers[0]?.say({ id: 1, failure: { call: 'WlanOpenHandle', reason: 'notRunning', code: 1062 } })
    helpers[0]?.say({ id: 2, value: { planted: 1 } })
    await expect(one).rejects.toMatchObject({ message: 'WlanOpenHandle: notRunning (1062)' })
    await expect(other).rejects.toMatchObject({ message: 'machineID: failed' })
  })

  test('that takes too long ends the process; whoever waits is told, and the next one gets another', async () => {
    const { helpers, windows, scheduler } = played()
    const first = windows.ask('machineID', {})
    // The first answer may come late, since the process has to start.
    await scheduler.advance(18_999)
    helpers[0]?.say({ id: 1, value: 'GUID' })
    expect(await first).toBe('GUID')
    const slow = windows.ask('wifiSignal', {})
    await scheduler.advance(1_000)
    const behind = windows.ask('machineID', {})
    const failures = Promise.allSettled([slow, behind])
    await scheduler.advance(2_999)
    expect(helpers[0]?.killed).toBe(false)
    await scheduler.advance(1)
    expect(helpers[0]?.killed).toBe(true)
    expect(await failures).toMatchObject([
      { reason: { message: 'wifiSignal: timeout' } },
      { reason: { message: 'machineID: ended' } },
    ])
    const next = windows.ask('machineID', {})
    await settle()
    helpers[1]?.say({ id: 1, value: 'GUID' })
    expect(await next).toBe('GUID')
    expect(scheduler.pending).toBe(0)
  })

  test('a process that keeps ending isn’t started a sixth time in ten minutes', async () => {
    const { helpers, windows, scheduler } = played()
    const attempt = async () => {
      const asked = windows.ask('wifiSignal', {})
      await settle()
      helpers.at(-1)?.exit()
      await expect(asked).rejects.toMatchObject({ reason: 'ended' })
    }
    for (let times = 0; times < 5; times++) await attempt()
    expect(helpers).toHaveLength(5)
    await expect(windows.ask('wifiSignal', {})).rejects.toMatchObject({ reason: 'ended' })
    expect(helpers).toHaveLength(5)
    await scheduler.advance(10 * 60_000)
    await attempt()
    expect(helpers).toHaveLength(6)
  })

  test('a signature is checked in a process of its own, which ends with it, so that nothing else waits', async () => {
    const { helpers, windows } = played()
    const signature = windows.ask('fileSignature', { file: 'C:\\setup.exe' })
    const id = windows.ask('machineID', {})
    await settle()
    expect(helpers.map(({ requests }) => requests.map(({ name }) => name))).toEqual([
      ['fileSignature'],
      ['machineID'],
    ])
    helpers[1]?.say({ id: 1, value: 'GUID' })
    expect(await id).toBe('GUID')
    helpers[0]?.say({ id: 1, value: { status: 0, signer: 'Northgate' } })
    expect(await signature).toEqual({ status: 0, signer: 'Northgate' })
    expect(helpers.map(({ killed }) => killed)).toEqual([true, false])
  })

  test('changed addresses are told, also by the process that comes after; what can’t be watched is said', async () => {
    const { helpers, windows, scheduler } = played()
    let told = 0
    const watching = windows.watchAddresses(() => {
      told += 1
    })
    const failed = expect(watching).rejects.toMatchObject({ reason: 'missing' })
    await settle()
    helpers[0]?.say({ event: 'addressesChanged' })
    expect(told).toBe(1)
    helpers[0]?.exit()
    await settle()
    // Whether something changed in between isn't known.
    expect(told).toBe(2)
    helpers[1]?.say({ event: 'addressesChanged' })
    expect(told).toBe(3)
    expect(scheduler.pending).toBe(0)
    helpers[1]?.say({ id: 1, failure: { call: 'NotifyAddrChange', reason: 'missing', code: 120 } })
    await failed
  })

  test('is missing on other systems, and no process is started for it', async () => {
    let started = 0
    const startWindowsHelper = () => {
      started += 1
      throw new Error('not here')
    }
    const parts = { env: {}, scheduler: new FakeScheduler(), packaged: true, startWindowsHelper }
    for (const platform of ['linux', 'darwin']) {
      const { windows } = hostSystem({ ...parts, platform })
      await expect(windows.ask('machineID', {})).rejects.toMatchObject({ reason: 'missing' })
      await expect(windows.watchAddresses(() => {})).rejects.toMatchObject({ reason: 'missing' })
    }
    expect(started).toBe(0)
  })
})
