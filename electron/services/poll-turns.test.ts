import { describe, expect, test } from 'vitest'
import { fakeWindows } from '../platform/windows/fake-windows.ts'
import { ActiveAppWatch } from './active-app/active-app-watch.ts'
import { FakeScheduler } from './fake-scheduler.ts'
import { PollTurns } from './poll-turns.ts'
import { WifiService } from './surroundings/wifi.ts'
import { rasVpn } from './vpn/ras-vpn.ts'
import type { Vpn } from './vpn/vpn.ts'
import { VpnService } from './vpn/vpn-service.ts'

test('polls start one process every 5 s between them, in turn', async () => {
  const scheduler = new FakeScheduler()
  const turns = new PollTurns(scheduler)
  const taken: string[] = []
  const ask = (name: string) => turns.take(name) && taken.push(name)
  for (let second = 0; second < 40; second++) {
    for (const name of ['wifi', 'vpn']) ask(name)
    await scheduler.advance(1000)
  }
  expect(taken).toEqual(['wifi', 'vpn', 'wifi', 'vpn', 'wifi', 'vpn', 'wifi', 'vpn'])
})

test('one that has stopped asking is not waited for', async () => {
  const scheduler = new FakeScheduler()
  const turns = new PollTurns(scheduler)
  expect(turns.take('wifi')).toBe(true)
  expect(turns.take('vpn')).toBe(false)
  await scheduler.advance(5000)
  expect(turns.take('wifi')).toBe(false)
  await scheduler.advance(5000)
  expect(turns.take('wifi')).toBe(true)
})

describe('10 idle minutes with every poll of a page', () => {
  /** @param vpn the company's; what it starts is noted down */
  async function idle(vpn: (note: () => void) => Vpn) {
    const scheduler = new FakeScheduler()
    const turns = new PollTurns(scheduler)
    const started: number[] = []
    const windows = fakeWindows({ wifiSignal: () => 87, frontProgram: () => null })
    const system = { platform: 'win32', windows }
    const wifi = new WifiService({ system, scheduler, isConnected: () => true })
    const front = new ActiveAppWatch({ system, scheduler, report: () => {}, emit: () => {} })
    const own = vpn(() => void started.push(scheduler.now()))
    const service = new VpnService({ vpn: () => own, scheduler, turns })
    let asked = 0
    scheduler.every(5_000, () => void wifi.signal().then(() => asked++))
    scheduler.every(5_000, () => void service.uptimeSeconds().then(() => asked++))
    await front.start(1)
    await scheduler.advance(600_000)
    expect(asked).toBe(240)
    return started
  }
  const end = async () => ({ exitCode: 0, output: '' })

  test('start no process at all on Windows', async () => {
    const started = await idle((note) => {
      const run = () => {
        note()
        return end()
      }
      const windows = fakeWindows({ dialled: () => [{ entry: 'Office VPN', connectedMs: 1 }] })
      const system = { env: {}, end: run, windows }
      return rasVpn({ kind: 'ras', entry: 'Office VPN' }, system, () => {})
    })
    expect(started).toEqual([])
  })

  test('start one of the company’s own VPN program in 30 s', async () => {
    const started = await idle((note) => ({
      start: async () => {},
      stop: async () => {},
      async state() {
        note()
        return { up: (await end()).exitCode === 0, forMs: null }
      },
    }))
    expect(started).toHaveLength(20)
    const gaps = started.slice(1).map((at, place) => at - (started[place] ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(30_000)
  })
})

test('one that waits for its turn gets it next, and the three programs of a check one after the other', async () => {
  const scheduler = new FakeScheduler()
  const turns = new PollTurns(scheduler)
  const taken: string[] = []
  const note = (name: string) => void taken.push(`${scheduler.now() / 1000} ${name}`)
  for (let i = 0; i < 3; i++) void turns.wait('safety').then(() => note('safety'))
  for (let second = 0; second < 20; second++) {
    if (turns.take('wifi')) note('wifi')
    await scheduler.advance(1000)
  }
  expect(taken.map((line) => line.split(' ')[1])).toEqual(['safety', 'wifi', 'safety', 'wifi', 'safety'])
  const at = taken.map((line) => Number(line.split(' ')[0]))
  for (let i = 1; i < at.length; i++) expect((at[i] ?? 0) - (at[i - 1] ?? 0)).toBeGreaterThanOrEqual(4.5)
})
