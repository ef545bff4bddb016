import type { NetworkInterfaceInfo } from 'node:os'
import { describe, expect, test, vi } from 'vitest'
import { FakeScheduler, settle } from '../fake-scheduler.ts'
import { ConnectionWatch } from './connection-watch.ts'
import { Graphics } from './graphics.ts'
import { PageKeeper } from './page-keeper.ts'

const HANGING_MS = 20_000
const FAILURES_WITHIN_MS = 300_000
const NETWORK_LOOK_MS = 2000

describe('a page', () => {
  function kept() {
    const scheduler = new FakeScheduler()
    const page = { reload: vi.fn(), end: vi.fn(), showStopped: vi.fn() }
    const report = vi.fn()
    return { scheduler, page, report, keeper: new PageKeeper(page, scheduler, report) }
  }

  test('that crashed is loaded again, the third time in five minutes it is not', () => {
    const { keeper, page, report } = kept()
    keeper.gone('crashed')
    keeper.gone('oom')
    expect(page.reload).toHaveBeenCalledTimes(2)
    keeper.gone('crashed')
    expect(page.reload).toHaveBeenCalledTimes(2)
    expect(page.showStopped).toHaveBeenCalledOnce()
    expect(report).toHaveBeenCalledWith('the page’s process has gone: oom'.replace('’', "'"))
    // The person starts it again: it has all its chances.
    keeper.gone('crashed')
    expect(page.reload).toHaveBeenCalledTimes(3)
  })

  test('that crashes now and then is always loaded again, and one that ended is left', async () => {
    const { keeper, page, scheduler } = kept()
    for (let i = 0; i < 6; i++) {
      keeper.gone('crashed')
      await scheduler.advance(FAILURES_WITHIN_MS / 2)
    }
    expect(page.reload).toHaveBeenCalledTimes(6)
    keeper.gone('clean-exit')
    expect(page.reload).toHaveBeenCalledTimes(6)
    expect(page.showStopped).not.toHaveBeenCalled()
  })

  test('that hangs is ended, one that answers again or has closed is not', async () => {
    const { keeper, page, scheduler } = kept()
    keeper.unresponsive()
    await scheduler.advance(HANGING_MS - 1)
    keeper.responsive()
    await scheduler.advance(HANGING_MS)
    keeper.unresponsive()
    keeper.stop()
    await scheduler.advance(HANGING_MS)
    expect(page.end).not.toHaveBeenCalled()
    keeper.unresponsive()
    await scheduler.advance(HANGING_MS)
    expect(page.end).toHaveBeenCalledOnce()
  })
})

describe('the graphics processor', () => {
  function graphics(text: string | null = null, version = '1.0.0') {
    const write = vi.fn()
    const parts = { version, read: () => text, write, scheduler: new FakeScheduler(), report: vi.fn() }
    return { write, report: parts.report, graphics: new Graphics(parts) }
  }

  test('is done without from the next start on where its process ends three times in five minutes', () => {
    const { graphics: gpu, write, report } = graphics()
    gpu.childGone('GPU', 'crashed')
    gpu.childGone('Utility', 'crashed')
    gpu.childGone('GPU', 'crashed')
    expect(write).not.toHaveBeenCalled()
    expect(report).toHaveBeenCalledTimes(3)
    gpu.childGone('GPU', 'crashed')
    expect(write).toHaveBeenCalledExactlyOnceWith('{"withoutGpu":"1.0.0"}')
  })

  test('is tried again by the next version, and where the note is no note', () => {
    const note = '{"withoutGpu":"1.0.0"}'
    expect(graphics(note).graphics.isSwitchedOff()).toBe(true)
    expect(graphics(note, '1.0.1').graphics.isSwitchedOff()).toBe(false)
    for (const text of [null, '', '{}', '[1]']) expect(graphics(text).graphics.isSwitchedOff()).toBe(false)
  })

  test('a note that can’t be written is reported', () => {
    const { graphics: gpu, write, report } = graphics()
    write.mockImplementation(() => {
      throw new Error('full')
    })
    for (let i = 0; i < 3; i++) gpu.childGone('GPU', 'crashed')
    expect(report).toHaveBeenLastCalledWith(
      'could not note that the graphics processor fails',
      new Error('full'),
    )
  })
})

describe('the connection', () => {
  const address = (ip: string, more: Partial<NetworkInterfaceInfo> = {}) =>
    ({ address: ip, family: 'IPv4', internal: false, ...more }) as NetworkInterfaceInfo

  test('is another on wake-up, by the VPN, and where the addresses changed; each is told once', async () => {
    const scheduler = new FakeScheduler()
    let interfaces: Record<string, NetworkInterfaceInfo[]> = { eth: [address('10.0.0.2')] }
    const emit = vi.fn()
    const report = vi.fn()
    const watch = new ConnectionWatch({
      interfaces: () => interfaces,
      watchAddresses: () => Promise.reject(new Error('not here')),
      scheduler,
      emit,
      report,
    })
    const stop = watch.start()
    await settle()
    const told = async () => {
      await scheduler.advance(NETWORK_LOOK_MS)
      return emit.mock.calls.splice(0).map(([cause]) => cause)
    }
    expect(await told()).toEqual([])
    interfaces = { eth: [address('10.0.0.2'), address('fe80::1', { family: 'IPv6' })] }
    expect(await told()).toEqual([])
    interfaces = { wifi: [address('192.168.1.7')] }
    expect(await told()).toEqual(['network'])
    interfaces = { wifi: [address('192.168.1.7')], vpn: [address('172.16.0.1')] }
    watch.vpnChanged()
    expect(await told()).toEqual(['vpn'])
    watch.suspended()
    interfaces = {}
    watch.resumed()
    expect(await told()).toEqual(['resume'])
    expect(report).toHaveBeenCalledWith('the machine goes to sleep')
    stop()
    interfaces = { eth: [address('10.0.0.9')] }
    expect(await told()).toEqual([])
    expect(scheduler.pending).toBe(0)
  })

  test('of which the system tells is not looked at in between: no timer runs', async () => {
    const scheduler = new FakeScheduler()
    let interfaces: Record<string, NetworkInterfaceInfo[]> = { eth: [address('10.0.0.2')] }
    const emit = vi.fn()
    let tell = () => {}
    const watch = new ConnectionWatch({
      interfaces: () => interfaces,
      watchAddresses(changed) {
        tell = changed
        return new Promise(() => {})
      },
      scheduler,
      emit,
      report: vi.fn(),
    })
    const stop = watch.start()
    await settle()
    expect(scheduler.pending).toBe(0)
    // A change that changes nothing for us is none.
    tell()
    expect(emit).not.toHaveBeenCalled()
    interfaces = { wifi: [address('192.168.1.7')] }
    tell()
    expect(emit.mock.calls).toEqual([['network']])
    stop()
    interfaces = {}
    tell()
    expect(emit).toHaveBeenCalledOnce()
  })
})
