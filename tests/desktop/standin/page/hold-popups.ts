import type { WorldBridge } from './world-bridge.ts'

/**
 * Takes the place of `window.open` and of links to new windows. Main is told of
 * the address and opens the window where the app's handler allows it; the page gets null, as from
 * Electron where the handler denies. Were Chromium left to open the popup, to be closed again, the two would now and
 * then bring the page's process down. Sent to the page as source: must not refer to anything outside.
 */
export function holdPopups(bridge: WorldBridge): void {
  const absolute = (url: string | URL) => new URL(url, document.baseURI).href
  window.open = (url: string | URL = 'about:blank', frameName = '', features = '') => {
    bridge.tellOfOpening({ url: absolute(url), frameName, features })
    return null
  }
  addEventListener('click', (event) => {
    const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement)
    if (!link || event.defaultPrevented || ['', '_self', '_parent', '_top'].includes(link.target)) return
    event.preventDefault()
    bridge.tellOfOpening({ url: link.href, frameName: link.target, features: '' })
  })
}
