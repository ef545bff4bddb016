import { vi } from 'vitest'

/**
 * Unit tests run beside the browser tests, with what those leave of the processor: ten seconds may be
 * none. What never comes is told by this; how fast something is is a matter of the benchmarks.
 */
const PATIENCE_MS = 30_000

const { waitFor } = vi
vi.waitFor = (callback, options) =>
  waitFor(callback, {
    timeout: PATIENCE_MS,
    ...(typeof options === 'number' ? { timeout: options } : options),
  })
