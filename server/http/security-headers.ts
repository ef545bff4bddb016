import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isVaultWorker, VAULT_WORKER_POLICY } from '#shared/domain/vault.ts'
import { WIDGETS_PATH } from '#shared/domain/widget.ts'
import { DOCS_PATH } from './openapi.ts'

/** A host in the form that a Content-Security-Policy may have. */
const HOST = /^(?:[\w.-]+|\[[\da-fA-F:.]+\])(?::\d{1,5})?$/

/** This server's WebSockets: not every browser includes them in 'self'. */
function ownSockets({ host }: FastifyRequest): string {
  return HOST.test(host) ? ` ws://${host} wss://${host}` : ''
}

const COMMON =
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self'; " +
  "object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"

/** The page's policy. Its widget library needs inline styles; inline scripts are never allowed. */
function pagePolicy(request: FastifyRequest): string {
  return `${COMMON}; img-src 'self' data: blob:; media-src 'self' blob:; connect-src 'self'${ownSockets(request)}`
}

/** The OpenAPI page has icons in data addresses and connects to this server only. */
const DOCS_POLICY = `${COMMON}; img-src 'self' data:; connect-src 'self'`

/** Answers of calls aren't pages, so nothing in them may run. */
const API_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox"

/**
 * A widget is somebody else's page. It runs in an origin of its own (`sandbox` without allow-same-origin),
 * connects to nothing, and shows in this server's pages only.
 */
const WIDGET_POLICY =
  "sandbox allow-scripts; default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; " +
  "img-src 'self' data:; font-src 'self'; connect-src 'none'; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'self'"

/** A company's own picture, which may be an SVG that somebody opens as a page. */
const PICTURE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; sandbox"

const FEATURES = [
  'camera=(self)',
  'microphone=(self)',
  'display-capture=(self)',
  'geolocation=(self)',
  'usb=()',
]

function policyFor(request: FastifyRequest): string {
  const [path = ''] = request.url.split('?')
  if (path === DOCS_PATH || path.startsWith(`${DOCS_PATH}/`)) return DOCS_POLICY
  if (path.startsWith(WIDGETS_PATH)) return WIDGET_POLICY
  if (path.startsWith('/company/')) return PICTURE_POLICY
  if (isVaultWorker(path)) return VAULT_WORKER_POLICY
  return path.startsWith('/api/') ? API_POLICY : pagePolicy(request)
}

/** A year: from then on a browser that has been here doesn't try without (RFC 6797). */
const HSTS = 'max-age=31536000'

/** Adds to every answer the headers that limit what a browser does with it. */
export function registerSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    reply.headers({
      'content-security-policy': policyFor(request),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'permissions-policy': FEATURES.join(', '),
      'x-request-id': request.id,
    })
    if (request.sender.protocol === 'https') reply.header('strict-transport-security', HSTS)
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    return payload
  })
}
