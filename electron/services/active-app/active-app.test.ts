import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { hostSystem } from '../../platform/host-system.ts'
import type { FollowOptions } from '../../platform/program-follower.ts'
import { standInPrograms } from '../../testing/stand-in-programs.ts'
import { ACTIVE_APP } from '../../testing/windows-outputs.ts'
import { FakeScheduler, settle } from '../fake-scheduler.ts'
import { systemScheduler } from '../scheduler.ts'
import { ActiveAppWatch, parseActiveProgram } from './active-app-watch.ts'

const RESTART_MS = 5000
const RESTARTS_MAX = 5

const EXPLORER = { program: 'explorer', name: 'Windows Explorer' }

/** A watch whose watcher is played by the test. */
function watch(platform = 'win32') {
  const scheduler = new FakeScheduler()
  const started: (FollowOptions & { ended: boolean })[] = []
  const told: [number, string][] = []
  const report = vi.fn()
  let fails = false
  const follow = async (_program: string, _args: readonly string[], options: FollowOptions) => {
    if (fails) throw new Error('no')
    const one = { ...options, ended: false }
    started.push(one)
    return { end: () => void Object.assign(one, { ended: true }) }
  }
  const it = new ActiveAppWatch({
    system: { platform, env: {}, follow },
    scheduler,
    report,
    emit: (windowId, { program }) => void told.push([windowId, program]),
  })
  const line = (text: string) => started.at(-1)?.onLine(text)
  const fail = (still = true) => {
    fails = still
  }
  return { watch: it, scheduler, started, told, report, line, fail }
}

describe('S177 the program in front', () => {
  test('is told to every window that watches, by one process, and what is known at once', async () => {
    const at = watch()
    await at.watch.start(1)
    at.line(JSON.stringify(EXPLORER))
    const token = await at.watch.start(2)
    at.line('no JSON')
    at.line('{"program":"EXCEL","name":"Microsoft Excel"}')
    expect(at.told).toEqual([
      [1, 'explorer'],
      [2, 'explorer'],
      [1, 'EXCEL'],
      [2, 'EXCEL'],
    ])
    expect(at.started).toHaveLength(1)
    at.watch.stop(1)
    expect(at.started[0]?.ended).toBe(false)
    // A window's former page can't stop its new watch.
    await at.watch.start(2)
    at.watch.stop(2, token)
    expect(at.started[0]?.ended).toBe(false)
    at.watch.stop(2)
    expect(at.started[0]?.ended).toBe(true)
    expect(at.scheduler.pending).toBe(0)
  })

  test('is watched again after a watcher ended, until that happens too often', async () => {
    const at = watch()
    await at.watch.start(1)
    for (let times = 1; times <= RESTARTS_MAX; times += 1) {
      at.started.at(-1)?.onEnd(1)
      await at.scheduler.advance(RESTART_MS - 1)
      expect(at.started).toHaveLength(times)
      await at.scheduler.advance(1)
      expect(at.started).toHaveLength(times + 1)
    }
    at.started.at(-1)?.onEnd(1)
    await at.scheduler.advance(RESTART_MS)
    expect(at.started).toHaveLength(RESTARTS_MAX + 1)
    expect(at.report).toHaveBeenCalledOnce()
  })

  test('who left while a watcher started or waited leaves none behind', async () => {
    const at = watch()
    const starting = at.watch.start(1)
    at.watch.stop(1)
    await starting
    expect(at.started[0]?.ended).toBe(true)
    await at.watch.start(1)
    at.started.at(-1)?.onEnd(1)
    at.watch.stop(1)
    await at.scheduler.advance(RESTART_MS)
    expect(at.started).toHaveLength(2)
    expect(at.scheduler.pending).toBe(0)
  })

  test('is unsupported off Windows, and what can’t be started watches nothing', async () => {
    await expect(watch('linux').watch.start(1)).rejects.toMatchObject({
      code: 'unsupported',
      message: 'Watching the program in front is available on Windows only.',
    })
    const at = watch()
    at.fail()
    await expect(at.watch.start(1)).rejects.toThrow('no')
    await settle()
    expect(at.scheduler.pending).toBe(0)
    // The window that was told so isn't among those that watch later.
    at.fail(false)
    await at.watch.start(2)
    at.watch.stop(2)
    expect(at.started.map(({ ended }) => ended)).toEqual([true])
  })

  test.each([
    ['[]'],
    ['{"program":""}'],
    ['{"program":1,"name":"x"}'],
    [`{"program":"${'x'.repeat(300)}","name":""}`],
    ['null'],
  ])('a line like %s says nothing', (line) => expect(parseActiveProgram(line)).toBeNull())

  test('a long name is cut, and one that isn’t told is empty', () => {
    const name = 'x'.repeat(500)
    expect(parseActiveProgram(JSON.stringify({ program: 'p', name }))?.name).toHaveLength(200)
    expect(parseActiveProgram(ACTIVE_APP.elevated)).toEqual({ program: 'mmc', name: '' })
  })
})

describe.skipIf(process.platform === 'win32')('the watcher’s own words', () => {
  const programs = standInPrograms()
  afterAll(() => programs.dispose())
  const env = { ...process.env, FIELDWORK_STANDIN_PROGRAMS: programs.folder }
  const system = hostSystem({ platform: 'linux', env, scheduler: systemScheduler, packaged: false })
  let told: unknown[]
  beforeEach(() => {
    told = []
  })
  const realWatch = () =>
    new ActiveAppWatch({
      system,
      scheduler: new FakeScheduler(),
      report: () => {},
      emit: (_windowId, program) => void told.push(program),
    })

  test.each([
    ['English', ACTIVE_APP.english, ['Windows Explorer', 'Microsoft Excel']],
    ['German', ACTIVE_APP.german, ['Windows-Explorer', 'Taschenrechner für Büros']],
  ])(
    'are read in %s, from one process without a shell, which ends with the watch',
    async (_, output, names) => {
      programs.put('powershell', { output, manner: 'stay' })
      const it = realWatch()
      await it.start(1)
      await vi.waitFor(() => expect(told).toMatchObject(names.map((name) => ({ name }))))
      it.stop(1)
      const [call] = programs.calls('powershell').slice(-1)
      expect(call?.args.at(-1)).toContain('GetForegroundWindow')
      // Window titles are never read.
      expect(call?.args.at(-1)).not.toMatch(/GetWindowText|MainWindowTitle/)
    },
  )

  test('a computer without PowerShell can’t be watched', async () => {
    programs.remove('powershell')
    await expect(realWatch().start(1)).rejects.toMatchObject({ code: 'unsupported' })
  })
})
