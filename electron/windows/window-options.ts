import { type BrowserWindowConstructorOptions, nativeTheme } from 'electron'
import type { HostClient } from '#shared/host/bridge.ts'
import { clientArgument } from '#shared/host/client-argument.ts'

/** What every window with a page of ours is made with. */
export interface PageWindowParts {
  readonly client: HostClient
  readonly preload: string
  /** Whether the developer tools may be opened at all. */
  readonly developerTools: boolean
}

/** Colours before the first paint; the page's own follow. */
const BACKGROUND = { dark: '#101418', light: '#ffffff' }

/** One place decides what a page of ours runs with, so that no window of ours is weaker than another. */
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
