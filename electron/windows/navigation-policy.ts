import { isOwnPage } from '../protocol/own-page.ts'

/** Longest address that Windows' shell opens. */
const EXTERNAL_URL_LIMIT = 2_081

const EXTERNAL_SCHEMES = new Set(['https:', 'http:', 'mailto:'])

/** Whether a frame may navigate: only a main frame, to one of our pages. */
export function mayNavigate(url: string, isMainFrame: boolean): boolean {
  return isMainFrame && isOwnPage(url)
}

/**
 * Whether a link for a new window opens in the system's browser or mail program. Our own windows aren't
 * opened this way. The page has asked the person before.
 */
export function opensOutside(url: string): boolean {
  if (url.length > EXTERNAL_URL_LIMIT || !URL.canParse(url)) return false
  const { protocol, username, password } = new URL(url)
  return EXTERNAL_SCHEMES.has(protocol) && !username && !password
}
