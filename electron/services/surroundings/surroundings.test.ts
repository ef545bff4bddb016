import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { hostSystem } from '../../platform/host-system.ts'
import type { LaunchProgram } from '../../platform/program-launcher.ts'
import { standInPrograms } from '../../testing/stand-in-programs.ts'
import { LOCATION, NETSH } from '../../testing/windows-outputs.ts'
import { FakeScheduler } from '../fake-scheduler.ts'
import { PollTurns } from '../poll-turns.ts'
import { systemScheduler } from '../scheduler.ts'
import { locate } from './geolocation.ts'
import { Speech } from './speech.ts'
import { parseSignal, WIFI_DENIED, WifiService } from './wifi.ts'

const programs = standInPrograms()
afterAll(() => programs.dispose())

const env = { ...process.env, FIELDWORK_STANDIN_PROGRAMS: programs.folder }
const windows = (scheduler = systemScheduler) =>
  hostSystem({ platform: 'linux', env, scheduler, packaged: false })

describe.skipIf(process.platform === 'win32')('the wifi signal', () => {
  beforeEach(() => programs.remove('netsh.calls'))

  function wifi(isConnected = true, platform = 'win32') {
    const scheduler = new FakeScheduler()
    const system = { ...windows(), platform }
    return {
      scheduler,
      wifi: new WifiService({ system, turns: new PollTurns(scheduler), isConnected: () => isConnected }),
    }
  }

  test.each([
    ['a wifi', NETSH.connected, true, 87],
    ['a wifi, in German', NETSH.connectedGerman, true, 64],
    ['a wifi with the name of a signal', NETSH.namedLikeASignal, true, 31],
    ['a wifi that is off, with a cable', NETSH.off, true, 101],
    ['a wifi that is off, in German, with a cable', NETSH.offGerman, true, 101],
    ['a wifi that is off, without', NETSH.off, false, 999],
    ['no adapter, with a cable', NETSH.noAdapter, true, 101],
    ['no adapter, without', NETSH.noAdapter, false, 999],
  ])('S202 of %s', async (_what, output, isConnected, signal) => {
    programs.put('netsh', { output })
    expect(await wifi(isConnected).wifi.signal()).toBe(signal)
    expect(programs.calls('netsh').map(({ args }) => args)).toEqual([['wlan', 'show', 'interfaces']])
  })

  test('S202 is that of no wifi where its service is stopped or netsh is missing', async () => {
    programs.put('netsh', { output: NETSH.serviceStopped, exitCode: 1 })
    expect(await wifi().wifi.signal()).toBe(101)
    programs.remove('netsh')
    expect(await wifi(false).wifi.signal()).toBe(999)
  })

  test('S201 is denied where Windows wants the location permission for it', async () => {
    programs.put('netsh', { output: NETSH.needsLocation, exitCode: 1 })
    await expect(wifi().wifi.signal()).rejects.toMatchObject({ code: 'denied', message: WIFI_DENIED })
    programs.put('netsh', { output: 'Zugriff verweigert', exitCode: 5 })
    await expect(wifi().wifi.signal()).rejects.toMatchObject({ code: 'denied' })
  })

  test('S201 is read once in 5 s, however often it is asked for', async () => {
    programs.put('netsh', { output: NETSH.connected })
    const { wifi: it, scheduler } = wifi()
    for (let i = 0; i < 3; i++) expect(await it.signal()).toBe(87)
    expect(programs.calls('netsh')).toHaveLength(1)
    programs.put('netsh', { output: NETSH.connectedGerman })
    // A poll may come half a second early, since timers aren't exact.
    await scheduler.advance(4_499)
    expect(await it.signal()).toBe(87)
    expect(programs.calls('netsh')).toHaveLength(1)
    await scheduler.advance(1)
    expect(await it.signal()).toBe(64)
  })

  test('S201 is worded where netsh hangs or writes without end', async () => {
    const scheduler = new FakeScheduler()
    const parts = { turns: new PollTurns(scheduler), isConnected: () => true }
    programs.put('netsh', { manner: 'hang' })
    const hanging = new WifiService({ ...parts, system: windows(scheduler) }).signal()
    const failure = expect(hanging).rejects.toMatchObject({ code: 'timeout' })
    await scheduler.advance(4_000)
    await failure
    programs.put('netsh', { manner: 'endless' })
    await expect(new WifiService({ ...parts, system: windows() }).signal()).rejects.toMatchObject({
      code: 'failed',
    })
  })

  test('is unsupported off Windows', async () => {
    await expect(wifi(true, 'linux').wifi.signal()).rejects.toMatchObject({
      code: 'unsupported',
      message: 'The wifi signal is available on Windows only.',
    })
  })

  test('S201 S202 is the strongest of several adapters, and none where nothing is a signal', () => {
    expect(parseSignal(NETSH.connectedGerman + NETSH.connected)).toBe(87)
    for (const output of ['', 'Signal', NETSH.off, '    Signal : 400%'])
      expect(parseSignal(output)).toBeNull()
  })
})

describe.skipIf(process.platform === 'win32')('S140 the location', () => {
  const ask = (output: string) => {
    programs.put('powershell', { when: 'System.Device', output })
    return locate(windows())
  }

  test('is what Windows says', async () => {
    expect(await ask(LOCATION.known)).toEqual({ latitude: 53.7997, longitude: -1.5492, accuracy: 28.5 })
  })

  test('is denied where it may not be told, and a failure where it is not known', async () => {
    await expect(ask(LOCATION.denied)).rejects.toMatchObject({ code: 'denied' })
    await expect(ask(LOCATION.unknown)).rejects.toMatchObject({
      code: 'failed',
      message: expect.stringMatching(/try again/),
    })
    await expect(locate({ ...windows(), platform: 'darwin' })).rejects.toMatchObject({ code: 'unsupported' })
  })
})

describe('S135 reading out', () => {
  function speech() {
    const spoken: { input: string; args: string; ended: boolean }[] = []
    const launch: LaunchProgram = async (_program, args, options) => {
      const one = { input: options?.input ?? '', args: args.join(' '), ended: false }
      spoken.push(one)
      const end = () => {
        Object.assign(one, { ended: true })
        options?.onEnd?.()
      }
      return { running: () => !one.ended, end }
    }
    return { spoken, speech: new Speech({ platform: 'win32', env: {}, launch }) }
  }

  test('hands the text over by standard input, in ASCII, and never as an argument', async () => {
    const { spoken, speech: it } = speech()
    void it.play("Grüße'; exit")
    await vi.waitFor(() => expect(spoken).toHaveLength(1))
    expect(spoken[0]?.input).toBe('{"text":"Gr\\u00fc\\u00dfe\'; exit"}')
    expect(spoken[0]?.args).not.toContain('Gr')
  })

  test('one text takes the place of another, and stops when asked', async () => {
    const { spoken, speech: it } = speech()
    const both = Promise.all([it.play('one'), it.play('two')])
    await vi.waitFor(() => expect(spoken.map(({ ended }) => ended)).toEqual([true, false]))
    it.stop()
    await both
    expect(spoken.map(({ ended }) => ended)).toEqual([true, true])
  })

  test('is unsupported off Windows', async () => {
    const linux = new Speech({ platform: 'linux', env: {}, launch: vi.fn() })
    await expect(linux.play('one')).rejects.toMatchObject({ code: 'unsupported' })
  })
})
