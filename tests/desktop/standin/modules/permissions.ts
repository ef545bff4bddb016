import { fromWire } from '../addresses.ts'
import { type Chromium, whileThere } from '../chromium.ts'
import type { Session } from './session.ts'

/** Electron's permissions by the names of the web's own. */
const PERMISSIONS = [
  { electron: 'notifications', web: 'notifications' },
  { electron: 'geolocation', web: 'geolocation' },
  { electron: 'media', web: 'microphone' },
  { electron: 'media', web: 'camera' },
  { electron: 'clipboard-read', web: 'clipboard-read' },
  { electron: 'midi', web: 'midi' },
  { electron: 'idle-detection', web: 'idle-detection' },
  { electron: 'local-network-access', web: 'local-network-access' },
  { electron: 'loopback-network', web: 'loopback-network' },
]

/**
 * Chromium has no question that could be passed on, so the app's handlers are asked before a page
 * loads, once a permission and origin, and their answers set.
 */
export async function applyPermissions(
  chromium: Chromium,
  session: Session,
  contents: object,
  url: string,
): Promise<void> {
  const { origin } = new URL(url)
  if (origin === 'null') return
  for (const { electron, web } of PERMISSIONS) {
    const granted = await session.allows(contents, electron, fromWire(url))
    const setting = { permission: { name: web }, setting: granted ? 'granted' : 'denied', origin }
    whileThere(chromium.send('Browser.setPermission', setting))
  }
}
