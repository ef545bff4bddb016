import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { vpnCommands } from '../../commands/vpn.ts'
import type { VpnProgram } from '../../config/deployment.ts'
import { hostSystem } from '../../platform/host-system.ts'
import { WindowsFailure } from '../../platform/windows/failure.ts'
import { fakeWindows } from '../../platform/windows/fake-windows.ts'
import { standInPrograms } from '../../testing/stand-in-programs.ts'
import { RASDIAL } from '../../testing/windows-outputs.ts'
import { FakeScheduler } from '../fake-scheduler.ts'
import { PollTurns } from '../poll-turns.ts'
import { systemScheduler } from '../scheduler.ts'
import { clientVpn } from './client-vpn.ts'
import { rasErrorOf, rasErrorWords } from './ras-errors.ts'
import { rasVpn } from './ras-vpn.ts'
import type { Vpn } from './vpn.ts'
import { VpnService } from './vpn-service.ts'

const VPN_STATE_MS = 30_000

const programs = standInPrograms()
afterAll(() => programs.dispose())

const CREDENTIALS = { userName: 'jamie', password: 'sécret "1" €' }
const RAS: VpnProgram & { kind: 'ras' } = { kind: 'ras', entry: 'Office VPN' }

function ras(program = RAS) {
  const env = { ...process.env, FIELDWORK_STANDIN_PROGRAMS: programs.folder }
  const system = hostSystem({ platform: 'linux', env, scheduler: systemScheduler, packaged: false })
  const report = vi.fn()
  return { vpn: rasVpn(program, system, report), system, report }
}

const inputs = () => programs.asked('setVpnCredentials')
const CLEARED = { entry: 'Office VPN', phoneBook: null, userName: '', password: '', clear: true }

test('S136 the commands start it with the credentials, stop it, and tell its seconds', async () => {
  const vpn = { start: vi.fn(async () => {}), stop: vi.fn(async () => {}), uptimeSeconds: async () => 61 }
  const commands = vpnCommands(vpn as unknown as VpnService)
  const caller = {} as never
  expect(await commands.vpnStart(CREDENTIALS, caller)).toBeNull()
  expect(vpn.start.mock.calls).toEqual([[CREDENTIALS]])
  expect(await commands.vpnUptime(null, caller)).toEqual({ seconds: 61 })
  expect(vpn.stop).not.toHaveBeenCalled()
  expect(await commands.vpnStop(null, caller)).toBeNull()
  expect(vpn.stop).toHaveBeenCalledTimes(1)
})

describe.skipIf(process.platform === 'win32')('S136 the VPN by Windows’ phone book', () => {
  beforeEach(() => {
    programs.remove('rasdial.calls')
    programs.forgetAsked()
    programs.answer('setVpnCredentials', null)
    programs.put('rasdial', { output: RASDIAL.connected })
  })

  test('is dialled by its name alone: the password goes into the phone book, and out again', async () => {
    await ras().vpn.start(CREDENTIALS)
    expect(programs.calls('rasdial').map(({ args }) => args)).toEqual([['Office VPN']])
    expect(inputs()).toEqual([
      { entry: 'Office VPN', phoneBook: null, ...CREDENTIALS, clear: false },
      CLEARED,
    ])
    for (const { args, env } of programs.calls('rasdial')) {
      expect(`${args}${env}`).not.toContain('cret')
    }
  })

  test('a phone book of the company’s own goes along', async () => {
    const { vpn } = ras({ ...RAS, phoneBook: 'C:\\Fieldwork\\vpn.pbk' })
    await vpn.start(CREDENTIALS)
    await vpn.stop()
    expect(programs.calls('rasdial').map(({ args }) => args)).toEqual([
      ['Office VPN', '/PHONEBOOK:C:\\Fieldwork\\vpn.pbk'],
      ['Office VPN', '/DISCONNECT', '/PHONEBOOK:C:\\Fieldwork\\vpn.pbk'],
    ])
    expect(inputs()[0]).toMatchObject({ phoneBook: 'C:\\Fieldwork\\vpn.pbk' })
  })

  test.each([
    ['up', [{ entry: 'Office VPN', connectedMs: 61_000 }], { up: true, forMs: 61_000 }],
    ['down', [], { up: false, forMs: null }],
    ['up, but another', [{ entry: 'Other VPN', connectedMs: 5 }], { up: false, forMs: null }],
  ])('is seen to be %s', async (_what, connections, state) => {
    programs.answer('dialled', connections)
    expect(await ras().vpn.state()).toEqual(state)
  })

  test('a refused dial is worded, and the password is taken out of the phone book all the same', async () => {
    programs.put('rasdial', { output: RASDIAL.errorGerman(691), exitCode: 179 })
    const failure = await ras()
      .vpn.start(CREDENTIALS)
      .catch((error: unknown) => error)
    expect(failure).toMatchObject({
      code: 'failed',
      message: expect.stringMatching(/not accepted.*\(RAS 691\)$/),
    })
    expect(inputs().at(-1)).toMatchObject({ clear: true })
  })

  test('a connection that isn’t in the phone book is told before it is dialled', async () => {
    programs.refuse('setVpnCredentials', 'failed', 623)
    await expect(ras().vpn.start(CREDENTIALS)).rejects.toMatchObject({
      message: expect.stringContaining('no such VPN connection'),
    })
    expect(programs.calls('rasdial')).toEqual([])
  })

  test('a phone book that can’t be written is no RAS error, and isn’t dialled either', async () => {
    programs.refuse('setVpnCredentials', 'denied', 5)
    await expect(ras().vpn.start(CREDENTIALS)).rejects.toMatchObject({ reason: 'denied' })
    expect(programs.calls('rasdial')).toEqual([])
  })

  test('a password that can’t be cleared is reported', async () => {
    const { system, report } = ras()
    const windows = fakeWindows({
      setVpnCredentials({ clear }) {
        if (clear) throw new WindowsFailure('RasSetCredentialsW', 'timeout')
        return null
      },
    })
    await rasVpn(RAS, { ...system, windows }, report).start(CREDENTIALS)
    expect(report).toHaveBeenCalledWith('could not clear the VPN credentials', expect.any(Error))
  })

  test('a Windows without rasdial', async () => {
    programs.remove('rasdial')
    await expect(ras().vpn.stop()).rejects.toMatchObject({ reason: 'missing' })
  })
})

describe('RAS errors', () => {
  const COMMON = [619, 623, 628, 651, 678, 691, 718, 720, 800, 809, 868]

  test.each(COMMON)('%i is found in both languages and has words of its own', (code) => {
    for (const output of [RASDIAL.error(code), RASDIAL.errorGerman(code)]) {
      expect(rasErrorOf({ exitCode: 1, output })).toBe(code)
    }
    expect(rasErrorOf({ exitCode: code, output: '' })).toBe(code)
    expect(rasErrorWords(code)).toMatch(new RegExp(`\\w\\. \\(RAS ${code}\\)$`))
    expect(rasErrorWords(code)).not.toBe(rasErrorWords(999).replace('999', String(code)))
  })

  test('no number is no RAS error, and another one is told with its number', () => {
    expect(rasErrorOf({ exitCode: 1, output: RASDIAL.connected })).toBeNull()
    expect(rasErrorWords(777)).toBe('The VPN could not be connected. Please contact support. (RAS 777)')
  })
})

describe.skipIf(process.platform === 'win32')('S136 a VPN by a program of the company’s own', () => {
  const client = (program: Partial<VpnProgram & { kind: 'client' }> = {}) => {
    const { system } = ras()
    const path = (name: string) => `C:\\Vpn\\${name}.exe`
    const start = { program: path('vpn-up'), args: ['--user', '{userName}'], origins: [] }
    const credentials = { by: 'input', text: '{password}\n' } as const
    const rest = {
      stop: { program: path('vpn-down'), args: [] },
      status: { program: path('vpn-state'), args: [] },
    }
    const whole = { kind: 'client' as const, start: { ...start, credentials }, ...rest, ...program }
    return clientVpn(whole, system, { store: null, report: vi.fn() })
  }

  test('is given the password on its standard input, and tells its state by its exit code', async () => {
    programs.put('vpn-up')
    programs.put('vpn-state', { exitCode: 3 })
    await client().start(CREDENTIALS)
    expect(programs.calls('vpn-up')).toMatchObject([
      { args: ['--user', 'jamie'], input: `${CREDENTIALS.password}\n` },
    ])
    expect(await client().state()).toEqual({ up: false, forMs: null })
    programs.put('vpn-state')
    expect(await client().state()).toEqual({ up: true, forMs: null })
  })

  test('one that fails says with which code', async () => {
    programs.put('vpn-up', { exitCode: 12 })
    programs.put('vpn-down', { exitCode: 13 })
    await expect(client().start(CREDENTIALS)).rejects.toMatchObject({
      message: expect.stringContaining('(12)'),
    })
    await expect(client().stop()).rejects.toMatchObject({ message: expect.stringContaining('(13)') })
  })
})

describe('S136 the VPN service', () => {
  function service(up = false) {
    const scheduler = new FakeScheduler()
    const state = { up, asked: 0, forMs: null as number | null }
    const vpn: Vpn = {
      start: async () => {
        state.up = true
      },
      stop: async () => {
        state.up = false
      },
      state: async () => {
        state.asked += 1
        return { up: state.up, forMs: state.up ? state.forMs : null }
      },
    }
    const parts = { vpn: () => vpn, scheduler, turns: new PollTurns(scheduler) }
    return { scheduler, state, vpn, service: new VpnService(parts) }
  }

  test('counts from when it was connected, and asks at most every 30 s', async () => {
    const { service: it, scheduler, state } = service()
    expect(await it.uptimeSeconds()).toBe(0)
    await it.start(CREDENTIALS)
    expect(await it.uptimeSeconds()).toBe(1)
    await scheduler.advance(VPN_STATE_MS - 1)
    expect(await it.uptimeSeconds()).toBe(29)
    expect(state.asked).toBe(1)
    await scheduler.advance(3_600_000)
    expect(await it.uptimeSeconds()).toBe(3_629)
    expect(state.asked).toBe(2)
  })

  test('a connection that was there before counts from when it was seen; one that broke is 0, and begins anew', async () => {
    const { service: it, scheduler, state } = service(true)
    expect(await it.uptimeSeconds()).toBe(1)
    await scheduler.advance(VPN_STATE_MS)
    state.up = false
    expect(await it.uptimeSeconds()).toBe(0)
    await it.start(CREDENTIALS)
    await scheduler.advance(10_000)
    expect(await it.uptimeSeconds()).toBe(10)
    await it.stop()
    expect(await it.uptimeSeconds()).toBe(0)
  })

  test('counts what Windows says, also of one that was there before and came again', async () => {
    const { service: it, scheduler, state } = service(true)
    state.forMs = 7_200_400
    expect(await it.uptimeSeconds()).toBe(7_200)
    await scheduler.advance(10_000)
    expect(await it.uptimeSeconds()).toBe(7_210)
    await scheduler.advance(20_000)
    // It broke and was connected again within that time.
    state.forMs = 3_000
    expect(await it.uptimeSeconds()).toBe(3)
  })

  test('is changed by one at a time', async () => {
    const { service: it, vpn } = service()
    const started = Promise.withResolvers<void>()
    vpn.start = () => started.promise
    const first = it.start(CREDENTIALS)
    await expect(it.stop()).rejects.toMatchObject({ code: 'failed' })
    started.resolve()
    await first
    await it.stop()
  })

  test('where there is none, that is said', async () => {
    const scheduler = new FakeScheduler()
    const none = new VpnService({ vpn: () => null, scheduler, turns: new PollTurns(scheduler) })
    for (const attempt of [none.start(CREDENTIALS), none.stop(), none.uptimeSeconds()]) {
      await expect(attempt).rejects.toMatchObject({
        code: 'unsupported',
        message: 'This installation has no VPN.',
      })
    }
  })
})
