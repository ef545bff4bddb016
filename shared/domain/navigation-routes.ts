import { leavesOf, type NavigationItem, type NavigationLeaf } from './navigation.ts'
import { POP_OUTS } from './pop-outs.ts'

/** A page with the route that the labels in use give it. */
export interface PageRoute extends NavigationLeaf {
  /** '/resource/allocation': the module's label and the page's (spec 1 §2.1). */
  readonly path: string
  /** Set where the labels alone would have given it another, or none. */
  readonly problem: RouteProblem | null
}

/** Why a route isn't quite what its labels say. */
export type RouteProblem = 'no letters' | 'reserved' | 'taken'

/** First segments that aren't a module's: they are the server's, or routes of the shell. */
const RESERVED_MODULES = new Set(['api', 'assets', 'oauth', 'public', 'sandbox'])
const RESERVED_PAGES = new Set<string>(POP_OUTS)

/**
 * A label as a part of a route: lower case, spaces as hyphens (spec 1 §2.1). What an address
 * gives a meaning of its own, such as / ? # % and <, is left out. Empty where nothing is left.
 */
export function slugOf(label: string): string {
  const words = label.normalize('NFC').trim().toLowerCase().replaceAll(/\s+/gu, '-')
  // The alphabets of the world take a browser milliseconds to read: plain letters don't wait for them.
  const meaningless = isPlain(words) ? /[^a-z\d_-]/g : /[^\p{L}\p{M}\p{N}_-]/gu
  return words.replaceAll(meaningless, '').slice(0, SLUG_LIMIT)
}

const isPlain = (text: string): boolean => /^[ -~]*$/.test(text)

/** A label may be long, an address only so much. */
const SLUG_LIMIT = 80

/** Only hyphens can't be told from nothing. */
const hasLetters = (slug: string): boolean => /[a-z\d]/.test(slug) || /[\p{L}\p{N}]/u.test(slug)

/** What an item's label gives, or its id where that can't be a route. */
function segment(
  item: NavigationItem,
  label: string,
  reserved: ReadonlySet<string>,
): { slug: string; problem: RouteProblem | null } {
  const slug = slugOf(label)
  const own = item.id.split('.').at(-1) ?? item.id
  if (!hasLetters(slug)) return { slug: own, problem: 'no letters' }
  if (reserved.has(slug)) return { slug: own, problem: 'reserved' }
  return { slug, problem: null }
}

/**
 * The routes of all pages under a label set, unique and the same for everybody: who comes first in
 * the menu keeps a route, and a later page of the same one is numbered.
 */
export function routesOf(
  items: readonly NavigationItem[],
  labelOf: (item: NavigationItem) => string,
): readonly PageRoute[] {
  const taken = new Set<string>()
  return leavesOf(items).flatMap((leaf) => {
    const [module] = leaf.within
    if (!module || leaf.item.dialog) return []
    const first = segment(module, labelOf(module), RESERVED_MODULES)
    const last = segment(leaf.item, labelOf(leaf.item), RESERVED_PAGES)
    const wanted = `/${first.slug}/${last.slug}`
    let path = wanted
    for (let number = 2; taken.has(path); number++) path = `${wanted}-${number}`
    taken.add(path)
    return [{ ...leaf, path, problem: path === wanted ? (first.problem ?? last.problem) : 'taken' }]
  })
}

/** The page at an address, if there is one. As the router has it, neither case matters nor a slash at the end. */
export function pageAt(routes: readonly PageRoute[], pathname: string): PageRoute | undefined {
  const wanted = decoded(pathname).toLowerCase().replace(/\/+$/, '')
  return routes.find(({ path }) => path === wanted)
}

function decoded(pathname: string): string {
  try {
    return decodeURI(pathname)
  } catch {
    return pathname
  }
}
