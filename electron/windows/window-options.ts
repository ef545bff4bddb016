import { type BrowserWindowConstructorOptions, nativeTheme } from 'electron'
import type { HostClient } from '#shared/host/bridge.ts'
import { clientArgument } from '#shared/host/client-argument.ts'

/** How every window with one of our pages is made. */
export interface PageWindowParts {
  readonly client: HostClient
  readonly preload: string
  /** Whether the developer tools may be opened at all. */
  readonly developerTools: boolean
}

/** Colours before the first paint, when the page sets its own. */
const BACKGROUND = { dark: '#101418', light: '#ffffff' }

/** The one place that decides what our pages run with, so that no window is less protected than another. */
export function pageWindowOptions({
  client,
  preload,
  developerTools,
}: PageWindowParts): BrowserWindowConstructorOptions {
  return {
    title: 'Fieldwork',
    autoHideMenuBar: true,
    backgroundColor: nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light,
    webPreferences: {
      preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      devTools: developerTools,
      additionalArguments: [clientArgument(client)],
    },
  }
}
