import * as z from 'zod/mini'
import { Refusal } from '../../refusal.ts'
import { GIFS_MAX, type GifProvider } from './gif-provider.ts'
import { isImageOf, relayedImage, relayedPath } from './relayed-gifs.ts'

/** A service with Giphy's search (`/v1/gifs/search`, `/v1/gifs/trending`). */
export interface GifServiceSettings {
  readonly url: string
  readonly key: string
}

const TIMEOUT_MS = 8000

const size = z.coerce.number()
const image = z.object({ url: z.url({ protocol: /^https$/ }), width: size, height: size })
const answered = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      title: z.catch(z.string(), ''),
      images: z.object({ fixed_height: image, fixed_height_small: z.optional(image) }),
    }),
  ),
})

/** A GIF's address for a message, without the query by which the service counts viewers. */
const plain = (url: string): string => url.split('?')[0] ?? url

export function gifService({ url, key }: GifServiceSettings, fetchOf: typeof fetch = fetch): GifProvider {
  return {
    kind: 'SERVICE',
    async search(term) {
      const query = new URLSearchParams({ api_key: key, limit: String(GIFS_MAX), rating: 'g' })
      if (term !== '') query.set('q', term)
      const path = `${url.replace(/\/$/, '')}/v1/gifs/${term === '' ? 'trending' : 'search'}`
      try {
        const answer = await fetchOf(`${path}?${query}`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
        const { data } = answered.parse(await answer.json())
        const ours = data.filter(({ images }) => isImageOf(url, images.fixed_height.url))
        return ours.slice(0, GIFS_MAX).map(({ id, title, images: { fixed_height, fixed_height_small } }) => ({
          id,
          title,
          url: relayedPath(plain(fixed_height.url)),
          previewUrl: relayedPath(plain((fixed_height_small ?? fixed_height).url)),
          width: Math.round(fixed_height.width),
          height: Math.round(fixed_height.height),
        }))
      } catch {
        throw new Refusal(400, 'gif.noAnswer')
      }
    },
    image: (name) => relayedImage(url, name, fetchOf),
  }
}
