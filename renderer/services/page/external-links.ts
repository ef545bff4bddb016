import type { Prompts } from '../notices/prompts.ts'

export const EXTERNAL_LINK_TEXT = {
  title: 'Leave the product?',
  text: 'You are about to open an external link. Do you wish to continue?',
} as const

interface LinkPage {
  readonly document: Pick<Document, 'addEventListener' | 'removeEventListener'>
  readonly location: { readonly origin: string; readonly href: string }
}

/**
 * Asks before a link leads away from the product (spec 1 §5): one of another origin that opens in
 * this window. New tabs and clicks with modifier keys are the person's own doing.
 * @param open goes there
 */
export function watchExternalLinks(
  page: LinkPage,
  prompts: Prompts,
  open: (href: string) => void,
): () => void {
  const clicked = (event: MouseEvent) => {
    const href = externalHref(event, page.location)
    if (href === null) return
    event.preventDefault()
    void prompts.ask(EXTERNAL_LINK_TEXT).then((yes) => {
      if (yes) open(href)
    })
  }
  page.document.addEventListener('click', clicked)
  return () => page.document.removeEventListener('click', clicked)
}

function externalHref(event: MouseEvent, location: LinkPage['location']): string | null {
  const { defaultPrevented, button, ctrlKey, metaKey, shiftKey, altKey, target } = event
  if (defaultPrevented || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return null
  const link = linkOf(event.composedPath()) ?? (target instanceof Element ? target.closest('a[href]') : null)
  if (!link || link.hasAttribute('download') || !['', '_self'].includes(link.getAttribute('target') ?? ''))
    return null
  const url = URL.parse(link.getAttribute('href') ?? '', location.href)
  // Addresses such as mailto: and tel: lead to another program and leave the page as it is.
  if (!url || !/^https?:$/.test(url.protocol) || url.origin === location.origin) return null
  return url.href
}

/** The link on the way of an event, also where it is in a shadow tree. */
const linkOf = (path: readonly EventTarget[]): Element | undefined =>
  path.filter((node) => node instanceof Element).find((element) => element.matches('a[href]'))
