/**
 * Set up after the rest where a place is broken: what it keeps from coming isn't waited for as long as
 * beside the browser tests.
 */
import { vi } from 'vitest'

const PATIENCE_MS = 8_000

const { waitFor } = vi
vi.waitFor = (callback, options) =>
  waitFor(callback, {
    timeout: PATIENCE_MS,
    ...(typeof options === 'number' ? { timeout: options } : options),
  })

if (typeof window !== 'undefined') {
  const { configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: PATIENCE_MS })
}
