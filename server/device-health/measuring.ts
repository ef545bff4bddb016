import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { downloadQuery, SPEED_TEST_PATHS, TRANSFER_BYTES_MAX } from '#shared/contract/speed-test.ts'
import type { Caller } from '../http/handlers.ts'
import { Refusal, SessionOver, TooMany } from '../refusal.ts'

/** Limits for one person in a minute: enough for two windows that test as fast as they can. */
export interface MeasuringLimits {
  readonly pings: number
  readonly transfers: number
}
const LIMITS: MeasuringLimits = { pings: 600, transfers: 60 }
const WINDOW_SECONDS = 60

function limiterOf(points: number): RateLimiterMemory {
  return new RateLimiterMemory({ points, duration: WINDOW_SECONDS })
}

/**
 * Counts one request. In this process's memory, since it protects this process's line. @throws Refusal 429
 */
async function count(limiter: RateLimiterMemory, userID: number): Promise<void> {
  try {
    await limiter.consume(String(userID))
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    throw new TooMany('speedTest.tooMany', refusal.msBeforeNext)
  }
}

/** Sent over and over. Larger than the window with which a proxy or VPN may compress. */
const BLOCK_BYTES = 1024 * 1024

/** That many bytes, made while they are read. */
function bytesOf(total: number, block: Buffer): Readable {
  let left = total
  return new Readable({
    read() {
      if (left === 0) return void this.push(null)
      const part = block.subarray(0, Math.min(left, block.length))
      left -= part.length
      this.push(part)
    },
  })
}

/** Reads a body to its end, or until its sender breaks off, and keeps nothing. @throws Refusal 413 */
async function countBytes(body: AsyncIterable<Buffer>): Promise<number> {
  let bytes = 0
  try {
    for await (const part of body) {
      bytes += part.length
      if (bytes > TRANSFER_BYTES_MAX) throw new Refusal(413, 'speedTest.tooLarge')
    }
  } catch (error) {
    // A test breaks off when its time is up. That is no error, and nobody waits for the answer.
    if (error instanceof Refusal) throw error
  }
  return bytes
}

export interface MeasuringServices {
  readonly authenticate: (authorization: string | undefined) => Promise<Caller | null>
  readonly limits?: MeasuringLimits
}

/**
 * Serves what the speed test measures against (spec 3 §4): bytes in both directions, streamed, with limits
 * for each person.
 */
export function registerMeasuring(
  app: FastifyInstance,
  { authenticate, limits = LIMITS }: MeasuringServices,
): void {
  // Made at the first measurement, since most servers in tests never serve one.
  let made: Buffer | null = null
  const block = () => (made ??= randomBytes(BLOCK_BYTES))
  const pings = limiterOf(limits.pings)
  const transfers = limiterOf(limits.transfers)

  const admit = (limiter: typeof pings) => async (request: FastifyRequest) => {
    const caller = await authenticate(request.headers.authorization)
    if (caller === null) throw new SessionOver()
    if (caller.mustEnrol) throw new Refusal(403, 'signIn.mustEnrol')
    if (!caller.permissions.can('CAN_USE_SPEED_TEST')) throw new Refusal(403, 'accessDenied')
    await count(limiter, caller.userID)
  }

  // Registered apart from the calls, which take no raw bytes.
  app.register(async (scope) => {
    scope.addContentTypeParser('application/octet-stream', (_request, body, done) => done(null, body))
    const hidden = { hide: true }

    scope.get(SPEED_TEST_PATHS.ping, { schema: hidden, onRequest: admit(pings) }, (_request, reply) =>
      reply.code(204).send(),
    )
    scope.get(
      SPEED_TEST_PATHS.download,
      { schema: hidden, onRequest: admit(transfers) },
      (request, reply) => {
        const query = downloadQuery.safeParse(request.query)
        if (!query.success) throw new Refusal(400, 'speedTest.badSize', { max: TRANSFER_BYTES_MAX })
        const { bytes } = query.data
        reply.headers({ 'content-length': bytes, 'cache-control': 'no-store, no-transform' })
        return reply.type('application/octet-stream').send(bytesOf(bytes, block()))
      },
    )
    scope.post(
      SPEED_TEST_PATHS.upload,
      { schema: hidden, onRequest: admit(transfers), bodyLimit: TRANSFER_BYTES_MAX },
      async (request) => ({ bytes: await countBytes(request.body as AsyncIterable<Buffer>) }),
    )
  })
}
