/** Told when somebody wants to leave while something would be lost by it (spec 1 §8). */
export const NAVIGATION_LOCKED = 'Navigation locked'

/** Keeps the person where they are while leaving would lose something. */
export interface NavigationLock {
  /** Holds the person here; returns what lets them go. `reason` says what would be lost, for whoever looks into it. */
  lock(reason: string): () => void
  /** What holds the person here. */
  reasons(): readonly string[]
  /** Whether the person may go to that path now. Where not, they are told. */
  mayGo(path: string): boolean
  /** Refuses to go back and forth, and asks before the page goes, while locked. Returns what ends that. */
  watch(): () => void
}

type Page = Pick<Window, 'location' | 'history' | 'addEventListener' | 'removeEventListener'>

export function createNavigationLock(page: Page, onRefused: () => void): NavigationLock {
  const held = new Map<symbol, string>()
  /** Where the person was when the first lock was taken. */
  let place = { path: '', href: '', state: null as unknown }
  let comingBack = false

  const mayGo = (path: string) => {
    if (held.size === 0 || path === page.location.pathname) return true
    onRefused()
    return false
  }
  /** The browser has already gone by the time it tells: the router mustn't see it, and it is undone. */
  const wentBack = (event: PopStateEvent) => {
    if (comingBack) {
      comingBack = false
      return event.stopImmediatePropagation()
    }
    if (held.size === 0 || page.location.pathname === place.path) return
    event.stopImmediatePropagation()
    onRefused()
    const moved = stepsBetween(place.state, event.state)
    if (moved === null) return page.history.pushState(place.state, '', place.href)
    comingBack = true
    page.history.go(-moved)
  }
  const leaving = (event: BeforeUnloadEvent) => {
    if (held.size === 0) return
    event.preventDefault()
    // The desktop client stays without asking: this says why.
    onRefused()
  }

  return {
    lock(reason) {
      const { pathname: path, href } = page.location
      if (held.size === 0) place = { path, href, state: page.history.state }
      const key = Symbol(reason)
      held.set(key, reason)
      return () => void held.delete(key)
    },
    reasons: () => [...held.values()],
    mayGo,
    watch() {
      // Before the router's own, which listens on the same target.
      page.addEventListener('popstate', wentBack, { capture: true })
      page.addEventListener('beforeunload', leaving)
      return () => {
        page.removeEventListener('popstate', wentBack, { capture: true })
        page.removeEventListener('beforeunload', leaving)
      }
    },
  }
}

/** How far the browser went, by the index that the router keeps in each entry; null where there is none. */
function stepsBetween(from: unknown, to: unknown): number | null {
  const [a, b] = [from, to].map((state) => (state as { idx?: unknown } | null)?.idx)
  return typeof a === 'number' && typeof b === 'number' && a !== b ? b - a : null
}
