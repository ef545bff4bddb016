import type { WorldBridge } from './world-bridge.ts'

/**
 * Takes the place of `window.open` and of links to new windows. The stand-in has no windows that a
 * page opens: main is told of the address, and the page gets null, as from Electron where the app's
 * handler denies. Were Chromium left to open the popup, to be closed again, the two would now and
 * then bring the page's process down. Sent to the page as source: must not refer to anything outside.
 */
export function holdPopups(bridge: WorldBridge): void {
  const absolute = (url: string | URL) => new URL(url, document.baseURI).href
  window.open = (url: string | URL = 'about:blank') => {
    bridge.tellOfOpening(absolute(url))
    return null
  }
  addEventListener('click', (event) => {
    const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement)
    if (!link || event.defaultPrevented || ['', '_self', '_parent', '_top'].includes(link.target)) return
    event.preventDefault()
    bridge.tellOfOpening(link.href)
  })
}
