import type { Gif } from '#shared/contract/chat-entities.ts'

export const GIFS_MAX = 24

/** Without a token, since a page's images can't send one and GIFs aren't private. */
export const GIFS_PATH = '/api/public/gifs'

/** A source of GIFs. */
export interface GifProvider {
  readonly kind: 'BUILT_IN' | 'SERVICE'
  /** At most 24; for an empty term the popular ones. */
  search(term: string): Promise<Gif[]>
  /** A GIF by its name in the address under GIFS_PATH; null where there is none. */
  image(name: string): Promise<Buffer | null>
}
