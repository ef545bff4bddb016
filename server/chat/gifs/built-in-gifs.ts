import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../refusal.ts'
import { DRAWINGS, draw } from './drawings.ts'
import { encodeGif } from './gif-encoder.ts'
import { GIFS_MAX, GIFS_PATH, type GifProvider } from './gif-provider.ts'

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
  async image(name) {
    const drawing = Object.hasOwn(DRAWINGS, name) ? DRAWINGS[name] : undefined
    return drawing ? encodeGif(draw(drawing.paint)) : null
  },
}

/**
 * Serves the GIFs of messages: the built-in ones, whichever provider is configured, and that provider's. A
 * built-in one is drawn when it is first wanted.
 */
export function registerGifs(app: FastifyInstance, provider: () => Promise<GifProvider>): void {
  const drawn = new Map<string, Buffer>()
  const ownImage = async (name: string) => {
    const gif = drawn.get(name) ?? (await builtInGifs.image(name))
    if (gif) drawn.set(name, gif)
    return gif
  }
  app.get<{ Params: { name: string } }>(
    `${GIFS_PATH}/:name`,
    { schema: { hide: true } },
    async ({ params }, reply) => {
      const name = params.name.replace(/\.gif$/, '')
      const gif = (await ownImage(name)) ?? (await (await provider()).image(name))
      if (!gif) throw new Refusal(404, 'gif.unknown')
      reply.headers({ 'cache-control': `public, max-age=${DAY_SECONDS}` })
      return reply.type('image/gif').send(gif)
    },
  )
}
