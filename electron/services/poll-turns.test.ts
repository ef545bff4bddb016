import { expect, test } from 'vitest'
import { NETSH } from '../testing/windows-outputs.ts'
import { FakeScheduler } from './fake-scheduler.ts'
import { PollTurns } from './poll-turns.ts'
import { WifiService } from './surroundings/wifi.ts'
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

test('with wifi and VPN polled every 5 s by a page, 10 minutes start one process every 5 s at most', async () => {
  const scheduler = new FakeScheduler()
  const turns = new PollTurns(scheduler)
  const started: number[] = []
  const end = async () => {
    started.push(scheduler.now())
    return { exitCode: 0, output: NETSH.connected }
  }
  const wifi = new WifiService({
    system: { platform: 'win32', env: {}, end },
    turns,
    isConnected: () => true,
  })
  const state = {
    start: async () => {},
    stop: async () => {},
    isUp: async () => (await end()).exitCode === 0,
  }
  const vpn = new VpnService({ vpn: () => state, scheduler, turns })
  const asked = { wifi: 0, vpn: 0 }
  const count = (name: keyof typeof asked) => {
    asked[name] += 1
  }
  scheduler.every(5_000, () => void wifi.signal().then(() => count('wifi')))
  scheduler.every(5_000, () => void vpn.uptimeSeconds().then(() => count('vpn')))
  await scheduler.advance(600_000)
  expect(asked).toEqual({ wifi: 120, vpn: 120 })
  const gaps = started.slice(1).map((at, place) => at - (started[place] ?? 0))
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(5_000)
  // The VPN's 20 readings take the wifi's turn.
  expect(started).toHaveLength(120)
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
