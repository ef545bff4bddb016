import { DESKTOP_HOST, DESKTOP_SCHEME } from '#shared/host/bridge.ts'

/** Whether a URL is one of this application's own pages. */
export function isOwnPage(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, host, username, password } = new URL(url)
  return protocol === `${DESKTOP_SCHEME}:` && host === DESKTOP_HOST && !username && !password
}
