import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { start } from './start.tsx'

// What the application shows is its own tests'.
vi.mock('./App.tsx', () => ({ App: () => null }))

beforeEach(() => {
  document.body.innerHTML = '<div id="root"></div>'
})
afterEach(() => vi.unstubAllGlobals())

test('S166 at the start the service workers that an older build left are unregistered', async () => {
  const unregister = vi.fn(async () => true)
  const serviceWorker = { getRegistrations: async () => [{ unregister }] }
  vi.stubGlobal('navigator', Object.create(navigator, { serviceWorker: { value: serviceWorker } }))
  await start({ fetched: Promise.resolve(), isShell: false })
  await vi.waitFor(() => expect(unregister).toHaveBeenCalledOnce())
})
