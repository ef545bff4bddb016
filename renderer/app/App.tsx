import { MantineProvider } from '@mantine/core'
import { useEffect } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { useStore } from 'zustand'
import { ServicesProvider } from '../services/context.tsx'
import type { Services } from '../services/services.ts'
import { NoticeBar } from '../shell/NoticeBar.tsx'
import { theme } from '../shell/theme.ts'
import { ThemeChoiceProvider } from '../shell/theme-context.tsx'
import type { ThemeChoice } from '../shell/theme-setting.ts'
import { AppRoutes } from './AppRoutes.tsx'
import { RenderFailure } from './RenderFailure.tsx'

/** The application around its routes: theme, services, banners, the screen for render failures. */
export function App({ services, themeChoice }: { services: Services; themeChoice: ThemeChoice }) {
  const { applied } = useStore(themeChoice.store)
  useEffect(() => themeChoice.watch(), [themeChoice])
  useEffect(() => {
    document.title = 'Fieldwork'
  }, [])

  return (
    <MantineProvider theme={theme} forceColorScheme={applied === 'DARK' ? 'dark' : 'light'}>
      <ServicesProvider services={services}>
        <ThemeChoiceProvider value={themeChoice}>
          <RenderFailure>
            <BrowserRouter>
              <AppRoutes />
            </BrowserRouter>
          </RenderFailure>
          <NoticeBar />
        </ThemeChoiceProvider>
      </ServicesProvider>
    </MantineProvider>
  )
}
