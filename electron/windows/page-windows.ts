import {
  entryOf,
  INSTANCE_POPUP_SIZE,
  POP_OUTS,
  type PopOut,
  popOutSize,
  type WindowSize,
} from '#shared/domain/pop-outs.ts'
import { isOwnPage } from '../protocol/own-page.ts'

/** Most further instances of the application. Ours: each is a whole client. */
const INSTANCES_MAX = 3

/** What a window shows: a pop-out, of which there is one each, or the application again. */
export type PageWindowKind = PopOut | 'instance'

/** The answer to a page that wants a window. */
export type PageWindowAnswer<Window> =
  | { readonly do: 'open'; readonly kind: PageWindowKind; readonly size: WindowSize }
  | { readonly do: 'show'; readonly window: Window }
  | { readonly do: 'refuse' }

interface Wish<Window> {
  readonly url: string
  /** What the page asked for, as given to `window.open`. */
  readonly features: string
  /** Available room on the screen. */
  readonly available: WindowSize
  readonly open: ReadonlyMap<Window, PageWindowKind>
}

/**
 * Decides which of our pages open in windows of their own: the pop-outs of spec 1 §2.2 and the application
 * (spec 1 §6), by their exact paths. A pop-out that is open is shown instead.
 */
export function answerWish<Window>({
  url,
  features,
  available,
  open,
}: Wish<Window>): PageWindowAnswer<Window> {
  const kind = kindOf(url)
  if (kind === null) return { do: 'refuse' }
  const size = sizeOf(kind, features, available)
  if (kind === 'instance') {
    const instances = [...open.values()].filter((other) => other === 'instance').length
    return instances < INSTANCES_MAX ? { do: 'open', kind, size } : { do: 'refuse' }
  }
  const there = [...open].find(([, other]) => other === kind)
  return there ? { do: 'show', window: there[0] } : { do: 'open', kind, size }
}

function kindOf(url: string): PageWindowKind | null {
  if (!isOwnPage(url)) return null
  const { pathname, search, hash } = new URL(url)
  if (pathname === '/' && search === '' && hash === '') return 'instance'
  const entry = entryOf(pathname)
  return entry !== 'main' && POP_OUTS.includes(entry) && pathname === `/${entry}` ? entry : null
}

/** The size that the page asks for, within the limits of that kind of window and the screen. */
function sizeOf(kind: PageWindowKind, features: string, available: WindowSize): WindowSize {
  const cap = kind === 'instance' ? available : popOutSize(kind, available)
  const usual = kind === 'instance' ? INSTANCE_POPUP_SIZE : cap
  const side = (name: 'width' | 'height') => {
    const asked = Number(
      new RegExp(`(?:^|,)\\s*${name}=(\\d{1,5})(?:,|$)`).exec(features)?.[1] ?? usual[name],
    )
    return Math.min(Math.max(asked, MINIMUM[name]), cap[name])
  }
  return { width: side('width'), height: side('height') }
}

const MINIMUM: WindowSize = { width: 320, height: 240 }
