/**
 * Chromium can't be made to navigate to a scheme of its embedder's, so `app://HOST/path` is served as
 * `https://HOST.app.invalid/path`, and mapped back wherever main or a server can see it. A page sees
 * the difference in its own `location`.
 */
const schemes = new Set<string>()

export function registerScheme(scheme: string): void {
  schemes.add(scheme)
}

export function toWire(url: string): string {
  const [, scheme = '', host = '', rest = ''] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/i.exec(url) ?? []
  return schemes.has(scheme) ? `https://${host}.${scheme}.invalid${rest}` : url
}

export function fromWire(url: string): string {
  const [, host = '', scheme = '', rest = ''] =
    /^https:\/\/([^/]*)\.([a-z][a-z0-9+-]*)\.invalid(.*)$/.exec(url) ?? []
  return schemes.has(scheme) ? `${scheme}://${host}${rest}` : url
}

export function schemeOf(url: string): string {
  return url.slice(0, url.indexOf(':'))
}
