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
  // A style at the start would go with the head.
  FORCE_BODY: true,
  RETURN_DOM_FRAGMENT: true,
} as const satisfies Config

/** What in a style sheet asks for something of the network, or could hide that it does. */
const REACHES_OUT = /\\|@(?!media\b)|(?:url|image|image-set|src|expression)\s*\(/i

/** The sanitiser by the allow-list of spec 3 §9. */
export function createSanitiser(page: WindowLike): Sanitise {
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
    const fragment = purify.sanitize(html, CONFIG)
    for (const style of fragment.querySelectorAll('style')) {
      if (REACHES_OUT.test(style.textContent)) style.remove()
    }
    return fragment
  }
}
