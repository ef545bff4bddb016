import createDOMPurify, { type Config, type WindowLike } from 'dompurify'

/** What a laid-out document may hold: no frames, forms, scripts or links to other style sheets. */
const CONFIG = {
  USE_PROFILES: { html: true, svg: true, mathMl: true },
  ADD_TAGS: ['style'],
  FORBID_TAGS: ['form', 'input', 'button', 'textarea', 'select', 'option', 'video', 'audio', 'source'],
  FORBID_ATTR: ['srcset', 'ping', 'action', 'formaction', 'target'],
  ALLOW_DATA_ATTR: false,
  FORCE_BODY: true,
  RETURN_DOM_FRAGMENT: true,
} as const satisfies Config

const LINK = /^(?:https?:|mailto:)/i
/** A picture comes with the document or not at all. */
const PICTURE = /^data:image\/(?:png|jpe?g|gif|webp|bmp);base64,/i
/** What in a style asks for something of the network. Lists have escapes in theirs: those stay. */
const REACHES_OUT = /@(?:import|font-face)\b|(?:url|image|image-set|src|expression)\s*\(/i

/**
 * Makes a laid-out document safe to show: other people wrote it, and whatever they put in for a link,
 * a picture or a style must not run or reach out. What the page's own policy forbids anyway, such as
 * pictures from elsewhere, it forbids here too.
 *
 * @throws Error in an environment that can't sanitise: nothing is shown then
 */
export function sanitiseWord(page: WindowLike, laidOut: HTMLElement): DocumentFragment {
  const purify = createDOMPurify(page)
  if (!purify.isSupported) throw new Error('HTML cannot be made safe here')
  purify.addHook('uponSanitizeAttribute', (node, data) => {
    const { attrName: name, attrValue: value } = data
    const isLink = name === 'href' || name === 'xlink:href'
    const within = isLink && value.startsWith('#')
    if (isLink) data.keepAttr = (node.nodeName.toLowerCase() === 'a' && LINK.test(value)) || within
    if (name === 'src') data.keepAttr = PICTURE.test(value)
    if (name === 'style') data.keepAttr = !REACHES_OUT.test(value)
  })
  purify.addHook('afterSanitizeAttributes', (node) => {
    if (node.nodeName.toLowerCase() !== 'a' || node.getAttribute('href')?.startsWith('#')) return
    node.setAttribute('target', '_blank')
    node.setAttribute('rel', 'noopener noreferrer')
  })
  const fragment = purify.sanitize(laidOut.innerHTML, CONFIG)
  for (const style of fragment.querySelectorAll('style')) {
    if (REACHES_OUT.test(style.textContent)) style.remove()
  }
  return fragment
}
