/**
 * Tags that HTML from the server may have; others are removed and their text stays (spec 3 §9). `style` is
 * among them, so such HTML is shown in a shadow tree, where its rules affect nothing else.
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
  // A table is useless without rows and cells.
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

/** Allowed attributes by tag. The document names none, so only those without which a tag is useless. */
export const ALLOWED_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'title'],
  img: ['src', 'alt', 'width', 'height'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan', 'scope'],
}

/** Schemes that a link may have. */
const LINK_SCHEMES: readonly string[] = ['http:', 'https:', 'mailto:', 'tel:']
/** The start of a data address of a picture that can't carry a script. */
const PICTURE_DATA = /^data:image\/(?:png|jpeg|gif|webp);base64,/i

/** An address as a browser reads it: without control characters, which could disguise it. */
function bareAddress(address: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers ignore them, and so must this
  return address.replaceAll(/[\u0000-\u0020\u007f-\u009f]/g, '').replaceAll('\\', '/')
}

const schemeOf = (bare: string): string | null =>
  /^([a-z][a-z0-9+.-]*:)/i.exec(bare)?.[1]?.toLowerCase() ?? null

/**
 * Whether a link in the server's HTML is allowed: a web, mail or telephone address, or a path of this site.
 */
export function isAllowedLink(href: string): boolean {
  const bare = bareAddress(href)
  const scheme = schemeOf(bare)
  return scheme === null ? !bare.startsWith('//') : LINK_SCHEMES.includes(scheme)
}

/** Whether a picture's address is allowed: HTTPS, this site, or a data address. */
export function isAllowedPicture(src: string): boolean {
  const bare = bareAddress(src)
  const scheme = schemeOf(bare)
  if (scheme === null) return !bare.startsWith('//')
  return scheme === 'https:' || PICTURE_DATA.test(bare)
}
