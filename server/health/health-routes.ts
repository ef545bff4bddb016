import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Metrics } from './metrics.ts'
import { type ReadinessParts, readiness } from './readiness.ts'

export interface HealthOptions extends ReadinessParts {
  /** Null where nobody asked for figures. */
  readonly metrics: Metrics | null
  /** What a reader of the figures at the server's own address has to bring; null: they aren't there. */
  readonly metricsToken: string | null
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Compared in the same time, whatever it begins with. */
export const isBearer = (authorization: string | undefined, token: string): boolean =>
  timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`))

/**
 * What watches over the server asks these (spec 5 §6.3). They aren't calls of the contract: they need no session, and
 * answer while UNCLAIMED.
 */
export function registerHealth(app: FastifyInstance, options: HealthOptions): void {
  const { metrics, metricsToken } = options
  app.get('/health/live', { schema: { hide: true } }, async () => ({ status: 'live' }))
  app.get('/health/ready', { schema: { hide: true } }, async (_request, reply) => {
    const found = await readiness(options)
    return reply.code(found.status === 'ready' ? 200 : 503).send(found)
  })
  if (metrics === null) return
  app.addHook('onResponse', async (request, reply) => metrics.saw(request, reply))
  if (metricsToken === null) return
  app.get('/metrics', { schema: { hide: true } }, async ({ headers }, reply) => {
    if (!isBearer(headers.authorization, metricsToken))
      return reply.code(401).header('www-authenticate', 'Bearer').send()
    return reply.type(metrics.contentType).send(await metrics.text())
  })
}
