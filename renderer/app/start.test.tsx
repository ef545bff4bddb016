import { afterEach, expect, test, vi } from 'vitest'
import { start } from './start.tsx'

vi.mock('./react-root.ts', () => ({ createRoot: () => ({ render() {} }) }))

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

test.each([
  [true, 0],
  [false, 2],
])('S325 with a build for people: %s, the console shows %d of two', async (isBuilt, shown) => {
  vi.stubEnv('PROD', isBuilt)
  const { console: target } = window
  const before = { warn: target.warn, error: target.error }
  const printed = vi.fn()
  Object.assign(target, { warn: printed, error: printed })
  document.body.innerHTML = '<div id="root"></div>'
  await start({ isShell: false, fetched: Promise.resolve() })
  target.warn('slow')
  target.error('no')
  Object.assign(target, before)
  expect(printed).toHaveBeenCalledTimes(shown)
})
