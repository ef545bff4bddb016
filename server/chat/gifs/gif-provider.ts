import type { Gif } from '#shared/contract/chat-entities.ts'

export const GIFS_MAX = 24

/** Without a token: an image of a page can't send one, and there is nothing private about these. */
export const GIFS_PATH = '/api/public/gifs'

/** Where GIFs come from. */
export interface GifProvider {
  readonly kind: 'BUILT_IN' | 'SERVICE'
  /** At most 24; for an empty term those that are liked most. */
  search(term: string): Promise<Gif[]>
  /** One of its GIFs by the name that its address has under GIFS_PATH; null where there is none. */
  image(name: string): Promise<Buffer | null>
}
