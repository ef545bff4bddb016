import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { start } from './start.tsx'

// What the application shows is its own tests'.
vi.mock('./react-root.ts', () => ({ createRoot: () => ({ render() {} }) }))

const run = () => start({ fetched: Promise.resolve(), isShell: false })

beforeEach(() => {
  document.body.innerHTML = '<div id="root"></div>'
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

test('S166 at the start the service workers that an older build left are unregistered', async () => {
  const unregister = vi.fn(async () => true)
  const serviceWorker = { getRegistrations: async () => [{ unregister }] }
  vi.stubGlobal('navigator', Object.create(navigator, { serviceWorker: { value: serviceWorker } }))
  await run()
  await vi.waitFor(() => expect(unregister).toHaveBeenCalledOnce())
})

test.each([
  [true, 0],
  [false, 2],
])('S325 with a build for people: %s, the console shows %d of two', async (isBuilt, shown) => {
  vi.stubEnv('PROD', isBuilt)
  const { console: target } = window
  const before = { warn: target.warn, error: target.error }
  const printed = vi.fn()
  try {
    Object.assign(target, { warn: printed, error: printed })
    await run()
    target.warn('slow')
    target.error('no')
  } finally {
    Object.assign(target, before)
  }
  expect(printed).toHaveBeenCalledTimes(shown)
})
