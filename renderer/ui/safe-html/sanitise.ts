import createDOMPurify, { type Config, type WindowLike } from 'dompurify'
import {
  ALLOWED_ATTRIBUTES,
  ALLOWED_TAGS,
  isAllowedLink,
  isAllowedPicture,
} from '#shared/domain/sanitise-allow-list.ts'

/** Makes HTML of the server's safe to show: a fragment of elements, never text to be parsed again. */
export type Sanitise = (html: string) => DocumentFragment

const CONFIG = {
  ALLOWED_TAGS: [...ALLOWED_TAGS, '#text'],
  ALLOWED_ATTR: [...new Set(Object.values(ALLOWED_ATTRIBUTES).flat())],
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
  RETURN_DOM_FRAGMENT: true,
} as const satisfies Config

/** A window, of which the sanitiser takes its parser. */
type Page = WindowLike & { readonly document: Document }

/**
 * The HTML as the content of a body, in a document that loads and runs nothing. Read as a page of its
 * own, a style at the start would go with the head, and a frameset would take the body's place.
 */
function contentOf({ document }: Page, html: string): DocumentFragment {
  const { body } = document.implementation.createHTMLDocument('')
  body.innerHTML = html
  const range = body.ownerDocument.createRange()
  range.selectNodeContents(body)
  return range.extractContents()
}

/** What in a style sheet asks for something of the network, or could hide that it does. */
const REACHES_OUT = /\\|@(?!media\b)|(?:url|image|image-set|src|expression)\s*\(/i

/**
 * The sanitiser by the allow-list of spec 3 §9. It never throws: HTML of which nothing may stay gives
 * an empty fragment.
 */
export function createSanitiser(page: Page): Sanitise {
  const purify = createDOMPurify(page)
  purify.addHook('uponSanitizeAttribute', (node, data) => {
    const allowed = ALLOWED_ATTRIBUTES[node.nodeName.toLowerCase()] ?? []
    const { attrName: name, attrValue: value } = data
    data.keepAttr =
      allowed.includes(name) &&
      (name !== 'href' || isAllowedLink(value)) &&
      (name !== 'src' || isAllowedPicture(value))
  })
  return (html) => {
    const fragment = purify.sanitize(contentOf(page, html), CONFIG)
    for (const style of fragment.querySelectorAll('style')) {
      if (REACHES_OUT.test(style.textContent)) style.remove()
    }
    return fragment
  }
}
