import { expect, test, vi } from 'vitest'
import { withoutPersonalText } from '#shared/domain/redaction.ts'
import { createDiagnostics, silenceConsole } from '../page/diagnostics.ts'
import { unregisterServiceWorkers } from '../page/service-workers.ts'
import { createCaches } from '../storage/caches.ts'

test('S166 every service worker is unregistered', async () => {
  const registrations = [{ unregister: vi.fn(async () => true) }, { unregister: vi.fn(async () => true) }]
  await unregisterServiceWorkers({ getRegistrations: async () => registrations as never })
  for (const { unregister } of registrations) expect(unregister).toHaveBeenCalledOnce()
})

test('S166 a browser without service workers, or that forbids them, is no obstacle', async () => {
  await unregisterServiceWorkers(undefined)
  await unregisterServiceWorkers({ getRegistrations: () => Promise.reject(new Error('SecurityError')) })
})

test('S325 warnings and errors of the console go to the diagnostics and no further', () => {
  const printed = vi.fn()
  const target = { warn: printed, error: printed }
  const diagnostics = createDiagnostics(() => 5)
  silenceConsole(target, diagnostics)
  target.warn('slow', { ms: 3 })
  target.error(new Error('no'))
  expect(printed).not.toHaveBeenCalled()
  expect(diagnostics.entries(withoutPersonalText)).toEqual([
    { at: 5, level: 'warn', message: 'slow {ms}' },
    { at: 5, level: 'error', message: expect.stringMatching(/^Error: no\n {0,4}at /) },
  ])
})

test('S155 caches in memory and in the browser are emptied; one that is refused stops nothing', async () => {
  const inMemory = vi.fn()
  const gone: string[] = []
  const caches = createCaches({
    keys: async () => ['a', 'b'],
    delete: async (name) => gone.push(name) > 0,
  })
  const off = caches.register(inMemory)
  await caches.clear()
  off()
  await caches.clear()
  expect(inMemory).toHaveBeenCalledOnce()
  expect(gone).toEqual(['a', 'b', 'a', 'b'])
  await createCaches({ keys: () => Promise.reject(new Error('no')), delete: async () => true }).clear()
  await createCaches(undefined).clear()
})
