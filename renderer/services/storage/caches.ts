/** What the page keeps to save itself a fetch, and can lose without loss. Drafts aren't among it. */
export interface Caches {
  /** Adds a cache in memory; returns what takes it away again. */
  register(clear: () => void): () => void
  /** Empties all of it: those in memory at once, then the browser's Cache Storage. Never rejects. */
  clear(): Promise<void>
}

/** @param storage the browser's; absent where the page isn't secure */
export function createCaches(storage: Pick<CacheStorage, 'keys' | 'delete'> | undefined): Caches {
  const registered = new Set<() => void>()
  return {
    register(clear) {
      registered.add(clear)
      return () => registered.delete(clear)
    },
    async clear() {
      for (const clear of [...registered]) clear()
      try {
        const names = (await storage?.keys()) ?? []
        await Promise.all(names.map((name) => storage?.delete(name)))
      } catch {
        // A browser that refuses its Cache Storage has kept nothing in it.
      }
    },
  }
}
