import { StrictMode } from 'react'
import { renderFailures, silenceConsole, watchPageErrors } from '../services/page/diagnostics.ts'
import { unregisterServiceWorkers } from '../services/page/service-workers.ts'
import { createServices } from '../services/services.ts'
import { createThemeChoice } from '../shell/theme-setting.ts'
import { App } from './App.tsx'
import type { FirstScreen } from './first-screen.ts'
import { createRoot } from './react-root.ts'

/**
 * Shows the application, as soon as its first screen can be shown whole; until then the page keeps
 * what it came with.
 *
 * @param first what it begins with, which is being fetched
 */
export async function start(first: FirstScreen): Promise<void> {
  const services = createServices(window)
  const { diagnostics } = services
  watchPageErrors(window, diagnostics)
  if (import.meta.env.PROD) silenceConsole(window.console, diagnostics)
  const themeChoice = createThemeChoice({
    storage: services.storage,
    systemIsDark: window.matchMedia('(prefers-color-scheme: dark)').matches,
    hour: () => new Date().getHours(),
  })
  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no #root')
  await Promise.all([first.fetched, first.isShell && services.permissionTable.load()])
  createRoot(root, renderFailures(diagnostics, import.meta.env.PROD ? undefined : window.console)).render(
    <StrictMode>
      <App services={services} themeChoice={themeChoice} />
    </StrictMode>,
  )
  void unregisterServiceWorkers(navigator.serviceWorker)
}
