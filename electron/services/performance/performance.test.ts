import { describe, expect, test, vi } from 'vitest'
import { findClosableApplications } from '../../config/closable-applications.ts'
import { CommandFailure, type RunCommand } from '../../platform/command-runner.ts'
import { WindowsFailure } from '../../platform/windows/failure.ts'
import { fakeWindows } from '../../platform/windows/fake-windows.ts'
import { closeApplications } from './close-applications.ts'
import { parseTrips, testPackets } from './packet-test.ts'

const ENGLISH = `
Pinging fieldwork.example [192.0.2.7] with 32 bytes of data:
Reply from 192.0.2.7: bytes=32 time=14ms TTL=57
Request timed out.
Reply from 192.0.2.7: bytes=32 time<1ms TTL=57
Reply from 192.0.2.7: bytes=32 time=20ms TTL=57

Ping statistics for 192.0.2.7:
    Packets: Sent = 4, Received = 3, Lost = 1 (25% loss),
Approximate round trip times in milli-seconds:
    Minimum = 1ms, Maximum = 20ms, Average = 11ms
`.replaceAll('\n', '\r\n')
const GERMAN = `
Ping wird ausgeführt für fieldwork.example [2001:db8::7] mit 32 Bytes Daten:
Antwort von 2001:db8::7: Zeit=12ms
Antwort von 2001:db8::7: Zeit=13ms
Antwort von 2001:db8::7: Zeit<1ms
Zeitüberschreitung der Anforderung.

Ping-Statistik für 2001:db8::7:
    Pakete: Gesendet = 4, Empfangen = 3, Verloren = 1
    (25% Verlust),
Ca. Zeitangaben in Millisek.:
    Minimum = 1ms, Maximum = 13ms, Mittelwert = 8ms
`
const FRENCH = 'Réponse de 192.0.2.7 : octets=32 temps=30 ms TTL=57\r\n    Minimum = 30ms, Maximum = 30ms'

const env = { SystemRoot: 'C:\\Windows' }
const failing =
  (reason: CommandFailure['reason']): RunCommand =>
  () =>
    Promise.reject(new CommandFailure('ping.exe', reason))

describe('packets to the company’s server', () => {
  const sources = (run: RunCommand, changes = {}) => ({
    platform: 'win32',
    env,
    run,
    host: 'fieldwork.example',
    ...changes,
  })

  test('S134 are read in whatever language Windows speaks', () => {
    expect([ENGLISH, GERMAN, FRENCH].map(parseTrips)).toEqual([[14, 1, 20], [12, 13, 1], [30]])
  })

  test('S134 are counted, with the ones that never came back', async () => {
    const run = vi.fn<RunCommand>(async () => ENGLISH)
    expect(await testPackets(sources(run))).toEqual({ ping: 14, jitter: 16, loss: 25 })
    expect(run.mock.calls[0]?.slice(0, 2)).toEqual([
      'C:\\Windows\\System32\\ping.exe',
      ['-n', '4', '-w', '1000', 'fieldwork.example'],
    ])
    expect(run.mock.calls[0]?.[2]).toEqual({ timeLimitMs: 12_000, outputLimitBytes: 65_536 })
  })

  test('S134 an address is no option of the program, and an IPv6 one has no brackets', async () => {
    const run = vi.fn<RunCommand>(async () => GERMAN)
    await testPackets(sources(run, { host: '[2001:db8::7]' }))
    expect(run.mock.calls[0]?.[1]).toContain('2001:db8::7')
    await expect(testPackets(sources(run, { host: '-t' }))).rejects.toMatchObject({ code: 'failed' })
    expect(run).toHaveBeenCalledOnce()
  })

  test('S134 where each comes back, none is lost', async () => {
    const all = ENGLISH.replace('Request timed out.', 'Reply from 192.0.2.7: bytes=32 time=5ms TTL=57')
    expect(await testPackets(sources(async () => all))).toMatchObject({ loss: 0 })
  })

  test.each([
    ['where all are lost', 'failed', failing('failed')],
    ['where nothing is printed', 'failed', async () => ''],
    ['where the program hangs', 'timeout', failing('timeout')],
    ['where there is no such program', 'unsupported', failing('missing')],
  ] satisfies [string, string, RunCommand][])('S134 %s the answer is %s', async (_, code, run) => {
    await expect(testPackets(sources(run))).rejects.toMatchObject({ code })
  })

  test('S134 other systems are unsupported', async () => {
    const other = sources(failing('failed'), { platform: 'linux' })
    await expect(testPackets(other)).rejects.toMatchObject({ code: 'unsupported' })
  })
})

describe('closing applications', () => {
  const sources = (closePrograms: () => number, images: readonly string[] = ['game.exe', 'music.exe']) => ({
    platform: 'win32',
    windows: fakeWindows({ closePrograms }),
    images,
  })

  test('W246 asks each listed application to close and counts those that were asked', async () => {
    const close = vi.fn((_input?: { images: string[] }) => 2)
    expect(await closeApplications(sources(close))).toBe(2)
    expect(close.mock.calls).toEqual([[{ images: ['game.exe', 'music.exe'] }]])
  })

  test('a Windows that can’t is said so', async () => {
    const fails = (reason: 'timeout' | 'failed') =>
      closeApplications(
        sources(() => {
          throw new WindowsFailure('PostMessageW', reason)
        }),
      )
    await expect(fails('timeout')).rejects.toMatchObject({ code: 'timeout' })
    await expect(fails('failed')).rejects.toMatchObject({ code: 'failed' })
  })

  test('without a list, or on another system, it is unsupported', async () => {
    const close = vi.fn(() => 0)
    for (const wrong of [sources(close, []), { ...sources(close), platform: 'linux' }])
      await expect(closeApplications(wrong)).rejects.toMatchObject({ code: 'unsupported' })
    expect(close).not.toHaveBeenCalled()
  })

  test('the list is the configuration’s, and one that could name anything else is refused', () => {
    expect(findClosableApplications(null)).toEqual([])
    expect(findClosableApplications('{"server":"https://x.example"}')).toEqual([])
    expect(findClosableApplications('{"closableApplications":["game.exe"]}')).toEqual(['game.exe'])
    for (const wrong of ['/F', '*.exe', 'a\\b.exe', '*'])
      expect(() => findClosableApplications(JSON.stringify({ closableApplications: [wrong] }))).toThrow()
  })
})
