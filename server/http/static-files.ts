import { existsSync } from 'node:fs'
import { join, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'

const YEAR_SECONDS = 365 * 24 * 60 * 60

/** The build names what is in `assets` by its content, so that it never changes; the rest is asked for anew. */
function cacheControl(path: string): string {
  return path.split(sep).includes('assets') ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-store'
}

/** Whether the browser is going to a page; whatever else isn't there is missing. */
function isNavigation({ method, url, headers }: FastifyRequest): boolean {
  const isPage = method === 'GET' && !url.startsWith('/assets/')
  return isPage && (headers.accept ?? '').includes('text/html')
}

function isApi(url: string): boolean {
  return /^\/api(?:[/?#]|$)/.test(url)
}

/**
 * Serves the built renderer: its files, and its page for every other address that a browser
 * navigates to outside /api (the router of the page reads it). Without a folder there is only
 * the API.
 * @throws where the folder holds no build.
 */
export async function registerStaticFiles(app: FastifyInstance, folder: string | null): Promise<void> {
  if (folder !== null) {
    if (!existsSync(join(folder, 'index.html'))) throw new Error(`There is no built page in ${folder}`)
    await app.register(fastifyStatic, {
      root: folder,
      cacheControl: false,
      dotfiles: 'deny',
      // The build has written each text beside itself as .br and .gz (scripts/lib/precompress.ts).
      preCompressed: true,
      setHeaders: (reply, path) => reply.header('cache-control', cacheControl(path)),
    })
  }
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    if (isApi(request.url)) throw new Refusal(404, 'request.noSuchCall')
    if (folder !== null && isNavigation(request)) return reply.sendFile('index.html')
    throw new Refusal(404, 'request.noSuchPage')
  })
}
