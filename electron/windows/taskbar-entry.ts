import { app, type BrowserWindow, nativeImage } from 'electron'
import { BADGE_SIZE, badgeBitmap } from '../services/unread/badge-icon.ts'
import type { TaskbarEntry } from '../services/unread/unread-badge.ts'

/** A window's entry: an overlay icon on Windows, the application's badge elsewhere. */
export function taskbarEntry(window: BrowserWindow, platform: string): TaskbarEntry {
  return {
    isFocused: () => window.isFocused(),
    flash: (on) => window.flashFrame(on),
    badge(count) {
      if (platform !== 'win32') app.setBadgeCount(count)
      else if (count === 0) window.setOverlayIcon(null, '')
      else {
        const icon = nativeImage.createFromBitmap(badgeBitmap(count), {
          width: BADGE_SIZE,
          height: BADGE_SIZE,
        })
        window.setOverlayIcon(icon, count === 1 ? '1 unread message' : `${count} unread messages`)
      }
    },
  }
}
