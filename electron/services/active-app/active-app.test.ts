import { describe, expect, test, vi } from 'vitest'
import { activeAppCommands } from '../../commands/active-app.ts'
import { WindowsFailure } from '../../platform/windows/failure.ts'
import { fakeWindows } from '../../platform/windows/fake-windows.ts'
import { FakeScheduler, settle } from '../fake-scheduler.ts'
import { ActiveAppWatch, type ActiveProgram } from './active-app-watch.ts'

const LOOK_MS = 2_000

const EXPLORER = { program: 'explorer', name: 'Windows-Explorer' }
const EXCEL = { program: 'EXCEL', name: 'Microsoft Excel' }

/** A watch on a Windows whose front is played by the test. */
function watch(platform = 'win32') {
  const scheduler = new FakeScheduler()
  const told: [number, ActiveProgram][] = []
  const report = vi.fn()
  const front: { program: ActiveProgram | null | Error; looks: number } = { program: EXPLORER, looks: 0 }
  const windows = fakeWindows({
    frontProgram() {
      front.looks += 1
      if (front.program instanceof Error) throw front.program
      return front.program
    },
  })
  const emit = (windowId: number, program: ActiveProgram) => void told.push([windowId, program])
  const it = new ActiveAppWatch({ system: { platform, windows }, scheduler, report, emit })
  return { watch: it, scheduler, front, told, report }
}

describe('S177 the program in front', () => {
  test('is told to every window that watches, every 2 s where it is another, and what is known at once', async () => {
    const at = watch()
    await at.watch.start(1)
    expect(at.told).toEqual([[1, EXPLORER]])
    const token = await at.watch.start(2)
    expect(at.told.splice(0)).toEqual([
      [1, EXPLORER],
      [2, EXPLORER],
    ])
    at.front.program = EXCEL
    await at.scheduler.advance(LOOK_MS - 1)
    expect(at.told).toEqual([])
    await at.scheduler.advance(1)
    expect(at.told.splice(0)).toEqual([
      [1, EXCEL],
      [2, EXCEL],
    ])
    // The same one, and none at all, say nothing.
    await at.scheduler.advance(LOOK_MS)
    at.front.program = null
    await at.scheduler.advance(LOOK_MS)
    expect(at.told).toEqual([])
    expect(at.front.looks).toBe(4)
    at.watch.stop(1)
    // A window's former page can't stop its new watch.
    await at.watch.start(2)
    at.watch.stop(2, token)
    expect(at.scheduler.pending).toBe(1)
    at.watch.stop(2)
    expect(at.scheduler.pending).toBe(0)
  })

  test('is looked at no more once the page has said so or has gone, however long that is ago', async () => {
    const at = watch()
    const gone: (() => void)[] = []
    const caller = {
      windowId: 1,
      onPageGone: (action: () => void) => void gone.push(action),
      afterAnswer: () => {},
    }
    const { activeAppWatch } = activeAppCommands(at.watch)
    for (const leave of [
      () => activeAppWatch({ watch: false }, caller),
      () => {
        for (const action of gone) action()
      },
    ]) {
      await activeAppWatch({ watch: true }, caller)
      await at.scheduler.advance(2 * LOOK_MS)
      await leave()
      const { looks } = at.front
      expect(looks).toBeGreaterThan(1)
      await at.scheduler.advance(600_000)
      expect(at.front.looks).toBe(looks)
    }
  })

  test('that can’t be read five times in a row is given up, and four times is not', async () => {
    const at = watch()
    await at.watch.start(1)
    const fails = async (times: number) => {
      at.front.program = new WindowsFailure('frontProgram', 'timeout')
      await at.scheduler.advance(times * LOOK_MS)
    }
    await fails(4)
    at.front.program = EXCEL
    await at.scheduler.advance(LOOK_MS)
    expect(at.told.at(-1)).toEqual([1, EXCEL])
    await fails(4)
    expect(at.report).not.toHaveBeenCalled()
    await fails(1)
    expect(at.report).toHaveBeenCalledOnce()
    expect(at.scheduler.pending).toBe(0)
  })

  test('who left during the first look leaves none behind', async () => {
    const at = watch()
    const starting = at.watch.start(1)
    at.watch.stop(1)
    await starting
    await settle()
    expect([at.scheduler.pending, at.told]).toEqual([0, []])
  })

  test('is unsupported off Windows and where Windows can’t tell, and then nothing is watched', async () => {
    await expect(watch('linux').watch.start(1)).rejects.toMatchObject({
      code: 'unsupported',
      message: 'Watching the program in front is available on Windows only.',
    })
    const at = watch()
    at.front.program = new WindowsFailure('GetForegroundWindow', 'missing')
    await expect(at.watch.start(1)).rejects.toMatchObject({ code: 'unsupported' })
    expect(at.scheduler.pending).toBe(0)
    // The window that was told so isn't among those that watch later.
    at.front.program = EXPLORER
    await at.watch.start(2)
    expect(at.told).toEqual([[2, EXPLORER]])
    at.watch.stop(2)
    expect(at.scheduler.pending).toBe(0)
  })

  test('a long name is cut, once, and one that isn’t told is empty', async () => {
    const at = watch()
    at.front.program = { program: 'p', name: 'x'.repeat(500) }
    await at.watch.start(1)
    await at.scheduler.advance(LOOK_MS)
    at.front.program = { program: 'mmc', name: '' }
    await at.scheduler.advance(LOOK_MS)
    expect(at.told.map(([, { name }]) => name.length)).toEqual([200, 0])
  })
})
