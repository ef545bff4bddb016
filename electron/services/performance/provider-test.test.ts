import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { performanceCommands } from '../../commands/performance.ts'
import { type Deployment, NO_DEPLOYMENT, parseDeployment } from '../../config/deployment.ts'
import { CommandFailure } from '../../platform/command-runner.ts'
import { hostSystem } from '../../platform/host-system.ts'
import type { FollowOptions } from '../../platform/program-follower.ts'
import { standInPrograms } from '../../testing/stand-in-programs.ts'
import { OOKLA } from '../../testing/windows-outputs.ts'
import { FakeScheduler, settle } from '../fake-scheduler.ts'
import { systemScheduler } from '../scheduler.ts'
import { parseOoklaLine } from './ookla-lines.ts'
import { ProviderTest } from './provider-test.ts'

const SILENCE_LIMIT_MS = 20_000
const PROVIDER_TEST_LIMIT_MS = 90_000
const LINGER_LIMIT_MS = 3000

const SPEED_TEST = {
  provider: 'speedtest-net',
  program: 'C:\\Tools\\speedtest.exe',
  licenceAccepted: true,
}
const deployed = (changes: object = {}): Deployment =>
  parseDeployment(JSON.stringify({ version: 1, speedTest: { ...SPEED_TEST, ...changes } }))

const READINGS = {
  download: 93.152,
  upload: 29.609432,
  ping: 12.363,
  jitter: 1.022,
  loss: 0.5,
  server: 'Northgate Fibre, Leeds, United Kingdom',
}

const linesOf = (text: string) => text.split('\r\n').filter((line) => line !== '')
const last = (text: string) => linesOf(text).at(-1) ?? ''

describe('a line of the program', () => {
  test('is read in the units of the own test, and of nothing but what is shown', () => {
    const read = linesOf(OOKLA.whole).map(parseOoklaLine)
    expect(read.slice(0, 4)).toEqual([
      { is: 'other' },
      { is: 'progress', phase: 'ping', done: 0.2, value: 13.8, bytes: 0 },
      { is: 'progress', phase: 'ping', done: 1, value: 12.363, bytes: 0 },
      { is: 'progress', phase: 'download', done: 0.18, value: 74.4, bytes: 12_288_000 },
    ])
    expect(read.at(-1)).toEqual({ is: 'result', readings: READINGS })
    // Without the machine's and the server's addresses.
    expect(JSON.stringify(read)).not.toMatch(/192\.|203\.|02:01|:8080/)
  })

  test('may say nothing of lost packets, and of a server its name alone', () => {
    expect(parseOoklaLine(last(OOKLA.withoutLoss))).toMatchObject({ readings: { loss: null } })
    expect(parseOoklaLine(OOKLA.result({ server: { name: 'Leeds One' } }))).toMatchObject({
      readings: { server: 'Leeds One' },
    })
    const long = { name: 'x'.repeat(200), location: 'y'.repeat(5000), country: 'z'.repeat(5000) }
    const read = parseOoklaLine(OOKLA.result({ server: long }))
    expect(read?.is === 'result' && read.readings.server.length).toBeLessThan(200)
  })

  test.each([
    ['a negative bandwidth', OOKLA.result({ download: { bandwidth: -1 } })],
    ['a bandwidth in words', OOKLA.result({ upload: { bandwidth: '11644000' } })],
    ['no ping', OOKLA.result({ ping: undefined })],
    ['more lost than sent', OOKLA.result({ packetLoss: 101 })],
    ['no server', OOKLA.result({ server: undefined })],
    ['no end', '{"type":"result","ping":{"lat'],
    ['a number beyond all', '{"type":"ping","ping":{"latency":1e999,"progress":1}}'],
    ['negative bytes', '{"type":"upload","upload":{"bandwidth":1,"bytes":-5,"progress":0.1}}'],
    ['a type that is none', '{"type":7}'],
    ['a log without a level', '{"type":"log"}'],
  ])('with %s can’t be read', (_what, line) => {
    expect(parseOoklaLine(line)).toEqual({ is: 'unreadable' })
  })

  test.each([
    ['no server of the list answers', last(OOKLA.noServers), true],
    ['the list can’t be had', last(OOKLA.noConfiguration), true],
    ['something else fails', last(OOKLA.otherProblem), false],
    ['an old version fails', '{"error":"Cannot open socket: Timeout occurred in connect."}', true],
  ])('tells where %s', (_what, line, noServer) => {
    expect(parseOoklaLine(line)).toEqual({ is: 'problem', noServer })
  })

  test.each([[''], ['[2026-11-21] [error] x'], ['[]'], ['null'], ['License acceptance recorded.']])(
    'that is no object says nothing: %j',
    (line) => expect(parseOoklaLine(line)).toBeNull(),
  )

  test('of a type that is not known, or a log that is no error, is a sign of life', () => {
    expect(parseOoklaLine('{"type":"serverSelection"}')).toEqual({ is: 'other' })
    expect(parseOoklaLine(OOKLA.log('warning', 'Timeout'))).toEqual({ is: 'other' })
  })
})

/** A test whose program is played by this file. */
function begin(deployment: Deployment = deployed()) {
  const scheduler = new FakeScheduler()
  const started: (FollowOptions & { program: string; args: readonly string[]; ended: boolean })[] = []
  const told: unknown[] = []
  let refusal: Error | null = null
  const provider = new ProviderTest({
    deployment: () => deployment,
    scheduler,
    system: {
      async follow(program, args, options) {
        if (refusal) throw refusal
        const one = { program, args, ...options, ended: false }
        started.push(one)
        return { end: () => void Object.assign(one, { ended: true }) }
      },
    },
    emit: (windowId, progress) => void told.push([windowId, progress]),
  })
  const say = (text: string) => {
    for (const line of linesOf(text)) started.at(-1)?.onLine(line)
  }
  const refuse = (error: Error) => {
    refusal = error
  }
  return { provider, scheduler, started, told, say, refuse }
}

describe('a test of the provider', () => {
  test('is offered and started only where the deployment has opted in', async () => {
    const without = begin(NO_DEPLOYMENT)
    expect(without.provider.offer()).toBeNull()
    await expect(without.provider.run(1, 'a')).rejects.toMatchObject({ code: 'unsupported' })
    expect(without.started).toEqual([])
    const at = begin(deployed({ megabytesAtMost: 300 }))
    expect(at.provider.offer()).toEqual({ name: 'Speedtest', megabytesAtMost: 300 })
    expect(at.started).toEqual([])
  })

  test.each([
    [{}, []],
    [{ server: { id: 12345 } }, ['--server-id=12345']],
    [{ server: { host: 'speed.northgate.example:8080' } }, ['--host=speed.northgate.example:8080']],
  ])('starts the configured program with the configured arguments: %j', async (changes, server) => {
    const at = begin(deployed({ args: ['--ca-certificate=C:\\ca.pem'], ...changes }))
    void at.provider.run(1, 'a').catch(() => {})
    expect(at.started.map(({ program, args }) => [program, args])).toEqual([
      [
        'C:\\Tools\\speedtest.exe',
        [
          '--ca-certificate=C:\\ca.pem',
          '--format=jsonl',
          '--progress=yes',
          '--accept-license',
          '--accept-gdpr',
          ...server,
        ],
      ],
    ])
  })

  test('tells its window how far it is, and answers when the program has ended', async () => {
    const at = begin()
    const answer = at.provider.run(1, 'a')
    at.say(OOKLA.whole)
    at.started[0]?.onEnd(0)
    expect(await answer).toEqual(READINGS)
    expect(at.told).toHaveLength(6)
    expect(at.told[2]).toEqual([1, { runID: 'a', phase: 'download', done: 0.18, value: 74.4 }])
    expect(at.scheduler.pending).toBe(0)
  })

  test('a program that lingers after its result is ended, and the result counts', async () => {
    const at = begin()
    const answer = at.provider.run(1, 'a')
    await settle()
    at.say(OOKLA.whole)
    await at.scheduler.advance(LINGER_LIMIT_MS)
    expect(await answer).toEqual(READINGS)
    expect(at.started[0]?.ended).toBe(true)
    expect(at.scheduler.pending).toBe(0)
  })

  test.each([
    ['no server is reached', OOKLA.noServers, 'failed', 'Speedtest reached none of its servers.'],
    ['it reports a problem', OOKLA.otherProblem, 'failed', 'Speedtest could not measure the connection.'],
    [
      'its result can’t be read',
      OOKLA.result({ ping: -1 }),
      'failed',
      'Speedtest gave an answer that could not be read.',
    ],
    [
      'it moves too much',
      OOKLA.huge,
      'failed',
      'Speedtest moved more than the 1000 MB that your company allows.',
    ],
  ])('fails where %s, and the program is ended', async (_what, output, code, message) => {
    const at = begin()
    const answer = at.provider.run(1, 'a')
    await settle()
    at.say(output)
    await expect(answer).rejects.toMatchObject({ code, message })
    expect(at.started[0]?.ended).toBe(true)
    expect(at.scheduler.pending).toBe(0)
  })

  test.each([
    ['without a result', OOKLA.downloading, 0],
    ['with an exit code after its result', OOKLA.whole, 2],
    ['by a signal', '', null],
  ])('fails where the program ends %s', async (_what, output, exitCode) => {
    const at = begin()
    const answer = at.provider.run(1, 'a')
    at.say(output)
    at.started[0]?.onEnd(exitCode)
    await expect(answer).rejects.toMatchObject({ code: 'failed' })
  })

  test('fails where the program says nothing, or nothing but noise, for too long', async () => {
    const at = begin()
    const answer = at.provider.run(1, 'a')
    const failed = expect(answer).rejects.toMatchObject({ code: 'timeout' })
    await at.scheduler.advance(SILENCE_LIMIT_MS - 1)
    at.say(OOKLA.downloading)
    await at.scheduler.advance(SILENCE_LIMIT_MS - 1)
    at.say(OOKLA.licence)
    await at.scheduler.advance(1)
    await failed
    expect(at.started[0]?.ended).toBe(true)
  })

  test('fails where the program never comes to an end, whatever it says', async () => {
    const at = begin()
    const failed = expect(at.provider.run(1, 'a')).rejects.toMatchObject({ code: 'timeout' })
    for (let ms = 0; ms < PROVIDER_TEST_LIMIT_MS; ms += 10_000) {
      at.say(OOKLA.downloading)
      await at.scheduler.advance(10_000)
    }
    await failed
    expect([at.started[0]?.ended, at.scheduler.pending]).toEqual([true, 0])
  })

  test.each([
    ['missing', 'unsupported', 'Speedtest is not installed on this computer.'],
    ['failed', 'failed', 'Speedtest could not be started.'],
  ] as const)('says where its program is %s', async (reason, code, message) => {
    const at = begin()
    at.refuse(new CommandFailure('speedtest.exe', reason))
    await expect(at.provider.run(1, 'a')).rejects.toMatchObject({ code, message })
    expect(at.scheduler.pending).toBe(0)
  })

  test('one runs at a time; only the window that began it, by its name, cancels it', async () => {
    const at = begin()
    const cancelled = expect(at.provider.run(1, 'a')).rejects.toMatchObject({
      message: 'The test was cancelled.',
    })
    await expect(at.provider.run(2, 'b')).rejects.toMatchObject({ code: 'denied' })
    await settle()
    at.provider.cancel(2, 'a')
    at.provider.cancel(1, 'b')
    expect(at.started[0]?.ended).toBe(false)
    at.provider.cancel(1, 'a')
    await cancelled
    expect([at.started[0]?.ended, at.scheduler.pending]).toEqual([true, 0])
    // And the next one may run.
    const next = at.provider.run(2, 'b')
    at.say(OOKLA.whole)
    at.started[1]?.onEnd(0)
    expect(await next).toEqual(READINGS)
  })

  test('one that is cancelled while it starts leaves no program behind', async () => {
    const at = begin()
    const cancelled = expect(at.provider.run(1, 'a')).rejects.toMatchObject({ code: 'failed' })
    at.provider.cancel(1, 'a')
    await cancelled
    await settle()
    expect(at.started.map(({ ended }) => ended)).toEqual([true])
  })
})

test('a page that goes takes the test that it began with it', async () => {
  const at = begin()
  const commands = performanceCommands({
    provider: at.provider,
    testPackets: () => Promise.reject(new Error('not asked for')),
    closeApplications: () => Promise.reject(new Error('not asked for')),
  })
  const gone: (() => void)[] = []
  const caller = { windowId: 1, onPageGone: (action: () => void) => gone.push(action), afterAnswer: () => {} }
  const answer = commands.speedProviderRun({ runID: 'a' }, caller)
  const cancelled = expect(answer).rejects.toMatchObject({ code: 'failed' })
  await settle()
  expect(commands.speedProviderCancel({ runID: 'a' }, { ...caller, windowId: 2 })).toBeNull()
  expect(at.started[0]?.ended).toBe(false)
  for (const action of gone) action()
  await cancelled
  expect(at.started[0]?.ended).toBe(true)
})

describe.skipIf(process.platform === 'win32')('with a program on disk', () => {
  const programs = standInPrograms()
  afterAll(() => programs.dispose())
  const env = { ...process.env, FIELDWORK_STANDIN_PROGRAMS: programs.folder }
  const system = hostSystem({ platform: 'linux', env, scheduler: systemScheduler, packaged: false })
  const told: unknown[] = []
  beforeEach(() => void told.splice(0))
  const provider = new ProviderTest({
    deployment: () => deployed(),
    scheduler: systemScheduler,
    system,
    emit: (_windowId, progress) => void told.push(progress),
  })
  const isRunning = (pid: number) => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }

  test('what it writes is read to its last line, past its licence on standard error', async () => {
    programs.put('speedtest', { errors: OOKLA.licence, output: OOKLA.whole })
    expect(await provider.run(1, 'a')).toEqual(READINGS)
    expect(told).toHaveLength(6)
  })

  test.each([
    ['no server on standard error', { errors: OOKLA.noServers, exitCode: 2 }, /none of its servers/],
    ['an exit code alone', { exitCode: 3 }, /could not measure/],
    ['a line without end', { output: `{"type":"result","x":"${'x'.repeat(200_000)}` }, /could not measure/],
    ['no end of lines', { manner: 'endless' }, /could not measure/],
  ] as const)('%s is told', async (_what, answer, message) => {
    programs.put('speedtest', answer)
    await expect(provider.run(1, 'a')).rejects.toMatchObject({ code: 'failed', message })
  })

  test('it is really ended when it is cancelled', async () => {
    programs.put('speedtest', { output: OOKLA.downloading, manner: 'stay' })
    const cancelled = expect(provider.run(1, 'a')).rejects.toMatchObject({ code: 'failed' })
    await vi.waitFor(() => expect(told).toHaveLength(2))
    const { pid = 0 } = programs.calls('speedtest').at(-1) ?? {}
    expect(isRunning(pid)).toBe(true)
    provider.cancel(1, 'a')
    await cancelled
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false))
  })

  test('one that is missing is told', async () => {
    programs.remove('speedtest')
    await expect(provider.run(1, 'a')).rejects.toMatchObject({ code: 'unsupported' })
  })
})
