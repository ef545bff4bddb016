import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { ServicesProvider } from '../services/context.tsx'
import { createQueryClient } from '../services/http/query-client.ts'
import { createUiLabels } from '../services/page/ui-labels.ts'
import { UiLabelsProvider } from '../services/page/ui-labels-context.tsx'
import type { Services } from '../services/services.ts'
import { createSignedInServices, SignedInProvider } from '../services/signed-in.tsx'
import { PromptHost } from '../shell/overlays/prompts/PromptHost.tsx'
import { theme } from '../shell/theme.ts'

export type Scheme = 'light' | 'dark'

/** The machine of everybody who looks at the gallery. */
const MACHINE = { hardwareConcurrency: 12, deviceMemory: 16 }

interface FrameProps {
  readonly services: Services
  readonly scheme: Scheme
  readonly children: ReactNode
}

/** What a screen stands in once somebody is signed in, without the shell around it. */
export function Frame({ services, scheme, children }: FrameProps) {
  const [own] = useState(() => createSignedInServices(services, () => 0.5, MACHINE))
  const [labels] = useState(() => createUiLabels(services))
  const [queries] = useState(() => createQueryClient())
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme={scheme}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <ServicesProvider services={services}>
        <MemoryRouter initialEntries={['/dashboard']}>
          <QueryClientProvider client={queries}>
            <SignedInProvider value={own}>
              <UiLabelsProvider value={labels}>
                <Suspense>{children}</Suspense>
              </UiLabelsProvider>
            </SignedInProvider>
          </QueryClientProvider>
        </MemoryRouter>
        <PromptHost />
      </ServicesProvider>
    </MantineProvider>
  )
}
