/**
 * The tags that HTML of the server's may have; all others go, and their text stays (spec 3 §9). As
 * `style` is among them, such HTML is shown where its rules reach nothing else, as in a shadow tree.
 */
export const ALLOWED_TAGS: readonly string[] = [
  'b',
  'i',
  'em',
  'strong',
  'a',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'p',
  'ul',
  'li',
  'img',
  // A table is nothing without its rows and cells.
  'table',
  'thead',
  'tbody',
  'tfoot',
  'tr',
  'th',
  'td',
  'caption',
  'style',
]

/** Attributes that stay, by tag; the document names none, so only those that the tags are nothing without. */
export const ALLOWED_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'title'],
  img: ['src', 'alt', 'width', 'height'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan', 'scope'],
}

/** Where a link may lead. */
const LINK_SCHEMES: readonly string[] = ['http:', 'https:', 'mailto:', 'tel:']
/** The start of a data address of a picture that can't carry a script. */
const PICTURE_DATA = /^data:image\/(?:png|jpeg|gif|webp);base64,/i

/** An address as a browser would read it: without the control characters that hide what it is. */
function bareAddress(address: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers pass them over, and so must this
  return address.replaceAll(/[\u0000-\u0020\u007f-\u009f]/g, '').replaceAll('\\', '/')
}

const schemeOf = (bare: string): string | null =>
  /^([a-z][a-z0-9+.-]*:)/i.exec(bare)?.[1]?.toLowerCase() ?? null

/** Whether a link of the server's HTML may stay: a web, mail or telephone address, or a path of this site. */
export function isAllowedLink(href: string): boolean {
  const bare = bareAddress(href)
  const scheme = schemeOf(bare)
  return scheme === null ? !bare.startsWith('//') : LINK_SCHEMES.includes(scheme)
}

/** Whether a picture's address may stay: over HTTPS, of this site, or the picture itself. */
export function isAllowedPicture(src: string): boolean {
  const bare = bareAddress(src)
  const scheme = schemeOf(bare)
  if (scheme === null) return !bare.startsWith('//')
  return scheme === 'https:' || PICTURE_DATA.test(bare)
}
