import type { FastifyInstance, FastifyRequest } from 'fastify'
import { environmentJson } from '#shared/contract/environment.ts'
import { Refusal } from '../refusal.ts'

export interface GateOptions {
  readonly isClaimed: () => Promise<boolean>
  /** Paths of declared calls. */
  readonly calls: ReadonlySet<string>
}

const PAGE = '/setup'
const SETUP_CALL = /^\/api\/setup\//
/** Answered while nobody lives here: set-up, health, and what the page begins with. */
const OPEN = [
  SETUP_CALL,
  /^\/health\//,
  /^\/metrics$/,
  new RegExp(`^${environmentJson.path.replace('.', '\\.')}$`),
]
const OURS = /^\/(?:api|sandbox|oauth|scim)(?:\/|$)/

function isNavigation({ method, headers }: FastifyRequest, path: string): boolean {
  return method === 'GET' && !path.startsWith('/assets/') && (headers.accept ?? '').includes('text/html')
}

/**
 * Keeps everything but set-up shut while the installation is UNCLAIMED: calls answer 503, pages lead to /setup; and
 * /setup leads to / afterwards, and calls of set-up answer 409 whatever is in them (spec 5 §2.1).
 */
export function registerGate(app: FastifyInstance, { isClaimed, calls }: GateOptions): void {
  app.addHook('onRequest', async (request, reply) => {
    const [path = ''] = request.url.split('?')
    const isPage = path === PAGE || path === `${PAGE}/`
    if (await isClaimed()) {
      if (isPage && isNavigation(request, path)) return reply.redirect('/')
      if (request.method !== 'OPTIONS' && SETUP_CALL.test(path) && calls.has(path))
        throw new Refusal(409, 'setup.done')
      return
    }
    // Whoever asks what they may send gets that from CORS.
    if (request.method === 'OPTIONS' || OPEN.some((one) => one.test(path))) return
    if (OURS.test(path) || calls.has(path)) throw new Refusal(503, 'setup.notYet')
    if (!isPage && isNavigation(request, path)) return reply.redirect(PAGE)
    return
  })
}
