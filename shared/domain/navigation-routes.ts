import { leavesOf, type NavigationItem, type NavigationLeaf } from './navigation.ts'
import { POP_OUTS } from './pop-outs.ts'

/** A page with its route under the present labels. */
export interface PageRoute extends NavigationLeaf {
  /** '/resource/allocation': the module's label and the page's (spec 1 §2.1). */
  readonly path: string
  /** Why the route isn't made of the labels alone; null where it is. */
  readonly problem: RouteProblem | null
}

/** Why a route differs from its labels. */
export type RouteProblem = 'no letters' | 'reserved' | 'taken'

/** First segments that no module may have: they belong to the server or the shell. */
const RESERVED_MODULES = new Set(['api', 'assets', 'oauth', 'public', 'sandbox'])
const RESERVED_PAGES = new Set<string>(POP_OUTS)

/**
 * A label as part of a route: lower case, spaces as hyphens (spec 1 §2.1). Characters with a meaning in
 * addresses, such as / ? # % and <, are left out. May be empty.
 */
export function slugOf(label: string): string {
  const words = label.normalize('NFC').trim().toLowerCase().replaceAll(/\s+/gu, '-')
  // The second pattern takes a browser milliseconds to compile, so plain letters avoid it.
  const meaningless = isPlain(words) ? /[^a-z\d_-]/g : /[^\p{L}\p{M}\p{N}_-]/gu
  return words.replaceAll(meaningless, '').slice(0, SLUG_LIMIT)
}

const isPlain = (text: string): boolean => /^[ -~]*$/.test(text)

/** Labels may be long, addresses not. */
const SLUG_LIMIT = 80

/** A slug of hyphens alone would look empty. */
const hasLetters = (slug: string): boolean => /[a-z\d]/.test(slug) || /[\p{L}\p{N}]/u.test(slug)

/** The part of a route for an item: from its label, or its id where the label makes none. */
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
 * The routes of all pages under a label set. Each is unique: of two pages with the same route the first in
 * the menu keeps it, the later one gets a number.
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

/** The page at an address, if any. As in the router, case and a slash at the end don't matter. */
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
