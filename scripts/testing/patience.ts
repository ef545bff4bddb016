import { vi } from 'vitest'

/** Unit tests run beside the browser tests, with what those leave of the processor: a second may be none. */
const PATIENCE_MS = 10_000

const { waitFor } = vi
vi.waitFor = (callback, options) =>
  waitFor(callback, {
    timeout: PATIENCE_MS,
    ...(typeof options === 'number' ? { timeout: options } : options),
  })
