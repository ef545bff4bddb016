import { MantineProvider } from '@mantine/core'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { ServicesProvider } from '../services/context.tsx'
import type { Services } from '../services/services.ts'
import { theme } from '../shell/theme.ts'

/** Renders a screen as the application would: themed, with services, without transitions. */
export function renderWith(services: Services, screen: ReactNode) {
  return render(
    <MantineProvider theme={theme} env="test">
      <ServicesProvider services={services}>{screen}</ServicesProvider>
    </MantineProvider>,
  )
}
