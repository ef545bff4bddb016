import { describe, expect, test, vi } from 'vitest'
import { CommandFailure, type RunCommand } from '../../platform/command-runner.ts'
import { type HotfixSources, parseHotfixes, readHotfixes } from './hotfixes.ts'

const ENGLISH =
  '[{"HotFixID":"KB5054979","InstalledOn":"2026-04-14"},{"HotFixID":"KB5050575","InstalledOn":"2026-02-11"}]\r\n'
// German Windows writes days that Get-HotFix itself can't always read; then there is none.
const GERMAN =
  '\uFEFF[{"HotFixID":"KB5054979","InstalledOn":null},{"HotFixID":"KB5050575","InstalledOn":"2026-02-11"}]\r\n'
const ONE = '{"HotFixID":"KB5050575","InstalledOn":"2026-02-11"}\r\n'

const sources = (run: RunCommand, platform = 'win32'): HotfixSources => ({
  platform,
  env: { SystemRoot: 'D:\\WINNT' },
  run,
})
const failing = (reason: CommandFailure['reason']): RunCommand => {
  return () => Promise.reject(new CommandFailure('powershell.exe', reason))
}

describe('S319 what Windows prints', () => {
  test('in English', () => {
    expect(parseHotfixes(ENGLISH)).toEqual([
      { id: 'KB5054979', installedOn: '2026-04-14' },
      { id: 'KB5050575', installedOn: '2026-02-11' },
    ])
  })

  test('in German', () => {
    expect(parseHotfixes(GERMAN)).toEqual([
      { id: 'KB5054979', installedOn: null },
      { id: 'KB5050575', installedOn: '2026-02-11' },
    ])
  })

  test('of a single update, and with a day that is none', () => {
    expect(parseHotfixes(ONE)).toEqual([{ id: 'KB5050575', installedOn: '2026-02-11' }])
    expect(parseHotfixes(ONE.replace('2026-02-11', '11.02.2026'))).toEqual([
      { id: 'KB5050575', installedOn: null },
    ])
  })

  test.each(['Get-HotFix : Zugriff verweigert', '[1]', '{"KB":1}'])('%j is no list', (output) => {
    expect(() => parseHotfixes(output)).toThrow()
  })
})

test('S319 the updates are asked of the system’s own PowerShell', async () => {
  const run = vi.fn<RunCommand>(async () => ONE)
  expect(await readHotfixes(sources(run))).toEqual({
    installed: [{ id: 'KB5050575', installedOn: '2026-02-11' }],
  })
  const [program, args] = run.mock.calls[0] ?? []
  expect(program).toBe('D:\\WINNT\\System32\\WindowsPowerShell\\v1.0\\powershell.exe')
  expect(args).toContain('-NonInteractive')
})

test.each([
  ['a missing program', 'unsupported', failing('missing')],
  ['a program that hangs', 'timeout', failing('timeout')],
  ['a program that fails', 'failed', failing('failed')],
  ['an empty list', 'failed', async () => '\r\n'],
] satisfies [string, string, RunCommand][])('%s is answered %s', async (_what, code, run) => {
  await expect(readHotfixes(sources(run))).rejects.toMatchObject({ name: 'HostFailure', code })
})

test('nonsense is no answer', async () => {
  await expect(readHotfixes(sources(async () => 'nonsense'))).rejects.toThrow()
})

test('other systems are unsupported, and no program is started', async () => {
  const run = vi.fn<RunCommand>()
  await expect(readHotfixes(sources(run, 'linux'))).rejects.toMatchObject({ code: 'unsupported' })
  expect(run).not.toHaveBeenCalled()
})
