/** What ten idle minutes cost: the client's own readings of Windows beside the stand-in's, and beside a process each. */
import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { answerFile, standInWindows } from '../../electron/platform/windows/stand-in-windows.ts'
import type { WindowsInterface } from '../../electron/platform/windows/windows-calls.ts'
import { ActiveAppWatch } from '../../electron/services/active-app/active-app-watch.ts'
import { FakeScheduler } from '../../electron/services/fake-scheduler.ts'
import { PollTurns } from '../../electron/services/poll-turns.ts'
import { WifiService } from '../../electron/services/surroundings/wifi.ts'
import { rasVpn } from '../../electron/services/vpn/ras-vpn.ts'
import { VpnService } from '../../electron/services/vpn/vpn-service.ts'
import { folder, isWine, system } from './machine-here.ts'

const SECONDS = 600
const LIMITS = { timeLimitMs: 20_000, outputLimitBytes: 65_536 }

/** What happens meanwhile: processes that are started, calls of Windows, and main's own milliseconds for each. */
async function counted(action: () => Promise<number>) {
  let started = 0
  const count = () => {
    started += 1
  }
  subscribe('child_process', count)
  const before = process.cpuUsage()
  const calls = await action()
  const { user, system: kernel } = process.cpuUsage(before)
  unsubscribe('child_process', count)
  return { started, calls, mainMs: (user + kernel) / 1000 / calls }
}

/** Ten minutes of every poll that asks Windows, by the client's own services. */
async function idle(windows: WindowsInterface): Promise<number> {
  let calls = 0
  const pending = new Set<Promise<unknown>>()
  const noted: WindowsInterface = {
    ...windows,
    ask(name, input) {
      calls += 1
      const asked = windows.ask(name, input)
      pending.add(asked)
      asked.catch(() => {}).finally(() => pending.delete(asked))
      return asked
    },
  }
  const scheduler = new FakeScheduler()
  const parts = { platform: process.platform, windows: noted }
  const wifi = new WifiService({ system: parts, scheduler, isConnected: () => true })
  const front = new ActiveAppWatch({ system: parts, scheduler, report: () => {}, emit: () => {} })
  const ras = rasVpn({ kind: 'ras', entry: 'Office VPN' }, { ...system, windows: noted }, () => {})
  const vpn = new VpnService({ vpn: () => ras, scheduler, turns: new PollTurns(scheduler) })
  await front.start(1)
  for (let second = 0; second < SECONDS; second += 1) {
    if (second % 5 === 0) await Promise.all([wifi.signal(), vpn.uptimeSeconds()])
    if (second % 60 === 0) for (const name of ['proxySetting', 'adapters'] as const) await noted.ask(name, {})
    await scheduler.advance(1_000)
    await Promise.allSettled(pending)
  }
  front.stop(1)
  return calls
}

function standIn(): WindowsInterface {
  const at = path.join(folder, 'stand-in')
  mkdirSync(at)
  const answers = { wifiSignal: 87, dialled: [], frontProgram: null, proxySetting: null, adapters: [] }
  for (const [name, value] of Object.entries(answers)) {
    writeFileSync(path.join(at, answerFile(name)), JSON.stringify({ value }))
  }
  return standInWindows(at)
}

test('ten idle minutes start no process, here as on the stand-in, and a reading costs main next to nothing', async () => {
  await system.windows.ask('machineID', {})
  const here = await counted(() => idle(system.windows))
  const stood = await counted(() => idle(standIn()))
  const netsh = 'C:\\Windows\\System32\\netsh.exe'
  const ROUNDS = 10
  const before = await counted(async () => {
    for (let round = 0; round < ROUNDS; round += 1)
      await system.end(netsh, ['wlan', 'show', 'interfaces'], LIMITS)
    return ROUNDS
  })
  assert.equal(before.started, ROUNDS)
  const line = (what: string, { started, calls, mainMs }: typeof here) =>
    console.log(
      `# measured: ${what}: ${started} processes, ${calls} readings, ${mainMs.toFixed(2)} ms of main's each`,
    )
  line(`ten idle minutes on ${isWine ? 'Wine' : 'Windows'}`, here)
  line('ten idle minutes on the stand-in', stood)
  line('the same by a process for each reading, one every 5 s', {
    ...before,
    started: SECONDS / 5,
    calls: SECONDS / 5,
  })
  for (const { started, calls, mainMs } of [here, stood]) {
    assert.equal(started, 0)
    assert.ok(calls > 350, String(calls))
    assert.ok(mainMs < 20, String(mainMs))
  }
})
