type Navigate = (path: string) => void

/** Where services send the page. */
export interface Navigation {
  /** Goes to a path of the application, in the place of the present one. */
  go(path: string): void
  /** Loads the page anew. */
  reload(): void
  /** Loads a path anew, for where the application as it stands can't be trusted. */
  load(path: string): void
  /** Whether the page can be had: a reload without its server would leave the browser's own error page. */
  isServed(): Promise<boolean>
  /** The router that `go` uses from now on; returns what ends that. */
  bind(navigate: Navigate): () => void
}

export function createNavigation(
  location: Pick<Location, 'reload' | 'assign' | 'protocol'>,
  fetch: typeof globalThis.fetch,
): Navigation {
  let router: Navigate | null = null
  return {
    go: (path) => (router ? router(path) : location.assign(path)),
    reload: () => location.reload(),
    load: (path) => location.assign(path),
    async isServed() {
      // The desktop client has its pages at hand.
      if (!location.protocol.startsWith('http')) return true
      try {
        // One page answers for every path, but only to who navigates to it; the root answers all.
        return (await fetch('/', { method: 'HEAD', cache: 'no-store' })).ok
      } catch {
        return false
      }
    },
    bind(navigate) {
      router = navigate
      return () => {
        if (router === navigate) router = null
      }
    },
  }
}
