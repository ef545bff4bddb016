import { afterAll, describe, expect, test, vi } from 'vitest'
import { surroundingsCommands } from '../../commands/surroundings.ts'
import { hostSystem } from '../../platform/host-system.ts'
import type { LaunchProgram } from '../../platform/program-launcher.ts'
import { WindowsFailure, type WindowsFailureReason } from '../../platform/windows/failure.ts'
import { fakeWindows } from '../../platform/windows/fake-windows.ts'
import { standInPrograms } from '../../testing/stand-in-programs.ts'
import { LOCATION } from '../../testing/windows-outputs.ts'
import { FakeScheduler } from '../fake-scheduler.ts'
import { systemScheduler } from '../scheduler.ts'
import { locate } from './geolocation.ts'
import { Speech } from './speech.ts'
import { WIFI_DENIED, WifiService } from './wifi.ts'

const programs = standInPrograms()
afterAll(() => programs.dispose())

const env = { ...process.env, FIELDWORK_STANDIN_PROGRAMS: programs.folder }
const windows = (scheduler = systemScheduler) =>
  hostSystem({ platform: 'linux', env, scheduler, packaged: false })

describe('the wifi signal', () => {
  function wifi(wifiSignal: () => number | null, { isConnected = true, platform = 'win32' } = {}) {
    const scheduler = new FakeScheduler()
    const read = vi.fn(wifiSignal)
    const system = { platform, windows: fakeWindows({ wifiSignal: () => read() }) }
    return { scheduler, read, wifi: new WifiService({ system, scheduler, isConnected: () => isConnected }) }
  }
  const failing = (reason: WindowsFailureReason) => () => {
    throw new WindowsFailure('WlanOpenHandle', reason)
  }

  test.each([
    ['a wifi', () => 87, true, 87],
    ['a wifi without any signal', () => 0, true, 0],
    ['no wifi, with a cable', () => null, true, 101],
    ['no wifi, without', () => null, false, 999],
    ['a service that doesn’t run, with a cable', failing('notRunning'), true, 101],
    ['a service that doesn’t run, without', failing('notRunning'), false, 999],
    ['a Windows without wifi, with a cable', failing('missing'), true, 101],
  ])('S202 of %s', async (_what, signal, isConnected, expected) => {
    expect(await wifi(signal, { isConnected }).wifi.signal()).toBe(expected)
  })

  test('S201 is denied where Windows wants the location permission for it', async () => {
    await expect(wifi(failing('denied')).wifi.signal()).rejects.toMatchObject({
      code: 'denied',
      message: WIFI_DENIED,
    })
  })

  test('S201 is read once in 5 s, however often it is asked for', async () => {
    let signal = 87
    const { wifi: it, scheduler, read } = wifi(() => signal)
    for (let i = 0; i < 3; i++) expect(await it.signal()).toBe(87)
    expect(read).toHaveBeenCalledTimes(1)
    signal = 64
    // A poll may come half a second early, since timers aren't exact.
    await scheduler.advance(4_499)
    expect(await it.signal()).toBe(87)
    expect(read).toHaveBeenCalledTimes(1)
    await scheduler.advance(1)
    expect(await it.signal()).toBe(64)
  })

  test('S201 is worded where Windows hangs, fails, or its caller ends', async () => {
    await expect(wifi(failing('timeout')).wifi.signal()).rejects.toMatchObject({ code: 'timeout' })
    for (const reason of ['failed', 'ended'] as const) {
      await expect(wifi(failing(reason)).wifi.signal()).rejects.toMatchObject({
        code: 'failed',
        message: 'The wifi signal could not be read.',
      })
    }
  })

  test('is unsupported off Windows', async () => {
    await expect(wifi(() => 50, { platform: 'linux' }).wifi.signal()).rejects.toMatchObject({
      code: 'unsupported',
      message: 'The wifi signal is available on Windows only.',
    })
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
  test('the command plays a text, and stops for none or when the page goes', async () => {
    const speech = { play: vi.fn(async () => {}), stop: vi.fn() }
    const { playText } = surroundingsCommands({ speech } as never)
    const onPageGone = vi.fn((_stop: () => void) => {})
    const caller = { onPageGone } as never
    expect(await playText({ text: 'A call from Ann' }, caller)).toBeNull()
    expect(speech.play.mock.calls).toEqual([['A call from Ann']])
    expect(speech.stop).not.toHaveBeenCalled()
    onPageGone.mock.calls[0]?.[0]()
    expect(speech.stop).toHaveBeenCalledTimes(1)
    for (const text of [null, ' ']) await playText({ text }, caller)
    expect([speech.stop.mock.calls.length, speech.play.mock.calls.length]).toEqual([3, 1])
  })

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
