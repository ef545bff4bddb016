import type { FastifyInstance } from 'fastify'
import type { SocketHubServer } from './hub-server.ts'

/** Negotiations have no body worth reading. */
const MAX_BODY_BYTES = 1024

function queryOf(url: string): URLSearchParams {
  const start = url.indexOf('?')
  return new URLSearchParams(start === -1 ? '' : url.slice(start + 1))
}

/**
 * Serves the hubs from a Fastify app: routes for negotiation, WebSockets on its HTTP server, and closing the
 * hub server before the app.
 */
export function registerHubs(app: FastifyInstance, hubServer: SocketHubServer): void {
  hubServer.attach(app.server)
  app.addHook('preClose', () => hubServer.close())
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { bodyLimit: MAX_BODY_BYTES, parseAs: 'string' }, async () => null)
    for (const path of hubServer.paths) {
      scope.post(`${path}/negotiate`, async (request, reply) => {
        const { status, body } = await hubServer.handleNegotiate({
          path,
          query: queryOf(request.url),
          ...hubServer.seen(request.raw),
        })
        return reply.code(status).header('Cache-Control', 'no-store').send(body)
      })
    }
  })
}
