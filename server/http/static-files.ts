import { existsSync } from 'node:fs'
import { join, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'

const YEAR_SECONDS = 365 * 24 * 60 * 60

/** Files in `assets` are named by their content and never change; others are asked for each time. */
function cacheControl(path: string): string {
  return path.split(sep).includes('assets') ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-store'
}

/** Whether the browser is opening a page. Anything else that isn't there is missing. */
function isNavigation({ method, url, headers }: FastifyRequest): boolean {
  const isPage = method === 'GET' && !url.startsWith('/assets/')
  return isPage && (headers.accept ?? '').includes('text/html')
}

function isApi(url: string): boolean {
  return /^\/api(?:[/?#]|$)/.test(url)
}

/**
 * Serves the built page: its files, and its HTML for every other address that a browser opens outside of
 * /api, since the page's router reads those. Without a folder only the API is served. @throws where the
 * folder has no build.
 */
export async function registerStaticFiles(app: FastifyInstance, folder: string | null): Promise<void> {
  if (folder !== null) {
    if (!existsSync(join(folder, 'index.html'))) throw new Error(`There is no built page in ${folder}`)
    await app.register(fastifyStatic, {
      root: folder,
      cacheControl: false,
      dotfiles: 'deny',
      // Its own route reads a file's folder at each request, to refuse names that differ by case alone: of a page's
      // fifty files each took 2 ms for that. Nothing is guarded by the spelling of these.
      serve: false,
      // The build wrote a .br and a .gz beside each text (scripts/lib/precompress.ts).
      preCompressed: true,
      setHeaders: (reply, path) => reply.header('cache-control', cacheControl(path)),
    })
    app.route<{ Params: { '*': string } }>({
      method: ['GET', 'HEAD'],
      url: '/*',
      schema: { hide: true },
      handler: (request, reply) => reply.sendFile(`/${request.params['*']}`),
    })
  }
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    if (isApi(request.url)) throw new Refusal(404, 'request.noSuchCall')
    if (folder !== null && isNavigation(request)) return reply.sendFile('index.html')
    throw new Refusal(404, 'request.noSuchPage')
  })
}
