import { MantineProvider } from '@mantine/core'
import { useEffect } from 'react'
import { BrowserRouter, useNavigate } from 'react-router-dom'
import { useStore } from 'zustand'
import { ServicesProvider, useServices } from '../services/context.tsx'
import { watchConnectivity } from '../services/machine/connectivity.ts'
import { watchExternalLinks } from '../services/page/external-links.ts'
import type { Services } from '../services/services.ts'
import { NoticeBar } from '../shell/NoticeBar.tsx'
import { Loading } from '../shell/overlays/Loading.tsx'
import { PromptHost } from '../shell/overlays/prompts/PromptHost.tsx'
import { SessionGate } from '../shell/overlays/SessionGate.tsx'
import { RenderFailure } from '../shell/RenderFailure.tsx'
import { theme } from '../shell/theme.ts'
import { ThemeChoiceProvider } from '../shell/theme-context.tsx'
import type { ThemeChoice } from '../shell/theme-setting.ts'
import { returnLostFocus } from '../ui/lost-focus.ts'
import { AppRoutes } from './AppRoutes.tsx'

/** The application around its routes: theme, services, notices, the screen for render failures. */
export function App({ services, themeChoice }: { services: Services; themeChoice: ThemeChoice }) {
  const { applied } = useStore(themeChoice.store)
  useEffect(() => themeChoice.watch(), [themeChoice])
  useEffect(() => services.title.watch(), [services])
  useEffect(() => services.life.watch(), [services])
  useEffect(() => services.navigationLock.watch(), [services])
  useEffect(() => watchConnectivity(window, services), [services])
  useEffect(() => returnLostFocus(document), [])
  useEffect(() => {
    // The desktop client's window stays where it is: it hands links to the browser of the system.
    const open = (href: string) =>
      services.desktop.available ? window.open(href, '_blank', 'noopener') : window.location.assign(href)
    return watchExternalLinks(window, services.prompts, open)
  }, [services])

  return (
    <MantineProvider
      theme={theme}
      forceColorScheme={applied === 'DARK' ? 'dark' : 'light'}
      // theme-variables.css has the theme's variables, which are the same at each start. No style of ours needs
      // the kit's global classes.
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <ServicesProvider services={services}>
        <ThemeChoiceProvider value={themeChoice}>
          <RenderFailure>
            <BrowserRouter>
              <RouterBinding />
              <SessionGate>
                <AppRoutes />
              </SessionGate>
            </BrowserRouter>
          </RenderFailure>
          <Loading />
          <NoticeBar />
          <PromptHost />
        </ThemeChoiceProvider>
      </ServicesProvider>
    </MantineProvider>
  )
}

/** Lends the router to the services that send the page somewhere. */
function RouterBinding() {
  const navigate = useNavigate()
  const { navigation } = useServices()
  useEffect(() => navigation.bind((path) => void navigate(path, { replace: true })), [navigation, navigate])
  return null
}
