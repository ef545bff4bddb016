import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { askWindows } from '../../electron/platform/windows/ask-windows.ts'
import { koffiApi, loadKoffi } from '../../electron/platform/windows/koffi-api.ts'
import { checkedNativeModule } from '../../electron/platform/windows/native-module.ts'
import { WINDOWS_FUNCTIONS } from '../../electron/platform/windows/windows-api.ts'
import { readByOwnCalls } from '../../electron/services/device-health/own-readings.ts'
import { forkWindowsHelper } from '../../scripts/lib/windows-helper.ts'
import { folder, isWine, KOFFI_MODULE, patient, system } from './machine-here.ts'

const { ask } = system.windows

test('every function that the client declares is there, with parameters that koffi takes', () => {
  const api = koffiApi(loadKoffi(checkedNativeModule(KOFFI_MODULE)))
  // An address of Windows' own memory is no function: it is only looked up, and this one is harmless.
  assert.ok(api.call('GetLastError') >= 0n)
  const missing = [...WINDOWS_FUNCTIONS.keys()].filter((name) => !isThere(name))
  assert.deepEqual(missing, [])
})

function isThere(name: string): boolean {
  const koffi = loadKoffi(checkedNativeModule(KOFFI_MODULE))
  const declared = WINDOWS_FUNCTIONS.get(name)
  if (!declared) return false
  try {
    koffi.load(declared.library).func(name, 'void', [])
    return true
  } catch {
    return false
  }
}

test('the machine has an id, the same at each reading', async () => {
  const id = await ask('machineID', {})
  assert.match(id, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i)
  assert.equal(await ask('machineID', {}), id)
})

test('the adapters that are up have names', async () => {
  const found = await ask('adapters', {})
  assert.ok(found.length > 0)
  assert.ok(found.every(({ name, description }) => name !== '' && description !== ''))
})

test('a wifi has its percentage, or there is none; dialled connections have names', async () => {
  const signal = await ask('wifiSignal', {})
  assert.ok(signal === null || (signal >= 0 && signal <= 100))
  assert.ok((await ask('dialled', {})).every(({ entry }) => entry !== ''))
})

test('a proxy that is set is found, and one that is switched off again is not', async () => {
  const key = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Internet Settings'
  const limits = { timeLimitMs: 20_000, outputLimitBytes: 65_536 }
  const set = (name: string, type: string, value: string) =>
    system.end(
      'C:\\Windows\\System32\\reg.exe',
      ['add', key, '/v', name, '/t', type, '/d', value, '/f'],
      limits,
    )
  await set('ProxyServer', 'REG_SZ', 'proxy.northgate.example:8080')
  await set('ProxyEnable', 'REG_DWORD', '1')
  assert.equal(await ask('proxySetting', {}), 'proxy.northgate.example:8080')
  await set('ProxyEnable', 'REG_DWORD', '0')
  assert.equal(await ask('proxySetting', {}), null)
})

test('a program is found running by its name in any case, and another is not', async () => {
  assert.equal(await ask('isRunning', { image: 'NODE.EXE' }), true)
  assert.equal(await ask('isRunning', { image: 'no-such-program.exe' }), false)
  assert.equal(await ask('closePrograms', { images: ['no-such-program.exe'] }), 0)
})

/** How long a busy machine may take to show or to close a window, in seconds. */
const PATIENCE_S = 90

test('a program whose window comes to the front is told, and one that is asked to close closes', {
  skip: isWine ? false : 'opens a window: under Wine only',
}, async () => {
  assert.equal(await ask('isRunning', { image: 'notepad.exe' }), false)
  const tool = await system.launch('C:\\Windows\\System32\\notepad.exe', [])
  const front = async () => (await ask('frontProgram', {}))?.program ?? 'none'
  const begun = Date.now()
  // It comes when Wine gets to it: on a machine that is busy, after many seconds.
  for (let at = await front(); at !== 'notepad'; at = await front()) {
    const waited = Math.round((Date.now() - begun) / 1000)
    const isThere = await ask('isRunning', { image: 'notepad.exe' })
    assert.ok(
      waited < PATIENCE_S,
      `After ${waited} s in front: ${at}; started: ${tool.running()}; listed: ${isThere}.`,
    )
    await wait(100)
  }
  assert.equal(await ask('isRunning', { image: 'NotePad.EXE' }), true)
  assert.equal(await ask('closePrograms', { images: ['NOTEPAD.exe'] }), 1)
  for (let round = 0; tool.running(); round++) {
    assert.ok(round < PATIENCE_S * 10, `It was asked to close and runs. In front: ${await front()}.`)
    await wait(100)
  }
  assert.notEqual((await ask('frontProgram', {}))?.program, 'notepad')
})

test('the function that Electron asks for idle seconds counts, and begins anew where the mouse moves', {
  skip: isWine ? false : 'moves the mouse: under Wine only',
}, async () => {
  const koffi = loadKoffi(KOFFI_MODULE)
  const user = koffi.load('user32.dll')
  const lastInput = user.func('GetLastInputInfo', 'int32', ['void *'])
  const move = user.func('mouse_event', 'void', ['uint32', 'uint32', 'uint32', 'uint32', 'uint64'])
  const ticks = koffi.load('kernel32.dll').func('GetTickCount', 'uint32', [])
  const idleMs = () => {
    const info = Buffer.from(new ArrayBuffer(8))
    info.writeUInt32LE(8)
    assert.equal(lastInput(info), 1)
    return (Number(ticks()) - info.readUInt32LE(4)) >>> 0
  }
  await wait(1_100)
  assert.ok(idleMs() >= 1_000)
  move(1, 5, 5, 0, 0)
  assert.ok(idleMs() < 1_000)
})

test('credentials of a VPN that isn’t in the phone book are a failure of RAS with its number', async () => {
  for (const entry of ['No such VPN', 'e'.repeat(256)]) {
    const given = { entry, phoneBook: null, userName: 'u', password: 'p', clear: false }
    await assert.rejects(ask('setVpnCredentials', given), (error: { name: string; code: number }) => {
      assert.equal(error.name, 'WindowsFailure')
      assert.ok(error.code >= 600 && error.code < 1000, String(error.code))
      return true
    })
  }
})

test('a handle that is closed twice is an answer of Windows, and the process lives', () => {
  const api = koffiApi(loadKoffi(KOFFI_MODULE))
  const event = api.call('CreateEventW', null, false, false, null)
  assert.deepEqual([api.call('CloseHandle', event), api.call('CloseHandle', event)], [1n, 0n])
  assert.equal(api.call('GetLastError'), 6n)
  const [version, opened] = [4, 8].map((bytes) => Buffer.from(new ArrayBuffer(bytes)))
  assert.equal(api.call('WlanOpenHandle', 2, null, version ?? null, opened ?? null), 0n)
  const wlan = opened?.readBigUInt64LE() ?? 0n
  assert.equal(api.call('WlanCloseHandle', wlan, null), 0n)
  assert.notEqual(api.call('WlanCloseHandle', wlan, null), 0n)
})

test('a process that ends within a call is a failure for main, which asks another one', async () => {
  const script = path.join(folder, 'crashes.cjs')
  writeFileSync(
    script,
    // ACCESS_VIOLATION: what a process ends with that reads where nothing lies.
    `const end=require(process.argv[2]).load('kernel32.dll').func('ExitProcess','void',['uint32'])
process.on('message',()=>end(0xc0000005))`,
  )
  let starts = 0
  const windows = askWindows({
    scheduler: patient,
    start() {
      starts += 1
      return forkWindowsHelper(KOFFI_MODULE, starts === 1 ? script : undefined)
    },
  })
  await assert.rejects(windows.ask('machineID', {}), { name: 'WindowsFailure', reason: 'ended' })
  assert.equal(await windows.ask('machineID', {}), await ask('machineID', {}))
  assert.equal(starts, 2)
})

test('a signature is checked: Node’s own is valid, a changed and an unsigned file aren’t, a missing one isn’t', async () => {
  assert.deepEqual(await ask('fileSignature', { file: process.execPath }), {
    status: 0,
    signer: 'OpenJS Foundation',
  })
  for (const file of [import.meta.filename, 'C:\\no such file.exe']) {
    const { status, signer } = await ask('fileSignature', { file })
    assert.notEqual(status, 0)
    assert.equal(signer, '')
  }
})

test('the machine’s readings come without a process', async () => {
  const health = await readByOwnCalls()
  assert.equal(health.hostName, os.hostname())
  for (const percent of [health.memoryUsage, health.cpuUsage, health.diskUtilisation]) {
    assert.ok(percent !== null && percent >= 0 && percent <= 100, JSON.stringify(health))
  }
  assert.match(health.operatingSystem, /windows/i)
})

test('the time zones that people work in are known', () => {
  assert.equal(localTimeOf('2026-07-01T12:00:00Z', 'Europe/London'), '13:00')
  assert.equal(localTimeOf('2026-12-01T12:00:00Z', 'Europe/London'), '12:00')
  assert.equal(localTimeOf('2026-07-01T12:00:00Z', 'Asia/Kolkata'), '17:30')
  assert.equal(localTimeOf('2026-07-01T12:00:00Z', 'America/New_York'), '08:00')
})

function localTimeOf(moment: string, timeZone: string): string {
  const form = { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  return new Intl.DateTimeFormat('en-GB', form).format(new Date(moment))
}
