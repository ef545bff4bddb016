/** What happens to something while somebody is signed in. */
export interface NewsFeed<T> {
  readonly tell: (news: T) => void
  /** Calls back with each piece of news; with null where some may have been missed. */
  onChange(listener: (news: T | null) => void): () => void
  /** The connection was gone for a while. */
  missed(): void
}

export function createNewsFeed<T>(): NewsFeed<T> {
  const listeners = new Set<(news: T | null) => void>()
  const tell = (news: T | null) => {
    for (const listener of [...listeners]) listener(news)
  }
  return {
    tell,
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    missed: () => tell(null),
  }
}
