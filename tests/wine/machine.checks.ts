import assert from 'node:assert/strict'
import os from 'node:os'
import { test } from 'node:test'
import { koffiApi, loadKoffi } from '../../electron/platform/windows/koffi-api.ts'
import { checkedNativeModule } from '../../electron/platform/windows/native-module.ts'
import { WINDOWS_FUNCTIONS } from '../../electron/platform/windows/windows-api.ts'
import { readByOwnCalls } from '../../electron/services/device-health/own-readings.ts'
import { KOFFI_MODULE, system } from './machine-here.ts'

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

test('the program in front is a program, or there is none', async () => {
  const front = await ask('frontProgram', {})
  assert.ok(front === null || (front.program !== '' && !front.program.includes('\\')), JSON.stringify(front))
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

test('a reading takes main little time, and no process', async () => {
  const rounds = 200
  const before = process.cpuUsage()
  const at = performance.now()
  for (let round = 0; round < rounds; round++) await ask('wifiSignal', {})
  const { user, system: kernel } = process.cpuUsage(before)
  const each = (performance.now() - at) / rounds
  console.log(
    `# one reading: ${each.toFixed(2)} ms, of these main's own ${((user + kernel) / 1000 / rounds).toFixed(2)} ms`,
  )
  assert.ok(each < 200)
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
