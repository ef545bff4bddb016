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
const OPEN = [SETUP_CALL, /^\/health\//]
const isOpen = (path: string) =>
  path === environmentJson.path || path === '/metrics' || OPEN.some((one) => one.test(path))
const OURS = /^\/(?:api|sandbox|oauth|scim)(?:\/|$)/

const isPage = (path: string) => path === PAGE || path === `${PAGE}/`

function isNavigation({ method, headers }: FastifyRequest, path: string): boolean {
  return method === 'GET' && !path.startsWith('/assets/') && headers.accept?.includes('text/html') === true
}

/** @throws Refusal 503 for a call; a page leads to set-up. */
function shut(request: FastifyRequest, path: string, calls: ReadonlySet<string>): typeof PAGE | null {
  // Whoever asks what they may send gets that from CORS.
  if (request.method === 'OPTIONS' || isOpen(path)) return null
  if (OURS.test(path) || calls.has(path)) throw new Refusal(503, 'setup.notYet')
  return !isPage(path) && isNavigation(request, path) ? PAGE : null
}

/** @throws Refusal 409 for a call of set-up; its page leads to the first one. */
function setUpAlready(request: FastifyRequest, path: string, calls: ReadonlySet<string>): '/' | null {
  if (isPage(path) && isNavigation(request, path)) return '/'
  if (request.method !== 'OPTIONS' && SETUP_CALL.test(path) && calls.has(path))
    throw new Refusal(409, 'setup.done')
  return null
}

/**
 * Keeps everything but set-up shut while the installation is UNCLAIMED: calls answer 503, pages lead to /setup; and
 * /setup leads to / afterwards, and calls of set-up answer 409 whatever is in them (spec 5 §2.1).
 */
export function registerGate(app: FastifyInstance, { isClaimed, calls }: GateOptions): void {
  app.addHook('onRequest', async (request, reply) => {
    const path = request.url.replace(/\?.*/s, '')
    const elsewhere = ((await isClaimed()) ? setUpAlready : shut)(request, path, calls)
    return elsewhere === null ? undefined : reply.redirect(elsewhere)
  })
}
