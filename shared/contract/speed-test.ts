import * as z from 'zod/mini'

/**
 * What a speed test measures against. These are no calls: their bodies are bytes without a meaning,
 * streamed and thrown away, so they stand outside the table of calls. All take a bearer token and need
 * CAN_USE_SPEED_TEST.
 */
export const SPEED_TEST_PATHS = {
  /** GET; answers 204 at once. */
  ping: '/api/device-health/speed-test/ping',
  /** GET; answers so many bytes that don't compress, as the query says. */
  download: '/api/device-health/speed-test/download',
  /** POST of bytes; answers how many came. */
  upload: '/api/device-health/speed-test/upload',
} as const

/** The most that one transfer may have, in bytes. */
export const TRANSFER_BYTES_MAX = 25_000_000

export const downloadQuery = z.object({
  bytes: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(TRANSFER_BYTES_MAX)),
})
