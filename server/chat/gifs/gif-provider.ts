import type { Gif } from '#shared/contract/chat-entities.ts'

export const GIFS_MAX = 24

/** Where GIFs come from. */
export interface GifProvider {
  readonly kind: 'BUILT_IN' | 'SERVICE'
  /** At most 24; for an empty term those that are liked most. */
  search(term: string): Promise<Gif[]>
}
