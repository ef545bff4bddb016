import * as z from 'zod/mini'

/**
 * What a speed test measures against. These aren't calls of the contract: their bodies are meaningless bytes,
 * streamed and thrown away. All take a bearer token and need CAN_USE_SPEED_TEST.
 */
export const SPEED_TEST_PATHS = {
  /** GET; answers 204 at once. */
  ping: '/api/device-health/speed-test/ping',
  /** GET; answers as many incompressible bytes as the query asks for. */
  download: '/api/device-health/speed-test/download',
  /** POST of bytes; answers how many arrived. */
  upload: '/api/device-health/speed-test/upload',
} as const

/** Most bytes of one transfer. */
export const TRANSFER_BYTES_MAX = 25_000_000

export const downloadQuery = z.object({
  bytes: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(TRANSFER_BYTES_MAX)),
})
