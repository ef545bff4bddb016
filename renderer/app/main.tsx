import '@fontsource-variable/inter/wght.css'
import '../shell/mantine-styles.ts'
import '../shell/tokens.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { silenceConsole } from '../services/diagnostics.ts'
import { unregisterServiceWorkers } from '../services/service-workers.ts'
import { createServices } from '../services/services.ts'
import { createThemeChoice } from '../shell/theme-setting.ts'
import { App } from './App.tsx'

const services = createServices(window)
if (import.meta.env.PROD) silenceConsole(window.console, services.diagnostics)
void unregisterServiceWorkers(navigator.serviceWorker)
const themeChoice = createThemeChoice({
  storage: services.storage,
  systemIsDark: window.matchMedia('(prefers-color-scheme: dark)').matches,
  hour: () => new Date().getHours(),
})
const root = document.getElementById('root')
if (!root) throw new Error('the page has no #root')
createRoot(root).render(
  <StrictMode>
    <App services={services} themeChoice={themeChoice} />
  </StrictMode>,
)
