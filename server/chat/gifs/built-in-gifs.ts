import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../http/handlers.ts'
import { DRAWINGS, draw } from './drawings.ts'
import { encodeGif } from './gif-encoder.ts'
import { GIFS_MAX, type GifProvider } from './gif-provider.ts'

/** Without a token: an image of a page can't send one, and there is nothing private about these. */
const GIFS_PATH = '/api/public/gifs'
const SIDE = 120
const DAY_SECONDS = 24 * 60 * 60

/** The GIFs that come with the server, drawn by it and nobody else's. */
export const builtInGifs: GifProvider = {
  kind: 'BUILT_IN',
  async search(term) {
    const words = term.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
    return Object.entries(DRAWINGS)
      .filter(([, drawing]) => {
        const known = drawing.words.split(' ')
        return words.every((word) => known.some((one) => one.startsWith(word)))
      })
      .slice(0, GIFS_MAX)
      .map(([id, { title }]) => {
        const url = `${GIFS_PATH}/${id}.gif`
        return { id, title, url, previewUrl: url, width: SIDE, height: SIDE }
      })
  },
}

/** Serves them; each is drawn when it is first wanted. */
export function registerBuiltInGifs(app: FastifyInstance): void {
  const drawn = new Map<string, Buffer>()
  app.get<{ Params: { name: string } }>(
    `${GIFS_PATH}/:name`,
    { schema: { hide: true } },
    async ({ params }, reply) => {
      const name = params.name.replace(/\.gif$/, '')
      const drawing = Object.hasOwn(DRAWINGS, name) ? DRAWINGS[name] : undefined
      if (!drawing) throw new Refusal(404, 'There is no such GIF.')
      const gif = drawn.get(name) ?? encodeGif(draw(drawing.paint))
      drawn.set(name, gif)
      reply.headers({ 'cache-control': `public, max-age=${DAY_SECONDS}` })
      return reply.type('image/gif').send(gif)
    },
  )
}
