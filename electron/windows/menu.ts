import type { MenuItemConstructorOptions } from 'electron'

/**
 * A minimal menu, for the keyboard. Ctrl+R refreshes in the desktop client (spec 1 §9); the page gets the
 * keys first and can hold them back. Zoom is the page's own (spec 1 §4.6).
 */
export function applicationMenu(platform: string): MenuItemConstructorOptions[] {
  return [
    ...(platform === 'darwin' ? [{ role: 'appMenu' } as const] : []),
    { role: 'editMenu' },
    { label: 'View', submenu: [{ role: 'reload', accelerator: 'CommandOrControl+R' }] },
    ...(platform === 'darwin' ? [{ role: 'windowMenu' } as const] : []),
  ]
}
