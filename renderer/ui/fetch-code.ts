import { type FunctionComponent, type LazyExoticComponent, lazy } from 'react'
import { systemTimers, type Timers } from './timers.ts'

/** Before each further try, in milliseconds: a line that drops or a server that restarts takes no screen away. Ours. */
const PAUSES_MS: readonly number[] = [1000, 3000]

/** True for a part of the application that could not be fetched, in the words of each browser engine. */
export function isChunkLoadFailure(error: unknown): boolean {
  const message = error instanceof Error ? error.message : String(error)
  return /dynamically imported module|importing a module script|Unable to preload CSS|ChunkLoadError/i.test(
    message,
  )
}

/**
 * Fetches code; what can't be fetched is asked for again after a second, and three seconds later.
 *
 * @param load a dynamic import
 * @throws what the last try threw; at once what isn't a matter of fetching
 */
export async function fetchCode<T>(load: () => Promise<T>, timers: Timers = systemTimers): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      if (tries > 0) await fetchMissingSheets(document)
      return await load()
    } catch (error) {
      const pause = PAUSES_MS[tries]
      if (pause === undefined || !isChunkLoadFailure(error)) throw error
      await new Promise<void>((done) => void timers.after(pause, done))
    }
  }
}

/** The build asks for a style sheet once: from then on it would show a screen without. Rejects as the build does. */
async function fetchMissingSheets(page: Document): Promise<void> {
  const links = page.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')
  const missing = [...links].filter(({ sheet }) => !hasRules(sheet))
  await Promise.all(
    missing.map(
      (link) =>
        new Promise((there, fail) => {
          const again = link.cloneNode() as HTMLLinkElement
          again.addEventListener('load', there)
          again.addEventListener('error', () => fail(new Error(`Unable to preload CSS for ${link.href}`)))
          link.replaceWith(again)
        }),
    ),
  )
}

/** A sheet that failed is there all the same: without rules, or with rules that nobody may read. */
function hasRules(sheet: CSSStyleSheet | null): boolean {
  try {
    return sheet !== null && sheet.cssRules.length > 0
  } catch {
    return false
  }
}

/** A component that comes with its code. */
export type CodeOnDemand<P> = LazyExoticComponent<FunctionComponent<P>> & {
  /** Fetches it beforehand, so that it shows without a moment's wait. Rejects where that fails. */
  readonly prepare: () => Promise<void>
}

/** A component whose code is fetched when it is first shown, like React's `lazy`; see `fetchCode`. */
export function lazyCode<P>(load: () => Promise<FunctionComponent<P>>): CodeOnDemand<P> {
  let there: { readonly default: FunctionComponent<P> } | null = null
  const fetched = async () => {
    there = { default: await fetchCode(load) }
    return there
  }
  const component = lazy(() => {
    const now = there
    if (!now) return fetched()
    // React takes what answers at once for there, where a promise would let it show nothing for a turn.
    // biome-ignore lint/suspicious/noThenProperty: what answers at once is what React's lazy documents as a thenable
    const atOnce: PromiseLike<typeof now> = { then: (found) => found?.(now) as never }
    return atOnce as Promise<typeof now>
  })
  return Object.assign(component, { prepare: async () => void (await fetched()) })
}
