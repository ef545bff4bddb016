import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { downloadQuery, SPEED_TEST_PATHS, TRANSFER_BYTES_MAX } from '#shared/contract/speed-test.ts'
import type { Caller } from '../http/handlers.ts'
import { Refusal, SessionOver, TooMany } from '../refusal.ts'

/** What one person may ask for in a minute: two windows that test as fast as they can, and some more. */
export interface MeasuringLimits {
  readonly pings: number
  readonly transfers: number
}
const LIMITS: MeasuringLimits = { pings: 600, transfers: 60 }
const WINDOW_SECONDS = 60

function limiterOf(points: number): RateLimiterMemory {
  return new RateLimiterMemory({ points, duration: WINDOW_SECONDS })
}

/** Counts one more. It guards the line of this process, so this process counts. @throws Refusal 429 */
async function count(limiter: RateLimiterMemory, userID: number): Promise<void> {
  try {
    await limiter.consume(String(userID))
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    throw new TooMany('speedTest.tooMany', refusal.msBeforeNext)
  }
}

/** Sent again and again. Larger than the window of what a proxy or VPN may compress with. */
const BLOCK_BYTES = 1024 * 1024

/** So many bytes, made as they are wanted. */
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

/** Reads a body to its end, or to where its sender broke off, and keeps nothing of it. @throws Refusal 413 */
async function countBytes(body: AsyncIterable<Buffer>): Promise<number> {
  let bytes = 0
  try {
    for await (const part of body) {
      bytes += part.length
      if (bytes > TRANSFER_BYTES_MAX) throw new Refusal(413, 'speedTest.tooLarge')
    }
  } catch (error) {
    // A test that ran out of time breaks off: that is no fault, and nobody waits for the answer.
    if (error instanceof Refusal) throw error
  }
  return bytes
}

export interface MeasuringServices {
  readonly authenticate: (authorization: string | undefined) => Promise<Caller | null>
  readonly limits?: MeasuringLimits
}

/** Serves what the speed test measures against (spec 3 §4): bytes both ways, streamed, limited a person. */
export function registerMeasuring(
  app: FastifyInstance,
  { authenticate, limits = LIMITS }: MeasuringServices,
): void {
  // Made for who measures first: most servers, those of tests above all, serve no such test.
  let made: Buffer | null = null
  const block = () => (made ??= randomBytes(BLOCK_BYTES))
  const pings = limiterOf(limits.pings)
  const transfers = limiterOf(limits.transfers)

  const admit = (limiter: typeof pings) => async (request: FastifyRequest) => {
    const caller = await authenticate(request.headers.authorization)
    if (caller === null) throw new SessionOver()
    if (!caller.permissions.can('CAN_USE_SPEED_TEST')) throw new Refusal(403, 'accessDenied')
    await count(limiter, caller.userID)
  }

  // Apart from the calls, which take no bytes.
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
